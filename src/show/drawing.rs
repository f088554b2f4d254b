//! Boards drawn in text, plain or with colours.

use shakmaty::{Bitboard, File, Rank, Square};

use crate::rules::Color;
use crate::show::diagram::{Cell, Diagram};

/// How to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Letters in a grid, as Stockfish draws boards.
    Plain,
    /// Letters and dots without a grid, for documents that have many boards.
    Small,
    /// Coloured squares, for terminals.
    Colored,
}

/// From where a position is seen, and what is marked in it.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// How to draw.
    pub look: Look,
    /// The side at the bottom.
    pub from: Color,
    /// The squares of the first and the second board that are marked.
    pub marked: [Bitboard; 2],
}

impl View {
    /// White at the bottom, nothing marked.
    pub const fn of_white(look: Look) -> View {
        View {
            look,
            from: Color::White,
            marked: [Bitboard::EMPTY; 2],
        }
    }

    fn marks(&self, board: usize, square: Square) -> bool {
        self.marked[board.min(1)].contains(square)
    }
}

/// Between two boards side by side.
const GAP: &str = "     ";

/// Draws the boards side by side; every line but the last ends with a newline.
pub fn draw(diagrams: &[Diagram], view: &View) -> String {
    let boards: Vec<Vec<String>> = diagrams
        .iter()
        .enumerate()
        .map(|(index, diagram)| match view.look {
            Look::Plain => plain(diagram, view, index),
            Look::Small => small(diagram, view, index),
            Look::Colored => colored(diagram, view, index),
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

/// The ranks from top to bottom.
fn ranks(from: Color) -> [Rank; 8] {
    let mut ranks = Rank::ALL;
    if from == Color::White {
        ranks.reverse();
    }
    ranks
}

/// The files from left to right.
fn files(from: Color) -> [File; 8] {
    let mut files = File::ALL;
    if from == Color::Black {
        files.reverse();
    }
    files
}

fn plain(diagram: &Diagram, view: &View, board: usize) -> Vec<String> {
    let rule = format!(" {}+  ", "+---".repeat(8));
    let mut lines = Vec::new();
    lines.extend(diagram.title.map(|title| format!(" {title:<35}")));
    for rank in ranks(view.from) {
        lines.push(rule.clone());
        let cells = files(view.from).map(|file| {
            let square = Square::from_coords(file, rank);
            plain_cell(diagram.cell(square), view.marks(board, square))
        });
        lines.push(format!(" |{}| {rank}", cells.join("|")));
    }
    lines.push(rule);
    let files: String = files(view.from)
        .map(|file| format!("   {}", file.char()))
        .concat();
    lines.push(format!("{files}    "));
    lines
}

fn small(diagram: &Diagram, view: &View, board: usize) -> Vec<String> {
    let mut lines = Vec::new();
    lines.extend(diagram.title.map(|title| format!("  {title:<15}")));
    for rank in ranks(view.from) {
        let cells = files(view.from).map(|file| {
            let square = Square::from_coords(file, rank);
            let empty = if view.marks(board, square) { '*' } else { '.' };
            diagram.cell(square).letter().unwrap_or(empty).to_string()
        });
        lines.push(format!("{rank} {}", cells.join(" ")));
    }
    let files = files(view.from).map(|file| file.char().to_string());
    lines.push(format!("  {}", files.join(" ")));
    lines
}

/// Three letters: a piece, a block of ice that fills its square, brackets around what
/// is marked.
fn plain_cell(cell: Cell, is_marked: bool) -> String {
    match (cell, is_marked) {
        (Cell::Neutral, false) => "***".to_owned(),
        (cell, true) => format!("({})", cell.letter().unwrap_or(' ')),
        (cell, false) => format!(" {} ", cell.letter().unwrap_or(' ')),
    }
}

/// A number of the 256-colour palette, in which terminals are told of colours.
type Ansi256Color = u8;

/// Numbers of the 256-colour palette, which every terminal draws in the same colours
/// (those below 16 are the user's own).
mod palette {
    use super::Ansi256Color;

    /// Light and dark squares of the first and the second board.
    pub const SQUARES: [[Ansi256Color; 2]; 2] = [[180, 137], [110, 67]];
    /// Light and dark squares that are marked.
    pub const MARKED: [Ansi256Color; 2] = [185, 142];
    /// A piece stands on a plate of its own: no square could be dark enough for white
    /// letters, light enough for black ones, and of two shades.
    pub const WHITE_PIECE: [Ansi256Color; 2] = [16, 231];
    /// Letter and plate of Black's pieces.
    pub const BLACK_PIECE: [Ansi256Color; 2] = [231, 16];
    /// The plates of marked pieces, White's and Black's.
    pub const MARKED_PLATES: [Ansi256Color; 2] = [229, 58];
    /// Facets of ice, and its body on light and on dark squares.
    pub const ICE: Ansi256Color = 24;
    pub const ICE_BODY: [Ansi256Color; 2] = [195, 159];
    /// The body of ice that is marked.
    pub const MARKED_ICE: Ansi256Color = 229;
}

/// The right and the left half of a letter's place filled.
const LEFT_EDGE: char = '\u{2590}';
const RIGHT_EDGE: char = '\u{258c}';

fn colored(diagram: &Diagram, view: &View, board: usize) -> Vec<String> {
    let mut lines = Vec::new();
    lines.extend(diagram.title.map(|title| format!("{title:<26}")));
    for rank in ranks(view.from) {
        let cells: String = files(view.from)
            .into_iter()
            .map(|file| {
                let square = Square::from_coords(file, rank);
                let is_marked = view.marks(board, square);
                let parts = colored_cell(diagram.cell(square), square, board.min(1), is_marked);
                parts.map(paint).concat()
            })
            .collect();
        lines.push(format!("{rank} {cells}"));
    }
    let files: String = files(view.from)
        .map(|file| format!(" {} ", file.char()))
        .concat();
    lines.push(format!("  {files}"));
    lines
}

/// A letter with its own colour and that of its ground.
type Painted = (char, Ansi256Color, Ansi256Color);

fn paint((letter, ink, ground): Painted) -> String {
    format!("\x1b[38;5;{ink}m\x1b[48;5;{ground}m{letter}\x1b[0m")
}

/// The side is told by colour and by upper and lower case.
fn colored_cell(cell: Cell, square: Square, board: usize, is_marked: bool) -> [Painted; 3] {
    let shade = usize::from(square.is_dark());
    let ground = match is_marked {
        true => palette::MARKED[shade],
        false => palette::SQUARES[board][shade],
    };
    let side = (' ', ground, ground);
    match cell {
        Cell::Empty => [side; 3],
        Cell::Neutral => {
            let body = match is_marked {
                true => palette::MARKED_ICE,
                false => palette::ICE_BODY[shade],
            };
            ['/', '*', '/'].map(|facet| (facet, palette::ICE, body))
        }
        Cell::Piece(piece) => {
            let [white, black] = palette::MARKED_PLATES;
            let ([ink, plate], marked_plate) = piece
                .color()
                .fold_wb((palette::WHITE_PIECE, white), (palette::BLACK_PIECE, black));
            let plate = if is_marked { marked_plate } else { plate };
            // Half blocks, so that the plate leaves an edge of the square.
            [
                (LEFT_EDGE, plate, ground),
                (piece.letter(), ink, plate),
                (RIGHT_EDGE, plate, ground),
            ]
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::notation::Notation;
    use crate::rules::Position;
    use crate::rules::alice::Alice;
    use crate::rules::iceage::IceAge;
    use crate::show::{GAMES, Show};

    use super::*;

    #[test]
    fn alice_has_two_boards_side_by_side() {
        let fen = "rnbqkbnr/pppppppp/8/8/4|P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        let diagrams = Alice::from_fen(fen).unwrap().diagrams();
        let text = draw(&diagrams, &View::of_white(Look::Plain));
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].contains("Board A") && lines[0].contains("Board B"));
        let fourth = lines.iter().find(|line| line.ends_with("| 4")).unwrap();
        let (on_a, on_b) = fourth.split_at(fourth.len() / 2);
        assert!(!on_a.contains('P') && on_b.contains('P'), "{fourth}");
        let widths: Vec<usize> = lines[1..17].iter().map(|line| line.len()).collect();
        assert!(widths.iter().all(|&width| width >= widths[0] - 2), "{text}");
    }

    #[test]
    fn small_boards_have_a_letter_or_a_dot_a_square() {
        let diagrams = Alice::from_fen("8/8/8/|k7/8/8/5P2/K7 w - - 0 1")
            .unwrap()
            .diagrams();
        let text = draw(&diagrams, &View::of_white(Look::Small));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "  Board A               Board B");
        assert_eq!(lines[4], "5 . . . . . . . .     5 k . . . . . . .");
        assert_eq!(lines[7], "2 . . . . . P . .     2 . . . . . . . .");
        assert_eq!(lines[9], "  a b c d e f g h       a b c d e f g h");
        assert_eq!(lines.len(), 10);
    }

    #[test]
    fn a_board_is_seen_from_either_side_with_its_marks() {
        let diagrams = IceAge::start().diagrams();
        let view = View {
            look: Look::Plain,
            from: Color::Black,
            marked: [Bitboard::from(Square::B1) | Square::B3, Bitboard::EMPTY],
        };
        let text = draw(&diagrams, &view);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1], " | R | N | B | K | Q | B |(N)| R | 1");
        assert_eq!(lines[5], " |***|***|***|***|***|***|(*)|***| 3");
        assert_eq!(lines[17], "   h   g   f   e   d   c   b   a");
    }

    /// The relative luminance of a colour of the 6x6x6 cube or of the greys, by WCAG 2.2.
    fn luminance(color: Ansi256Color) -> f64 {
        let level = |step: u8| [0, 95, 135, 175, 215, 255][usize::from(step)];
        let channels = match color {
            ..16 => panic!("{} is what the user wishes", color),
            number @ 16..232 => {
                let number = number - 16;
                [number / 36, number / 6 % 6, number % 6].map(level)
            }
            number => [8 + 10 * (number - 232); 3],
        };
        let [red, green, blue] = channels.map(|channel: u8| {
            let share = f64::from(channel) / 255.0;
            match share <= 0.04045 {
                true => share / 12.92,
                false => ((share + 0.055) / 1.055).powf(2.4),
            }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    fn contrast(one: Ansi256Color, other: Ansi256Color) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn every_letter_of_every_game_can_be_read_on_every_square() {
        for game in &GAMES {
            for fen in game.sample_fens {
                let mut session = game.open();
                session.set_position(Some(fen), &[]).unwrap();
                let cells = session.diagrams().into_iter().enumerate();
                for (board, cell) in cells.flat_map(|(at, board)| board.cells.map(|c| (at, c))) {
                    for (square, is_marked) in Square::ALL
                        .into_iter()
                        .flat_map(|s| [(s, false), (s, true)])
                    {
                        let parts = colored_cell(cell, square, board.min(1), is_marked);
                        for (letter, ink, ground) in parts {
                            let ratio = contrast(ink, ground);
                            let is_text = letter.is_ascii() && letter != ' ';
                            assert!(!is_text || ratio >= 4.5, "'{letter}': {ratio:.2}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn squares_marks_and_plates_are_told_apart() {
        let grounds = palette::SQUARES.into_iter().chain([palette::MARKED]);
        for [light, dark] in grounds {
            assert!(contrast(light, dark) > 1.4);
        }
        for marked in palette::MARKED {
            assert!(
                palette::SQUARES
                    .iter()
                    .flatten()
                    .all(|&other| other != marked)
            );
        }
        for plate in [palette::WHITE_PIECE[1], palette::BLACK_PIECE[1]] {
            for ground in palette::SQUARES.iter().flatten().chain(&palette::MARKED) {
                assert!(contrast(plate, *ground) > 1.5);
            }
        }
    }
}
