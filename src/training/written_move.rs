//! A move in two bytes, more for a chain of jumps: squares and promotion, whatever
//! the bits of [`Move`] and the order of the move generator are.

use shakmaty::Square;
use smallvec::{SmallVec, smallvec};

use crate::notation::{self, Notation};
use crate::rules::{Move, MoveKind, MoveList, Role};

/// Stands in place of a promotion where a route of more than two squares follows.
const LONGER_ROUTE: u8 = 15;

/// The squares that a move names in turn, and what is promoted to. A chain of jumps
/// names every landing, so that nobody can mistake what it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenMove {
    squares: SmallVec<[Square; 4]>,
    promotion: Option<Role>,
}

impl WrittenMove {
    /// What a move's coordinate notation says.
    pub fn new(m: Move) -> WrittenMove {
        WrittenMove {
            squares: notation::route(m).into(),
            promotion: m.promoted_to(),
        }
    }

    /// The legal move, if there is one; a chain by any of its routes.
    pub fn find<P: Notation>(&self, position: &P) -> Option<Move> {
        let mut text: String = self.squares.iter().map(Square::to_string).collect();
        text.extend(
            self.promotion
                .map(|role| role.letter().to_ascii_lowercase()),
        );
        position.parse_coordinates(&text).ok()
    }

    /// Appends the bytes.
    pub fn encode(&self, bytes: &mut Vec<u8>) {
        let promotion = self.promotion.map_or(0, code_of_role);
        let (start, further) = self.squares.split_at(2);
        let code = match further {
            [] => promotion,
            _ => LONGER_ROUTE,
        };
        let start = start[0] as u16 | (start[1] as u16) << 6 | u16::from(code) << 12;
        bytes.extend(start.to_le_bytes());
        if !further.is_empty() {
            // A chain has no more than nine jumps: the cast is exact.
            bytes.push(promotion | (further.len() as u8) << 4);
            bytes.extend(further.iter().map(|&square| square as u8));
        }
    }

    /// Reads a move from the front of `bytes`; `None` if there is none.
    pub fn decode(bytes: &mut &[u8]) -> Option<WrittenMove> {
        let start = u16::from_le_bytes(*bytes.split_off(..2)?.as_array()?);
        let square = |number: u16| Square::new(u32::from(number & 63));
        let mut squares: SmallVec<[Square; 4]> = smallvec![square(start), square(start >> 6)];
        let mut promotion = (start >> 12) as u8;
        if promotion == LONGER_ROUTE {
            let &extension = bytes.split_off_first()?;
            promotion = extension & 15;
            for &number in bytes.split_off(..usize::from(extension >> 4))? {
                squares.push(Square::try_from(number).ok()?);
            }
        }
        Some(WrittenMove {
            squares,
            promotion: match promotion {
                0 => None,
                code => Some(role_of_code(code)?),
            },
        })
    }
}

/// The number of a promotion in the file; a new kind of piece takes the next one,
/// up to 14.
fn code_of_role(role: Role) -> u8 {
    match role {
        Role::Queen => 1,
        Role::Rook => 2,
        Role::Bishop => 3,
        Role::Knight => 4,
        Role::King => 5,
        Role::Pawn => 6,
        Role::Man => 7,
    }
}

fn role_of_code(code: u8) -> Option<Role> {
    Role::ALL
        .into_iter()
        .find(|&role| code_of_role(role) == code)
}

/// The legal moves in an order that no change of the move generator and of the bits
/// of [`Move`] changes. Files of version 1 name a move by its place in it, and the
/// seed of a game chooses its opening by it.
pub fn moves_in_order<P: Notation>(position: &P) -> MoveList {
    let mut moves = position.legal_moves();
    moves.sort_unstable_by_key(order);
    moves
}

