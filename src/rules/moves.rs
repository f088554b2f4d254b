//! Moves in 32 bits, lists of them, and what a move generator writes to.

use std::hint::assert_unchecked;
use std::num::NonZeroU32;

use shakmaty::{Bitboard, File, Square};
use smallvec::SmallVec;

use super::piece::Role;

/// What kind of move it is; decides how it is made and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum MoveKind {
    /// To an empty square, nothing special.
    Quiet = 1,
    /// A piece moves onto an enemy piece and takes it.
    Capture,
    /// A pawn's first move over two squares.
    DoubleStep,
    /// A pawn takes one that has just passed it.
    EnPassant,
    /// Castling with the rook on the king's right, as White sees it.
    CastleShort,
    /// Castling with the other rook.
    CastleLong,
    /// A piece takes a neutral obstacle, which belongs to nobody.
    TakeNeutral,
    /// A draughts man's jump, or chain of jumps, over enemy pieces.
    Jump,
}

impl MoveKind {
    /// How many there are, numbered from 1.
    const COUNT: u32 = MoveKind::Jump as u32;
}

/// A move of any of the games in 32 bits; `Option<Move>` takes 32 bits too.
///
/// Bits 0–5 hold the origin, 6–11 the destination, 12–15 the kind, 16–19 the
/// promotion (0: none, else the role's number + 1), 20–28 which pieces a chain of
/// jumps takes (numbered by the game), or of castling in Chess960 the rook's file + 1;
/// 29–31 are 0. Two moves with the same effect are equal. What is moved and taken is
/// asked of the position.
///
/// The layout may change from one version of the program to the next: files hold
/// moves in other forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(NonZeroU32);

const PROMOTION_SHIFT: u32 = 16;
const PROMOTION_MASK: u32 = 15;
const CHAIN_SHIFT: u32 = 20;
const CHAIN_MASK: u32 = 0x1ff;

/// No bit above these is ever set.
const USED_BITS: u32 = CHAIN_MASK << CHAIN_SHIFT | ((1 << CHAIN_SHIFT) - 1);

const _: () = assert!(Role::COUNT <= PROMOTION_MASK as usize);

