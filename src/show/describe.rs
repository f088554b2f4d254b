//! A game's position in plain data.

use crate::rules::changes::{NEUTRAL, SquareChange};
use crate::rules::{Bitboard, Color, MoveKind, Piece, Role, Square};

use super::diagram::{Cell, Diagram};
use super::effects::MoveEffects;
use super::supplement::{Countdown, Reason};
use super::view::{
    BoardsView, Change, CheckView, CountdownView, EventView, ForbiddenView, MoveView, OutcomeView,
    Place, PositionView, Side,
};
use super::{Game, Record, words};

/// From so many plies before an event what it would take is shown.
const NEAR: u32 = 10;

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        color.fold_wb(Side::White, Side::Black)
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::White => Color::White,
            Side::Black => Color::Black,
        }
    }
}

impl Place {
    /// A square of the board with this number.
    fn on(board: usize, square: Square) -> Place {
        Place {
            board,
            square: square.to_string(),
        }
    }
}

/// A position that is being described.
struct Describer<'a> {
    game: &'static Game,
    record: &'a dyn Record,
    diagrams: Vec<Diagram>,
    countdown: Option<Countdown>,
}

/// The present position of a game in play.
pub fn describe(game: &'static Game, record: &dyn Record) -> PositionView {
    let describer = Describer {
        game,
        record,
        diagrams: record.diagrams(),
        countdown: record.countdown(),
    };
    describer.view()
}

/// What stands on the boards of a game in play.
pub fn boards(diagrams: &[Diagram]) -> BoardsView {
    BoardsView {
        squares: diagrams.iter().map(Diagram::letters).collect(),
        titles: diagrams.iter().map(|diagram| diagram.title).collect(),
    }
}

