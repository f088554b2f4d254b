//! Answers to what is asked most.

use std::fmt::Write;
use std::iter;
use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::notation::Notation;
use crate::rules::alice::Alice;
use crate::rules::clupso::Clupso;
use crate::rules::elolbia::Elolbia;
use crate::rules::setup::Setup;
use crate::rules::{Color, Piece, Position, Role, Square};
use crate::show::words;

use super::super::{Folder, MAX_PIECES, Signature, Table, TableError, Tabled};
use super::scene::BISHOPS;
use super::{advice, is_mostly_won, last_piece, names, per_cent, tables_of, thousands};

/// The section with the answers; nothing if no table is there.
///
/// # Errors
///
/// If a table is damaged.
pub fn all(folder: &Folder) -> Result<String, TableError> {
    let answers = [
        two_minor_pieces(folder)?,
        men(folder)?,
        last_pieces(folder)?,
    ]
    .concat();
    Ok(match answers.is_empty() {
        true => answers,
        false => format!("\n## In short\n{answers}"),
    })
}

/// The tables of these endings that the folder has.
fn present<P: Tabled>(folder: &Folder, texts: &[&str]) -> Result<Vec<Arc<Table>>, TableError> {
    let mut all = tables_of::<P>(folder)?;
    all.retain(|table| texts.contains(&table.index().signature.to_string().as_str()));
    Ok(all)
}

/// How much of an ending is won.
fn share(table: &Table) -> String {
    let [white, black] = table.statistics();
    let signature = table.index().signature;
    let Some(longest) = white.longest_win else {
        let positions = thousands(white.positions + black.positions);
        return format!("`{signature}`: White wins none of the {positions} positions");
    };
    let longest = longest.plies;
    let late = white.won_too_late + black.lost_too_late;
    let late = match late {
        0 => String::new(),
        _ => format!(
            ", of these {:.2} % and {:.2} % too late for the fifty-move rule",
            100.0 * white.won_too_late as f64 / white.won.max(1) as f64,
            100.0 * black.lost_too_late as f64 / black.lost.max(1) as f64,
        ),
    };
    format!(
        "`{signature}`: White wins {:.2} % of the positions with the move and {:.2} % without it, in \
         {longest} plies at most{late}",
        per_cent(white.won, white),
        per_cent(black.lost, black),
    )
}

fn two_minor_pieces(folder: &Folder) -> Result<String, TableError> {
    let tables = present::<Alice>(folder, &["KBBvK", "KBNvK", "KNNvK"])?;
    let mut text = String::new();
    if tables.is_empty() {
        return Ok(text);
    }
    text += "\n**What do two minor pieces do in Alice Chess?** ";
    let mut verdicts = Vec::new();
    let mut shares = String::new();
    for table in &tables {
        let signature = table.index().signature.to_string();
        let _ = write!(shares, "- {}", share(table));
        let mut verdict = if is_mostly_won(table) {
            "wins"
        } else {
            "does not"
        };
        if signature == "KBBvK" {
            let [both, one] = advice::won_where::<Alice>(folder, table, BISHOPS)?;
            let _ = write!(
                shares,
                "; with Black to move, which can take nothing, {both:.1} % if the bishops stand on \
                 squares of both colours and {one:.1} % if not, of {} positions at random",
                thousands(advice::POSITIONS)
            );
            if both > 50.0 && one <= 50.0 {
                verdict = "wins where the bishops stand on squares of both colours";
            }
        }
        shares += ".\n";
        verdicts.push(format!("`{signature}` {verdict}"));
    }
    let _ = write!(
        text,
        "{}. Of all positions:\n\n{shares}",
        verdicts.join(", ")
    );
    Ok(text)
}

fn men(folder: &Folder) -> Result<String, TableError> {
    let tables = present::<Elolbia>(folder, &["KMvK", "KMMvK", "KMMMvK"])?;
    let mut text = String::new();
    if tables.is_empty() {
        return Ok(text);
    }
    text += "\n**How many men force mate on a bare king in Elolbian Chess?** ";
    let first = tables.iter().find(|table| is_mostly_won(table));
    text += &match (first, tables.last()) {
        (Some(table), _) => format!("`{}` is enough.", table.index().signature),
        (None, Some(most)) => format!(
            "{} men do not, and for more there is no table: those end with {MAX_PIECES} pieces.{}",
            most.index().signature.men() - 2,
            mate_by_men().map(mate_in_words).unwrap_or_default()
        ),
        (None, None) => String::new(),
    };
    text += " Of all positions:\n\n";
    for table in &tables {
        let _ = writeln!(text, "- {}.", share(table));
    }
    let four: Vec<Arc<Table>> = tables_of::<Elolbia>(folder)?
        .into_iter()
        .filter(|table| {
            let signature: Signature = table.index().signature;
            signature.men() == 4 && last_piece(table).is_some() && is_mostly_won(table)
        })
        .collect();
    if !four.is_empty() {
        let all = names(four.iter().map(|table| table.as_ref()));
        let _ = writeln!(
            text,
            "\nTwo pieces that win most positions against a bare king: {all}."
        );
    }
    Ok(text)
}

