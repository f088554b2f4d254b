//! Moves of men as text: chains name every landing square.

use shakmaty::Square;

use crate::rules::draughts::chains;
use crate::rules::{Move, MoveKind, Position, Role};

use super::way::{read_origin, starts_on};
use super::{MoveError, Notation, moves};

/// The squares that the text of a move names, one after the other: more than two for a chain
/// of jumps.
pub fn route(m: Move) -> Vec<Square> {
    let route = match m.kind() {
        MoveKind::Jump => chains::all_routes(m.from(), m.chain()).into_iter().next(),
        _ => None,
    };
    route.unwrap_or_else(|| vec![m.from(), m.target()])
}

/// The legal move of a man along a route of two squares or more.
pub(super) fn along<P: Position>(
    position: &P,
    route: &[Square],
    promotion: Option<Role>,
) -> Option<Move> {
    let (&from, &to) = (route.first()?, route.last()?);
    // A set that makes a legal move makes one by each of its routes, since all
    // their landing squares are the same.
    let m = match chains::chain_of_route(route) {
        Some(chain) => Move::jump(from, to, chain),
        None if route.len() == 2 => Move::new(from, to, MoveKind::Quiet),
        None => return None,
    };
    let m = promotion.map_or(m, |role| m.with_promotion(role));
    position.legal_moves().contains(&m).then_some(m)
}

/// The SAN of a man's move, without marks.
pub(super) fn san_body<P: Position>(position: &P, m: Move) -> String {
    let board = position.board();
    let mut text = "M".to_owned();
    if m.kind() == MoveKind::Jump {
        let squares = route(m).into_iter().map(|square| square.to_string());
        text.push_str(&squares.collect::<Vec<_>>().join("x"));
    } else {
        text.push_str(&moves::disambiguation(position, m, |other| {
            board.role_at(other.from()) == Some(Role::Man)
                && other.kind() == MoveKind::Quiet
                && other.to() == m.to()
                && other.promoted_to() == m.promoted_to()
        }));
        text.push_str(&m.to().to_string());
    }
    if let Some(role) = m.promoted_to() {
        text.push('=');
        text.push(role.letter());
    }
    text
}

/// Reads what stands behind the `M` of SAN. A chain may follow any of its routes, and
/// `x` and `=` may be missing.
///
/// # Errors
///
/// If it cannot be read or does not name exactly one legal move.
pub(super) fn parse_san<P: Notation>(
    position: &P,
    text: &str,
    body: &str,
) -> Result<Move, MoveError> {
    let unreadable = || MoveError::Unreadable(text.to_owned());
    let promotion = body
        .chars()
        .last()
        .filter(char::is_ascii_uppercase)
        .and_then(Role::from_letter)
        .filter(|role| Role::PROMOTIONS.contains(role));
    let body = match promotion {
        Some(_) => &body[..body.len() - 1],
        None => body,
    };
    let body = match promotion {
        Some(_) => body.strip_suffix('=').unwrap_or(body),
        None => body,
    };
    let takes = body.contains('x');
    if let Some(route) = read_route(body).filter(|route| route.len() > 1) {
        return along(position, &route, promotion)
            .filter(|m| !takes || m.is_capture())
            .ok_or_else(|| MoveError::Illegal(text.to_owned()));
    }
    let split = body.len().checked_sub(2);
    let step = split.and_then(|split| body.split_at_checked(split));
    let step = step.and_then(|(origin, to)| {
        Some((
            read_origin(origin)?,
            Square::from_ascii(to.as_bytes()).ok()?,
        ))
    });
    let ((file, rank), to) = step.ok_or_else(unreadable)?;
    let candidates = position.legal_moves().into_iter().filter(|&m| {
        m.kind() == MoveKind::Quiet
            && position.board().role_at(m.from()) == Some(Role::Man)
            && m.to() == to
            && m.promoted_to() == promotion
            && starts_on(m.from(), file, rank)
    });
    moves::single(text, candidates)
}

