//! A position as a picture by itself, with the pictures of the page.

use std::fmt::Write as _;

use crate::rules::{Color, Piece, Role, Square};
use crate::show::diagram::{Cell, Diagram};

/// The pictures of pieces and cubes, whose colours are variables.
const PICTURES: &str = include_str!("page/pieces.svg");

/// Side of a square, width of the frame and the gap between two boards.
pub(super) const SQUARE: usize = 60;
pub(super) const FRAME: usize = 24;
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
const CUBE: [(&str, &str); 4] = [
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
         width=\"{width}\" height=\"{side}\">\n<defs>\n{}</defs>\n",
        definitions()
    );
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

/// One of the boards by itself, for a document that has the pictures once: see
/// [`definitions`].
pub(super) fn board_svg(diagram: &Diagram, from: Color, index: usize) -> String {
    let side = 8 * SQUARE + 2 * FRAME;
    let label = diagram.title.unwrap_or("Board");
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" role=\"img\" \
         aria-label=\"{label}\">\n"
    );
    board(&mut text, diagram, from, BOARDS[index.min(1)]);
    text.push_str("</svg>");
    text
}

/// The pictures of all pieces and of a cube, as symbols `wK`, `bK` … and `cube`.
pub(super) fn definitions() -> String {
    let mut text = String::new();
    for role in Role::ALL {
        let name = role.letter().to_string();
        define(&mut text, &name, &format!("w{name}"), &WHITE);
        define(&mut text, &name, &format!("b{name}"), &BLACK);
    }
    define(&mut text, "cube", "cube", &CUBE);
    text
}

/// Defines a picture in these colours under a name of its own.
fn define(text: &mut String, name: &str, id: &str, colors: &[(&str, &str)]) {
    if let Some(body) = colored(name, colors) {
        let _ = writeln!(
            text,
            "<symbol id=\"{id}\" viewBox=\"0 0 100 100\">{body}</symbol>"
        );
    }
}

/// What a piece's picture is made of, in a square of 100 units.
pub(super) fn piece_body(piece: Piece) -> String {
    let colors = piece.color().fold_wb(WHITE, BLACK);
    colored(&piece.role().letter().to_string(), &colors).unwrap_or_default()
}

/// What the picture of a cube is made of, in a square of 100 units.
pub(super) fn cube_body() -> String {
    colored("cube", &CUBE).unwrap_or_default()
}

/// What a picture is made of, in these colours; every picture has the same view box.
fn colored(name: &str, colors: &[(&str, &str)]) -> Option<String> {
    let start = format!("<symbol id=\"{name}\"");
    let rest = &PICTURES[PICTURES.find(&start)? + start.len()..];
    let (_, body) = rest.split_once("</symbol>")?.0.split_once('>')?;
    let colored = |body: String, &(variable, color): &(&str, &str)| body.replace(variable, color);
    Some(colors.iter().fold(body.to_owned(), colored))
}

fn board(text: &mut String, diagram: &Diagram, from: Color, [light, dark, frame]: [&str; 3]) {
    let side = 8 * SQUARE + 2 * FRAME;
    let _ = writeln!(
        text,
        "<rect width=\"{side}\" height=\"{side}\" rx=\"8\" fill=\"{frame}\"/>"
    );
    for square in Square::ALL {
        let (x, y) = corner(square, from);
        let color = if square.is_dark() { dark } else { light };
        let _ = writeln!(
            text,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"{color}\"/>"
        );
    }
    text.push_str("<g class=\"pieces\">\n");
    for square in Square::ALL {
        if let Some(name) = picture(diagram.cell(square)) {
            let (x, y) = corner(square, from);
            let (x, y, size) = (x + 2, y + 2, SQUARE - 4);
            let _ = writeln!(
                text,
                "<use href=\"#{name}\" x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\"/>"
            );
        }
    }
    text.push_str("</g>\n");
    coordinates(text, from);
}

/// The upper left corner of a square.
fn corner(square: Square, from: Color) -> (usize, usize) {
    let (file, rank) = (square.file().to_usize(), square.rank().to_usize());
    let (column, row) = from.fold_wb((file, 7 - rank), (7 - file, rank));
    (FRAME + column * SQUARE, FRAME + row * SQUARE)
}

fn picture(cell: Cell) -> Option<String> {
    match cell {
        Cell::Empty => None,
        Cell::Neutral => Some("cube".to_owned()),
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
        let _ = writeln!(
            text,
            "<text class=\"file\" x=\"{along}\" y=\"{below}\">{file}</text>"
        );
        let _ = writeln!(
            text,
            "<text class=\"rank\" x=\"{}\" y=\"{}\">{rank}</text>",
            FRAME / 2,
            along + 5
        );
    }
    text.push_str("</g>\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::{GAMES, Game};

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
