//! Which pieces an ending has.

use std::fmt;

use thiserror::Error;

use crate::rules::{Color, Piece, Position, Role};

use super::{MAX_PIECES, Tabled};

/// The kinds of pieces in the order in which a signature names them.
const ORDER: [Role; Role::COUNT] = [
    Role::King,
    Role::Queen,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Pawn,
    Role::Man,
];

/// The pieces of both sides, the stronger side's first: `KRvK`, as Syzygy names them, with
/// `M` for a man.
///
/// In a table the stronger side is White. More pieces are stronger than fewer, and among as
/// many the kinds that come first in `KQRBNPM`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signature {
    /// How many of each kind in [`ORDER`] White and Black have.
    counts: [[u8; Role::COUNT]; 2],
}

/// Why a text names no ending of a game.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SignatureError {
    /// Neither side can be read.
    #[error("'{0}' is no ending such as KRvK")]
    Unreadable(String),
    /// The game has no such pieces, or other numbers of kings.
    #[error("'{0}' is no ending of this game: {1}")]
    NotOfGame(String, &'static str),
}

impl Signature {
    /// The pieces of a position, and whether Black has the stronger side's.
    pub fn of<P: Position>(position: &P) -> (Signature, bool) {
        let board = position.board();
        let count = |color| ORDER.map(|role| board.pieces(color, role).count() as u8);
        Signature::normal([count(Color::White), count(Color::Black)])
    }

    fn normal(mut counts: [[u8; Role::COUNT]; 2]) -> (Signature, bool) {
        let strength = |side: &[u8; Role::COUNT]| (side.iter().sum::<u8>(), *side);
        let exchanged = strength(&counts[0]) < strength(&counts[1]);
        if exchanged {
            counts.swap(0, 1);
        }
        (Signature { counts }, exchanged)
    }

    /// Reads a signature of a game, whichever side comes first.
    ///
    /// # Errors
    ///
    /// If the game has no table for it.
    pub fn parse<P: Tabled>(text: &str) -> Result<Signature, SignatureError> {
        let read = || {
            let (white, black) = text.split_once('v')?;
            let mut counts = [[0; Role::COUNT]; 2];
            for (side, letters) in counts.iter_mut().zip([white, black]) {
                for letter in letters.chars() {
                    let letter_of = |role: &Role| role.letter() == letter;
                    side[ORDER.iter().position(letter_of)?] += 1;
                }
            }
            Some(Signature::normal(counts).0)
        };
        let signature = read().ok_or_else(|| SignatureError::Unreadable(text.to_owned()))?;
        match signature.fault::<P>() {
            None => Ok(signature),
            Some(fault) => Err(SignatureError::NotOfGame(text.to_owned(), fault)),
        }
    }

