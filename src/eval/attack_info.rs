//! Attack maps, mobility and the attackers of kings, worked out once an evaluation
//! for the pieces of one board.
//!
//! Everything is always inlined: [`super::HandCrafted::static_eval`] tells why.

use crate::rules::{Bitboard, Board, Color, Role, Square, attacks};

use super::score::Score;
use super::terms;
use super::weights::tunable;

/// Something for either side, indexed by `color as usize`.
#[inline(always)]
pub fn per_color<T>(value: impl Fn(Color) -> T) -> [T; 2] {
    [value(Color::Black), value(Color::White)]
}

/// What attacks and mobility are computed on: a game with several boards has one
/// for each.
pub struct AttackContext<'a> {
    /// All pieces of the game.
    pub board: &'a Board,
    /// Those that stand on this board.
    pub pieces: Bitboard,
    /// What blocks lines on this board.
    pub occupied: Bitboard,
    /// Where a piece of this board can go without taking anything.
    pub vacant: Bitboard,
    /// Neutral obstacles that can be taken: to go there costs time but opens
    /// lines, so that two count as one square of mobility.
    pub cubes: Bitboard,
    /// By color, squares outside the mobility area because an enemy pawn or
    /// draughts man takes there.
    pub mobility_excluded: [Bitboard; 2],
    /// By color, the squares around the king and its own.
    pub king_zones: [Bitboard; 2],
    /// By the number of squares in the mobility area.
    pub mobility: &'a Mobility,
    /// For attacks on the enemy king's zone.
    pub zone_units: &'a ZoneUnits,
}

impl<'a> AttackContext<'a> {
    /// The only board of a game, where `cubes` are neutral obstacles.
    #[inline(always)]
    pub fn single_board(
        board: &'a Board,
        cubes: Bitboard,
        mobility: &'a Mobility,
        zone_units: &'a ZoneUnits,
    ) -> AttackContext<'a> {
        let pieces = board.occupied();
        AttackContext {
            board,
            pieces,
            occupied: pieces | cubes,
            vacant: !(pieces | cubes),
            cubes,
            mobility_excluded: per_color(|color| {
                terms::pawn_attacks(board.pieces(!color, Role::Pawn), !color)
            }),
            king_zones: per_color(|color| terms::king_zone(board, color)),
            mobility,
            zone_units,
        }
    }
}

tunable! {
    /// What it is worth to a piece of each role to attack so many squares of its
    /// mobility area.
    pub struct Mobility {
        pub knight: [Score; 9],
        pub bishop: [Score; 14],
        pub rook: [Score; 15],
        pub queen: [Score; 28],
    }
}

/// Attack units for each square of the enemy king's zone that a piece attacks, by
/// [`Role::index`]; see [`KingAttackers`].
pub type ZoneUnits = [i32; Role::COUNT];

/// One side's attackers of the enemy king's zone.
#[derive(Clone, Copy, Debug, Default)]
pub struct KingAttackers {
    /// How many pieces attack the zone, pawns aside.
    pub count: i32,
    /// Attack units, which the danger grows with the square of.
    pub units: i32,
}

impl std::ops::Add for KingAttackers {
    type Output = KingAttackers;

    #[inline(always)]
    fn add(self, other: KingAttackers) -> KingAttackers {
        KingAttackers {
            count: self.count + other.count,
            units: self.units + other.units,
        }
    }
}

/// What both sides' pieces of one board attack; every field is indexed by
/// `color as usize`.
pub struct AttackInfo {
    /// Squares attacked by the pieces of a role, by color and [`Role::index`].
    pub by_role: [[Bitboard; Role::COUNT]; 2],
    /// Squares attacked at all.
    pub all: [Bitboard; 2],
    /// Squares attacked at least twice.
    pub twice: [Bitboard; 2],
    /// The value of mobility.
    pub mobility: [Score; 2],
    /// The attackers of the enemy king.
    pub king_attackers: [KingAttackers; 2],
}

impl AttackInfo {
    /// Works it all out.
    #[inline(always)]
    pub fn of(context: &AttackContext) -> AttackInfo {
        let mut info = AttackInfo {
            by_role: [[Bitboard::EMPTY; Role::COUNT]; 2],
            all: [Bitboard::EMPTY; 2],
            twice: [Bitboard::EMPTY; 2],
            mobility: [Score::ZERO; 2],
            king_attackers: [KingAttackers::default(); 2],
        };
        info.add_side(context, Color::White);
        info.add_side(context, Color::Black);
        info
    }

