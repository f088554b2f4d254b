//! What evaluation and search add to a game in play, whichever game it is.

use std::time::Duration;

use crate::eval::{Evaluate, Evaluator};
use crate::host::Interrupt;
use crate::nnue::Share;
use crate::notation::UciScore;
use crate::rules::{Color, GameRecord, Move, Square};
use crate::search::history::History;
use crate::search::parameters::Searchable;
use crate::search::report::Report;
use crate::search::tablebase::{LookUp, Tablebases};
use crate::search::time::{Limits, Signals};
use crate::search::transposition::{Bound, TranspositionTable};
use crate::search::value::{MATE_IN_MAX_PLY, TABLE_WIN, is_decisive, is_mate};
use crate::search::{self, RootPosition};
use crate::show::{Record, Show};

use super::wdl::WinDrawLoss;

/// A principal variation (PV) in text, with its score.
#[derive(Clone, Debug)]
pub struct LineReport {
    /// Plies of the iteration.
    pub depth: usize,
    /// Plies of the longest line looked at.
    pub seldepth: usize,
    /// Which of the best lines it is, from 1 (MultiPV).
    pub multipv: usize,
    /// The score, as UCI writes it.
    pub score: UciScore,
    /// Whether the true value may be lower or higher.
    pub bound: Bound,
    /// Chances that the value stands for.
    pub chances: WinDrawLoss,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Thousandths of the transposition table in use.
    pub hashfull: usize,
    /// Positions found in endgame tables.
    pub tb_hits: u64,
    /// The principal variation in coordinate notation.
    pub pv: Vec<String>,
}

/// A move as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText {
    /// Coordinate notation.
    pub coordinates: String,
    /// Standard algebraic notation.
    pub san: String,
}

/// What a search answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The move to play; `None` if there is no legal one.
    pub best: Option<MoveText>,
    /// The reply expected, in coordinate notation.
    pub ponder: Option<String>,
    /// The value from the side to move, centipawns or a mate value.
    pub value: i32,
    /// Nodes of all threads.
    pub nodes: u64,
}

/// A static evaluation and its parts.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// What each piece adds, in centipawns from White's view.
    pub shares: Vec<Share>,
    /// The value in centipawns from White's view.
    pub white: i32,
}

/// What a search thread is given besides its root.
pub struct Resources<'a> {
    /// The way to stop it.
    pub signals: &'a Signals,
    /// The transposition table.
    pub table: &'a TranspositionTable,
    /// One history a thread.
    pub histories: &'a mut [History],
}

/// A search that is ready to be run on any thread.
pub type SearchTask = Box<dyn FnOnce(Resources<'_>, &mut dyn FnMut(LineReport)) -> Answer + Send>;

/// Searches on the calling thread alone, knowing nothing but what is in the
/// table, and reports nothing on the way.
pub fn search_alone(session: &dyn Session, limits: Limits, table: &TranspositionTable) -> Answer {
    search_until(session, limits, table, &Interrupt::default())
}

/// The same, until it is interrupted.
pub fn search_until(
    session: &dyn Session,
    limits: Limits,
    table: &TranspositionTable,
    interrupt: &Interrupt,
) -> Answer {
    let resources = Resources {
        signals: &Signals::until(interrupt),
        table,
        histories: &mut [History::default()],
    };
    session.search_task(limits)(resources, &mut |_| {})
}

/// A game in play that can be judged and searched.
pub trait Session: Record {
    /// The static evaluation.
    fn evaluation(&self) -> Evaluation;

    /// The best agreement that the position allows, if this game knows any. A side may
    /// have named its squares already.
    fn best_agreement(&self, named: Option<(Color, &[Square])>) -> Option<String>;

    /// What endgame tables know of the present position, which is not over, and its moves.
    fn look_up(&self, tables: &Tablebases) -> Option<LookUp>;

    /// A search of the present position within these limits.
    fn search_task(&self, limits: Limits) -> SearchTask;
}

impl<P: Searchable + Show> Session for GameRecord<P> {
    fn evaluation(&self) -> Evaluation {
        let position = self.position();
        let shares = position.shares().into_iter().map(|share| Share {
            white: centipawns::<P>(share.white),
            ..share
        });
        let value = P::evaluator().evaluate(position);
        Evaluation {
            shares: shares.collect(),
            white: centipawns::<P>(position.turn().fold_wb(value, -value)),
        }
    }

    fn best_agreement(&self, named: Option<(Color, &[Square])>) -> Option<String> {
        let [white, black] = self.position().best_agreement(named)?;
        self.position().agreement_text([&white, &black])
    }

    fn look_up(&self, tables: &Tablebases) -> Option<LookUp> {
        tables.look_up(self.position())
    }

    fn search_task(&self, limits: Limits) -> SearchTask {
        let root = RootPosition {
            position: self.position().clone(),
            earlier_keys: self.repeatable_keys(),
        };
        Box::new(move |resources, observer| {
            let position = &root.position;
            let result = search::search(
                &root,
                &limits,
                resources.signals,
                resources.table,
                resources.histories,
                &mut |report| observer(line_report::<P>(report)),
            );
            Answer {
                best: result.best.map(|m| MoveText {
                    coordinates: m.to_string(),
                    san: position.san(m),
                }),
                ponder: result.ponder.map(|m| m.to_string()),
                value: centipawns::<P>(result.value),
                nodes: result.nodes,
            }
        })
    }
}

/// What a win by the endgame tables is shown as, in centipawns, less the plies to the
/// position that they know: the numbers of Stockfish.
const TABLE_CENTIPAWNS: i32 = 20_000;

/// A value as users see it: see [`WinRateModel::centipawns`]. Mates stay as they are.
///
/// [`WinRateModel::centipawns`]: crate::eval::WinRateModel::centipawns
fn centipawns<P: Evaluate>(value: i32) -> i32 {
    if is_mate(value) {
        return value;
    }
    if is_decisive(value) {
        return value.signum() * (TABLE_CENTIPAWNS - TABLE_WIN + value.abs());
    }
    let centipawns = P::WIN_RATE.centipawns(value);
    centipawns.clamp(1 - MATE_IN_MAX_PLY, MATE_IN_MAX_PLY - 1)
}

fn line_report<P: Evaluate>(report: &Report) -> LineReport {
    LineReport {
        depth: report.depth,
        seldepth: report.seldepth,
        multipv: report.multipv,
        score: UciScore::from(centipawns::<P>(report.value)),
        bound: report.bound,
        chances: WinDrawLoss::of(report.value, &P::WIN_RATE),
        nodes: report.nodes,
        time: report.time,
        hashfull: report.hashfull(),
        tb_hits: report.tb_hits,
        pv: report.pv.iter().map(Move::to_string).collect(),
    }
}
