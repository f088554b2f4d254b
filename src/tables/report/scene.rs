//! Properties of positions that somebody who wants to win can see at a glance.

use crate::rules::{Color, Role, Square};
use crate::show::words;

use super::super::{Signature, Tabled};

/// A piece and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    role: Role,
    square: Square,
    on_second: bool,
}

/// What the conditions look at: a position with Black, the weaker side, to move.
#[derive(Clone, Debug)]
pub struct Scene {
    /// White's pieces.
    white: Vec<Seen>,
    /// White's king, if the game has kings.
    king: Option<Seen>,
    /// Black's king, or its last piece.
    hunted: Option<Seen>,
    /// White's pieces that can promote.
    promoting: Vec<Square>,
    has_two_boards: bool,
    moves: usize,
    is_check: bool,
    /// Whether White would take if it were to move.
    is_attacked: Option<bool>,
}

impl Scene {
    /// Looks at a position with Black to move.
    pub fn new<P: Tabled>(position: &P) -> Scene {
        let board = position.board();
        let seen = |color: Color| -> Vec<Seen> {
            let of_role = |role| {
                board
                    .pieces(color, role)
                    .into_iter()
                    .map(move |at| (role, at))
            };
            let pieces = Role::ALL.into_iter().flat_map(of_role);
            pieces
                .map(|(role, square)| Seen {
                    role,
                    square,
                    on_second: position.second_board().contains(square),
                })
                .collect()
        };
        let (white, black) = (seen(Color::White), seen(Color::Black));
        let king_of = |pieces: &[Seen]| pieces.iter().copied().find(|seen| seen.role == Role::King);
        let promoting = white.iter().filter(|seen| Some(seen.role) == P::PROMOTING);
        let last = (black.len() == 1).then(|| black[0]);
        Scene {
            promoting: promoting.map(|seen| seen.square).collect(),
            king: king_of(&white),
            hunted: king_of(&black).or(last),
            has_two_boards: P::MATERIAL.second_board,
            moves: position.count_legal_moves(),
            is_check: position.is_check(),
            is_attacked: match king_of(&white) {
                Some(_) => None,
                None => would_take(position),
            },
            white,
        }
    }

    fn kings(&self) -> Option<(Seen, Seen)> {
        self.king.zip(self.hunted)
    }

    /// White's pieces but the king.
    fn pieces(&self) -> impl Iterator<Item = &Seen> {
        self.white.iter().filter(|seen| seen.role != Role::King)
    }

    fn bishops(&self) -> Vec<Square> {
        let bishops = self.white.iter().filter(|seen| seen.role == Role::Bishop);
        bishops.map(|seen| seen.square).collect()
    }

    fn foremost(&self) -> Option<Square> {
        self.promoting
            .iter()
            .copied()
            .max_by_key(|square| square.rank())
    }
}

/// Whether White would have a capture if it were to move.
fn would_take<P: Tabled>(position: &P) -> Option<bool> {
    let mut setup = position.setup();
    setup.turn = Color::White;
    let turned = P::from_setup(&setup).ok()?;
    Some(turned.legal_moves().iter().any(|m| m.is_capture()))
}

