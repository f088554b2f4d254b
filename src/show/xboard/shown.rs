//! What XBoard shows in the course of a game, which is not always what there is.

use crate::rules::Bitboard;

use super::moves::WindowMove;
use super::picture::Picture;
use crate::show::window::Window;

/// What XBoard shows, after each move since a position was set up.
#[derive(Clone, Debug)]
pub struct Shown {
    window: Option<&'static Window>,
    /// Never empty.
    pictures: Vec<Picture>,
}

impl Shown {
    /// A position, freshly set up.
    pub fn new(picture: Picture, window: Option<&'static Window>) -> Shown {
        Shown {
            window,
            pictures: vec![picture],
        }
    }

    /// What is shown now.
    pub fn picture(&self) -> &Picture {
        &self.pictures[self.pictures.len() - 1]
    }

    /// The squares on which something else is shown than there is.
    pub fn stale(&self, actual: &Picture) -> Bitboard {
        self.picture().difference(actual)
    }

    /// The pieces that are shown and that no longer stand there, side by side: `White's
    /// Na4, Rh4`.
    pub fn lost(&self, actual: &Picture) -> Vec<String> {
        let neutral = self.window.and_then(|window| window.neutral);
        let stale = self.stale(actual).into_iter();
        let (white, black): (Vec<_>, Vec<_>) = stale
            .filter_map(|square| Some((self.picture().letter(square)?, square)))
            .filter(|&(letter, _)| Some(letter) != neutral)
            .partition(|(letter, _)| letter.is_ascii_uppercase());
        let sides = [("White's", white), ("Black's", black)].into_iter();
        sides
            .filter(|(_, lost)| !lost.is_empty())
            .map(|(side, lost)| {
                let lost = lost.into_iter();
                let lost =
                    lost.map(|(letter, square)| format!("{}{square}", letter.to_ascii_uppercase()));
                format!("{side} {}", lost.collect::<Vec<_>>().join(", "))
            })
            .collect()
    }

    /// What is still shown though it is gone, as far as this move can clear it away.
    pub fn clearable(&self, actual: &Picture, m: &WindowMove) -> Bitboard {
        let gone = self.stale(actual) & !actual.occupied();
        let touched = Bitboard::from_square(m.m.from()).with(m.m.to());
        (gone & !touched).into_iter().take(m.room()).collect()
    }

    /// Shows a move, with which the squares `besides` are emptied.
    pub fn play(&mut self, m: &WindowMove, besides: Bitboard) {
        let mut next = self.picture().clone();
        next.play(m.displacement(), self.window);
        next.clear(besides);
        self.pictures.push(next);
    }

    /// Takes a move back to the position that is there then.
    pub fn undo(&mut self, actual: &Picture) {
        self.pictures.pop();
        if self.pictures.is_empty() {
            // Back behind a diagram that was set up afresh.
            self.pictures.push(actual.clone());
        }
    }
}
