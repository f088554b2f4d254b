//! What the FENs of all games share (`docs/rules/common.md`).

use std::fmt::Write;

use shakmaty::{Color, File, Rank, Square};
use thiserror::Error;

use crate::rules::castling::CastlingRights;
use crate::rules::{Board, Piece, Role};

/// Why a FEN is refused; the message names the field.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum FenError {
    /// Not eight ranks.
    #[error("FEN placement: {0} ranks instead of 8")]
    Ranks(usize),
    /// A rank that is too short or too long.
    #[error("FEN placement: rank {rank} has {files} files instead of 8")]
    Files {
        /// The number of the rank, 1 to 8.
        rank: u32,
        /// How many files it has.
        files: u32,
    },
    /// A letter that is no piece of this game.
    #[error("FEN placement: unknown letter '{0}'")]
    Letter(char),
    /// Too many kings, or too few.
    #[error("FEN placement: {color} has {count} kings")]
    Kings {
        /// The side, `White` or `Black`.
        color: &'static str,
        /// How many kings it has.
        count: usize,
    },
    /// A pawn that cannot be there.
    #[error("FEN placement: pawn on {0}")]
    PawnOnBackrank(Square),
    /// No piece on the board.
    #[error("FEN placement: no pieces on the board")]
    NoPieces,
    /// The same square taken on both boards.
    #[error("FEN placement: {0} is occupied on both boards")]
    BothBoards(Square),
    /// Neither `w` nor `b`.
    #[error("FEN side to move: '{0}' is neither 'w' nor 'b'")]
    Turn(String),
    /// The side that has just moved left its king in check.
    #[error("FEN side to move: the side not to move is in check")]
    OppositeCheck,
    /// Not a subset of `KQkq` in order.
    #[error("FEN castling: '{0}' is neither '-' nor some of 'KQkq' in this order")]
    Castling(String),
    /// Neither `-` nor a square.
    #[error("FEN en passant: '{0}' is neither '-' nor a square")]
    EnPassant(String),
    /// Not a number from 0 to 9999.
    #[error("FEN halfmove clock: '{0}' is no number from 0 to 9999")]
    HalfmoveClock(String),
    /// Not a number from 1 to 1,000,000.
    #[error("FEN fullmove number: '{0}' is no number from 1 to 1000000")]
    FullmoveNumber(String),
    /// More than six fields.
    #[error("FEN: '{0}' after the last field")]
    Rubbish(String),
}

/// A FEN without its last two fields: the position itself.
pub fn without_counters(fen: &str) -> &str {
    let end = fen.match_indices(' ').nth(3);
    end.map_or(fen, |(end, _)| &fen[..end])
}

/// The highest halfmove clock that is read.
const MAX_HALFMOVE_CLOCK: u32 = 9999;

/// The highest fullmove number that is read.
const MAX_FULLMOVE_NUMBER: u32 = 1_000_000;

/// The six fields, read but not yet held against each other.
#[derive(Debug)]
pub struct Fields<'a> {
    /// The placement, as it stands.
    pub placement: &'a str,
    /// The side to move.
    pub turn: Color,
    /// Castling rights, which may contradict the board.
    pub castling: CastlingRights,
    /// The en passant square, which may be without use.
    pub en_passant: Option<Square>,
    /// Plies, 0 to 9999.
    pub halfmove_clock: u32,
    /// 1 to 1,000,000.
    pub fullmove_number: u32,
}

