//! Boards drawn in text, plain or with colours.

use anstyle::{AnsiColor, Color as Paint, Style};
use shakmaty::{File, Rank, Square};

use crate::rules::Color;
use crate::rules::diagram::{Cell, Diagram};

/// How to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Letters in a grid, as Stockfish draws boards.
    Plain,
    /// Coloured squares, for terminals.
    Colored,
}

/// Between two boards side by side.
const GAP: &str = "     ";

/// Draws the boards side by side; every line but the last ends with a newline.
pub fn draw(diagrams: &[Diagram], look: Look) -> String {
    let boards: Vec<Vec<String>> = diagrams
        .iter()
        .map(|diagram| match look {
            Look::Plain => plain(diagram),
            Look::Colored => colored(diagram),
        })
        .collect();
    let height = boards.first().map_or(0, Vec::len);
    let lines: Vec<String> = (0..height)
        .map(|row| {
            let parts: Vec<&str> = boards.iter().map(|board| board[row].as_str()).collect();
            parts.join(GAP).trim_end().to_owned()
        })
        .collect();
    lines.join("\n")
}

fn letter(cell: Cell) -> char {
    match cell {
        Cell::Empty => ' ',
        Cell::Neutral => '*',
        Cell::Piece(piece) => piece.letter(),
    }
}

fn plain(diagram: &Diagram) -> Vec<String> {
    let rule = format!(" {}+  ", "+---".repeat(8));
    let mut lines = Vec::new();
    lines.extend(diagram.title.map(|title| format!(" {title:<35}")));
    for rank in Rank::ALL.into_iter().rev() {
        lines.push(rule.clone());
        let cells: String = File::ALL
            .into_iter()
            .map(|file| {
                format!(
                    " | {}",
                    letter(diagram.cell(Square::from_coords(file, rank)))
                )
            })
            .collect();
        lines.push(format!("{cells} | {rank}"));
    }
    lines.push(rule);
    let files: String = File::ALL.map(|file| format!("   {}", file.char())).concat();
    lines.push(format!("{files}    "));
    lines
}

fn colored(diagram: &Diagram) -> Vec<String> {
    let mut lines = Vec::new();
    lines.extend(diagram.title.map(|title| format!("{title:<26}")));
    for rank in Rank::ALL.into_iter().rev() {
        let cells: String = File::ALL
            .into_iter()
            .map(|file| {
                let square = Square::from_coords(file, rank);
                let cell = diagram.cell(square);
                let style = style_of(cell, square);
                format!("{style} {} {style:#}", symbol(cell))
            })
            .collect();
        lines.push(format!("{rank} {cells}"));
    }
    let files: String = File::ALL.map(|file| format!(" {} ", file.char())).concat();
    lines.push(format!("  {files}"));
    lines
}

/// Letters are wide enough to be told apart in every font; the side is told by
/// colour and by upper and lower case.
fn symbol(cell: Cell) -> char {
    match cell {
        Cell::Neutral => '#',
        other => letter(other),
    }
}

fn style_of(cell: Cell, square: Square) -> Style {
    let ansi = |color: AnsiColor| Some(Paint::Ansi(color));
    let ground = match cell {
        Cell::Neutral => AnsiColor::BrightCyan,
        _ if square.is_light() => AnsiColor::Yellow,
        _ => AnsiColor::Green,
    };
    let ink = match cell {
        Cell::Piece(piece) if piece.color() == Color::White => AnsiColor::BrightWhite,
        Cell::Neutral => AnsiColor::BrightBlue,
        _ => AnsiColor::Black,
    };
    Style::new()
        .bg_color(ansi(ground))
        .fg_color(ansi(ink))
        .bold()
}

#[cfg(test)]
mod tests {
    use crate::rules::Position;
    use crate::rules::alice::Alice;

    use super::*;

    #[test]
    fn alice_has_two_boards_side_by_side() {
        let fen = "rnbqkbnr/pppppppp/8/8/4|P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        let text = draw(&Alice::from_fen(fen).unwrap().diagrams(), Look::Plain);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].contains("Board A") && lines[0].contains("Board B"));
        let fourth = lines.iter().find(|line| line.ends_with("| 4")).unwrap();
        let (on_a, on_b) = fourth.split_at(fourth.len() / 2);
        assert!(!on_a.contains('P') && on_b.contains('P'), "{fourth}");
        let widths: Vec<usize> = lines[1..17].iter().map(|line| line.len()).collect();
        assert!(widths.iter().all(|&width| width >= widths[0] - 2), "{text}");
    }
}
