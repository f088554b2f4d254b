//! Rules of thumb for whoever wants to win an ending, each with what the table says of it.

use std::fmt::Write;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::rules::{Color, Move, Role};
use crate::show::words;

use super::super::folder::Unpacked;
use super::super::{Folder, Signature, Table, TableError, Tabled, Value};
use super::scene::{CONDITIONS, Condition, Scene, named};

/// Positions in which the conditions are counted.
pub(super) const POSITIONS: u32 = 20_000;

/// Won positions whose moves are looked at.
pub(super) const WON: u32 = 2_000;

/// How many properties to aim at are written, and how many kinds of moves.
const AIMS: usize = 4;
const MOVES: usize = 3;

/// What [`Share::gain`] is at least.
const LEAST_GAIN: f64 = 0.02;

/// How many times as often as among all moves a kind is among the quickest at least.
const LEAST_RATIO: f64 = 1.3;

/// An average over fewer positions says little.
const ENOUGH: u32 = POSITIONS / 50;

/// A random number is no position's, or not of one that is looked for, so often at most.
const TRIES: u32 = 500;

/// The rules of thumb of an ending, those that say most; nothing where White wins too little.
///
/// # Errors
///
/// If a table is not there or damaged.
pub(super) fn of_ending<P: Tabled>(folder: &Folder, table: &Table) -> Result<String, TableError> {
    let tables = Unpacked::new::<P>(folder, table)?;
    let mut random = ChaCha8Rng::seed_from_u64(0);
    let text = aims::<P>(&tables, &mut random);
    Ok(match text.is_empty() {
        true => text,
        false => text + &moves::<P>(&tables, &mut random)?,
    })
}

/// What is known of the positions with a property.
#[derive(Clone, Copy, Debug, Default)]
struct Share {
    positions: u32,
    lost: u32,
    plies: u64,
}

impl Share {
    fn add(&mut self, value: Value) {
        self.positions += 1;
        if let Some(plies) = value.plies()
            && value.is_loss()
            && value.stands_at(0)
        {
            self.lost += 1;
            self.plies += u64::from(plies);
        }
    }

    fn won(&self) -> f64 {
        f64::from(self.lost) / f64::from(self.positions.max(1))
    }

    fn plies(&self) -> f64 {
        self.plies as f64 / f64::from(self.lost.max(1))
    }

    fn words(&self) -> String {
        match self.lost {
            0 => "nothing is won".to_owned(),
            _ => format!(
                "{:.1} % won, in {:.0} plies",
                100.0 * self.won(),
                self.plies()
            ),
        }
    }

    /// How much better positions with a property are than others: by what is won, and by the
    /// time that it takes.
    fn gain(&self, others: &Share) -> f64 {
        let slower = self.plies().max(others.plies()).max(1.0);
        let quicker = match self.lost.min(others.lost) {
            0 => 0.0,
            _ => (others.plies() - self.plies()) / slower,
        };
        self.won() - others.won() + 0.3 * quicker
    }
}

/// Counts positions at random in which Black is to move and can take nothing: all, and for
/// each condition those where it holds and those where it does not.
fn counted<P: Tabled>(
    tables: &Unpacked,
    conditions: &[Condition],
    random: &mut ChaCha8Rng,
) -> (Share, Vec<[Share; 2]>) {
    let index = &tables.values.index;
    let mut all = Share::default();
    let mut counted = vec![[Share::default(); 2]; conditions.len()];
    for _ in 0..POSITIONS * TRIES {
        if all.positions == POSITIONS {
            break;
        }
        let number = random.random_range(0..index.size());
        let Some(position) = index.position::<P>(number, Color::Black) else {
            continue;
        };
        if can_take(&position) {
            continue;
        }
        let value = tables.values.get(number, Color::Black);
        all.add(value);
        let scene = Scene::new(&position);
        for (condition, shares) in conditions.iter().zip(&mut counted) {
            if let Some(holds) = (condition.holds)(&scene) {
                shares[usize::from(!holds)].add(value);
            }
        }
    }
    (all, counted)
}

fn can_take<P: Tabled>(position: &P) -> bool {
    position.legal_moves().iter().any(|m| m.is_capture())
}