impl Describer<'_> {
    fn view(&self) -> PositionView {
        let turn = self.record.turn();
        let outcome = self.record.outcome();
        let (moves, forbidden) = match outcome {
            Some(_) => (Vec::new(), Vec::new()),
            None => (self.moves(), self.forbidden()),
        };
        PositionView {
            fen: self.record.fen(),
            turn: turn.into(),
            number: self.record.state().fullmove_number,
            boards: boards(&self.diagrams),
            check: self.check(),
            moves,
            forbidden,
            outcome: outcome.map(|outcome| OutcomeView {
                result: outcome.result(),
                winner: outcome.winner.map(Side::from),
                says: words::of_outcome(outcome),
            }),
            countdown: self
                .countdown
                .as_ref()
                .map(|countdown| self.countdown(countdown)),
            supplement: self.record.supplement(),
        }
    }

    /// The board on which a square is not empty, the first if it is empty on all.
    fn place(&self, square: Square) -> Place {
        let mut diagrams = self.diagrams.iter();
        let board = diagrams.position(|diagram| diagram.cell(square) != Cell::Empty);
        Place::on(board.unwrap_or(0), square)
    }

    fn places(&self, squares: Bitboard) -> Vec<Place> {
        let squares = squares.into_iter();
        squares.map(|square| self.place(square)).collect()
    }

    fn piece_on(&self, square: Square) -> Option<Piece> {
        self.diagrams
            .iter()
            .find_map(|diagram| match diagram.cell(square) {
                Cell::Piece(piece) => Some(piece),
                _ => None,
            })
    }

    fn check(&self) -> Option<CheckView> {
        let by = self.record.state().checkers;
        let king = Piece::new(self.record.turn(), Role::King);
        let king = Square::ALL
            .into_iter()
            .find(|&square| self.piece_on(square) == Some(king));
        let king = self.place(king.filter(|_| !by.is_empty())?);
        let title = self.diagrams[king.board].title;
        Some(CheckView {
            by: places_on(king.board, by),
            says: title.map_or("Check.".to_owned(), |title| {
                format!("Check on {}.", words::lowered(title))
            }),
            king,
        })
    }

    fn moves(&self) -> Vec<MoveView> {
        let moves = self.record.legal_moves().into_iter();
        moves
            .filter_map(|m| self.move_view(&self.record.effects(m)))
            .collect()
    }

    fn move_view(&self, moved: &MoveEffects) -> Option<MoveView> {
        let m = moved.m;
        let mover = self.piece_on(m.from())?;
        let from = self.place(m.from());
        let changes: Vec<Change> = moved.own.iter().map(change_view).collect();
        let to = Place::on(from.board, m.target());
        let end = m.to().to_string();
        let mut placed = changes.iter().rev().filter(|change| change.comes);
        let arrives = placed.find(|change| change.at.square == end)?.at.clone();
        let own_letter =
            |letter: char| letter.is_ascii_uppercase() == mover.letter().is_ascii_uppercase();
        let takes = changes
            .iter()
            .filter(|change| {
                !change.comes && (change.letter == NEUTRAL || !own_letter(change.letter))
            })
            .map(|change| change.at.clone());
        let takes = takes.collect();
        let titles: Vec<_> = self.diagrams.iter().map(|diagram| diagram.title).collect();
        let is_near = self
            .countdown
            .is_some_and(|countdown| countdown.plies <= NEAR);
        let endangered = moved
            .endangered
            .filter(|_| is_near && moved.event.is_none());
        Some(MoveView {
            text: m.to_string(),
            san: moved.san.clone(),
            from,
            to,
            routes: match m.kind() {
                MoveKind::Jump => route_texts(&moved.routes),
                _ => Vec::new(),
            },
            promotion: m.promoted_to().map(Role::letter),
            takes,
            event: moved.event.as_ref().and_then(|event| self.event(event)),
            endangered: endangered.map(|squares| places_on(arrives.board, squares)),
            says: words::of_move(moved, mover, &titles, self.game.neutral),
            arrives,
            changes,
        })
    }

    fn event(&self, changes: &[SquareChange]) -> Option<EventView> {
        let countdown = self.countdown.as_ref()?;
        Some(EventView {
            changes: changes.iter().map(change_view).collect(),
            says: words::of_event(countdown, changes),
        })
    }

    fn forbidden(&self) -> Vec<ForbiddenView> {
        let moves = self.record.forbidden_moves().into_iter();
        moves
            .filter_map(|m| {
                let mover = self.piece_on(m.from)?;
                let from = self.place(m.from);
                let beyond = match self.diagrams.len() {
                    2 => self.diagrams[1 - from.board].title.map(words::lowered),
                    _ => None,
                };
                Some(ForbiddenView {
                    to: Place::on(from.board, m.to),
                    closed: beyond.is_some() && m.reason == Reason::ClosedBeyond,
                    says: words::of_reason(&m.reason, mover.role(), m.to, beyond.as_deref()),
                    from,
                })
            })
            .collect()
    }

    fn countdown(&self, countdown: &Countdown) -> CountdownView {
        let near = countdown.plies <= NEAR;
        let kings = [self.record.turn(), !self.record.turn()];
        let in_danger = kings.into_iter().find(|&color| {
            let king = Piece::new(color, Role::King);
            let mut lost = countdown.lost.into_iter();
            lost.any(|square| self.piece_on(square) == Some(king))
        });
        CountdownView {
            lose: countdown.words.lose,
            moves: countdown.plies.div_ceil(2),
            plies: countdown.plies,
            period: countdown.period,
            after_move: countdown.after_move,
            near,
            lost: self.places(countdown.lost),
            spared: self.places(countdown.spared),
            says: words::of_countdown(countdown),
            warning: in_danger
                .filter(|_| near)
                .map(|color| words::of_king_in_danger(countdown, color)),
        }
    }
}

fn places_on(board: usize, squares: Bitboard) -> Vec<Place> {
    let squares = squares.into_iter();
    squares.map(|square| Place::on(board, square)).collect()
}

fn route_texts(routes: &[Vec<Square>]) -> Vec<Vec<String>> {
    let text = |route: &Vec<Square>| route.iter().map(Square::to_string).collect();
    routes.iter().map(text).collect()
}

fn change_view(change: &SquareChange) -> Change {
    let (square, what, comes) = match *change {
        SquareChange::Placed(square, what) => (square, what, true),
        SquareChange::Removed(square, what) => (square, what, false),
    };
    Change {
        at: Place::on(what.board(), square),
        comes,
        letter: what.letter(),
    }
}
