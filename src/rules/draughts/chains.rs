//! Jumps of a draughts man, alone and in chains, on bitboards.
//!
//! A jump goes two files and two ranks on, so that a chain never leaves the
//! squares whose files and ranks have the parity of its origin's, and what it
//! jumps over has the opposite parity in both: no landing square is ever a
//! square jumped over. The squares that can be jumped over from there are three
//! by three, which is why nine bits name all that a chain takes. The landing
//! squares fall into two halves, like the colours of a chessboard, and a chain
//! keeps to one of them. Within it each square jumped over joins just one pair
//! of landing squares. Hence origin and the set of what is taken determine where
//! the chain ends, whatever its route.

use shakmaty::{Bitboard, Color, Square, attacks};

/// The diagonal steps in the alphabetical order of the squares they lead to.
const DIAGONALS: [i32; 4] = [-9, 7, -7, 9];

/// The squares that can be jumped over: those with a square on every side.
const INTERIOR: Bitboard = Bitboard(0x007e_7e7e_7e7e_7e00);

/// Where men can stand in whose chains a piece on a square may be jumped
/// over; nowhere for a square on the border.
static LANDINGS_AROUND: [Bitboard; 64] = {
    let mut table = [Bitboard::EMPTY; 64];
    let mut index = 0;
    while index < 64 {
        if INTERIOR.contains(Square::new(index)) {
            let parity = (1 - index % 2) + 8 * (1 - index / 8 % 2);
            table[index as usize] = Bitboard(0x0055_0055_0055_0055 << parity);
        }
        index += 1;
    }
    table
};

/// The squares of each set of nine, for origins on even files and ranks
/// counted from 0.
static TAKEN: [Bitboard; 512] = {
    let mut table = [Bitboard::EMPTY; 512];
    let mut set = 0;
    while set < 512 {
        let mut bit = 0;
        while bit < 9 {
            if set >> bit & 1 != 0 {
                table[set].0 |= 1 << (9 + bit % 3 * 2 + bit / 3 * 16);
            }
            bit += 1;
        }
        set += 1;
    }
    table
};

/// The bit of a square jumped over in the set of a chain.
#[inline]
pub fn chain_bit(over: Square) -> u16 {
    let third = |coordinate: u32| coordinate.saturating_sub(1) / 2;
    1 << (third(over.file().to_u32()) + 3 * third(over.rank().to_u32()))
}

/// The squares that a chain from `origin` jumps over.
#[inline]
pub fn taken(origin: Square, chain: u16) -> Bitboard {
    let parity = origin.to_u32() % 2 + 8 * (origin.to_u32() / 8 % 2);
    Bitboard(TAKEN[usize::from(chain & 511)].0 << parity)
}

#[inline]
fn diagonal_neighbours(square: Square) -> Bitboard {
    attacks::pawn_attacks(Color::White, square) | attacks::pawn_attacks(Color::Black, square)
}

/// The square behind `over`, which must be in the interior and next to `at`.
#[inline]
fn behind(at: Square, over: Square) -> Square {
    Square::new((2 * over.to_u32()).wrapping_sub(at.to_u32()) & 63)
}

/// The men that can jump over an enemy.
#[inline]
pub fn jumpers(men: Bitboard, enemy: Bitboard, empty: Bitboard) -> Bitboard {
    let over = enemy & INTERIOR;
    DIAGONALS.iter().fold(Bitboard::EMPTY, |jumpers, &step| {
        jumpers | (empty.shift(-step) & over).shift(-step) & men
    })
}

/// Calls `visit` with the end and the set of every chain from `origin`, once
/// for each set.
#[inline]
pub fn for_each_chain(
    origin: Square,
    enemy: Bitboard,
    empty: Bitboard,
    visit: &mut impl FnMut(Square, u16),
) {
    let mut seen = [0; 8];
    let empty = empty.with(origin);
    extend(origin, 0, enemy & INTERIOR, empty, &mut seen, visit);
}

fn extend(
    at: Square,
    chain: u16,
    enemy: Bitboard,
    empty: Bitboard,
    seen: &mut [u64; 8],
    visit: &mut impl FnMut(Square, u16),
) {
    for over in diagonal_neighbours(at) & enemy {
        let to = behind(at, over);
        if !empty.contains(to) {
            continue;
        }
        let chain = chain | chain_bit(over);
        // Two routes over the same squares enclose a circle of four or more.
        if chain.count_ones() >= 4 {
            let word = &mut seen[usize::from(chain / 64)];
            let bit = 1 << (chain % 64);
            if *word & bit != 0 {
                continue;
            }
            *word |= bit;
        }
        visit(to, chain);
        extend(to, chain, enemy.without(over), empty, seen, visit);
    }
}

/// All routes of a chain, each with its origin, in alphabetical order; none if the set
/// belongs to no chain from there.
pub fn all_routes(origin: Square, chain: u16) -> Vec<Vec<Square>> {
    fn search(left: Bitboard, route: &mut Vec<Square>, routes: &mut Vec<Vec<Square>>) {
        let Some(&at) = route.last() else { return };
        if left.is_empty() {
            routes.push(route.clone());
            return;
        }
        for step in DIAGONALS {
            let over = at
                .offset(step)
                .filter(|&over| (diagonal_neighbours(at) & left).contains(over));
            if let Some(over) = over {
                route.push(behind(at, over));
                search(left.without(over), route, routes);
                route.pop();
            }
        }
    }
    let mut routes = Vec::new();
    search(taken(origin, chain), &mut vec![origin], &mut routes);
    routes
}