/// Per cent of the positions with Black to move that are won where a condition holds, and
/// where it does not.
///
/// # Errors
///
/// If a table is not there or damaged.
pub(super) fn won_where<P: Tabled>(
    folder: &Folder,
    table: &Table,
    condition: Condition,
) -> Result<[f64; 2], TableError> {
    let tables = Unpacked::new::<P>(folder, table)?;
    let mut random = ChaCha8Rng::seed_from_u64(0);
    let (_, shares) = counted::<P>(&tables, &[condition], &mut random);
    let [with, without] = shares.first().copied().unwrap_or_default();
    Ok([with, without].map(|share| 100.0 * share.won()))
}

/// What to aim at: properties of positions in which Black is to move.
fn aims<P: Tabled>(tables: &Unpacked, random: &mut ChaCha8Rng) -> String {
    let (all, counted) = counted::<P>(tables, CONDITIONS, random);
    if all.lost < ENOUGH {
        return String::new();
    }
    let mut rules: Vec<(f64, &str, Share, Share)> = Vec::new();
    for (condition, [with, without]) in CONDITIONS.iter().zip(counted) {
        if with.positions.min(without.positions) < ENOUGH {
            continue;
        }
        let gain = with.gain(&without);
        rules.push(match gain > 0.0 {
            true => (gain, condition.words[0], with, without),
            false => (-gain, condition.words[1], without, with),
        });
    }
    rules.retain(|(gain, ..)| *gain > LEAST_GAIN);
    rules.sort_by(|one, other| other.0.total_cmp(&one.0));
    let mut text = format!("Where Black can take nothing: {}.", all.words());
    text += if rules.is_empty() {
        "\n"
    } else {
        " Aim at:\n\n"
    };
    for (_, words, with, without) in rules.into_iter().take(AIMS) {
        let _ = writeln!(
            text,
            "- {} ({:.0} % of positions): {}; else {}.",
            named::<P>(words, tables.values.index.signature),
            100.0 * f64::from(with.positions) / f64::from(with.positions + without.positions),
            with.words(),
            without.words(),
        );
    }
    text
}

/// A kind of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Of(Role),
    Check,
    KingNearer,
    ToBoard,
    FewestReplies,
}

impl Kind {
    /// The kinds that may say something in an ending.
    fn all<P: Tabled>(signature: Signature) -> Vec<Kind> {
        let mut roles: Vec<Role> = signature
            .pieces()
            .into_iter()
            .filter(|piece| piece.color() == Color::White)
            .map(|piece| piece.role())
            .collect();
        roles.dedup();
        let mut all = vec![Kind::FewestReplies];
        if roles.contains(&Role::King) {
            all.extend([Kind::Check, Kind::KingNearer]);
        }
        if P::MATERIAL.second_board {
            all.push(Kind::ToBoard);
        }
        if roles.len() > 1 {
            all.extend(roles.into_iter().map(Kind::Of));
        }
        all
    }

    fn words(self) -> String {
        match self {
            Kind::Of(role) => format!("moves of a {}", words::role(role)),
            Kind::Check => "checks".to_owned(),
            Kind::KingNearer => "moves that bring the king nearer to Black's".to_owned(),
            Kind::ToBoard => "moves of a piece to the board of Black's king".to_owned(),
            Kind::FewestReplies => "the moves that leave Black the fewest".to_owned(),
        }
    }

    /// Whether a move of White is of this kind; `fewest` are the least replies that any
    /// move leaves.
    fn has<P: Tabled>(self, before: &P, played: &Played<P>, fewest: usize) -> bool {
        let Played {
            m, after, replies, ..
        } = played;
        let role = before.board().role_at(m.from());
        let king = |position: &P, color| position.board().king_of(color);
        match self {
            Kind::Of(of) => role == Some(of),
            Kind::Check => after.is_check(),
            Kind::KingNearer => {
                let distance = |position: &P| {
                    let kings = king(position, Color::White).zip(king(position, Color::Black));
                    kings.map(|(white, black)| white.distance(black))
                };
                distance(after) < distance(before)
            }
            Kind::ToBoard => {
                let second = after.second_board();
                let black = king(after, Color::Black);
                let same = |square| second.contains(square) == second.contains(m.to());
                role != Some(Role::King) && black.is_some_and(same)
            }
            Kind::FewestReplies => *replies == fewest,
        }
    }
}