impl Move {
    /// A move without promotion.
    #[inline]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Move {
        Move::from_parts(from, to, kind, 0)
    }

    /// A move at whose end a pawn or draughts man becomes another piece.
    #[inline]
    pub const fn promotion(from: Square, to: Square, kind: MoveKind, role: Role) -> Move {
        Move::from_parts(from, to, kind, (role as u32 + 1) << PROMOTION_SHIFT)
    }

    /// A chain of jumps that takes the pieces of `chain`, a set of nine bits.
    #[inline]
    pub const fn jump(from: Square, to: Square, chain: u16) -> Move {
        Move::from_parts(from, to, MoveKind::Jump, (chain as u32) << CHAIN_SHIFT)
    }

    #[inline]
    const fn from_parts(from: Square, to: Square, kind: MoveKind, rest: u32) -> Move {
        let bits = from.to_u32() | to.to_u32() << 6 | (kind as u32) << 12 | rest;
        match NonZeroU32::new(bits) {
            Some(bits) => Move(bits),
            None => unreachable!(),
        }
    }

    /// The same move with a promotion at its end.
    #[inline]
    pub const fn with_promotion(self, role: Role) -> Move {
        let bits = self.0.get() & !(PROMOTION_MASK << PROMOTION_SHIFT)
            | (role as u32 + 1) << PROMOTION_SHIFT;
        match NonZeroU32::new(bits) {
            Some(bits) => Move(bits),
            None => unreachable!(),
        }
    }

    /// The same castling, written as the king going onto this rook of its own.
    #[inline]
    pub const fn onto_rook(self, rook: Square) -> Move {
        let file = rook.file().to_u32() + 1;
        let rest = file << CHAIN_SHIFT;
        Move::from_parts(self.from(), self.to(), self.kind(), rest)
    }

    /// The 32 bits, never 0.
    #[inline]
    pub const fn to_bits(self) -> u32 {
        self.0.get()
    }

    /// The move that [`Move::to_bits`] wrote; `None` for other numbers, 0 among
    /// them. Whether it is legal is for the position to say.
    #[inline]
    pub fn from_bits(bits: u32) -> Option<Move> {
        let kind = bits >> 12 & 15;
        let promotion = bits >> PROMOTION_SHIFT & PROMOTION_MASK;
        let is_move = (1..=MoveKind::COUNT).contains(&kind)
            && promotion <= Role::COUNT as u32
            && bits & !USED_BITS == 0;
        NonZeroU32::new(bits).filter(|_| is_move).map(Move)
    }

    /// Where the piece starts.
    #[inline]
    pub const fn from(self) -> Square {
        Square::new(self.0.get() & 63)
    }

    /// Where the piece ends.
    #[inline]
    pub const fn to(self) -> Square {
        Square::new(self.0.get() >> 6 & 63)
    }

    /// The own rook that the king goes onto: of castling in Chess960 only.
    #[inline]
    pub const fn rook(self) -> Option<Square> {
        match self.chain() {
            file @ 1..=8 if self.is_castling() => {
                let file = File::new(file as u32 - 1);
                Some(Square::from_coords(file, self.from().rank()))
            }
            _ => None,
        }
    }

    /// The square that is named as the destination and clicked: where the piece ends, or
    /// [`Move::rook`].
    #[inline]
    pub const fn target(self) -> Square {
        match self.rook() {
            Some(rook) => rook,
            None => self.to(),
        }
    }

    /// The kind of the move.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        let number = self.0.get() >> 12 & 15;
        // SAFETY: `from_parts` and `from_bits`, from which all moves are, write the numbers of
        // kinds only, and `with_promotion` keeps them. This, the same of promotions and of
        // pieces save the search one instruction in twenty (`docs/laboratory/speed.md`).
        unsafe { assert_unchecked(1 <= number && number <= MoveKind::COUNT) };
        // Of a table it would be read each time.
        match number {
            1 => MoveKind::Quiet,
            2 => MoveKind::Capture,
            3 => MoveKind::DoubleStep,
            4 => MoveKind::EnPassant,
            5 => MoveKind::CastleShort,
            6 => MoveKind::CastleLong,
            7 => MoveKind::TakeNeutral,
            8 => MoveKind::Jump,
            _ => unreachable!(),
        }
    }

    /// What the piece becomes.
    #[inline]
    pub const fn promoted_to(self) -> Option<Role> {
        let promotion = self.0.get() >> PROMOTION_SHIFT & PROMOTION_MASK;
        // SAFETY: `promotion`, `with_promotion` and `from_bits`, which alone write these bits,
        // write 0 or the number of a role + 1.
        unsafe { assert_unchecked(promotion <= Role::COUNT as u32) };
        match promotion {
            0 => None,
            role => Some(Role::from_index(role as usize - 1)),
        }
    }

    /// The set of pieces that a chain of jumps takes, as the game numbers them.
    #[inline]
    pub const fn chain(self) -> u16 {
        (self.0.get() >> CHAIN_SHIFT & CHAIN_MASK) as u16
    }

    /// Whether it takes an enemy piece (a neutral obstacle is none).
    #[inline]
    pub const fn is_capture(self) -> bool {
        const CAPTURES: u32 = 1 << MoveKind::Capture as u32
            | 1 << MoveKind::EnPassant as u32
            | 1 << MoveKind::Jump as u32;
        CAPTURES >> (self.0.get() >> 12 & 15) & 1 != 0
    }

    /// Whether it takes an enemy piece or promotes.
    #[inline]
    pub const fn is_tactical(self) -> bool {
        self.is_capture() | (self.0.get() >> PROMOTION_SHIFT & PROMOTION_MASK != 0)
    }

    /// Whether it is castling to either side.
    #[inline]
    pub const fn is_castling(self) -> bool {
        matches!(self.kind(), MoveKind::CastleShort | MoveKind::CastleLong)
    }
}

