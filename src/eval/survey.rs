//! Attack maps, mobility and pressure on kings, worked out once an evaluation
//! for the men of one board.
//!
//! Everything is always inlined: [`super::HandCrafted::static_eval`] tells why.

use crate::rules::{Bitboard, Board, Color, Role, Square, attacks};

use super::score::Score;
use super::terms;
use super::weights::figures;

/// Something for either side, indexed by `color as usize`.
#[inline(always)]
pub fn per_side<T>(judge: impl Fn(Color) -> T) -> [T; 2] {
    [judge(Color::Black), judge(Color::White)]
}

/// What to look at: a game with several boards has a ground for each.
pub struct Ground<'a> {
    /// All men of the game.
    pub board: &'a Board,
    /// Those that stand on this board.
    pub men: Bitboard,
    /// What blocks lines on this board.
    pub occupied: Bitboard,
    /// Where a man of this board can go without taking anything.
    pub vacant: Bitboard,
    /// Neutral obstacles that can be taken: to go there costs time but opens
    /// lines, so that two count as one square of mobility.
    pub cubes: Bitboard,
    /// Squares that are no use to a side, because an enemy pawn or draughts man
    /// takes there.
    pub shunned: [Bitboard; 2],
    /// The squares around the kings and their own.
    pub zones: [Bitboard; 2],
    /// What the survey adds up by.
    pub mobility: &'a Mobility,
    /// What the survey counts pressure by.
    pub zone_units: &'a ZoneUnits,
}

impl<'a> Ground<'a> {
    /// The only board of a game, where `cubes` are neutral obstacles.
    #[inline(always)]
    pub fn only(
        board: &'a Board,
        cubes: Bitboard,
        mobility: &'a Mobility,
        zone_units: &'a ZoneUnits,
    ) -> Ground<'a> {
        let men = board.occupied();
        Ground {
            board,
            men,
            occupied: men | cubes,
            vacant: !(men | cubes),
            cubes,
            shunned: per_side(|color| terms::pawn_reach(board.pieces(!color, Role::Pawn), !color)),
            zones: per_side(|color| terms::king_zone(board, color)),
            mobility,
            zone_units,
        }
    }
}

figures! {
    /// What it is worth to a piece of each kind to have so many squares to go to.
    pub struct Mobility {
        pub knight: [Score; 9],
        pub bishop: [Score; 14],
        pub rook: [Score; 15],
        pub queen: [Score; 28],
    }
}

/// Attack units for each square of the enemy king's zone that a man attacks, by
/// [`Role::index`]; see [`Pressure`].
pub type ZoneUnits = [i32; Role::COUNT];

/// How much one side's men bear on the enemy king.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pressure {
    /// How many pieces attack the king's zone.
    pub attackers: i32,
    /// Attack units, which the danger grows with the square of.
    pub units: i32,
}

impl std::ops::Add for Pressure {
    type Output = Pressure;

    #[inline(always)]
    fn add(self, other: Pressure) -> Pressure {
        Pressure {
            attackers: self.attackers + other.attackers,
            units: self.units + other.units,
        }
    }
}

/// What both sides' men of one board attack; every field is indexed by
/// `color as usize`.
pub struct Survey {
    /// Squares attacked by the men of a kind, by side and [`Role::index`].
    pub by_role: [[Bitboard; Role::COUNT]; 2],
    /// Squares attacked at all.
    pub all: [Bitboard; 2],
    /// Squares attacked at least twice.
    pub twice: [Bitboard; 2],
    /// The value of free movement.
    pub mobility: [Score; 2],
    /// On the enemy king.
    pub pressure: [Pressure; 2],
}

impl Survey {
    /// Works it all out.
    #[inline(always)]
    pub fn of(ground: &Ground) -> Survey {
        let mut survey = Survey {
            by_role: [[Bitboard::EMPTY; Role::COUNT]; 2],
            all: [Bitboard::EMPTY; 2],
            twice: [Bitboard::EMPTY; 2],
            mobility: [Score::ZERO; 2],
            pressure: [Pressure::default(); 2],
        };
        survey.add_side(ground, Color::White);
        survey.add_side(ground, Color::Black);
        survey
    }

