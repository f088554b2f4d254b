//! Positions put together by hand, as FEN.

use crate::notation::fen;
use crate::rules::{Color, Square};
use crate::show::Game;

use super::messages::Composition;

/// The FEN of a composition as the game accepts it.
///
/// # Errors
///
/// If the boards have the wrong form or the game refuses the position; says why.
pub fn composed_fen(game: &Game, composition: &Composition) -> Result<String, String> {
    let mut boards = Vec::with_capacity(composition.boards.len());
    for board in &composition.boards {
        let letters: Vec<char> = board.chars().collect();
        if letters.len() != 64 {
            return Err("A board has 64 squares.".to_owned());
        }
        boards.push(letters);
    }
    if boards.len() != game.open().diagrams().len() {
        return Err(format!("{} has another number of boards.", game.title));
    }
    let turn = Color::from(composition.turn).char();
    let castling = match composition.castling {
        true => "KQkq",
        false => "-",
    };
    let number = composition.number;
    let placement = placement(&boards)?;
    let mut session = game.open();
    let fen = format!("{placement} {turn} {castling} - 0 {number}");
    session
        .set_position(Some(&fen), &[])
        .map_err(|error| error.to_string())?;
    // A right to castle that kings and rooks contradict is gone from the canonical FEN.
    Ok(session.fen())
}

/// The first field of a FEN: pieces of the second board have a `|` before them.
fn placement(boards: &[Vec<char>]) -> Result<String, String> {
    for square in Square::ALL {
        let standing = boards.iter().map(|letters| letters[square.to_usize()]);
        let mut standing = standing.filter(|&letter| letter != '.');
        if let Some(letter) = standing.next()
            && !letter.is_ascii_alphabetic()
            && letter != '*'
        {
            return Err(format!("'{letter}' is no piece."));
        }
        if standing.next().is_some() {
            return Err(format!("{square} is taken on both boards."));
        }
    }
    Ok(fen::write_placement(|square| {
        let mut prefixes = ["", "|"].into_iter().zip(boards);
        let (prefix, letters) = prefixes.find(|(_, letters)| letters[square.to_usize()] != '.')?;
        Some(format!("{prefix}{}", letters[square.to_usize()]))
    }))
}

/// The letters of pieces that an editor of this game needs.
pub fn letters(game: &Game) -> String {
    let placement = game.start_fen.split(' ').next().unwrap_or_default();
    let start = placement.chars().filter(char::is_ascii_uppercase);
    let mut letters: Vec<char> = start.collect();
    letters.sort_by_key(|letter| "KQRBNPM".find(*letter));
    letters.dedup();
    letters.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use crate::show::view::Side;

    use super::*;

    fn compose(game: &str, boards: &[String]) -> Result<String, String> {
        let composition = Composition {
            game: game.to_owned(),
            boards: boards.to_vec(),
            turn: Side::White,
            number: 1,
            castling: true,
        };
        composed_fen(Game::named(game).unwrap(), &composition)
    }

    fn with(pieces: &[(usize, char)]) -> String {
        let mut letters = ['.'; 64];
        for &(index, letter) in pieces {
            letters[index] = letter;
        }
        letters.iter().collect()
    }

    #[test]
    fn boards_become_the_canonical_fen() {
        let a = with(&[(4, 'K'), (7, 'R'), (60, 'k')]);
        assert_eq!(
            compose("chess", std::slice::from_ref(&a)).unwrap(),
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
        );
        let b = with(&[(20, 'Q')]);
        let alice = compose("alice", &[a.clone(), b]).unwrap();
        assert_eq!(alice, "4k3/8/8/8/8/4|Q3/8/4K2R w K - 0 1");
        let ice = with(&[(4, 'K'), (60, 'k'), (63, '*')]);
        assert_eq!(
            compose("iceage", &[ice]).unwrap(),
            "4k2*/8/8/8/8/8/8/4K3 w - - 0 1"
        );
    }

    #[test]
    fn what_is_no_position_is_refused_in_words() {
        let a = with(&[(4, 'K')]);
        assert!(
            compose("chess", std::slice::from_ref(&a))
                .unwrap_err()
                .contains("king")
        );
        assert!(
            compose("chess", &["short".to_owned()])
                .unwrap_err()
                .contains("64")
        );
        assert!(
            compose("chess", &[a.clone(), a.clone()])
                .unwrap_err()
                .contains("boards")
        );
        assert!(
            compose("alice", &[a.clone(), a])
                .unwrap_err()
                .contains("e1")
        );
        assert!(
            compose("chess", &[with(&[(0, '|')])])
                .unwrap_err()
                .contains("no piece")
        );
        let clupso = Game::named("clupso").unwrap();
        assert_eq!(letters(clupso), "QRBNM");
    }
}