/// A list of moves. It lives on the stack as long as the position is of this
/// world; a set-up position with more than 256 moves spills to the heap.
pub type MoveList = SmallVec<[Move; 256]>;

/// Which of the legal moves a generator writes. [`Tactical`] and [`Quiet`] together
/// write what [`All`] writes, each move once, and each in the same order.
pub trait GenType {
    /// Whether moves are written that take an enemy piece, and promotions, of which each
    /// move, a capture too, has only the one to the best piece; one that could promote but
    /// does not is left out.
    const TACTICAL: bool;

    /// Whether all others are written: those that [`Move::is_tactical`] denies, promotions
    /// to lesser pieces, and moves and jumps of a man that could promote and does not.
    const QUIET: bool;

    /// Of the kinds that a pawn or man can become, the best first, those that it does.
    #[inline]
    fn promotions(roles: &[Role]) -> &[Role] {
        let (best, lesser) = roles.split_at(roles.len().min(1));
        match (Self::TACTICAL, Self::QUIET) {
            (true, true) => roles,
            (true, false) => best,
            _ => lesser,
        }
    }

    /// Of the squares with and without an enemy piece that something can go to, those
    /// that it does go to.
    #[inline]
    fn targets(enemy: Bitboard, vacant: Bitboard) -> Bitboard {
        match (Self::TACTICAL, Self::QUIET) {
            (true, true) => enemy | vacant,
            (true, false) => enemy,
            _ => vacant,
        }
    }
}

/// All legal moves.
#[derive(Clone, Copy, Debug)]
pub struct All;

/// Captures of enemy pieces, and promotions to the best piece.
#[derive(Clone, Copy, Debug)]
pub struct Tactical;

/// The moves that are not [`Tactical`].
#[derive(Clone, Copy, Debug)]
pub struct Quiet;

impl GenType for All {
    const TACTICAL: bool = true;
    const QUIET: bool = true;
}

impl GenType for Tactical {
    const TACTICAL: bool = true;
    const QUIET: bool = false;
}

impl GenType for Quiet {
    const TACTICAL: bool = false;
    const QUIET: bool = true;
}

/// Where a move generator writes. A list keeps the moves; a counter only
/// counts them, which costs one population count a piece ('bulk counting').
pub trait MoveSink {
    /// Takes one move.
    fn add(&mut self, m: Move);

    /// Where the moves start that are looked for; others need not be added.
    #[inline]
    fn origins(&self) -> Bitboard {
        Bitboard::FULL
    }

    /// Where the moves end that are looked for; others need not be added.
    #[inline]
    fn targets(&self) -> Bitboard {
        Bitboard::FULL
    }

    /// Takes a move from `from` to each of `targets`.
    #[inline]
    fn add_targets(&mut self, from: Square, targets: Bitboard, kind: MoveKind) {
        for to in targets {
            self.add(Move::new(from, to, kind));
        }
    }

    /// Takes a move to each of `targets` from the square `offset` before it.
    #[inline]
    fn add_shifted(&mut self, targets: Bitboard, offset: i32, kind: MoveKind) {
        for to in targets {
            self.add(Move::new(shifted_origin(to, offset), to, kind));
        }
    }

    /// Like [`MoveSink::add_shifted`], with a promotion to each of `roles`.
    #[inline]
    fn add_shifted_promotions(
        &mut self,
        targets: Bitboard,
        offset: i32,
        kind: MoveKind,
        roles: &[Role],
    ) {
        for to in targets {
            for &role in roles {
                self.add(Move::promotion(shifted_origin(to, offset), to, kind, role));
            }
        }
    }
}

#[inline]
fn shifted_origin(to: Square, offset: i32) -> Square {
    Square::new((to.to_u32() as i32 - offset) as u32 & 63)
}

impl MoveSink for MoveList {
    #[inline]
    fn add(&mut self, m: Move) {
        self.push(m);
    }
}

/// Looks for one move among those that are added.
#[derive(Debug)]
pub struct MoveFinder {
    wanted: Move,
    /// Whether it was added.
    pub found: bool,
}