    /// What a side's pieces of a role attack.
    #[inline(always)]
    pub fn attacked_by(&self, color: Color, role: Role) -> Bitboard {
        self.by_role[color as usize][role.index()]
    }

    /// What all of a side's pieces attack.
    #[inline(always)]
    pub fn attacked_by_any(&self, color: Color) -> Bitboard {
        self.all[color as usize]
    }

    /// What all of a side's pieces but queen and king attack.
    #[inline(always)]
    pub fn attacked_by_lesser(&self, color: Color) -> Bitboard {
        [
            Role::Pawn,
            Role::Man,
            Role::Knight,
            Role::Bishop,
            Role::Rook,
        ]
        .into_iter()
        .fold(Bitboard::EMPTY, |sum, role| {
            sum | self.attacked_by(color, role)
        })
    }

    /// Adds what the draughts men of a side attack, which is worked out elsewhere.
    #[inline(always)]
    pub fn add_draughts_men(&mut self, context: &AttackContext, color: Color, attacked: Bitboard) {
        let side = color as usize;
        let zone_hits = (attacked & context.king_zones[!color as usize]).count() as i32;
        self.by_role[side][Role::Man.index()] = attacked;
        self.twice[side] |= self.all[side] & attacked;
        self.all[side] |= attacked;
        self.king_attackers[side].count += i32::from(zone_hits > 0);
        self.king_attackers[side].units += zone_hits * context.zone_units[Role::Man.index()];
    }

    #[inline(always)]
    fn add_side(&mut self, context: &AttackContext, color: Color) {
        let side = color as usize;
        let own = context.board.by_color(color) & context.pieces;
        let zone = context.king_zones[!color as usize];
        let pawns = own & context.board.by_role(Role::Pawn);
        let (west, east) = terms::pawn_attacks_by_direction(pawns, color);
        self.all[side] = west | east;
        self.twice[side] = west & east;
        self.by_role[side][Role::Pawn.index()] = west | east;
        self.king_attackers[side].units =
            ((west | east) & zone).count() as i32 * context.zone_units[Role::Pawn.index()];
        if let Some(king) = (own & context.board.by_role(Role::King)).first() {
            let attacked = attacks::king_attacks(king);
            self.by_role[side][Role::King.index()] = attacked;
            self.twice[side] |= self.all[side] & attacked;
            self.all[side] |= attacked;
        }
        let occupied = context.occupied;
        self.add_role(
            context,
            color,
            Role::Knight,
            &context.mobility.knight,
            attacks::knight_attacks,
        );
        self.add_role(
            context,
            color,
            Role::Bishop,
            &context.mobility.bishop,
            |from| attacks::bishop_attacks(from, occupied),
        );
        self.add_role(context, color, Role::Rook, &context.mobility.rook, |from| {
            attacks::rook_attacks(from, occupied)
        });
        self.add_role(
            context,
            color,
            Role::Queen,
            &context.mobility.queen,
            |from| attacks::queen_attacks(from, occupied),
        );
    }

    #[inline(always)]
    fn add_role<const LENGTH: usize>(
        &mut self,
        context: &AttackContext,
        color: Color,
        role: Role,
        mobility: &[Score; LENGTH],
        attacks_from: impl Fn(Square) -> Bitboard,
    ) {
        let side = color as usize;
        let zone = context.king_zones[!color as usize];
        let enemies = context.board.by_color(!color) & context.pieces;
        let mobility_area = (context.vacant | enemies) & !context.mobility_excluded[side];
        let cubes = context.cubes & !context.mobility_excluded[side];
        for from in context.board.pieces(color, role) & context.pieces {
            let attacked = attacks_from(from);
            self.twice[side] |= self.all[side] & attacked;
            self.all[side] |= attacked;
            self.by_role[side][role.index()] |= attacked;
            let squares = (attacked & mobility_area).count() + (attacked & cubes).count() / 2;
            self.mobility[side] += mobility[squares.min(LENGTH - 1)];
            let zone_hits = (attacked & zone).count() as i32;
            self.king_attackers[side].count += i32::from(zone_hits > 0);
            self.king_attackers[side].units += zone_hits * context.zone_units[role.index()];
        }
    }
}