/// A property of positions, in words: where it holds, and where it does not. `{it}` is
/// Black's king or last piece, `{pawn}` a piece of White's that can promote.
pub struct Condition {
    /// Where it holds, and where it does not.
    pub words: [&'static str; 2],
    /// Whether it holds; `None` where it makes no sense.
    pub holds: fn(&Scene) -> Option<bool>,
}

const fn condition(
    holds: fn(&Scene) -> Option<bool>,
    yes: &'static str,
    no: &'static str,
) -> Condition {
    Condition {
        words: [yes, no],
        holds,
    }
}

/// Whether bishops cover both colours.
pub const BISHOPS: Condition = condition(
    |scene| {
        let bishops = scene.bishops();
        let light = bishops.iter().filter(|square| square.is_light()).count();
        (bishops.len() > 1).then_some(light > 0 && light < bishops.len())
    },
    "bishops on squares of both colours",
    "bishops on squares of one colour",
);

/// All that is looked for.
pub const CONDITIONS: &[Condition] = &[
    condition(
        |scene| Some(edge_distance(scene.hunted?.square) == 0),
        "{it} at the edge",
        "{it} away from the edge",
    ),
    condition(
        |scene| Some(corner(scene.hunted?.square).1 <= 1),
        "{it} in a corner or beside one",
        "{it} far from the corners",
    ),
    condition(
        |scene| Some(scene.moves <= 2),
        "at most two moves for Black",
        "more than two moves for Black",
    ),
    condition(
        |scene| scene.king.map(|_| scene.is_check),
        "check",
        "no check",
    ),
    condition(
        |scene| scene.is_attacked,
        "a threat to take",
        "no threat to take",
    ),
    condition(
        |scene| {
            scene
                .kings()
                .map(|(one, other)| one.square.distance(other.square) <= 2)
        },
        "kings at most two squares apart",
        "kings more than two squares apart",
    ),
    condition(
        |scene| {
            let kings = scene.kings();
            kings.map(|(one, other)| edge_distance(one.square) > edge_distance(other.square))
        },
        "White's king further from the edge than Black's",
        "White's king no further from the edge than Black's",
    ),
    condition(
        line_divides,
        "a line of rook or queen between the kings",
        "no line of rook or queen between the kings",
    ),
    condition(
        |scene| {
            let kings = scene.kings().filter(|_| scene.has_two_boards);
            kings.map(|(one, other)| one.on_second == other.on_second)
        },
        "both kings on one board",
        "the kings on different boards",
    ),
    condition(
        |scene| {
            let (_, black) = scene.kings().filter(|_| scene.has_two_boards)?;
            Some(scene.pieces().all(|seen| seen.on_second == black.on_second))
        },
        "all of White's pieces, the king aside, on the board of Black's king",
        "a piece of White's, the king aside, on the board where Black's king is not",
    ),
    BISHOPS,
    condition(
        |scene| {
            let &[bishop] = &scene.bishops()[..] else {
                return None;
            };
            let (_, hunted) = scene.kings()?;
            Some(corner(hunted.square).0.is_light() == bishop.is_light())
        },
        "{it} nearest to a corner of the bishop's colour",
        "{it} nearest to a corner that the bishop does not reach",
    ),
    condition(
        |scene| Some(scene.foremost()?.rank() >= shakmaty::Rank::Fifth),
        "a {pawn} past the middle",
        "no {pawn} past the middle",
    ),
    condition(
        |scene| {
            let (pawn, (white, black)) = (scene.foremost()?, scene.kings()?);
            Some(white.square.distance(pawn) <= black.square.distance(pawn))
        },
        "White's king as near to the {pawn} as Black's, or nearer",
        "Black's king nearer to the {pawn} than White's",
    ),
    condition(
        |scene| {
            let (pawn, hunted) = (scene.foremost()?, scene.hunted?.square);
            let files = (pawn.file() as i32 - hunted.file() as i32).abs();
            Some(hunted.rank() <= pawn.rank() || files > 1)
        },
        "{it} not in the way of the foremost {pawn}",
        "{it} in the way of the foremost {pawn}",
    ),
    condition(
        is_together,
        "White's pieces together, none more than two squares from the next",
        "White's pieces apart, one more than two squares from the next",
    ),
    condition(
        |scene| {
            let last = scene.hunted.filter(|seen| seen.role == Role::Bishop)?;
            let mut white = scene.white.iter();
            Some(white.all(|seen| seen.square.is_light() != last.square.is_light()))
        },
        "all of White's pieces on the colour that the bishop does not reach",
        "a piece of White's on the bishop's colour",
    ),
];

fn coordinates(square: Square) -> (u32, u32) {
    (square as u32 % 8, square as u32 / 8)
}

fn edge_distance(square: Square) -> u32 {
    let (file, rank) = coordinates(square);
    file.min(7 - file).min(rank).min(7 - rank)
}

/// The nearest corner and the king's moves to it.
fn corner(square: Square) -> (Square, u32) {
    let corners = [Square::A1, Square::H1, Square::A8, Square::H8];
    let distances = corners.map(|corner| (corner, square.distance(corner)));
    let nearest = distances.into_iter().min_by_key(|&(_, distance)| distance);
    nearest.unwrap_or((Square::A1, 0))
}

/// Whether a rook or queen stands on a file or rank between those of the kings.
fn line_divides(scene: &Scene) -> Option<bool> {
    let (white, black) = scene.kings()?;
    let mut lines = scene
        .pieces()
        .filter(|seen| [Role::Rook, Role::Queen].contains(&seen.role))
        .peekable();
    lines.peek()?;
    let ((wf, wr), (bf, br)) = (coordinates(white.square), coordinates(black.square));
    let between = |at, one: u32, other: u32| one.min(other) < at && at < one.max(other);
    Some(lines.any(|seen| {
        let (file, rank) = coordinates(seen.square);
        between(file, wf, bf) || between(rank, wr, br)
    }))
}

/// Whether each of White's pieces has another at most two squares away.
fn is_together(scene: &Scene) -> Option<bool> {
    let near = |one: &Seen| {
        let mut others = scene.white.iter();
        others.any(|other| one.square != other.square && one.square.distance(other.square) <= 2)
    };
    (scene.white.len() > 1).then(|| scene.white.iter().all(near))
}

/// What `{it}` and `{pawn}` are in an ending.
pub fn named<P: Tabled>(words: &str, signature: Signature) -> String {
    let black = signature
        .pieces()
        .into_iter()
        .filter(|piece| piece.color() == Color::Black);
    let it = match black.map(|piece| piece.role()).next() {
        Some(Role::King) | None => "Black's king".to_owned(),
        Some(last) => format!("the last {}", words::role(last)),
    };
    let pawn = P::PROMOTING.map_or("pawn", words::role);
    words.replace("{it}", &it).replace("{pawn}", pawn)
}