impl<'a> Fields<'a> {
    /// Splits a FEN; missing trailing fields are `w - - 0 1`.
    ///
    /// # Errors
    ///
    /// If a field is malformed or there are more than six.
    pub fn parse(fen: &'a str) -> Result<Fields<'a>, FenError> {
        let mut fields = fen.trim().splitn(7, ' ');
        let placement = fields.next().unwrap_or_default();
        let turn = match fields.next().unwrap_or("w") {
            "w" => Color::White,
            "b" => Color::Black,
            other => return Err(FenError::Turn(other.to_owned())),
        };
        let castling = CastlingRights::parse(fields.next().unwrap_or("-"))?;
        let en_passant = match fields.next().unwrap_or("-") {
            "-" => None,
            field => Some(
                Square::from_ascii(field.as_bytes())
                    .map_err(|_| FenError::EnPassant(field.to_owned()))?,
            ),
        };
        let halfmove_clock = number(fields.next().unwrap_or("0"), 0..=MAX_HALFMOVE_CLOCK)
            .map_err(FenError::HalfmoveClock)?;
        let fullmove_number = number(fields.next().unwrap_or("1"), 1..=MAX_FULLMOVE_NUMBER)
            .map_err(FenError::FullmoveNumber)?;
        match fields.next() {
            Some(rubbish) => Err(FenError::Rubbish(rubbish.to_owned())),
            None => Ok(Fields {
                placement,
                turn,
                castling,
                en_passant,
                halfmove_clock,
                fullmove_number,
            }),
        }
    }
}

fn number(field: &str, range: std::ops::RangeInclusive<u32>) -> Result<u32, String> {
    let digits = !field.is_empty() && field.bytes().all(|byte| byte.is_ascii_digit());
    match field.parse() {
        Ok(value) if digits && range.contains(&value) => Ok(value),
        _ => Err(field.to_owned()),
    }
}

/// Reads a placement: calls `place` with each square, whether a `|` stood before
/// the letter, and the letter.
///
/// # Errors
///
/// If ranks or files do not add up, or `place` answers `false` (an unknown
/// letter). A lone `|` is an unknown letter.
pub fn read_placement(
    placement: &str,
    mut place: impl FnMut(Square, bool, char) -> bool,
) -> Result<(), FenError> {
    let ranks: Vec<&str> = placement.split('/').collect();
    if ranks.len() != 8 {
        return Err(FenError::Ranks(ranks.len()));
    }
    for (text, rank) in ranks.into_iter().zip(Rank::ALL.into_iter().rev()) {
        let mut files = 0;
        let mut letters = text.chars();
        while let Some(letter) = letters.next() {
            if let Some(run @ 1..=8) = letter.to_digit(10) {
                files += run;
                continue;
            }
            let marked = letter == '|';
            let letter = match marked {
                true => letters.next().ok_or(FenError::Letter('|'))?,
                false => letter,
            };
            // Letters beyond the last file are only counted, for the message.
            let file = File::try_from(files).unwrap_or(File::H);
            if !place(Square::from_coords(file, rank), marked, letter) {
                return Err(FenError::Letter(letter));
            }
            files += 1;
        }
        if files != 8 {
            let rank = rank.to_u32() + 1;
            return Err(FenError::Files { rank, files });
        }
    }
    Ok(())
}

/// Reads a placement of pieces of some kinds; other letters go to `other`, which
/// answers whether it knows them.
///
/// # Errors
///
/// As [`read_placement`].
pub fn read_pieces(
    placement: &str,
    roles: &[Role],
    mut other: impl FnMut(Square, char) -> bool,
) -> Result<Board, FenError> {
    let mut board = Board::EMPTY;
    read_placement(placement, |square, marked, letter| {
        let piece = Piece::from_letter(letter).filter(|piece| roles.contains(&piece.role()));
        match piece {
            _ if marked => false,
            Some(piece) => {
                board.take(square);
                board.put(square, piece);
                true
            }
            None => other(square, letter),
        }
    })?;
    Ok(board)
}

/// Writes a placement: `text` says what stands on a square, if anything.
pub fn write_placement(text: impl Fn(Square) -> Option<String>) -> String {
    let mut placement = String::with_capacity(64);
    for rank in Rank::ALL.into_iter().rev() {
        if rank != Rank::Eighth {
            placement.push('/');
        }
        let mut empty = 0;
        for file in File::ALL {
            match text(Square::from_coords(file, rank)) {
                None => empty += 1,
                Some(letters) => {
                    push_run(&mut placement, &mut empty);
                    placement.push_str(&letters);
                }
            }
        }
        push_run(&mut placement, &mut empty);
    }
    placement
}

fn push_run(placement: &mut String, empty: &mut u32) {
    if *empty > 0 {
        placement.push_str(&empty.to_string());
        *empty = 0;
    }
}

/// Writes the placement of pieces on one board.
pub fn write_pieces(board: &Board) -> String {
    write_placement(|square| {
        board
            .piece_at(square)
            .map(|piece| piece.letter().to_string())
    })
}

/// Adds the five fields after the placement.
pub fn write_fields(
    mut placement: String,
    turn: Color,
    castling: CastlingRights,
    en_passant: Option<Square>,
    halfmove_clock: u32,
    fullmove_number: u32,
) -> String {
    let en_passant = en_passant.map_or("-".to_owned(), |square| square.to_string());
    // Writing to a String cannot fail.
    let _ = write!(
        placement,
        " {} {castling} {en_passant} {halfmove_clock} {fullmove_number}",
        turn.char()
    );
    placement
}

/// Refuses any number of kings a side outside `range`, and pawns on the first
/// and last rank.
///
/// # Errors
///
/// As it says.
pub fn check_pieces(board: &Board, kings: std::ops::RangeInclusive<usize>) -> Result<(), FenError> {
    for (color, name) in [(Color::White, "White"), (Color::Black, "Black")] {
        let count = board.pieces(color, Role::King).count();
        if !kings.contains(&count) {
            return Err(FenError::Kings { color: name, count });
        }
    }
    let backranks = shakmaty::Bitboard::BACKRANKS;
    match (board.by_role(Role::Pawn) & backranks).first() {
        Some(square) => Err(FenError::PawnOnBackrank(square)),
        None => Ok(()),
    }
}

/// The same position with the colours exchanged: ranks, pieces, side to move,
/// castling and en passant. The text must be a FEN.
pub fn flipped(fen: &str) -> String {
    let swap_case = |letter: char| match letter.is_ascii_uppercase() {
        true => letter.to_ascii_lowercase(),
        false => letter.to_ascii_uppercase(),
    };
    let mut fields = fen.split(' ');
    let placement = fields.next().unwrap_or_default();
    let ranks: Vec<&str> = placement.rsplit('/').collect();
    let placement: String = ranks.join("/").chars().map(swap_case).collect();
    let turn = match fields.next() {
        Some("b") => "w",
        _ => "b",
    };
    let castling: String = fields
        .next()
        .unwrap_or("-")
        .chars()
        .map(swap_case)
        .collect();
    // Upper case letters come first in the field.
    let (white, black): (String, String) = castling.chars().partition(char::is_ascii_uppercase);
    let en_passant = match fields.next().unwrap_or("-").split_at_checked(1) {
        Some((file, "3")) => format!("{file}6"),
        Some((file, "6")) => format!("{file}3"),
        _ => "-".to_owned(),
    };
    let rest: Vec<&str> = fields.collect();
    format!(
        "{placement} {turn} {white}{black} {en_passant} {}",
        rest.join(" ")
    )
    .trim_end()
    .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_fields_have_defaults() {
        let fields = Fields::parse("8/8/8/8/8/8/8/8").unwrap();
        assert_eq!(fields.turn, Color::White);
        assert!(fields.castling.is_empty());
        assert_eq!(fields.en_passant, None);
        assert_eq!((fields.halfmove_clock, fields.fullmove_number), (0, 1));
    }

    #[test]
    fn malformed_fields_are_named() {
        let cases = [
            ("8 x", "side to move"),
            ("8 w KX", "castling"),
            ("8 w - e9", "en passant"),
            ("8 w - - -1", "halfmove clock"),
            ("8 w - - +1", "halfmove clock"),
            ("8 w - - 0 0", "fullmove number"),
            ("8 w - - 10000 1", "halfmove clock"),
            ("8 w - - 0 1000001", "fullmove number"),
            ("8 w - - 0 1 moves", "after the last field"),
            ("8 w  - - 0 1", "castling"),
        ];
        for (fen, field) in cases {
            let message = Fields::parse(fen).unwrap_err().to_string();
            assert!(message.contains(field), "{fen}: {message}");
        }
    }

    #[test]
    fn flipping_twice_changes_nothing() {
        let fen = "rnbqkbnr/pp1ppppp/8/2pP4/8/8/PPP1PPPP/RNBQKBNR w KQk c6 0 2";
        let other = "rnbqkbnr/ppp1pppp/8/8/2Pp4/8/PP1PPPPP/RNBQKBNR b Kkq c3 0 2";
        assert_eq!(flipped(fen), other);
        assert_eq!(flipped(other), fen);
        let alice = "4k3/8/8/4|P3/8/8/8/4K3 w - - 3 9";
        assert_eq!(flipped(alice), "4k3/8/8/8/4|p3/8/8/4K3 b - - 3 9");
    }

    #[test]
    fn placements_that_do_not_add_up_are_refused() {
        let pieces = |text| read_pieces(text, &Role::ALL, |_, _| false);
        assert_eq!(pieces("8/8/8/8/8/8/8"), Err(FenError::Ranks(7)));
        let files = |rank, files| Err(FenError::Files { rank, files });
        assert_eq!(pieces("8/8/8/8/8/8/7/8"), files(2, 7));
        assert_eq!(pieces("ppppppppp/8/8/8/8/8/8/8"), files(8, 9));
        assert_eq!(pieces("8/8/8/8/8/8/8/44p"), files(1, 9));
        assert_eq!(pieces("8/8/8/8/8/8/8/7x"), Err(FenError::Letter('x')));
        assert_eq!(pieces("8/8/8/8/8/8/8/7|"), Err(FenError::Letter('|')));
        assert_eq!(pieces("8/8/8/8/8/8/8/9"), Err(FenError::Letter('9')));
    }
}