fn last_pieces(folder: &Folder) -> Result<String, TableError> {
    let tables = tables_of::<Clupso>(folder)?;
    let mut text = String::new();
    let (mut endings, mut won) = (0, Vec::new());
    for role in [Role::Rook, Role::Queen] {
        for attackers in 1..MAX_PIECES {
            let against: Vec<&Table> = tables
                .iter()
                .map(|table| table.as_ref())
                .filter(|table| {
                    last_piece(table) == Some(role)
                        && table.index().signature.men() == attackers + 1
                })
                .collect();
            if !against.is_empty() {
                endings += against.len();
                won.extend(against.iter().copied().filter(|table| is_mostly_won(table)));
                text += &caught_by(role, attackers, against);
            }
        }
    }
    if endings == 0 {
        return Ok(text);
    }
    let verdict = match won.len() {
        0 => format!("As a rule never: in none of {endings} endings does White win"),
        some => format!(
            "Seldom: in {some} of {endings} endings, {}, White wins",
            names(won)
        ),
    };
    Ok(format!(
        "\n**When is the last rook or queen of Clupso Chess caught?** {verdict} more than half of \
         the positions with Black to move. The most is won\n\n{text}"
    ))
}

/// The attackers that catch a last piece most often.
fn caught_by(role: Role, attackers: usize, mut against: Vec<&Table>) -> String {
    let won = |table: &Table| {
        let black = &table.statistics()[1];
        per_cent(black.lost - black.lost_too_late, black)
    };
    against.sort_by(|one, other| won(other).total_cmp(&won(one)));
    let enough = against.iter().filter(|table| is_mostly_won(table)).count();
    let best: Vec<String> = against
        .iter()
        .take(enough.max(3))
        .map(|table| format!("`{}` {:.2} %", table.index().signature, won(table)))
        .collect();
    format!(
        "- with {attackers} {} against the last {}: {}{}.\n",
        if attackers == 1 { "piece" } else { "pieces" },
        words::role(role),
        best.join(", "),
        if against.len() > best.len() {
            format!(", less in {} others", against.len() - best.len())
        } else {
            String::new()
        },
    )
}

fn mate_in_words((men, mate): (usize, Elolbia)) -> String {
    format!(
        " A man jumps over no square of the edge, so that a king there is never in check by men; \
         elsewhere no fewer than {men} can mate it at all (`{}`).",
        mate.fen()
    )
}

/// The least number of men that can mate a bare king of Elolbian Chess, whether they can force
/// it or not, and such a mate: by trying all positions.
///
/// A man that gives check, takes a square of flight away or stands on one is at most two
/// squares from the king. Of the squares off the edge all with the same distances to it, as
/// far as they are less than two, are alike.
pub fn mate_by_men() -> Option<(usize, Elolbia)> {
    let kings = [Square::B2, Square::C2, Square::C3];
    (1..MOST_MEN).find_map(|men| {
        let mut mates = kings.into_iter().filter_map(|king| mate_of(king, men));
        mates.next().map(|mate| (men, mate))
    })
}

/// There is a mate with fewer.
const MOST_MEN: usize = 8;

fn mate_of(black: Square, men: usize) -> Option<Elolbia> {
    let at_distance = |from: RangeInclusive<u32>| {
        let squares = Square::ALL.into_iter();
        squares.filter(move |square| from.contains(&square.distance(black)))
    };
    let near: Vec<Square> = at_distance(1..=2).collect();
    // Where White's king takes part, and once where it does not.
    let kings = at_distance(2..=2).chain(at_distance(4..=7).next());
    kings.into_iter().find_map(|white| {
        choices(near.len(), men).find_map(|chosen| {
            let mut setup = Setup {
                turn: Color::Black,
                ..Setup::EMPTY
            };
            let mut put = |square, color, role| setup.board.put(square, Piece::new(color, role));
            for (number, &square) in near.iter().enumerate() {
                if chosen >> number & 1 == 1 {
                    put(square, Color::White, Role::Man);
                }
            }
            put(black, Color::Black, Role::King);
            put(white, Color::White, Role::King);
            // The king has not taken a man's place.
            let placed = setup.board.occupied().count() == men + 2;
            let position = Elolbia::from_setup(&setup).ok().filter(|_| placed)?;
            let is_mate = position.is_check() && position.legal_moves().is_empty();
            is_mate.then_some(position)
        })
    })
}

/// All choices of so many of some things, each with the bits of those chosen.
fn choices(of: usize, chosen: usize) -> impl Iterator<Item = u32> {
    // The next larger number with as many bits.
    let next = |&bits: &u32| {
        let lowest = bits & bits.wrapping_neg();
        let carried = bits + lowest;
        Some((((carried ^ bits) / lowest) >> 2) | carried)
    };
    let all = iter::successors(Some((1 << chosen) - 1), next);
    all.take_while(move |&bits| bits < 1 << of)
}