/// The set that a route takes, whose first square is the origin; `None` if a
/// step of it is no jump or jumps over a square for the second time.
pub fn chain_of_route(route: &[Square]) -> Option<u16> {
    let mut chain = 0;
    for jump in route.windows(2) {
        let over = (diagonal_neighbours(jump[0]) & diagonal_neighbours(jump[1]))
            .single_square()
            .filter(|&over| INTERIOR.contains(over) && behind(jump[0], over) == jump[1])?;
        if chain & chain_bit(over) != 0 {
            return None;
        }
        chain |= chain_bit(over);
    }
    (chain != 0).then_some(chain)
}

/// The men among whose chains may be one that jumps over `target`, by their
/// squares alone.
#[inline]
pub fn possible_takers(target: Square, men: Bitboard) -> Bitboard {
    men & LANDINGS_AROUND[target.to_usize()]
}

/// The squares of opposite parity to a piece in the interior: whether they
/// are empty decides how men can reach it.
#[inline]
pub fn landings_around(target: Square) -> Bitboard {
    LANDINGS_AROUND[target.to_usize()]
}

/// The squares of the same parity as a piece's: who stands there may be
/// jumped over by men on their way to it.
#[inline]
pub fn same_parity(target: Square) -> Bitboard {
    let parity = target.to_u32() % 2 + 8 * (target.to_u32() / 8 % 2);
    Bitboard(0x0055_0055_0055_0055 << parity)
}

/// Whether a chain of one of the `men` can jump over `target`. `enemy` are the
/// pieces that men may jump over on the way.
///
/// All squares that any of them can reach are found at once. This is exact,
/// though a chain may use its own origin: it need not on the way to a square,
/// and a last jump back to the origin could have been the first, reversed.
#[inline]
pub fn can_be_taken(target: Square, men: Bitboard, enemy: Bitboard, empty: Bitboard) -> bool {
    let men = possible_takers(target, men);
    if men.is_empty() {
        return false;
    }
    let beside = diagonal_neighbours(target);
    if beside.is_disjoint(empty) {
        return false;
    }
    let over = enemy & INTERIOR;
    let mut reached = men;
    let mut fresh = men;
    loop {
        for before in reached & beside {
            if empty.contains(behind(before, target)) {
                return true;
            }
        }
        fresh = DIAGONALS.iter().fold(Bitboard::EMPTY, |landings, &step| {
            landings | (fresh.shift(step) & over).shift(step)
        }) & empty
            & !reached;
        if fresh.is_empty() {
            return false;
        }
        reached |= fresh;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chains(origin: Square, enemy: Bitboard, empty: Bitboard) -> Vec<(Square, u16)> {
        let mut list = Vec::new();
        for_each_chain(origin, enemy, empty, &mut |to, chain| {
            list.push((to, chain))
        });
        list
    }

    #[test]
    fn sets_and_squares_belong_together() {
        for origin in Square::ALL {
            for (_, chain) in chains(origin, Bitboard::FULL, Bitboard::FULL) {
                let squares = taken(origin, chain);
                let bits = squares.into_iter().map(chain_bit);
                assert_eq!(bits.fold(0, |set, bit| set | bit), chain);
                assert!(squares.is_subset(INTERIOR));
            }
        }
    }

    #[test]
    fn no_set_comes_twice_and_the_end_follows_from_it() {
        for origin in Square::ALL {
            let list = chains(origin, Bitboard::FULL, Bitboard::FULL);
            for (index, &(to, chain)) in list.iter().enumerate() {
                assert!(list[..index].iter().all(|&(_, other)| other != chain));
                let routes = all_routes(origin, chain);
                assert_eq!(routes[0].last(), Some(&to));
                let sets = routes.iter().map(|route| chain_of_route(route));
                assert!(sets.into_iter().all(|set| set == Some(chain)));
            }
        }
        assert!(all_routes(Square::A1, 0b1_0000_0000).is_empty());
        assert_eq!(chain_of_route(&[Square::H3, Square::B6]), None);
    }

    #[test]
    fn taking_agrees_with_the_list_of_chains() {
        let mut random = 1_u64;
        let mut next = || {
            random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            random ^ random >> 29
        };
        let mut taken_often = 0;
        for _ in 0..20_000 {
            let men = Bitboard(next() & next() & next());
            let enemy = Bitboard(next() | next()) & !men;
            let empty = !(men | enemy) | Bitboard(next() & next()) & !men;
            let enemy = enemy & !empty;
            for target in enemy & INTERIOR {
                let slow = men.into_iter().any(|man| {
                    chains(man, enemy, empty)
                        .iter()
                        .any(|&(_, chain)| taken(man, chain).contains(target))
                });
                taken_often += usize::from(slow);
                assert_eq!(can_be_taken(target, men, enemy, empty), slow);
            }
        }
        assert!(taken_often > 1000);
    }
}
