//! What the tables say, for people.

mod advice;
pub mod answers;
mod scene;

use std::fmt::Write;
use std::sync::Arc;

use crate::rules::{Color, Role};
use crate::show::drawing::{Look, View, draw};
use crate::show::words;

use super::{
    EXTENSION, Folder, Longest, MAX_PIECES, SideStatistics, Signature, Table, TableError, Tabled,
    Value, moves_by_value,
};

/// How many endings against one last piece, or against more, are shown with a longest win and
/// rules of thumb: where there are kings, and where there are none and many more endings.
const SHOWN: [usize; 2] = [16, 5];

/// Endings without wins as long as this, or with a smaller share of them, explain themselves.
const LONG: u16 = 5;
const SHARE: u64 = 100;

/// The beginning of the document.
pub fn introduction() -> String {
    format!(
        "# Endings\n\n\
        What the tables of Alice, Elolbian and Clupso Chess say. `galaverna tables report -dir DIR \
        -out docs/endgames.md` writes this document from the `.{EXTENSION}` files of a folder; \
        [tables.md](tables.md) tells how they are made and verified.\n\n\
        White is the stronger side. Positions that turning, mirroring or exchanging the boards \
        makes the same count once. *Won* is the per cent of positions in which the side to move \
        wins, *lost* of those in which it loses, without the fifty-move rule; *late* is the per \
        cent of all positions, whoever is to move, whose win that rule makes a draw though the \
        halfmove clock begins at 0. Plies are half moves, with the best play of both sides. What \
        somebody wins at once by taking what happens to stand there counts too: Black to move \
        tells more of an ending.\n\n\
        Rules of thumb are counted by the same command within the fifty-move rule: what to aim \
        at in {} positions of each ending at random in which Black is to move and can take \
        nothing, which moves are the quickest in {} at random in which White is to move, can take \
        nothing and wins; several that are equally quick count as parts of one. Of the properties and kinds of moves that are looked for, \
        those are named that tell most. They hold on average only: how much, stands beside \
        them.\n",
        advice::POSITIONS,
        advice::WON
    )
}