/// Squares, with or without an `x` between each and the next.
pub(super) fn read_route(text: &str) -> Option<Vec<Square>> {
    let mut rest = text.as_bytes();
    let mut route = Vec::new();
    while !rest.is_empty() {
        if !route.is_empty() {
            rest = rest.strip_prefix(b"x").unwrap_or(rest);
        }
        let (square, after) = rest.split_at_checked(2)?;
        route.push(Square::from_ascii(square).ok()?);
        rest = after;
    }
    Some(route)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::clupso::Clupso;
    use crate::rules::elolbia::Elolbia;

    const CIRCLE: &str = "8/8/8/2m1m3/8/2m1m3/3M4/7r w - - 0 1";

    fn clupso(fen: &str) -> Clupso {
        Clupso::from_fen(fen).unwrap()
    }

    #[test]
    fn chains_are_written_along_their_first_route() {
        let position = clupso(CIRCLE);
        let moves = position.tactical_moves().into_iter();
        let mut texts: Vec<String> = moves.map(|m| m.to_string()).collect();
        texts.sort();
        let one_way = ["d2b4", "d2b4d6", "d2b4d6f4", "d2b4d6f4d2"];
        let other_way = ["d2f4", "d2f4d6", "d2f4d6b4"];
        assert_eq!(texts, [&one_way[..], &other_way[..]].concat());
        let circle = position.parse_coordinates("d2b4d6f4d2").unwrap();
        assert_eq!((circle.from(), circle.to()), (Square::D2, Square::D2));
        assert_eq!(position.parse_coordinates("d2f4d6b4d2"), Ok(circle));
        assert_eq!(position.san(circle), "Md2xb4xd6xf4xd2");
        assert_eq!(position.parse_san("Md2xf4xd6xb4xd2!"), Ok(circle));
        let mut after = position.clone();
        after.play(circle);
        assert_eq!(after.fen(), "8/8/8/8/8/8/3M4/7r b - - 0 1");
        let wide = clupso("8/8/1m1m4/8/1m3m2/2M5/3m1m2/8 w - - 0 1");
        let circle = wide.parse_coordinates("c3e1g3e5c7a5c3").unwrap();
        assert_eq!(circle.to_string(), "c3a5c7e5g3e1c3");
    }

    #[test]
    fn texts_that_are_no_legal_chain_are_refused() {
        let position = clupso(CIRCLE);
        let illegal = |text: &str| Err(MoveError::Illegal(text.to_owned()));
        for text in [
            "d2b4d2",
            "d2b4b6",
            "d2d4",
            "d2b4d6f4d2b4",
            "a1b2c3",
            "d2b4q",
        ] {
            assert_eq!(position.parse_coordinates(text), illegal(text));
        }
        let unreadable = |text: &str| Err(MoveError::Unreadable(text.to_owned()));
        for text in ["", "d", "d2", "d2b", "d2b9", "d2b4k", "d2b4\u{fc}", "q"] {
            assert_eq!(position.parse_coordinates(text), unreadable(text));
        }
        for text in [
            "M",
            "Mx",
            "Md2xb4x",
            "Mxxb4",
            "Mb4=",
            "M\u{fc}b4",
            "Mb\u{fc}",
        ] {
            assert_eq!(position.parse_san(text), unreadable(text));
        }
        for text in ["Md2xc2", "Md2xb4xb6", "Mb4", "Mc2=Q", "Nc3"] {
            assert_eq!(position.parse_san(text), illegal(text));
        }
    }

    #[test]
    fn steps_are_told_apart_among_steps() {
        let position = clupso("8/8/8/2M5/8/2M5/6MM/4n3 w - - 0 1");
        let san = |text| position.san(position.parse_coordinates(text).unwrap());
        assert_eq!((san("c3c4"), san("c5c4")), ("M3c4".into(), "M5c4".into()));
        assert_eq!((san("g2g3"), san("h2h3")), ("Mg3".into(), "Mh3".into()));
        let ambiguous = position.parse_san("Mc4");
        assert!(matches!(ambiguous, Err(MoveError::Ambiguous { .. })));
        assert!(position.parse_san("Mc3c4").is_ok());
        let beside = clupso("8/8/8/8/1M1M4/8/8/4n3 w - - 0 1");
        assert_eq!(beside.san(beside.parse_san("Mbc4").unwrap()), "Mbc4");
        // A jump to the same square is written otherwise and is no rival.
        let jump = clupso("8/8/4M3/3m4/8/2M5/8/8 w - - 0 1");
        assert_eq!(jump.san(jump.parse_san("Mc4").unwrap()), "Mc4");
        assert_eq!(jump.san(jump.parse_san("Me6xc4").unwrap()), "Me6xc4");
    }

    #[test]
    fn pieces_are_written_as_in_chess() {
        let position = Elolbia::from_fen("k7/8/4m3/8/3N4/8/4m3/K5N1 w - - 0 1").unwrap();
        let san = |text| position.san(position.parse_coordinates(text).unwrap());
        assert_eq!(san("d4e6"), "Nxe6");
        assert_eq!((san("d4e2"), san("g1f3")), ("Ndxe2".into(), "Ngf3".into()));
    }
}