impl MoveFinder {
    /// Looks for this move, which was not added yet.
    #[inline]
    pub fn new(wanted: Move) -> MoveFinder {
        MoveFinder {
            wanted,
            found: false,
        }
    }
}

impl MoveSink for MoveFinder {
    #[inline]
    fn add(&mut self, m: Move) {
        self.found |= m == self.wanted;
    }

    #[inline]
    fn origins(&self) -> Bitboard {
        self.wanted.from().into()
    }

    #[inline]
    fn targets(&self) -> Bitboard {
        self.wanted.to().into()
    }
}

/// Counts moves without keeping them.
#[derive(Debug, Default)]
pub struct MoveCounter {
    /// How many moves were added.
    pub count: usize,
}

impl MoveSink for MoveCounter {
    #[inline]
    fn add(&mut self, _: Move) {
        self.count += 1;
    }

    #[inline]
    fn add_targets(&mut self, _: Square, targets: Bitboard, _: MoveKind) {
        self.count += targets.count();
    }

    #[inline]
    fn add_shifted(&mut self, targets: Bitboard, _: i32, _: MoveKind) {
        self.count += targets.count();
    }

    #[inline]
    fn add_shifted_promotions(&mut self, targets: Bitboard, _: i32, _: MoveKind, roles: &[Role]) {
        self.count += targets.count() * roles.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_come_back() {
        let m = Move::promotion(Square::E7, Square::D8, MoveKind::Capture, Role::Knight);
        assert_eq!((m.from(), m.to()), (Square::E7, Square::D8));
        assert_eq!(m.kind(), MoveKind::Capture);
        assert_eq!(m.promoted_to(), Some(Role::Knight));
        assert_eq!(Move::from_bits(m.to_bits()), Some(m));
        let chain = Move::jump(Square::C3, Square::C3, 0b1_0000_1001).with_promotion(Role::Queen);
        assert_eq!(chain.chain(), 0b1_0000_1001);
        assert_eq!(chain.promoted_to(), Some(Role::Queen));
        assert!(chain.is_capture());
        assert_eq!(Move::from_bits(0), None);
        assert_eq!(Move::from_bits(15 << 12), None);
    }

    #[test]
    fn every_role_has_room_and_no_other_bits_make_a_move() {
        let chain = Move::jump(Square::H8, Square::H8, 0x1ff);
        for role in Role::ALL {
            let m = chain.with_promotion(role);
            assert_eq!((m.promoted_to(), m.chain()), (Some(role), 0x1ff));
            assert_eq!(Move::from_bits(m.to_bits()), Some(m));
            assert_eq!(
                m.with_promotion(Role::Pawn),
                chain.with_promotion(Role::Pawn)
            );
        }
        let quiet = Move::new(Square::A1, Square::B1, MoveKind::Quiet).to_bits();
        for promotion in Role::COUNT as u32 + 1..=PROMOTION_MASK {
            assert_eq!(Move::from_bits(quiet | promotion << PROMOTION_SHIFT), None);
        }
        assert_eq!(Move::from_bits(quiet | 1 << 29), None);
        assert_eq!(Move::from_bits(quiet | 1 << 31), None);
    }

    /// What [`Move::kind`] and [`Move::promoted_to`] rely on.
    #[test]
    fn numbers_of_no_kind_and_no_role_are_refused() {
        let squares = Square::E2.to_u32() | Square::E4.to_u32() << 6;
        let mut moves = 0;
        for upper in 0..1 << (32 - 12) {
            let Some(m) = Move::from_bits(squares | upper << 12) else {
                continue;
            };
            assert!((1..=8).contains(&(upper & 15)), "{upper:#x}");
            assert_eq!(m.kind() as u32, upper & 15);
            let promotion = m.promoted_to().map_or(0, |role| role as u32 + 1);
            assert_eq!(promotion, upper >> 4 & 15);
            moves += 1;
        }
        assert_eq!(moves, 8 * (1 + Role::COUNT) * (CHAIN_MASK as usize + 1));
    }
}