/// All tables of a game in a folder.
fn tables_of<P: Tabled>(folder: &Folder) -> Result<Vec<Arc<Table>>, TableError> {
    let mut tables = Vec::new();
    for signature in (2..=MAX_PIECES).flat_map(Signature::all::<P>) {
        match folder.table::<P>(signature) {
            Ok(table) => tables.push(table),
            Err(TableError::Missing { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(tables)
}

/// What the tables of one game say; nothing if there are none.
///
/// # Errors
///
/// If one is damaged.
pub fn of_game<P: Tabled>(folder: &Folder) -> Result<String, TableError> {
    let tables = tables_of::<P>(folder)?;
    let mut text = String::new();
    if tables.is_empty() {
        return Ok(text);
    }
    let _ = write!(text, "\n## {}\n", P::TITLE);
    let kings = !P::MATERIAL.kings.contains(&0);
    for last in Role::ALL.into_iter().map(Some).chain([None]) {
        let group: Vec<&Arc<Table>> = tables
            .iter()
            .filter(|table| last_piece(table) == last)
            .collect();
        if group.is_empty() {
            continue;
        }
        let title = match last {
            Some(Role::King) => "Against a bare king".to_owned(),
            Some(role) => format!("Against a last {}", words::role(role)),
            None => "Against more".to_owned(),
        };
        let _ = write!(text, "\n### {title}\n\n{}", most_are_won(&group));
        text += &rows(&group);
        let shown = SHOWN[usize::from(!kings)];
        for table in most_telling(&group, shown) {
            text += &in_detail::<P>(folder, table)?;
        }
    }
    Ok(text)
}

/// The endings with the longest wins, in the order of all.
fn most_telling<'a>(group: &[&'a Arc<Table>], shown: usize) -> Vec<&'a Table> {
    let longest = |table: &Table| longest_win(table).map_or(0, |(longest, _)| longest.plies);
    let mut telling: Vec<(usize, &'a Table)> = group
        .iter()
        .copied()
        .map(Arc::as_ref)
        .enumerate()
        .filter(|(_, table)| {
            let wins = |side: &SideStatistics| side.won > side.positions / SHARE;
            longest(table) >= LONG && table.statistics().iter().any(wins)
        })
        .collect();
    telling.sort_by_key(|(_, table)| u16::MAX - longest(table));
    telling.truncate(shown);
    telling.sort_by_key(|&(number, _)| number);
    telling.into_iter().map(|(_, table)| table).collect()
}

/// The longest win of either side, and whose move it is there.
fn longest_win(table: &Table) -> Option<(Longest, Color)> {
    let sides = sides(table).filter_map(|(turn, side)| Some((side.longest_win?, turn)));
    // Of two that are equal White's.
    sides.min_by_key(|(longest, _)| u16::MAX - longest.plies)
}

/// The longest win with its board, and the rules of thumb.
fn in_detail<P: Tabled>(folder: &Folder, table: &Table) -> Result<String, TableError> {
    let mut text = String::new();
    let Some((Longest { plies, number }, turn)) = longest_win(table) else {
        return Ok(text);
    };
    if let Some(position) = table.index().position::<P>(number, turn) {
        let _ = write!(
            text,
            "\n#### {}\n\n```\n{}\n```\n\n{} to move wins in {plies} plies, `{}`:\n{}\n",
            table.index().signature,
            draw(&position.diagrams(), &View::of_white(Look::Small)),
            words::side(turn),
            position.fen(),
            line_of_play(folder, &position)?
        );
    }
    let rules = advice::of_ending::<P>(folder, table)?;
    if !rules.is_empty() {
        let _ = write!(text, "\n{rules}");
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

/// With a comma before each three figures: 20,000.
fn thousands(number: impl Into<u64>) -> String {
    let figures = number.into().to_string();
    let mut text = String::new();
    for (place, figure) in figures.chars().enumerate() {
        if place > 0 && (figures.len() - place) % 3 == 0 {
            text.push(',');
        }
        text.push(figure);
    }
    text
}

fn per_cent(count: u64, side: &SideStatistics) -> f64 {
    100.0 * count as f64 / side.positions.max(1) as f64
}

/// Whether Black to move loses most positions within the fifty-move rule. With White to move
/// too much is won by taking what stands there.
fn is_mostly_won(table: &Table) -> bool {
    let black = &table.statistics()[1];
    per_cent(black.lost - black.lost_too_late, black) > 50.0
}

/// The endings by name: `KQvK`, `KRvK`.
fn names<'a>(tables: impl IntoIterator<Item = &'a Table>) -> String {
    let signatures = tables.into_iter().map(|table| table.index().signature);
    let names: Vec<String> = signatures.map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// Which attackers are enough.
fn most_are_won(tables: &[&Arc<Table>]) -> String {
    let tables = tables.iter().map(|table| table.as_ref());
    let (enough, other): (Vec<&Table>, Vec<&Table>) =
        tables.partition(|table| is_mostly_won(table));
    let mut text = String::new();
    for (share, tables) in [("more", enough), ("no more", other)] {
        if !tables.is_empty() {
            let _ = writeln!(
                text,
                "- Black to move loses {share} than half of all positions of {}.",
                names(tables)
            );
        }
    }
    text.push('\n');
    text
}

/// A row for each ending.
fn rows(tables: &[&Arc<Table>]) -> String {
    let mut text =
        "| | White to move: won | drawn | lost | Black to move: won | drawn | lost | late \
        | longest win of White | of Black |\n\
        | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n"
            .to_owned();
    for table in tables {
        let _ = write!(text, "| `{}` |", table.index().signature);
        for (_, side) in sides(table) {
            for count in [side.won, side.drawn, side.lost] {
                let _ = write!(text, " {} |", rounded(count, side));
            }
        }
        let all = table.statistics()[0].and(table.statistics()[1]);
        let _ = write!(
            text,
            " {} |",
            rounded(all.won_too_late + all.lost_too_late, &all)
        );
        for (_, side) in sides(table) {
            let plies = side.longest_win.map(|longest| longest.plies.to_string());
            let _ = write!(text, " {} |", plies.unwrap_or_default());
        }
        text.push('\n');
    }
    text
}

/// Per cent in two figures behind the point, but nothing and everything without.
fn rounded(count: u64, side: &SideStatistics) -> String {
    match count {
        0 => "0".to_owned(),
        _ if count == side.positions => "100".to_owned(),
        _ => format!("{:.2}", per_cent(count, side)),
    }
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
