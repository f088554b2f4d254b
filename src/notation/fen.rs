//! What the FENs of all games share (`docs/rules/common.md`).

use std::fmt::Write;

use thiserror::Error;

use crate::rules::castling::CastlingRights;
use crate::rules::setup::{
    self, MAX_FULLMOVE_NUMBER, MAX_HALFMOVE_CLOCK, Material, Setup, SetupError,
};
use crate::rules::{Bitboard, Board, Color, File, Piece, Rank, Role, Square};

use super::side_by_side;

/// Why a FEN is refused; the message names the field.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum FenError {
    /// Not eight ranks.
    #[error("FEN placement: {} instead of 8", setup::counted(*.0, "rank"))]
    Ranks(usize),
    /// A rank that is too short or too long.
    #[error("FEN placement: rank {rank} has {} instead of 8", setup::counted(*files as usize, "file"))]
    Files {
        /// The number of the rank, 1 to 8.
        rank: u32,
        /// How many files it has.
        files: u32,
    },
    /// A letter that is no piece of this game.
    #[error("FEN placement: unknown letter '{0}'")]
    Letter(char),
    /// The same square taken on both boards.
    #[error("FEN placement: {0} is occupied on both boards")]
    BothBoards(Square),
    /// Neither `w` nor `b`.
    #[error("FEN side to move: '{0}' is neither 'w' nor 'b'")]
    Turn(String),
    /// Not a subset of `KQkq` in order.
    #[error("FEN castling: '{0}' is neither '-' nor some of 'KQkq' in this order")]
    Castling(String),
    /// Neither castling as [`FenError::Castling`] wants it nor with letters of files.
    #[error("FEN castling: '{0}' is neither '-' nor some of 'KQkq' or the files of rooks")]
    CastlingRooks(String),
    /// Neither `-` nor a square.
    #[error("FEN en passant: '{0}' is neither '-' nor a square")]
    EnPassant(String),
    /// Not a number from 0 to [`MAX_HALFMOVE_CLOCK`].
    #[error("FEN halfmove clock: '{0}' is no number from 0 to {MAX_HALFMOVE_CLOCK}")]
    HalfmoveClock(String),
    /// Not a number from 1 to [`MAX_FULLMOVE_NUMBER`].
    #[error("FEN fullmove number: '{0}' is no number from 1 to {MAX_FULLMOVE_NUMBER}")]
    FullmoveNumber(String),
    /// More than six fields.
    #[error("FEN: '{0}' after the last field")]
    Rubbish(String),
    /// Well formed, but no position of the game.
    #[error("FEN {}: {error}", field_of(error))]
    Setup {
        /// Why it cannot be.
        #[from]
        error: SetupError,
    },
}

/// The name of the field that says what cannot be.
fn field_of(error: &SetupError) -> &'static str {
    match error {
        SetupError::OppositeCheck => "side to move",
        SetupError::HalfmoveClock(_) => "halfmove clock",
        SetupError::FullmoveNumber(_) => "fullmove number",
        _ => "placement",
    }
}

/// A FEN without its last two fields: the position itself.
pub fn without_counters(fen: &str) -> &str {
    let end = fen.match_indices(' ').nth(3);
    end.map_or(fen, |(end, _)| &fen[..end])
}

/// The letters of castling rights, in the order of their bits.
const CASTLING_LETTERS: [char; 4] = ['K', 'Q', 'k', 'q'];

/// The letters of an obstacle; the first is written.
const NEUTRAL_LETTERS: [char; 2] = ['*', 'c'];

/// Reads a FEN, of which nothing is held against anything else yet. Missing trailing
/// fields are `w - - 0 1`.
///
/// # Errors
///
/// If a field is malformed or there are more than six.
pub fn read(fen: &str, material: &Material) -> Result<Setup, FenError> {
    read_by(fen, material, false)
}

/// Reads the FEN of a position of Chess960, in which castling is as in X-FEN or
/// Shredder-FEN.
///
/// # Errors
///
/// As [`read`].
pub fn read_chess960(fen: &str, material: &Material) -> Result<Setup, FenError> {
    read_by(fen, material, true)
}

/// Whether a FEN says with which rooks to castle, as only those of Chess960 do.
pub fn is_chess960(fen: &str) -> bool {
    let castling = fen.split(' ').nth(2).unwrap_or_default();
    castling.contains(|letter: char| matches!(letter.to_ascii_uppercase(), 'A'..='H'))
}

