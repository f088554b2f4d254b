//! Endgame tables: the door through which a search asks what tables know, whatever their
//! format and their game.
//!
//! How the search uses what they say is the practice of Stockfish and those after it: a
//! win is a lower bound and a loss an upper bound, since a mate may be nearer; the moves of
//! the root are ranked once, and only the best rank is searched.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use crate::rules::{Move, Position};

use super::RootPosition;
use super::parameters::Searchable;
use super::transposition::Bound;
use super::value::{DRAW, TABLE_WIN};

/// The result of a position with best play, for the side to move: win, draw, loss, and
/// what the fifty-move rule makes a draw of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wdl {
    /// Lost.
    Loss,
    /// Lost, but for the fifty-move rule.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won, but for the fifty-move rule.
    CursedWin,
    /// Won.
    Win,
}

impl Wdl {
    /// The result for the other side.
    pub fn reversed(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::BlessedLoss => Wdl::CursedWin,
            Wdl::Draw => Wdl::Draw,
            Wdl::CursedWin => Wdl::BlessedLoss,
            Wdl::Win => Wdl::Loss,
        }
    }

    /// The result by rules with or without that of fifty moves.
    pub fn by_rules(self, fifty_moves: bool) -> Wdl {
        match self {
            Wdl::BlessedLoss if !fifty_moves => Wdl::Loss,
            Wdl::CursedWin if !fifty_moves => Wdl::Win,
            other => other,
        }
    }

    /// The value in centipawns, `ply` plies from the root. A draw is a little better where
    /// the opponent must know the rule to hold it.
    pub fn value(self, ply: usize) -> i32 {
        match self {
            Wdl::Loss => ply as i32 - TABLE_WIN,
            Wdl::BlessedLoss => DRAW - 1,
            Wdl::Draw => DRAW,
            Wdl::CursedWin => DRAW + 1,
            Wdl::Win => TABLE_WIN - ply as i32,
        }
    }

    /// What that value says of the true one.
    pub(super) fn bound(self) -> Bound {
        match self {
            Wdl::Loss => Bound::Upper,
            Wdl::Win => Bound::Lower,
            Wdl::BlessedLoss | Wdl::Draw | Wdl::CursedWin => Bound::Exact,
        }
    }
}

/// How good a move of the root is by the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootRank {
    /// Better moves have greater ranks; between equal ones the search decides.
    pub rank: i32,
    /// What the move is worth: shown, unless the search finds a mate.
    pub value: i32,
}

/// What tables know of a position, with its halfmove clock and the fifty-move rule, for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The result for the side to move.
    pub result: Wdl,
    /// Plies to the end if the winner hastens and the loser delays it and no fifty-move rule
    /// holds, where the tables say that and it is no draw.
    pub plies: Option<u16>,
    /// Plies to the next zeroing of the halfmove clock on the winner's way to a win that
    /// stands, where the tables say that.
    pub zeroing: Option<u16>,
}

impl Known {
    /// What this knowledge of the position after a move, which has set the halfmove clock back
    /// or not, says to who made it, the move counted.
    fn for_the_mover(self, is_zeroing: bool) -> Known {
        Known {
            result: self.result.reversed(),
            plies: self.plies.map(|plies| plies + 1),
            zeroing: match is_zeroing {
                true => (self.result != Wdl::Draw).then_some(1),
                false => self.zeroing.map(|plies| plies + 1),
            },
        }
    }

    /// Among moves of the same rank the least comes first: the quicker win and the slower loss.
    fn place(self) -> (bool, i32) {
        let distance = i32::from(self.plies.or(self.zeroing).unwrap_or_default());
        match self.result < Wdl::Draw {
            true => (self.plies.is_some(), -distance),
            false => (self.plies.is_none(), distance),
        }
    }
}

/// What tables know of a position and of its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LookUp {
    /// Of the position, for its side to move.
    pub position: Known,
    /// Of each legal move for the side that makes it, the best first.
    pub moves: Vec<(Move, Known)>,
}

/// The endgame tables of a game.
pub trait Tablebase<P>: Send + Sync {
    /// Men on the board in the largest of the tables, kings included.
    fn max_men(&self) -> usize;

    /// The result of a position whose halfmove clock is taken for 0; `None` if the tables
    /// do not have it.
    fn probe_wdl(&self, position: &P) -> Option<Wdl>;

    /// The result of a game that stands so, its halfmove clock included, by best play;
    /// `None` if the tables do not know for sure. Without the fifty-move rule nothing is
    /// cursed.
    fn result(&self, position: &P, fifty_moves: bool) -> Option<Wdl>;

    /// What is known of a game that stands so and is not over; `None` if the tables do not
    /// have it.
    fn known(&self, position: &P) -> Option<Known>;

    /// Ranks these moves of the root by how soon they make progress, with the fifty-move
    /// rule if it holds and with what the game has repeated; `None` if the tables cannot.
    fn rank_root(
        &self,
        root: &RootPosition<P>,
        moves: &[Move],
        fifty_moves: bool,
    ) -> Option<Vec<RootRank>>;
}

/// What users set of the use of tables. The names are Stockfish's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProbeOptions {
    /// Least depth at which positions with the most men are looked up (`SyzygyProbeDepth`).
    pub depth: i32,
    /// Positions with more men are not looked up (`SyzygyProbeLimit`).
    pub limit: usize,
    /// Whether the fifty-move rule holds (`Syzygy50MoveRule`).
    pub fifty_moves: bool,
}

