//! The user's hand on XBoard's board: which squares a lifted piece can be put on,
//! and what it can become there.

use crate::notation::fen;
use crate::rules::{Bitboard, Square};
use crate::show::xboard::moves::{WindowMove, WindowMoves};
use crate::show::xboard::picture::in_case_of;

/// Whether a choice leaves but one thing to become.
pub fn is_forced(choice: &str) -> bool {
    choice.len() == "choice X".len()
}

/// The squares touched so far. A move with legs is touched square by square.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    path: Vec<Square>,
    put: Option<Square>,
}

impl Selection {
    /// Nothing is touched any more.
    pub fn clear(&mut self) {
        *self = Selection::default();
    }

    /// A piece is taken up, or goes on from where it was just put. Answers with the
    /// colours of the squares; those of `stale` show what is no longer there.
    pub fn lift(&mut self, square: Square, moves: &WindowMoves, stale: Bitboard) -> String {
        let goes_on = self.put.take() == Some(square)
            && self
                .continuing(moves)
                .any(|(next, last)| next == square && !last);
        if !goes_on {
            self.path.clear();
        }
        self.path.push(square);
        self.colors(moves, stale, Bitboard::EMPTY)
    }

    /// The piece is over a square: shows what it would take there.
    pub fn hover(&self, square: Square, moves: &WindowMoves, stale: Bitboard) -> String {
        let reaching = self.reaching(square, moves);
        let victims = reaching.fold(Bitboard::EMPTY, |taken, m| taken | m.taken);
        self.colors(moves, stale, victims.without(square))
    }

    /// The different things that the piece that was taken up can become, if they are the
    /// same wherever it ends. XBoard keeps this from before the piece is put down, so that
    /// a quick click chooses among what is possible.
    pub fn early_choice(&self, moves: &WindowMoves) -> Option<String> {
        let ends = self.continuing(moves).filter(|&(_, last)| last);
        let mut choices = ends.filter_map(|(square, _)| self.choice(square, moves));
        let first = choices.next().filter(|choice| !is_forced(choice))?;
        choices.all(|choice| choice == first).then_some(first)
    }

    /// The piece is put down. Answers with what it can become there, if there is
    /// anything to say.
    pub fn put(&mut self, square: Square, moves: &WindowMoves) -> Option<String> {
        self.put = Some(square);
        self.choice(square, moves)
    }

    /// What the piece can become on a square.
    fn choice(&self, square: Square, moves: &WindowMoves) -> Option<String> {
        let own = moves.picture.letter(*self.path.first()?)?;
        let suffixes = self.reaching(square, moves).map(|m| m.suffix);
        // To stay what it is comes last: the first is what XBoard proposes.
        let (promotions, stays): (Vec<_>, Vec<_>) = suffixes.partition(Option::is_some);
        if promotions.is_empty() {
            return None;
        }
        let letters = promotions.into_iter().chain(stays);
        let letters: String = letters
            .map(|letter| in_case_of('W', letter.unwrap_or(own)))
            .collect();
        Some(format!("choice {letters}"))
    }

    /// All squares clicked, the last being the one that the piece was put on.
    pub fn clicks(&self) -> Vec<Square> {
        let mut clicks = self.path.clone();
        clicks.extend(self.put);
        clicks
    }

    /// The next squares of the moves that begin like this, and whether they are
    /// the last.
    fn continuing<'a>(
        &'a self,
        moves: &'a WindowMoves,
    ) -> impl Iterator<Item = (Square, bool)> + 'a {
        moves.iter().filter_map(|m| {
            let clicks = m.clicks();
            let rest = clicks.strip_prefix(&self.path[..])?;
            Some((*rest.first()?, rest.len() == 1))
        })
    }

    /// The moves that end on a square after the path so far, most valuable
    /// promotion first, as the game orders them.
    fn reaching<'a>(
        &'a self,
        square: Square,
        moves: &'a WindowMoves,
    ) -> impl Iterator<Item = &'a WindowMove> + 'a {
        moves.iter().filter(move |m| {
            let clicks = m.clicks();
            clicks.strip_prefix(&self.path[..]) == Some(&[square])
        })
    }

    fn colors(&self, moves: &WindowMoves, stale: Bitboard, victims: Bitboard) -> String {
        let next: Vec<(Square, bool)> = self.continuing(moves).collect();
        let color = |square: Square| {
            let mut here = next.iter().filter(|&&(to, _)| to == square).peekable();
            here.peek()?;
            if here.any(|&(_, last)| !last) {
                return Some('C');
            }
            let reaching: Vec<&WindowMove> = self.reaching(square, moves).collect();
            Some(match reaching[..] {
                [only] if only.suffix.is_some() => 'B',
                [only] if only.taken.is_empty() => 'Y',
                [_] => 'R',
                _ => 'M',
            })
        };
        // Lower case: shown, but nowhere to go.
        let shown = |square| match (victims.contains(square), stale.contains(square)) {
            (true, _) => Some('g'),
            (_, true) => Some('d'),
            _ => None,
        };
        let placement = fen::write_placement(|square| {
            color(square).or_else(|| shown(square)).map(String::from)
        });
        format!("highlight {placement}")
    }
}