fn read_by(fen: &str, material: &Material, chess960: bool) -> Result<Setup, FenError> {
    let mut fields = fen.trim().splitn(7, ' ');
    let placement = fields.next().unwrap_or_default();
    let turn = match fields.next().unwrap_or("w") {
        "w" => Color::White,
        "b" => Color::Black,
        other => return Err(FenError::Turn(other.to_owned())),
    };
    let castling_field = fields.next().unwrap_or("-");
    let castling = match chess960 {
        // What it means depends on the pieces.
        true => CastlingRights::NONE,
        false => read_castling(castling_field)?,
    };
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
    if let Some(rubbish) = fields.next() {
        return Err(FenError::Rubbish(rubbish.to_owned()));
    }
    let mut setup = Setup {
        turn,
        castling,
        en_passant,
        halfmove_clock,
        fullmove_number,
        ..Setup::EMPTY
    };
    read_placement(placement, material, &mut setup)?;
    if chess960 {
        setup.castling = read_castling_rooks(castling_field, &setup.board)?;
    }
    Ok(setup)
}

fn read_castling(field: &str) -> Result<CastlingRights, FenError> {
    if field == "-" {
        return Ok(CastlingRights::NONE);
    }
    let malformed = || FenError::Castling(field.to_owned());
    let mut bits = 0;
    for letter in field.chars() {
        let bit = CASTLING_LETTERS.iter().position(|&other| other == letter);
        match bit {
            Some(bit) if bits >> bit == 0 => bits |= 1 << bit,
            _ => return Err(malformed()),
        }
    }
    match bits {
        0 => Err(malformed()),
        bits => Ok(CastlingRights::from_bits(bits)),
    }
}

/// Reads the letters of X-FEN and of Shredder-FEN, in any order: `K` is the rook farthest to
/// the right on the king's rank, and a letter of a file the rook there.
fn read_castling_rooks(field: &str, board: &Board) -> Result<CastlingRights, FenError> {
    let malformed = || FenError::CastlingRooks(field.to_owned());
    if field.is_empty() {
        return Err(malformed());
    }
    let mut rooks = [None; 4];
    for letter in field.chars().filter(|_| field != "-") {
        let color = Color::from_white(letter.is_ascii_uppercase());
        let rank = Bitboard::from_rank(color.relative_rank(Rank::First));
        let on_rank = board.pieces(color, Role::Rook) & rank;
        let king = board.king_of(color).map(Square::file);
        let (is_long, rook) = match letter.to_ascii_lowercase() {
            'k' => (false, on_rank.last().map(Square::file)),
            'q' => (true, on_rank.first().map(Square::file)),
            letter => {
                let file = File::from_char(letter).ok_or_else(malformed)?;
                (Some(file) < king, Some(file))
            }
        };
        let slot = &mut rooks[color.fold_wb(0, 2) + usize::from(is_long)];
        // A side castles with one rook to either side.
        if slot.replace(rook).is_some() {
            return Err(malformed());
        }
    }
    Ok(CastlingRights::chess960(board, rooks.map(Option::flatten)))
}

fn number(field: &str, range: std::ops::RangeInclusive<u32>) -> Result<u32, String> {
    let digits = !field.is_empty() && field.bytes().all(|byte| byte.is_ascii_digit());
    match field.parse() {
        Ok(value) if digits && range.contains(&value) => Ok(value),
        _ => Err(field.to_owned()),
    }
}