/// What the moves were sorted by when the bits of a move were, from the highest: the
/// chain, the promotion, the kind, the destination, the origin.
fn order(m: &Move) -> (u16, u8, u8, Square, Square) {
    let promotion = match m.promoted_to() {
        None => 0,
        Some(Role::Pawn) => 1,
        Some(Role::Knight) => 2,
        Some(Role::Bishop) => 3,
        Some(Role::Rook) => 4,
        Some(Role::Queen) => 5,
        Some(Role::King) => 6,
        Some(Role::Man) => 7,
    };
    let kind = match m.kind() {
        MoveKind::Quiet => 1,
        MoveKind::Capture => 2,
        MoveKind::DoubleStep => 3,
        MoveKind::EnPassant => 4,
        MoveKind::CastleShort => 5,
        MoveKind::CastleLong => 6,
        MoveKind::TakeNeutral => 7,
        MoveKind::Jump => 8,
    };
    (m.chain(), promotion, kind, m.to(), m.from())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::alice::Alice;
    use crate::rules::chess::Chess;
    use crate::rules::clupso::Clupso;
    use crate::rules::elolbia::Elolbia;
    use crate::rules::iceage::IceAge;

    fn position<P: Notation>(fen: &str) -> P {
        P::from_fen(fen).unwrap()
    }

    fn texts<P: Notation>(fen: &str) -> String {
        let position: P = position(fen);
        let moves = moves_in_order(&position).into_iter();
        let texts: Vec<String> = moves.map(|m| m.to_string()).collect();
        texts.join(" ")
    }

    /// What files of version 1 are read by; no change may change it.
    #[test]
    fn the_order_of_moves_is_frozen() {
        // Castling, en passant, promotions.
        assert_eq!(
            texts::<Chess>("3k4/1P6/8/3pP3/8/8/8/R3K3 w Q d6 0 2"),
            "a1b1 a1c1 a1d1 e1d1 e1f1 a1a2 e1d2 e1e2 e1f2 a1a3 a1a4 a1a5 a1a6 e5e6 a1a7 \
             a1a8 e5d6 e1c1 b7b8n b7b8b b7b8r b7b8q"
        );
        // A double step, and a cube taken.
        assert_eq!(
            texts::<IceAge>("3k4/8/8/8/8/1*6/P1*5/1N2K3 w - - 0 2"),
            "e1d1 e1f1 b1d2 e1d2 e1e2 e1f2 b1a3 a2a3 b1c3 a2a4 a2b3"
        );
        assert_eq!(
            texts::<Alice>("4k3/8/8/8/8/8/7P/4K2|B w - - 0 1"),
            "e1d1 e1f1 e1d2 e1e2 e1f2 h1g2 h1f3 h2h3 h1e4 h1d5 h1c6 h1b7 h1a8 h2h4"
        );
        // Chains.
        assert_eq!(
            texts::<Elolbia>("k7/8/3m1m2/8/3m1m2/2M5/8/K7 w - - 0 1"),
            "a1b1 a1a2 a1b2 c3c2 c3b3 c3d3 c3c4 c3e5 c3e5g3 c3e5c7 c3e5g7"
        );
        assert_eq!(
            texts::<Clupso>("8/1m1M4/M7/8/8/8/8/NN5m w - - 0 1"),
            "a1c2 b1d2 b1a3 a1b3 b1c3 a6a5 a6b6 d7d6 a6a7 d7c7 d7e7 d7d8 d7d8b d7d8r d7d8q \
             a6c8 a6c8b a6c8r a6c8q"
        );
    }

    fn moves_come_back<P: Notation>() {
        for fen in P::SAMPLE_FENS {
            let start: P = position(fen);
            for first in start.legal_moves() {
                let mut position = start.clone();
                position.play(first);
                for m in position.legal_moves() {
                    let mut bytes = Vec::new();
                    let written = WrittenMove::new(m);
                    written.encode(&mut bytes);
                    bytes.push(99);
                    let mut rest = bytes.as_slice();
                    assert_eq!(WrittenMove::decode(&mut rest), Some(written.clone()));
                    assert_eq!(rest, [99], "{m:?}");
                    assert_eq!(written.find(&position), Some(m), "{}", position.fen());
                    for end in 0..bytes.len() - 1 {
                        assert_eq!(WrittenMove::decode(&mut &bytes[..end]), None);
                    }
                }
            }
        }
    }

    for_each_game!(moves_come_back);

    #[test]
    fn chains_and_promotions_take_the_documented_bytes() {
        let bytes = |position: &Clupso, text: &str| {
            let m = position.parse_coordinates(text).unwrap();
            let mut bytes = Vec::new();
            WrittenMove::new(m).encode(&mut bytes);
            bytes
        };
        // A queen is 1, a6 40, c8 58, d7 51, d8 59.
        let base = position("8/1m1M4/M7/8/8/8/8/NN5m w - - 0 1");
        assert_eq!(bytes(&base, "d7d8"), [0xf3, 0x0e]);
        assert_eq!(bytes(&base, "d7d8q"), [0xf3, 0x1e]);
        assert_eq!(bytes(&base, "a6c8q"), [0xa8, 0x1e]);
        let jumps = position::<Clupso>("8/1m6/8/1m6/M7/8/8/8 w - - 0 1");
        // a4 is 24, c6 42, a8 56.
        assert_eq!(bytes(&jumps, "a4c6"), [0x98, 0x0a]);
        assert_eq!(bytes(&jumps, "a4c6a8"), [0x98, 0xfa, 0x10, 56]);
        let [low, high] = [0x98, 0xfa];
        // Square 64, and a promotion that is none.
        assert_eq!(
            WrittenMove::decode(&mut [low, high, 0x10, 64].as_slice()),
            None
        );
        assert_eq!(
            WrittenMove::decode(&mut [low, high, 0x1e, 56].as_slice()),
            None
        );
        assert_eq!(WrittenMove::decode(&mut [0, 0xe0].as_slice()), None);
    }

    #[test]
    fn a_chain_is_found_by_any_of_its_routes() {
        // Round by b3 or by d3, all four men are taken.
        let ring: Elolbia = position("k7/8/8/1m1m4/8/1m1m4/2M5/K7 w - - 0 1");
        let routes = ["c2a4c6e4c2", "c2e4c6a4c2"].map(|text| WrittenMove {
            squares: text
                .as_bytes()
                .chunks(2)
                .map(|square| Square::from_ascii(square).unwrap())
                .collect(),
            promotion: None,
        });
        let found = routes[0].find(&ring).unwrap();
        assert_eq!(found.chain().count_ones(), 4);
        assert_eq!(routes[1].find(&ring), Some(found));
    }
}