/// A move and what comes of it.
struct Played<P> {
    m: Move,
    after: P,
    value: Value,
    replies: usize,
}

impl<P: Tabled> Played<P> {
    fn wins(&self) -> bool {
        self.value.is_loss() && self.value.stands_at(1)
    }
}

/// How often moves of a kind are among the quickest wins, among all moves, and how many of
/// them keep the win.
#[derive(Clone, Copy, Debug, Default)]
struct Chosen {
    among_quickest: f64,
    among_all: f64,
    moves: u32,
    winning: u32,
}

/// Which moves are good ones.
fn moves<P: Tabled>(tables: &Unpacked, random: &mut ChaCha8Rng) -> Result<String, TableError> {
    let index = &tables.values.index;
    let kinds = Kind::all::<P>(index.signature);
    let mut chosen = vec![Chosen::default(); kinds.len()];
    let mut won = 0;
    for _ in 0..WON * TRIES {
        if won == WON {
            break;
        }
        let number = random.random_range(0..index.size());
        let value = tables.values.get(number, Color::White);
        if !value.is_win() || !value.stands_at(0) {
            continue;
        }
        if let Some(position) = index.position::<P>(number, Color::White)
            && !can_take(&position)
        {
            won += 1;
            count_moves(tables, &position, &kinds, &mut chosen)?;
        }
    }
    let mut rules: Vec<(Kind, Chosen)> = kinds.into_iter().zip(chosen).collect();
    let gain = |chosen: &Chosen| chosen.among_quickest - chosen.among_all;
    rules.retain(|(_, chosen)| {
        gain(chosen) > 0.05 * f64::from(won)
            && chosen.among_quickest > LEAST_RATIO * chosen.among_all
    });
    rules.sort_by(|(_, one), (_, other)| gain(other).total_cmp(&gain(one)));
    let mut text = String::from("\nOf the quickest moves where there is nothing to take:\n\n");
    for (kind, chosen) in rules.iter().take(MOVES) {
        let share = |part: f64| 100.0 * part / f64::from(won);
        let _ = writeln!(
            text,
            "- {:.0} % are {} (of all moves {:.0} %; {:.0} % of such moves win).",
            share(chosen.among_quickest),
            kind.words(),
            share(chosen.among_all),
            100.0 * f64::from(chosen.winning) / f64::from(chosen.moves.max(1)),
        );
    }
    Ok(if rules.is_empty() {
        String::new()
    } else {
        text
    })
}

fn count_moves<P: Tabled>(
    tables: &Unpacked,
    position: &P,
    kinds: &[Kind],
    chosen: &mut [Chosen],
) -> Result<(), TableError> {
    let mut played = Vec::new();
    for m in position.legal_moves() {
        let mut after = position.clone();
        after.play(m);
        played.push(Played {
            m,
            value: tables.after(m, &after)?,
            replies: after.count_legal_moves(),
            after,
        });
    }
    let wins = || played.iter().filter(|played| played.wins());
    let quickest = wins().filter_map(|played| played.value.plies()).min();
    let is_quickest = |played: &Played<P>| played.wins() && played.value.plies() == quickest;
    let best = played.iter().filter(|played| is_quickest(played)).count();
    let fewest = played.iter().map(|played| played.replies).min();
    for (kind, chosen) in kinds.iter().zip(chosen) {
        let mut of_kind = 0;
        let mut best_of_kind = 0;
        for played in &played {
            if kind.has(position, played, fewest.unwrap_or_default()) {
                of_kind += 1;
                best_of_kind += u32::from(is_quickest(played));
                chosen.winning += u32::from(played.wins());
            }
        }
        chosen.moves += of_kind;
        chosen.among_quickest += f64::from(best_of_kind) / best.max(1) as f64;
        chosen.among_all += f64::from(of_kind) / played.len().max(1) as f64;
    }
    Ok(())
}