impl Default for ProbeOptions {
    fn default() -> ProbeOptions {
        ProbeOptions {
            depth: 1,
            limit: 7,
            fifty_moves: true,
        }
    }
}

/// All tables that have been loaded, each under its game, and how they are to be used.
#[derive(Clone, Default)]
pub struct Tablebases {
    /// Each is a `Box<dyn Tablebase<P>>` for a game `P`.
    loaded: Vec<Arc<dyn Any + Send + Sync>>,
    /// How they are to be used.
    pub options: ProbeOptions,
}

impl Tablebases {
    /// Puts the tables of a game in place of those that it had.
    pub fn replace<P: Position>(&mut self, tables: Option<Box<dyn Tablebase<P>>>) {
        self.loaded
            .retain(|loaded| !loaded.is::<Box<dyn Tablebase<P>>>());
        self.loaded
            .extend(tables.map(|tables| Arc::new(tables) as _));
    }

    /// The tables of a game.
    pub fn of<P: Position>(&self) -> Option<&dyn Tablebase<P>> {
        let mut loaded = self.loaded.iter();
        let tables = loaded.find_map(|loaded| loaded.downcast_ref::<Box<dyn Tablebase<P>>>());
        tables.map(|tables| tables.as_ref())
    }

    /// What the tables know of a position that is not over, whatever was repeated before it,
    /// and of each of its moves; `None` if they do not have all of them.
    pub fn look_up<P: Position>(&self, position: &P) -> Option<LookUp> {
        let tables = self.of::<P>()?;
        if position.board().occupied().count() > tables.max_men() {
            return None;
        }
        let known = tables.known(position)?;
        let root = RootPosition {
            position: position.clone(),
            earlier_keys: Vec::new(),
        };
        let legal = position.legal_moves();
        let ranks = tables.rank_root(&root, &legal, true)?;
        let ranked = legal.iter().zip(ranks).map(|(&m, rank)| {
            let known = known_of_move(tables, position, m)?;
            Some((rank.rank, m, known))
        });
        let mut ranked: Vec<_> = ranked.collect::<Option<_>>()?;
        ranked.sort_by_key(|&(rank, _, known)| (-rank, known.place()));
        Some(LookUp {
            position: known,
            moves: ranked.into_iter().map(|(_, m, known)| (m, known)).collect(),
        })
    }
}

/// What is known of a move for the side that makes it.
fn known_of_move<P: Position>(tables: &dyn Tablebase<P>, position: &P, m: Move) -> Option<Known> {
    let mut after = position.clone();
    after.play(m);
    let is_zeroing = after.state().halfmove_clock == 0;
    let known = match after.outcome() {
        Some(outcome) => Known {
            result: outcome.winner.map_or(Wdl::Draw, |_| Wdl::Loss),
            plies: outcome.winner.map(|_| 0),
            zeroing: outcome.winner.map(|_| 0),
        },
        None => tables.known(&after)?,
    };
    Some(known.for_the_mover(is_zeroing))
}

impl fmt::Debug for Tablebases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tablebases")
            .field("loaded", &self.loaded.len())
            .field("options", &self.options)
            .finish()
    }
}

/// The same tables, used in the same way.
impl PartialEq for Tablebases {
    fn eq(&self, other: &Tablebases) -> bool {
        let pairs = || self.loaded.iter().zip(&other.loaded);
        self.options == other.options
            && self.loaded.len() == other.loaded.len()
            && pairs().all(|(one, other)| Arc::ptr_eq(one, other))
    }
}

/// What one search asks of the tables.
#[derive(Clone, Debug, Default)]
pub(super) struct ProbePlan {
    /// Positions with more men are not looked up; 0 if none are.
    pub men: usize,
    /// Least depth for those with just so many.
    pub depth: i32,
    /// Whether the fifty-move rule holds.
    pub fifty_moves: bool,
    /// The ranks of the root's moves, if the root is in the tables.
    pub ranks: Vec<RootRank>,
}

impl ProbePlan {
    /// Looks up the root, with these moves.
    pub fn of<P: Searchable>(
        root: &RootPosition<P>,
        moves: &[Move],
        all: &Tablebases,
    ) -> ProbePlan {
        let options = all.options;
        let Some(tables) = all.of::<P>().filter(|_| P::HAS_TABLES) else {
            return ProbePlan::default();
        };
        let mut plan = ProbePlan {
            men: options.limit.min(tables.max_men()),
            // Where all that could be found is wanted, it is wanted at any depth.
            depth: match options.limit > tables.max_men() {
                true => 0,
                false => options.depth,
            },
            fifty_moves: options.fifty_moves,
            ranks: Vec::new(),
        };
        if root.position.board().occupied().count() > plan.men {
            return plan;
        }
        let by_progress = tables.rank_root(root, moves, options.fifty_moves);
        let makes_progress = by_progress.is_some();
        let by_result = || {
            let ranks = moves.iter().map(|&m| {
                let mut after = root.position.clone();
                after.play(m);
                let wdl = tables.probe_wdl(&after)?.reversed();
                let wdl = wdl.by_rules(options.fifty_moves);
                Some(RootRank {
                    rank: wdl as i32 - Wdl::Draw as i32,
                    value: wdl.value(0),
                })
            });
            ranks.collect()
        };
        plan.ranks = by_progress.or_else(by_result).unwrap_or_default();
        let best = plan.ranks.iter().map(|rank| rank.rank).max();
        // Whoever holds what the root is worth, and comes forward if that is a win, knows
        // better from here on by searching.
        if best.is_some_and(|best| makes_progress || best <= 0) {
            plan.men = 0;
        }
        plan
    }
}
