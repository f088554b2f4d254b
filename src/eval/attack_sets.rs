//! What sets of pieces attack, found for all pieces of a set at once.
//!
//! A look into a table for each piece, and a branch for its kind, take several times as
//! long: which pieces there are changes from node to node, so that the branches are
//! mispredicted.

use wide::u64x4;

use crate::rules::{Bitboard, Color, File};

/// Four sets of squares, of whatever sides and boards the caller likes.
pub type Sets = [Bitboard; 4];

/// The squares that pawns of a side attack.
#[inline]
pub fn by_pawns(pawns: Bitboard, color: Color) -> Bitboard {
    let forward = pawns.shift(color.fold_wb(8, -8));
    (forward & !Bitboard::from_file(File::A)).shift(-1)
        | (forward & !Bitboard::from_file(File::H)).shift(1)
}

/// The squares that the knights of each set attack.
#[inline]
pub fn by_knights(knights: Sets) -> Sets {
    let knights = vector(knights);
    let beside = (knights << 1) & after(1) | (knights >> 1) & after(-1);
    let next = (knights << 2) & after(2) | (knights >> 2) & after(-2);
    sets(beside << 16 | beside >> 16 | next << 8 | next >> 8)
}

/// The squares that the rooks of each set attack, where all but the `empty` squares of
/// their set block.
#[inline]
pub fn by_rooks(rooks: Sets, empty: Sets) -> Sets {
    let (rooks, empty) = (vector(rooks), vector(empty));
    sets(
        along::<8>(rooks, empty)
            | along::<-8>(rooks, empty)
            | along::<1>(rooks, empty)
            | along::<-1>(rooks, empty),
    )
}

/// The same for bishops.
#[inline]
pub fn by_bishops(bishops: Sets, empty: Sets) -> Sets {
    let (bishops, empty) = (vector(bishops), vector(empty));
    sets(
        along::<9>(bishops, empty)
            | along::<-9>(bishops, empty)
            | along::<7>(bishops, empty)
            | along::<-7>(bishops, empty),
    )
}

/// What sliders attack in one direction: their sets are filled up along the empty squares
/// by one, two and four steps, and make one step more.
#[inline(always)]
fn along<const STEP: i32>(sliders: u64x4, empty: u64x4) -> u64x4 {
    let reached = after(STEP);
    let open = empty & reached;
    let filled = sliders | shifted::<STEP, 1>(sliders) & open;
    let open = open & shifted::<STEP, 1>(open);
    let filled = filled | shifted::<STEP, 2>(filled) & open;
    let open = open & shifted::<STEP, 2>(open);
    let filled = filled | shifted::<STEP, 4>(filled) & open;
    shifted::<STEP, 1>(filled) & reached
}

#[inline(always)]
fn shifted<const STEP: i32, const TIMES: u32>(sets: u64x4) -> u64x4 {
    match STEP > 0 {
        true => sets << (STEP.unsigned_abs() * TIMES),
        false => sets >> (STEP.unsigned_abs() * TIMES),
    }
}

/// The squares that a step can end on without having run round the border.
#[inline(always)]
fn after(step: i32) -> u64x4 {
    let files = match step {
        1 | 9 | -7 => Bitboard::from_file(File::A),
        2 => Bitboard::from_file(File::A) | Bitboard::from_file(File::B),
        -1 | -9 | 7 => Bitboard::from_file(File::H),
        -2 => Bitboard::from_file(File::G) | Bitboard::from_file(File::H),
        _ => Bitboard::EMPTY,
    };
    u64x4::splat(u64::from(!files))
}

#[inline(always)]
fn vector(sets: Sets) -> u64x4 {
    u64x4::new(sets.map(u64::from))
}

#[inline(always)]
fn sets(vector: u64x4) -> Sets {
    vector.to_array().map(Bitboard)
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use crate::rules::attacks;

    use super::*;

    /// What each piece attacks by shakmaty's tables.
    fn one_by_one(set: Bitboard, attacks: impl Fn(crate::rules::Square) -> Bitboard) -> Bitboard {
        set.into_iter()
            .map(attacks)
            .fold(Bitboard::EMPTY, |sum, set| sum | set)
    }

    #[test]
    fn sets_attack_what_their_pieces_do() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..2_000 {
            // Few pieces and many, on boards that are nearly empty or nearly full.
            let mut some = || Bitboard(random.random::<u64>() & random.random::<u64>());
            let pieces: Sets = std::array::from_fn(|_| some() & some());
            let empty: Sets = std::array::from_fn(|set| match set % 2 {
                0 => some(),
                _ => !some(),
            });
            let (rooks, bishops) = (by_rooks(pieces, empty), by_bishops(pieces, empty));
            let knights = by_knights(pieces);
            for set in 0..4 {
                let (pieces, occupied) = (pieces[set], !empty[set]);
                let expected = [
                    one_by_one(pieces, |from| attacks::rook_attacks(from, occupied)),
                    one_by_one(pieces, |from| attacks::bishop_attacks(from, occupied)),
                    one_by_one(pieces, attacks::knight_attacks),
                ];
                assert_eq!([rooks[set], bishops[set], knights[set]], expected);
                for color in Color::ALL {
                    let expected = one_by_one(pieces, |from| attacks::pawn_attacks(color, from));
                    assert_eq!(by_pawns(pieces, color), expected);
                }
            }
        }
    }
}
