//! Random numbers for position keys (Zobrist, 1970): a position's key is the
//! exclusive or of one number for each of its features.

use shakmaty::{Color, File, Square};

use super::castling::CastlingRights;
use super::piece::Piece;

/// `N` numbers of a random sequence of their own, made while compiling.
///
/// The generator is splitmix64 (Steele, Lea and Flood, 2014). Each `stream`
/// starts elsewhere; a game that needs keys of its own takes a free stream.
pub const fn keys<const N: usize>(stream: u64) -> [u64; N] {
    let mut state = 0x6a09_e667_f3bc_c908 ^ stream.wrapping_mul(0xd1b5_4a32_d192_ed03);
    let mut keys = [0; N];
    let mut i = 0;
    while i < N {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        keys[i] = z ^ z >> 31;
        i += 1;
    }
    keys
}

/// By what stands on a square, nothing or a piece, and by the square: that of nothing is zero.
static OCCUPANTS: [[u64; 64]; 1 + Piece::COUNT] = {
    let pieces = keys::<{ Piece::COUNT * 64 }>(1);
    let mut table = [[0; 64]; 1 + Piece::COUNT];
    let mut i = 0;
    while i < pieces.len() {
        table[1 + i / 64][i % 64] = pieces[i];
        i += 1;
    }
    table
};
static CASTLING: [u64; 16] = keys(2);
static CASTLING_ROOKS: [u64; 2 * 8] = keys(5);
static EN_PASSANT: [u64; 8] = keys(3);
const BLACK_TO_MOVE: u64 = keys::<1>(4)[0];

/// A piece on a square.
#[inline]
pub fn piece(piece: Piece, square: Square) -> u64 {
    OCCUPANTS[1 + piece.index()][square.to_usize()]
}

/// What stands on a square, without a branch for whether something does.
#[inline]
pub fn occupant(piece: Option<Piece>, square: Square) -> u64 {
    let row = piece.map_or(0, |piece| 1 + piece.index());
    OCCUPANTS[row][square.to_usize()]
}

/// The side to move.
#[inline]
pub fn turn(color: Color) -> u64 {
    color.fold_wb(0, BLACK_TO_MOVE)
}

/// Castling rights, and which rooks have them where it is not those of the corners.
#[inline]
pub fn castling(rights: CastlingRights) -> u64 {
    let key = CASTLING[usize::from(rights.bits())];
    if !rights.is_chess960() {
        return key;
    }
    let inner = rights
        .rooks()
        .filter(|(_, file)| !matches!(file, File::A | File::H));
    inner.fold(key, |key, (color, file)| {
        key ^ CASTLING_ROOKS[color as usize * 8 + file.to_usize()]
    })
}

/// The square passed over, when a pawn may take there.
#[inline]
pub fn en_passant(square: Square) -> u64 {
    EN_PASSANT[square.file().to_usize()]
}
