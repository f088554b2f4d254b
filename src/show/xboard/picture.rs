//! What XBoard shows: a letter a square, and how a move changes it there.
//!
//! XBoard moves pictures about and knows nothing of our games. Whatever a move
//! does that XBoard does not do by itself must be said in the move's text or be
//! shown otherwise.

use crate::notation::fen;
use crate::rules::castling::Castling;
use crate::rules::changes::NEUTRAL;
use crate::rules::{Bitboard, Color, MoveKind, Square};
use crate::show::diagram::{Cell, Diagram};
use crate::show::{Game, PositionError, Record};

use crate::show::window::Window;

/// The letters on the squares of XBoard's board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    letters: [Option<char>; 64],
}

/// The part of a move that XBoard carries out.
#[derive(Clone, Copy, Debug)]
pub struct Displacement<'a> {
    /// Where the piece starts.
    pub from: Square,
    /// The squares that are emptied on the way.
    pub kills: &'a [Square],
    /// Where it ends.
    pub to: Square,
    /// The letter of what it becomes, in lower case.
    pub suffix: Option<char>,
    /// The rook that castles with it, in Chess960.
    pub rook: Option<Square>,
}

impl Picture {
    /// The picture of one board or of two.
    pub fn of(diagrams: &[Diagram], window: Option<&Window>) -> Picture {
        let mut letters = [None; 64];
        for (board, diagram) in diagrams.iter().enumerate() {
            for square in Square::ALL {
                let letter = match diagram.cell(square) {
                    Cell::Empty => continue,
                    Cell::Piece(piece) if board == 0 => piece.letter(),
                    Cell::Piece(piece) => on_second_board(piece.letter(), window),
                    Cell::Neutral => window.and_then(|window| window.neutral).unwrap_or(NEUTRAL),
                };
                letters[square.to_usize()] = Some(letter);
            }
        }
        Picture { letters }
    }

    /// The letter on a square.
    pub fn letter(&self, square: Square) -> Option<char> {
        self.letters[square.to_usize()]
    }

    /// The squares that show anything.
    pub fn occupied(&self) -> Bitboard {
        let squares = Square::ALL.into_iter();
        squares
            .filter(|&square| self.letter(square).is_some())
            .collect()
    }

    /// The squares on which two pictures differ.
    pub fn difference(&self, other: &Picture) -> Bitboard {
        let squares = Square::ALL.into_iter();
        squares
            .filter(|&square| self.letter(square) != other.letter(square))
            .collect()
    }

    /// The placement field of a FEN in XBoard's letters.
    pub fn placement(&self) -> String {
        fen::write_placement(|square| self.letter(square).map(String::from))
    }

    /// Moves the pictures as XBoard does. It castles when a king goes two files,
    /// and takes en passant, on a single board, when a pawn goes diagonally to an
    /// empty square.
    pub fn play(&mut self, m: Displacement<'_>, window: Option<&Window>) {
        let Some(piece) = self.take(m.from) else {
            return;
        };
        for &kill in m.kills {
            self.take(kill);
        }
        let single = window.is_none_or(|window| window.second_board.is_empty());
        let diagonal = m.from.file() != m.to.file();
        match piece.to_ascii_lowercase() {
            'p' if single && diagonal && self.letter(m.to).is_none() => {
                self.take(Square::from_coords(m.to.file(), m.from.rank()));
            }
            'k' => self.castle(piece, m),
            _ => {}
        }
        self.letters[m.to.to_usize()] = Some(match m.suffix {
            Some(letter) => in_case_of(piece, letter),
            None => piece,
        });
    }

    /// Empties squares.
    pub fn clear(&mut self, squares: Bitboard) {
        for square in squares {
            self.take(square);
        }
    }

    fn take(&mut self, square: Square) -> Option<char> {
        self.letters[square.to_usize()].take()
    }

    fn castle(&mut self, king: char, m: Displacement<'_>) {
        let color = Color::from_white(king.is_ascii_uppercase());
        let castlings = [MoveKind::CastleShort, MoveKind::CastleLong];
        let castling = castlings
            .map(|kind| Castling::of(color, kind))
            .into_iter()
            .find(|castling| {
                castling.king_to == m.to && (castling.king_from == m.from || m.rook.is_some())
            });
        if let Some(castling) = castling {
            let rook = self.take(m.rook.unwrap_or(castling.rook_from));
            self.letters[castling.rook_to.to_usize()] = rook;
        }
    }
}

/// A letter as one side writes it.
pub fn in_case_of(piece: char, letter: char) -> char {
    match piece.is_ascii_uppercase() {
        true => letter.to_ascii_uppercase(),
        false => letter.to_ascii_lowercase(),
    }
}

fn on_second_board(letter: char, window: Option<&Window>) -> char {
    let names = window.map_or(&[][..], |window| window.second_board);
    let upper = letter.to_ascii_uppercase();
    let shown = names.iter().find(|(name, _)| *name == upper);
    shown.map_or(letter, |&(_, shown)| in_case_of(letter, shown))
}

/// A FEN in XBoard's letters.
pub fn to_window_fen(fen: &str, diagrams: &[Diagram], window: Option<&Window>) -> String {
    let placement = Picture::of(diagrams, window).placement();
    match fen.split_once(' ') {
        Some((_, rest)) => format!("{placement} {rest}"),
        None => placement,
    }
}

/// A FEN in the letters of XBoard's window, from one in those or in our own.
///
/// # Errors
///
/// If it is no position of the game.
pub fn window_fen(game: &Game, fen: &str) -> Result<String, PositionError> {
    let window = game.window;
    let record = position(game, fen)?;
    Ok(to_window_fen(&record.fen(), &record.diagrams(), window))
}

/// The position of a FEN in XBoard's letters or in our own.
///
/// # Errors
///
/// If it is no position of the game.
pub fn position(game: &Game, fen: &str) -> Result<Box<dyn Record>, PositionError> {
    let mut record = game.open();
    record.set_position(Some(&from_window_fen(fen, game.window)), &[])?;
    Ok(record)
}

/// A FEN of the game from one in XBoard's letters; the game's own letters stay.
pub fn from_window_fen(fen: &str, window: Option<&Window>) -> String {
    let (placement, rest) = fen.trim().split_once(' ').unwrap_or((fen.trim(), ""));
    let mut text = String::with_capacity(fen.len() + 8);
    for letter in placement.chars() {
        let names = window.map_or(&[][..], |window| window.second_board);
        let (upper, lower) = (letter.to_ascii_uppercase(), letter.to_ascii_lowercase());
        match names.iter().find(|(_, shown)| *shown == upper) {
            Some(&(name, _)) => {
                text.push('|');
                text.push(in_case_of(letter, name));
            }
            // Whichever side XBoard's board has it on.
            None if window.is_some_and(|window| window.neutral == Some(lower)) => {
                text.push(NEUTRAL)
            }
            None => text.push(letter),
        }
    }
    format!("{text} {rest}").trim_end().to_owned()
}

/// A placement from single letters, as `edit` brings them.
pub fn placement_of(letters: &[Option<char>; 64]) -> String {
    let picture = Picture { letters: *letters };
    picture.placement()
}
