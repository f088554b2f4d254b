//! What is said of moves and positions in English, for status lines, terminals and screen
//! readers.

use std::iter;

use crate::rules::changes::{Occupant, SquareChange};
use crate::rules::{Color, EndReason, MoveKind, Outcome, Piece, Role, Square};

use super::Record;
use super::effects::MoveEffects;
use super::supplement::{Countdown, Reason};

/// The kind of a piece.
pub fn role(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
        Role::Man => "man",
    }
}

/// The name of a side.
pub fn side(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

/// The number before the move that is to be made: `12.` or `12...`.
pub fn move_number(record: &dyn Record) -> String {
    let number = record.state().fullmove_number;
    format!("{number}{}", record.turn().fold_wb(".", "..."))
}

/// What the boards do not show, in a line; `None` if that is nothing.
pub fn status(record: &dyn Record) -> Option<String> {
    let supplement = record.supplement();
    let countdown = record.countdown().map(|countdown| {
        let squares: Vec<String> = countdown.lost.into_iter().map(|s| s.to_string()).collect();
        format!(
            "{}: after Black's move {}, in {} plies; would {} now: {}",
            countdown.words.title,
            countdown.after_move,
            countdown.plies,
            countdown.words.lose,
            match squares.is_empty() {
                true => "none".to_owned(),
                false => squares.join(" "),
            }
        )
    });
    let pools = supplement.pools.map(|pools| {
        let [white, black] = pools.map(|pool| -> String {
            let letters = pool.into_iter();
            let letters = letters.flat_map(|(letter, count)| iter::repeat_n(letter, count));
            match &letters.collect::<String>()[..] {
                "" => "cannot promote".to_owned(),
                letters => format!("may become {letters}"),
            }
        });
        format!("White's men {white}; Black's men {black}")
    });
    let own = record.turn().fold_wb(0, 1);
    let quota = supplement.quota.filter(|quota| quota.sides[own].binds);
    let quota = quota.map(|quota| quota.says.trim_end_matches('.').to_owned());
    let agreement = supplement.agreement.filter(|terms| terms.possible);
    let agreement = agreement.map(|terms| terms.says.to_owned());
    let says: Vec<String> = [countdown, pools, quota, agreement]
        .into_iter()
        .flatten()
        .collect();
    (!says.is_empty()).then(|| says.join(". "))
}

/// The text with a capital letter at its start.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters
        .next()
        .map(|letter| letter.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

/// A board's title inside a sentence.
pub fn lowered(title: &str) -> String {
    title.replacen("Board", "board", 1)
}

/// `a`, `a and b`, `a, b and c`.
pub fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn number(count: usize) -> String {
    const NAMES: [&str; 10] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
    ];
    NAMES
        .get(count)
        .map_or_else(|| count.to_string(), |&name| name.to_owned())
}

/// What a move does, without the side that makes it.
pub fn of_move(
    moved: &MoveEffects,
    mover: Piece,
    boards: &[Option<&'static str>],
    neutral: Option<&'static str>,
) -> String {
    let m = moved.m;
    let name = role(mover.role());
    let mut text = match m.kind() {
        MoveKind::CastleShort => "king castles short".to_owned(),
        MoveKind::CastleLong => "king castles long".to_owned(),
        MoveKind::Jump => of_chain(moved, mover),
        MoveKind::EnPassant => format!("{name} takes en passant, to {}", m.to()),
        MoveKind::TakeNeutral => format!(
            "{name} takes {} on {}",
            neutral.unwrap_or("obstacle"),
            m.to()
        ),
        MoveKind::Capture => {
            let taken = taken(moved, mover)
                .first()
                .map_or("piece", |&piece| role(piece.role()));
            format!("{name} takes {taken} on {}", m.to())
        }
        MoveKind::Quiet | MoveKind::DoubleStep => format!("{name} {} to {}", m.from(), m.to()),
    };
    if let Some(becomes) = m.promoted_to() {
        text.push_str(&format!(", becomes {}", role(becomes)));
    }
    if let Some(Some(title)) = arrival(moved).and_then(|board| boards.get(board)) {
        text.push_str(&format!(", arrives on {}", lowered(title)));
    }
    match moved.san.chars().last() {
        Some('+') => text.push_str(". Check"),
        Some('#') => text.push_str(". Checkmate"),
        _ => {}
    }
    sentence(&text)
}

fn of_chain(moved: &MoveEffects, mover: Piece) -> String {
    let route = moved.routes.first().map_or(&[][..], |route| &route[1..]);
    let landings: Vec<String> = route.iter().map(Square::to_string).collect();
    let taken: Vec<String> = taken(moved, mover)
        .iter()
        .map(|piece| role(piece.role()).to_owned())
        .collect();
    let from = moved.m.from();
    format!(
        "man {from} jumps to {}, takes {}",
        landings.join(", "),
        list(&taken)
    )
}

/// The enemies that a move takes.
fn taken(moved: &MoveEffects, mover: Piece) -> Vec<Piece> {
    let removed = moved.own.iter().filter_map(|change| match change {
        SquareChange::Removed(_, Occupant::Piece(piece) | Occupant::PieceOnSecondBoard(piece)) => {
            Some(*piece)
        }
        _ => None,
    });
    removed
        .filter(|piece| piece.color() != mover.color())
        .collect()
}

/// The board on which the moved piece stands in the end, where there are two.
fn arrival(moved: &MoveEffects) -> Option<usize> {
    let to = moved.m.to();
    moved.own.iter().rev().find_map(|change| match change {
        SquareChange::Placed(square, Occupant::PieceOnSecondBoard(_)) if *square == to => Some(1),
        SquareChange::Placed(square, Occupant::Piece(_)) if *square == to => Some(0),
        _ => None,
    })
}

/// What an event has done.
pub fn of_event(countdown: &Countdown, changes: &[SquareChange]) -> String {
    let lost: Vec<String> = changes
        .iter()
        .filter_map(|change| match change {
            SquareChange::Removed(square, Occupant::Piece(piece)) => Some(format!(
                "{}'s {} on {square}",
                side(piece.color()),
                role(piece.role())
            )),
            _ => None,
        })
        .collect();
    let name = sentence(countdown.words.name);
    let verb = countdown.words.lost;
    match lost.len() {
        0 => format!("{name} came. Nobody {verb}."),
        1 => format!("{name} came. {} {verb}.", lost[0]),
        count => format!(
            "{name} came. {} {verb}: {}.",
            sentence(&number(count)),
            list(&lost)
        ),
    }
}

/// When an event comes.
pub fn of_countdown(countdown: &Countdown) -> String {
    let name = sentence(countdown.words.name);
    match countdown.plies {
        1 => format!("{name} comes after this move."),
        2 => format!("{name} comes after Black's next move."),
        plies => format!("{name} comes in {} moves.", plies.div_ceil(2)),
    }
}

/// That a king is in danger from an event.
pub fn of_king_in_danger(countdown: &Countdown, color: Color) -> String {
    let verb = countdown.words.lose;
    let name = side(color);
    format!(
        "{name}'s king {}. If it still does when {} comes, it will {verb} and {name} loses.",
        countdown.words.why, countdown.words.name
    )
}

/// How a game ended.
pub fn of_outcome(outcome: Outcome) -> String {
    let reason = match outcome.reason {
        EndReason::Checkmate => "checkmate".to_owned(),
        EndReason::Stalemate => "no legal move".to_owned(),
        EndReason::DeadPosition => "nobody can win any more".to_owned(),
        EndReason::FiftyMoves => "fifty moves without capture or progress".to_owned(),
        EndReason::ThreefoldRepetition => "the same position three times".to_owned(),
        EndReason::Variant(text) => text.to_owned(),
    };
    match outcome.winner {
        Some(winner) => format!("{}. {} wins.", sentence(&reason), side(winner)),
        None => format!("Draw: {reason}."),
    }
}

/// Why a move is forbidden that the piece could make by itself.
pub fn of_reason(reason: &Reason, mover: Role, to: Square, beyond: Option<&str>) -> String {
    match reason {
        Reason::ExposesKing if mover == Role::King => {
            format!("On {to} the king could be captured.")
        }
        Reason::ExposesKing => "That would leave the king in check.".to_owned(),
        Reason::ClosedBeyond => {
            let board = beyond.unwrap_or("the other board");
            format!(
                "Closed: {to} is taken on {board}, where the {} would arrive.",
                role(mover)
            )
        }
        Reason::OwnRule(says) => says.clone(),
    }
}

#[cfg(test)]
mod tests {
    use crate::show::Game;

    use super::*;

    #[test]
    fn a_line_says_what_the_boards_do_not_show() {
        let says = |game: &str, fen: Option<&str>| {
            let mut record = Game::named(game).unwrap().open();
            record.set_position(fen, &[]).unwrap();
            status(record.as_ref()).unwrap_or_default()
        };
        assert_eq!(says("chess", None), "");
        let nothing = "White's men cannot promote; Black's men cannot promote";
        assert_eq!(says("clupso", None), nothing);
        assert_eq!(
            says("clupso", Some("8/M7/8/8/8/8/8/n5RR w - - 5 1")),
            "White's men may become QBBNN; Black's men may become QRRBBN"
        );
        assert_eq!(
            says("elolbia", Some("k7/8/8/8/8/8/1M5M/7K w - - 0 1")),
            "Black has no queen, no rook and no knight: at most half of White's men may stand on \
             the border. 1 of 2 stand there"
        );
        assert_eq!(
            says(
                "elolbia",
                Some("k4b2/8/mmmmm3/8/8/4MMMM/7M/K1B5 b - - 17 40")
            ),
            "White has no queen, no rook and no knight: at most half of Black's men may stand on \
             the border. 1 of 5 stand there. Queens may be exchanged by agreement"
        );
        assert_eq!(
            says("iceage", Some("2k5/8/8/8/8/8/8/2K4R w - - 0 39")),
            "Ice Age: after Black's move 40, in 4 plies; would freeze now: c1 h1 c8"
        );
    }
}
