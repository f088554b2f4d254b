//! What the tables say, for people.

use std::fmt::Write;
use std::sync::Arc;

use crate::rules::{Color, Role};

use super::{
    EXTENSION, Folder, Longest, MAX_PIECES, SideStatistics, Signature, Table, TableError, Tabled,
    Value, moves_by_value,
};

/// How many of the longest wins of a game are shown move by move.
const LINES: usize = 8;

/// The beginning of the document.
pub fn introduction() -> String {
    format!(
        "# Endings\n\n\
        What the tables of Alice, Elolbian and Clupso Chess say. `galaverna tables report -dir DIR \
        -out docs/endgames.md` writes this document from the `.{EXTENSION}` files of a folder; \
        [tables.md](tables.md) tells how they are made and verified.\n\n\
        White is the stronger side. Positions that turning, mirroring or exchanging the boards \
        makes the same count once. *Won* is the share in which the side to move wins, *lost* the \
        one in which it loses, without the fifty-move rule; *late* is the share of all positions \
        whose win that rule makes a draw though the halfmove clock begins at 0. Plies are half \
        moves, with the best play of both sides.\n"
    )
}

/// What the tables of one game say; nothing if there are none.
///
/// # Errors
///
/// If one is damaged.
pub fn of_game<P: Tabled>(folder: &Folder) -> Result<String, TableError> {
    let mut tables = Vec::new();
    for signature in (2..=MAX_PIECES).flat_map(Signature::all::<P>) {
        match folder.table::<P>(signature) {
            Ok(table) => tables.push(table),
            Err(TableError::Missing { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    let mut text = String::new();
    if tables.is_empty() {
        return Ok(text);
    }
    let _ = write!(text, "\n## {}\n", P::TITLE);
    let (against_one, others): (Vec<_>, Vec<_>) =
        tables.iter().partition(|table| last_piece(table).is_some());
    let title = match P::MATERIAL.kings.contains(&0) {
        true => "Against a last piece",
        false => "Against a bare king",
    };
    let _ = write!(
        text,
        "\n### {title}\n\nWithin the fifty-move rule:\n\n{}",
        most_are_won(&against_one)
    );
    text += &rows::<P>(&against_one);
    if !others.is_empty() {
        text += "\n### Against more\n\n";
        text += &rows::<P>(&others);
    }
    let _ = write!(text, "\n### The longest wins\n");
    let mut longest: Vec<(Longest, Color, &Table)> = Vec::new();
    for table in &tables {
        let sides = sides(table).filter_map(|(turn, side)| Some((side.longest_win?, turn)));
        let most = sides.max_by_key(|(longest, _)| longest.plies);
        longest.extend(most.map(|(longest, turn)| (longest, turn, table.as_ref())));
    }
    longest.sort_by_key(|(longest, ..)| u16::MAX - longest.plies);
    for (Longest { plies, number }, turn, table) in longest.into_iter().take(LINES) {
        if let Some(position) = table.index().position::<P>(number, turn) {
            let _ = write!(
                text,
                "\n`{}`, {plies} plies: `{}`\n\n{}\n",
                table.index().signature,
                position.fen(),
                line_of_play(folder, &position)?
            );
        }
    }
    Ok(text)
}

/// The table's sides to move, and what it says of them.
fn sides(table: &Table) -> impl Iterator<Item = (Color, &SideStatistics)> {
    [Color::White, Color::Black]
        .into_iter()
        .zip(table.statistics())
}

/// The only piece of the weaker side, if it has but one.
fn last_piece(table: &Table) -> Option<Role> {
    let pieces = table.index().signature.pieces().into_iter();
    let mut weaker = pieces.filter(|piece| piece.color() == Color::Black);
    let one = weaker.next()?;
    weaker.next().is_none().then(|| one.role())
}

fn per_cent(count: u64, side: &SideStatistics) -> f64 {
    100.0 * count as f64 / side.positions.max(1) as f64
}

/// A line for each last piece: which attackers are enough.
fn most_are_won(tables: &[&Arc<Table>]) -> String {
    let mut text = String::new();
    for role in Role::ALL {
        let against = tables
            .iter()
            .filter(|table| last_piece(table) == Some(role));
        let (enough, other): (Vec<_>, Vec<_>) = against.partition(|table| {
            // White wins too much by taking what stands there.
            let black = &table.statistics()[1];
            per_cent(black.lost - black.lost_too_late, black) > 50.0
        });
        let names = |tables: &[&&Arc<Table>]| {
            let signatures = tables.iter().map(|table| table.index().signature);
            let names: Vec<String> = signatures.map(|name| format!("`{name}`")).collect();
            names.join(", ")
        };
        for (share, tables) in [("more", enough), ("no more", other)] {
            if !tables.is_empty() {
                let _ = writeln!(
                    text,
                    "- Black to move loses {share} than half of all positions of {}.",
                    names(&tables)
                );
            }
        }
    }
    text.push('\n');
    text
}

/// A row for each side to move.
fn rows<P: Tabled>(tables: &[&Arc<Table>]) -> String {
    let mut text = "| ending | to move | won | drawn | lost | late | longest win | plies |\n\
        | --- | --- | ---: | ---: | ---: | ---: | --- | ---: |\n"
        .to_owned();
    for table in tables {
        for (turn, side) in sides(table) {
            let (fen, plies) = side.longest_win.map_or_else(Default::default, |longest| {
                let position = table.index().position::<P>(longest.number, turn);
                let fen = position.map(|position| format!("`{}`", position.fen()));
                // A bar would end the cell.
                let fen = fen.unwrap_or_default().replace('|', "\\|");
                (fen, longest.plies.to_string())
            });
            let _ = writeln!(
                text,
                "| `{}` | {} | {:.2} % | {:.2} % | {:.2} % | {:.2} % | {fen} | {plies} |",
                table.index().signature,
                turn.fold_wb("White", "Black"),
                per_cent(side.won, side),
                per_cent(side.drawn, side),
                per_cent(side.lost, side),
                per_cent(side.won_too_late + side.lost_too_late, side),
            );
        }
    }
    text
}

/// The moves from a position to the end: the winner hastens it, the loser delays it.
///
/// # Errors
///
/// If a table is not there or damaged.
pub fn line_of_play<P: Tabled>(folder: &Folder, start: &P) -> Result<String, TableError> {
    let mut position = start.clone();
    let mut words = Vec::new();
    let mut value = folder.value(&position)?;
    while value.plies().is_some_and(|plies| plies > 0) {
        let moves = moves_by_value(folder, &position)?;
        let plies = |after: &Value| after.plies().unwrap_or_default();
        let leads_on = moves.into_iter().find(|(_, after)| {
            let is_decided = after.plies().is_some() && after.is_loss() == value.is_win();
            is_decided && value.plies() == Some(plies(after) + 1)
        });
        let Some((m, after)) = leads_on else { break };
        let number = position.state().fullmove_number;
        let number = match position.turn() {
            Color::White => format!("{number}."),
            Color::Black if words.is_empty() => format!("{number}..."),
            Color::Black => String::new(),
        };
        words.push(format!("{number}{}", position.san(m)));
        position.play(m);
        value = after;
    }
    Ok(words.join(" "))
}
