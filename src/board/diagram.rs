//! A position as a picture by itself, with the pictures of the page.

use std::fmt::Write as _;

use crate::rules::diagram::{Cell, Diagram};
use crate::rules::{Color, Role, Square};

/// The pictures of pieces and ice, whose colours are variables.
const PICTURES: &str = include_str!("page/pieces.svg");

/// Side of a square, width of the frame and the gap between two boards.
const SQUARE: usize = 60;
const FRAME: usize = 24;
const GAP: usize = 24;

/// Light squares, dark squares and frame of the first and the second board.
const BOARDS: [[&str; 3]; 2] = [
    ["#f2e9d7", "#c9af87", "#8d7148"],
    ["#e4ecf0", "#a4bac6", "#557586"],
];

/// Body, outline and inner lines of a side's pieces.
const WHITE: [(&str, &str); 3] = [
    ("var(--pf)", "#ffffff"),
    ("var(--ps)", "#1c2733"),
    ("var(--pd)", "#1c2733"),
];
const BLACK: [(&str, &str); 3] = [
    ("var(--pf)", "#26323d"),
    ("var(--ps)", "#0b1116"),
    ("var(--pd)", "#eef3f6"),
];

/// Top, left, right and edge of a cube.
const ICE: [(&str, &str); 4] = [
    ("var(--i1)", "#f6fdff"),
    ("var(--i2)", "#c6e8f4"),
    ("var(--i3)", "#95cfe4"),
    ("var(--is)", "#0f5674"),
];

/// The boards side by side, seen from one side, as an SVG file.
pub fn svg(diagrams: &[Diagram], from: Color) -> String {
    let side = 8 * SQUARE + 2 * FRAME;
    let width = diagrams.len() * (side + GAP) - GAP;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {side}\" \
         width=\"{width}\" height=\"{side}\">\n<defs>\n"
    );
    for role in Role::ALL {
        let name = role.letter().to_string();
        define(&mut text, &name, &format!("w{name}"), &WHITE);
        define(&mut text, &name, &format!("b{name}"), &BLACK);
    }
    define(&mut text, "ice", "ice", &ICE);
    text.push_str("</defs>\n");
    for (index, diagram) in diagrams.iter().enumerate() {
        let colors = BOARDS[index.min(1)];
        // Writing to a text cannot fail.
        let _ = writeln!(
            text,
            "<g transform=\"translate({} 0)\">",
            index * (side + GAP)
        );
        board(&mut text, diagram, from, colors);
        text.push_str("</g>\n");
    }
    text.push_str("</svg>\n");
    text
}

/// Defines a picture in these colours under a name of its own.
fn define(text: &mut String, name: &str, id: &str, colors: &[(&str, &str)]) {
    let start = format!("<symbol id=\"{name}\"");
    let Some(symbol) = PICTURES
        .find(&start)
        .map(|at| &PICTURES[at + start.len()..])
        .and_then(|rest| rest.split_once("</symbol>"))
    else {
        return;
    };
    let mut body = symbol.0.to_owned();
    for (variable, color) in colors {
        body = body.replace(variable, color);
    }
    let _ = writeln!(text, "<symbol id=\"{id}\"{body}</symbol>");
}

fn board(text: &mut String, diagram: &Diagram, from: Color, [light, dark, frame]: [&str; 3]) {
    let side = 8 * SQUARE + 2 * FRAME;
    let _ = writeln!(
        text,
        "<rect width=\"{side}\" height=\"{side}\" rx=\"8\" fill=\"{frame}\"/>"
    );
    for square in Square::ALL {
        let (file, rank) = (square.file().to_usize(), square.rank().to_usize());
        let (column, row) = from.fold_wb((file, 7 - rank), (7 - file, rank));
        let (x, y) = (FRAME + column * SQUARE, FRAME + row * SQUARE);
        let color = if (file + rank) % 2 == 0 { dark } else { light };
        let _ = writeln!(
            text,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"{color}\"/>"
        );
        if let Some(name) = picture(diagram.cell(square)) {
            let (x, y, size) = (x + 2, y + 2, SQUARE - 4);
            let _ = writeln!(
                text,
                "<use href=\"#{name}\" x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\"/>"
            );
        }
    }
    coordinates(text, from);
}

fn picture(cell: Cell) -> Option<String> {
    match cell {
        Cell::Empty => None,
        Cell::Neutral => Some("ice".to_owned()),
        Cell::Piece(piece) => {
            let side = piece.color().fold_wb('w', 'b');
            Some(format!("{side}{}", piece.role().letter()))
        }
    }
}

fn coordinates(text: &mut String, from: Color) {
    text.push_str(
        "<g fill=\"#ffffff\" font-family=\"sans-serif\" font-size=\"13\" \
         font-weight=\"600\" text-anchor=\"middle\">\n",
    );
    for index in 0..8 {
        let shown = from.fold_wb(index, 7 - index);
        let along = FRAME + index * SQUARE + SQUARE / 2;
        let below = 8 * SQUARE + 2 * FRAME - 7;
        let file = char::from(b"abcdefgh"[shown]);
        let rank = 8 - shown;
        let _ = writeln!(text, "<text x=\"{along}\" y=\"{below}\">{file}</text>");
        let _ = writeln!(
            text,
            "<text x=\"{}\" y=\"{}\">{rank}</text>",
            FRAME / 2,
            along + 5
        );
    }
    text.push_str("</g>\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::registry::{GAMES, Game};

    #[test]
    fn every_piece_of_every_game_has_a_picture() {
        for game in &GAMES {
            let diagrams = game.open().diagrams();
            let text = svg(&diagrams, Color::White);
            assert!(!text.contains("var(--"), "{}", game.name);
            for cell in diagrams.iter().flat_map(|diagram| diagram.cells) {
                if let Some(name) = picture(cell) {
                    assert!(text.contains(&format!("<symbol id=\"{name}\"")), "{name}");
                }
            }
        }
    }

    #[test]
    fn it_is_seen_from_either_side() {
        let mut chess = Game::named("chess").unwrap().open();
        chess
            .set_position(Some("4k3/8/8/8/8/8/8/4K2R w - - 0 1"), &[])
            .unwrap();
        let rook = |from| {
            let text = svg(&chess.diagrams(), from);
            let line = text.lines().find(|line| line.contains("#wR")).unwrap();
            line.to_owned()
        };
        assert!(rook(Color::White).contains("x=\"446\" y=\"446\""));
        assert!(rook(Color::Black).contains("x=\"26\" y=\"26\""));
    }
}