    /// What men of a kind attack.
    #[inline(always)]
    pub fn reach(&self, color: Color, role: Role) -> Bitboard {
        self.by_role[color as usize][role.index()]
    }

    /// What all of a side's men attack.
    #[inline(always)]
    pub fn reach_of_all(&self, color: Color) -> Bitboard {
        self.all[color as usize]
    }

    /// What all of a side's men but queen and king attack.
    #[inline(always)]
    pub fn reach_of_lesser(&self, color: Color) -> Bitboard {
        [
            Role::Pawn,
            Role::Man,
            Role::Knight,
            Role::Bishop,
            Role::Rook,
        ]
        .into_iter()
        .fold(Bitboard::EMPTY, |sum, role| sum | self.reach(color, role))
    }

    /// Adds squares that the draughts men of a side cover, which the survey cannot
    /// tell by itself.
    #[inline(always)]
    pub fn add_draughts_men(&mut self, ground: &Ground, color: Color, cover: Bitboard) {
        let side = color as usize;
        let hits = (cover & ground.zones[!color as usize]).count() as i32;
        self.by_role[side][Role::Man.index()] = cover;
        self.twice[side] |= self.all[side] & cover;
        self.all[side] |= cover;
        self.pressure[side].attackers += i32::from(hits > 0);
        self.pressure[side].units += hits * ground.zone_units[Role::Man.index()];
    }

    #[inline(always)]
    fn add_side(&mut self, ground: &Ground, color: Color) {
        let side = color as usize;
        let own = ground.board.by_color(color) & ground.men;
        let zone = ground.zones[!color as usize];
        let pawns = own & ground.board.by_role(Role::Pawn);
        let (west, east) = terms::pawn_reach_by_wing(pawns, color);
        self.all[side] = west | east;
        self.twice[side] = west & east;
        self.by_role[side][Role::Pawn.index()] = west | east;
        self.pressure[side].units =
            ((west | east) & zone).count() as i32 * ground.zone_units[Role::Pawn.index()];
        if let Some(king) = (own & ground.board.by_role(Role::King)).first() {
            let reach = attacks::king_attacks(king);
            self.by_role[side][Role::King.index()] = reach;
            self.twice[side] |= self.all[side] & reach;
            self.all[side] |= reach;
        }
        let occupied = ground.occupied;
        self.add_pieces(
            ground,
            color,
            Role::Knight,
            &ground.mobility.knight,
            attacks::knight_attacks,
        );
        self.add_pieces(
            ground,
            color,
            Role::Bishop,
            &ground.mobility.bishop,
            |from| attacks::bishop_attacks(from, occupied),
        );
        self.add_pieces(ground, color, Role::Rook, &ground.mobility.rook, |from| {
            attacks::rook_attacks(from, occupied)
        });
        self.add_pieces(ground, color, Role::Queen, &ground.mobility.queen, |from| {
            attacks::queen_attacks(from, occupied)
        });
    }

    #[inline(always)]
    fn add_pieces<const LENGTH: usize>(
        &mut self,
        ground: &Ground,
        color: Color,
        role: Role,
        mobility: &[Score; LENGTH],
        reach_from: impl Fn(Square) -> Bitboard,
    ) {
        let side = color as usize;
        let zone = ground.zones[!color as usize];
        let enemies = ground.board.by_color(!color) & ground.men;
        let useful = (ground.vacant | enemies) & !ground.shunned[side];
        let cubes = ground.cubes & !ground.shunned[side];
        for from in ground.board.pieces(color, role) & ground.men {
            let reach = reach_from(from);
            self.twice[side] |= self.all[side] & reach;
            self.all[side] |= reach;
            self.by_role[side][role.index()] |= reach;
            let squares = (reach & useful).count() + (reach & cubes).count() / 2;
            self.mobility[side] += mobility[squares.min(LENGTH - 1)];
            let hits = (reach & zone).count() as i32;
            self.pressure[side].attackers += i32::from(hits > 0);
            self.pressure[side].units += hits * ground.zone_units[role.index()];
        }
    }
}