/// Reads a placement. Letters after a `|` are pieces of the second board; a game that has
/// one also reads [two boards side by side](side_by_side).
///
/// # Errors
///
/// If ranks or files do not add up, or a letter is none of the game's. A lone `|` is an
/// unknown letter.
fn read_placement(text: &str, material: &Material, setup: &mut Setup) -> Result<(), FenError> {
    let merged = match material.second_board {
        true => side_by_side::merged(text)?,
        false => None,
    };
    let ranks: Vec<&str> = merged.as_deref().unwrap_or(text).split('/').collect();
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
            let on_second = letter == '|';
            let letter = match on_second {
                true => letters.next().ok_or(FenError::Letter('|'))?,
                false => letter,
            };
            // Letters beyond the last file are only counted, for the message.
            let file = File::try_from(files).unwrap_or(File::H);
            let square = Square::from_coords(file, rank);
            let piece = Piece::from_letter(letter);
            match piece.filter(|piece| material.has(piece.role())) {
                Some(piece) if !on_second || material.second_board => {
                    setup.board.take(square);
                    setup.board.put(square, piece);
                    setup.second_board.set(square, on_second);
                }
                None if !on_second && material.neutral && NEUTRAL_LETTERS.contains(&letter) => {
                    setup.neutral.add(square);
                }
                _ => return Err(FenError::Letter(letter)),
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

/// Writes the canonical FEN.
pub fn write(setup: &Setup) -> String {
    let mut fen = write_placement(|square| {
        if setup.neutral.contains(square) {
            return Some(NEUTRAL_LETTERS[0].to_string());
        }
        let letter = setup.board.piece_at(square)?.letter();
        Some(match setup.second_board.contains(square) {
            true => format!("|{letter}"),
            false => letter.to_string(),
        })
    });
    let castling = match setup.castling.bits() {
        0 => "-".to_owned(),
        _ if setup.castling.is_chess960() => castling_rooks(setup.castling),
        bits => CASTLING_LETTERS
            .into_iter()
            .enumerate()
            .filter_map(|(bit, letter)| (bits >> bit & 1 != 0).then_some(letter))
            .collect(),
    };
    let en_passant = setup.en_passant.map_or("-".to_owned(), |s| s.to_string());
    // Writing to a String cannot fail.
    let _ = write!(
        fen,
        " {} {castling} {en_passant} {} {}",
        setup.turn.char(),
        setup.halfmove_clock,
        setup.fullmove_number
    );
    fen
}

/// The castling field of Shredder-FEN.
fn castling_rooks(rights: CastlingRights) -> String {
    let letter = |(color, file): (Color, File)| match color {
        Color::White => file.upper_char(),
        Color::Black => file.char(),
    };
    rights.rooks().map(letter).collect()
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
    use crate::notation::Notation;
    use crate::rules::clupso::Clupso;

    use super::*;

    #[test]
    fn missing_fields_have_defaults() {
        let setup = read("8/8/8/8/8/8/8/8", &Material::ORTHODOX);
        assert_eq!(setup, Ok(Setup::EMPTY));
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
            ("8 w - - 0 1000000001", "fullmove number"),
            ("8 w - - 0 1 moves", "after the last field"),
            ("8 w  - - 0 1", "castling"),
        ];
        for (fen, field) in cases {
            let message = read(fen, &Material::ORTHODOX).unwrap_err().to_string();
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
        let pieces = |text| read(text, &Material::ORTHODOX);
        assert_eq!(pieces("8/8/8/8/8/8/8"), Err(FenError::Ranks(7)));
        let files = |rank, files| Err(FenError::Files { rank, files });
        assert_eq!(pieces("8/8/8/8/8/8/7/8"), files(2, 7));
        assert_eq!(pieces("ppppppppp/8/8/8/8/8/8/8"), files(8, 9));
        assert_eq!(pieces("8/8/8/8/8/8/8/44p"), files(1, 9));
        assert_eq!(pieces("8/8/8/8/8/8/8/7x"), Err(FenError::Letter('x')));
        assert_eq!(pieces("8/8/8/8/8/8/8/7|"), Err(FenError::Letter('|')));
        assert_eq!(pieces("8/8/8/8/8/8/8/9"), Err(FenError::Letter('9')));
    }

    #[test]
    fn one_is_no_plural() {
        let message = |text| read(text, &Material::ORTHODOX).unwrap_err().to_string();
        assert_eq!(message("8"), "FEN placement: 1 rank instead of 8");
        let one_file = message("8/8/8/8/8/8/8/p");
        assert_eq!(one_file, "FEN placement: rank 1 has 1 file instead of 8");
        let king = Clupso::from_fen("k7/8/8/8/8/8/8/N7").unwrap_err();
        assert_eq!(king.to_string(), "FEN placement: Black has 1 king");
    }

    #[test]
    fn castling_is_written_as_it_is_read() {
        for text in ["-", "K", "Kq", "KQkq", "Qk"] {
            let fen = format!("8/8/8/8/8/8/8/8 w {text} - 0 1");
            assert_eq!(write(&read(&fen, &Material::ORTHODOX).unwrap()), fen);
        }
        for text in ["", "qK", "KK", "x", "K-"] {
            assert!(read_castling(text).is_err(), "{text}");
        }
    }
}