    /// Why a game has no table for these pieces.
    fn fault<P: Tabled>(&self) -> Option<&'static str> {
        let material = P::MATERIAL;
        let has = |side: usize, role| self.count(side, role) > 0;
        if ORDER
            .iter()
            .any(|&role| !material.has(role) && (has(0, role) || has(1, role)))
        {
            return Some("it has other pieces");
        }
        let kings = [0, 1].map(|side| self.count(side, Role::King));
        if !kings.iter().all(|count| material.kings.contains(count)) {
            return Some("it has another number of kings");
        }
        if self.counts[1].iter().all(|&count| count == 0) {
            return Some("each side has a piece");
        }
        if has(0, Role::Pawn) && has(1, Role::Pawn) {
            return Some("tables leave out en passant, and with it pawns of both sides");
        }
        match self.men() {
            0..=2 if kings == [1, 1] => Some("two kings are a draw"),
            ..=MAX_PIECES => None,
            _ => Some("tables have no more than five pieces"),
        }
    }

    fn count(&self, side: usize, role: Role) -> usize {
        let kinds = ORDER.iter().zip(self.counts[side]);
        kinds
            .filter(|&(&kind, _)| kind == role)
            .map(|(_, count)| usize::from(count))
            .sum()
    }

    /// How many pieces there are.
    pub fn men(&self) -> usize {
        self.counts
            .as_flattened()
            .iter()
            .map(|&n| usize::from(n))
            .sum()
    }

    /// All pieces, those of White, the stronger side, first.
    pub fn pieces(&self) -> Vec<Piece> {
        let sides = self.counts.iter().zip([Color::White, Color::Black]);
        let kinds = sides.flat_map(|(side, color)| {
            let kinds = side.iter().zip(ORDER);
            kinds.map(move |(&count, role)| (count, Piece::new(color, role)))
        });
        kinds
            .flat_map(|(count, piece)| (0..count).map(move |_| piece))
            .collect()
    }

    /// Whether left and right are all that can be exchanged, since some piece promotes.
    pub fn is_directed<P: Tabled>(&self) -> bool {
        P::PROMOTING.is_some_and(|role| [0, 1].iter().any(|&side| self.count(side, role) > 0))
    }

    /// The endings that one move that takes or promotes can lead to, as far as they have
    /// tables.
    pub fn after_a_move<P: Tabled>(&self) -> Vec<Signature> {
        let most_taken = if P::MATERIAL.men { MAX_PIECES } else { 1 };
        let mut found = Vec::new();
        for (us, them) in [(0, 1), (1, 0)] {
            let mut promoted = vec![self.counts];
            if let Some(from) = P::PROMOTING
                && self.count(us, from) > 0
            {
                for role in Role::PROMOTIONS {
                    if P::can_become(role, self.count(us, role)) {
                        let mut counts = self.counts;
                        for (kind, count) in ORDER.iter().zip(&mut counts[us]) {
                            *count -= u8::from(*kind == from);
                            *count += u8::from(*kind == role);
                        }
                        promoted.push(counts);
                    }
                }
            }
            let mut reached = promoted;
            let mut last = reached.clone();
            for _ in 0..most_taken {
                let mut next = Vec::new();
                for counts in &last {
                    for (kind, role) in ORDER.iter().enumerate() {
                        if *role != Role::King && counts[them][kind] > 0 {
                            let mut counts = *counts;
                            counts[them][kind] -= 1;
                            next.push(counts);
                        }
                    }
                }
                reached.extend_from_slice(&next);
                last = next;
            }
            found.extend(
                reached
                    .into_iter()
                    .map(|counts| Signature::normal(counts).0),
            );
        }
        found.retain(|other| other != self && other.fault::<P>().is_none());
        found.sort_unstable();
        found.dedup();
        found
    }

    /// These endings and all that they can lead to, those first that the others need.
    pub fn with_needed<P: Tabled>(wanted: &[Signature]) -> Vec<Signature> {
        let mut all = wanted.to_vec();
        let mut next = 0;
        while let Some(signature) = all.get(next) {
            for needed in signature.after_a_move::<P>() {
                if !all.contains(&needed) {
                    all.push(needed);
                }
            }
            next += 1;
        }
        let promoting = |signature: &Signature| {
            P::PROMOTING.map_or(0, |role| {
                signature.count(0, role) + signature.count(1, role)
            })
        };
        all.sort_unstable_by_key(|signature| (signature.men(), promoting(signature), *signature));
        all.dedup();
        all
    }

    /// All endings of a game with so many pieces that have tables.
    pub fn all<P: Tabled>(men: usize) -> Vec<Signature> {
        let mut sides: Vec<Vec<[u8; Role::COUNT]>> = vec![vec![[0; Role::COUNT]]];
        for _ in 0..men.min(MAX_PIECES) {
            let last = &sides[sides.len() - 1];
            let more = last.iter().flat_map(|side| {
                (0..Role::COUNT).map(|kind| {
                    let mut side = *side;
                    side[kind] += 1;
                    side
                })
            });
            let mut more: Vec<_> = more.collect();
            more.sort_unstable();
            more.dedup();
            sides.push(more);
        }
        let mut found = Vec::new();
        for black in 1..=men / 2 {
            let (Some(whites), Some(blacks)) = (sides.get(men - black), sides.get(black)) else {
                continue;
            };
            for white in whites {
                let pairs = blacks
                    .iter()
                    .map(|black| Signature::normal([*white, *black]).0);
                found.extend(pairs.filter(|signature| signature.fault::<P>().is_none()));
            }
        }
        found.sort_unstable_by(|one, other| other.cmp(one));
        found.dedup();
        found
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (side, counts) in self.counts.iter().enumerate() {
            if side == 1 {
                f.write_str("v")?;
            }
            for (role, &count) in ORDER.iter().zip(counts) {
                for _ in 0..count {
                    write!(f, "{}", role.letter())?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::alice::Alice;
    use crate::rules::clupso::Clupso;
    use crate::rules::elolbia::Elolbia;

    use super::*;

    fn texts(signatures: &[Signature]) -> Vec<String> {
        signatures.iter().map(Signature::to_string).collect()
    }

    #[test]
    fn the_stronger_side_comes_first() {
        for (text, written) in [("KRvK", "KRvK"), ("KvKR", "KRvK"), ("KRvKQ", "KQvKR")] {
            let read = Signature::parse::<Alice>(text).unwrap();
            assert_eq!(read.to_string(), written);
        }
        assert_eq!(
            Signature::parse::<Clupso>("RvMM").unwrap().to_string(),
            "MMvR"
        );
        let position = <Alice as crate::notation::Notation>::from_fen("8/8/8/8/1K6/8/8/k6|r w");
        let (signature, exchanged) = Signature::of(&position.unwrap());
        assert_eq!((signature.to_string().as_str(), exchanged), ("KRvK", true));
    }

    #[test]
    fn what_has_no_table_is_refused() {
        let refused = |text| Signature::parse::<Alice>(text).unwrap_err().to_string();
        for text in ["KR", "KXvK", "KRvvK", ""] {
            assert!(refused(text).contains("is no ending such as"), "{text}");
        }
        assert!(refused("KMvK").ends_with("it has other pieces"));
        assert!(refused("KPvKP").contains("en passant"));
        assert!(refused("RvK").ends_with("another number of kings"));
        assert!(refused("KvK").ends_with("a draw"));
        assert!(refused("KRRRRvK").ends_with("five pieces"));
        assert!(Signature::parse::<Clupso>("KRvK").is_err());
        assert!(Signature::parse::<Clupso>("Rv").is_err());
        assert!(Signature::parse::<Elolbia>("KMvK").is_ok());
    }

    #[test]
    fn classes_are_counted() {
        assert_eq!(
            texts(&Signature::all::<Alice>(3)),
            ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"]
        );
        let without_pawns = |men| {
            let all = texts(&Signature::all::<Alice>(men));
            all.iter().filter(|text| !text.contains('P')).count()
        };
        assert_eq!(without_pawns(4), 20);
        assert_eq!(Signature::all::<Clupso>(2).len(), 15);
        assert_eq!(Signature::all::<Clupso>(3).len(), 75);
        assert_eq!(Signature::all::<Clupso>(4).len(), 295);
        assert_eq!(Signature::all::<Elolbia>(4).len(), 30);
    }

    #[test]
    fn what_is_needed_comes_before() {
        let needed = |text| {
            let signature = Signature::parse::<Alice>(text).unwrap();
            texts(&Signature::with_needed::<Alice>(&[signature]))
        };
        assert_eq!(needed("KRvK"), ["KRvK"]);
        assert_eq!(needed("KPvK"), ["KNvK", "KBvK", "KRvK", "KQvK", "KPvK"]);
        let men = Signature::parse::<Clupso>("MMvM").unwrap();
        let needed = Signature::with_needed::<Clupso>(&[men]);
        for (place, signature) in needed.iter().enumerate() {
            for before in signature.after_a_move::<Clupso>() {
                assert!(
                    needed[..place].contains(&before),
                    "{before} for {signature}"
                );
            }
        }
        // No side gets a second queen.
        assert!(!texts(&needed).iter().any(|text| text.contains("QQ")));
    }
}
