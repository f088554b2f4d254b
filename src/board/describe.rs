//! A position as the page shows it.

use crate::rules::changes::{Occupant, SquareChange};
use crate::rules::{Bitboard, Color, MoveKind, Piece, Role, Square};
use crate::show::Game;
use crate::show::Record;
use crate::show::diagram::{Cell, Diagram};
use crate::show::effects::MoveEffects;
use crate::show::supplement::{Countdown, Reason, Supplement};

use super::messages::{
    AgreementView, BoardsView, Change, CheckView, CountdownView, EventView, ForbiddenView,
    MoveView, OutcomeView, Place, PositionView, QuotaSideView, QuotaView, Side,
};
use super::words;

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

/// A position that is being described.
struct Describer<'a> {
    game: &'static Game,
    session: &'a dyn Record,
    diagrams: Vec<Diagram>,
    supplement: Supplement,
}

/// The present position of a session.
pub fn describe(game: &'static Game, session: &dyn Record) -> PositionView {
    let describer = Describer {
        game,
        session,
        diagrams: session.diagrams(),
        supplement: session.supplement(),
    };
    describer.view()
}

/// What stands on the boards of a session.
pub fn boards(diagrams: &[Diagram]) -> BoardsView {
    let letters = |diagram: &Diagram| {
        let cells = diagram.cells.iter();
        cells
            .map(|cell| match cell {
                Cell::Empty => '.',
                Cell::Piece(piece) => piece.letter(),
                Cell::Neutral => '*',
            })
            .collect()
    };
    BoardsView {
        squares: diagrams.iter().map(letters).collect(),
        titles: diagrams.iter().map(|diagram| diagram.title).collect(),
    }
}

impl Describer<'_> {
    fn view(&self) -> PositionView {
        let turn = self.session.turn();
        let outcome = self.session.outcome();
        let (moves, forbidden) = match outcome {
            Some(_) => (Vec::new(), Vec::new()),
            None => (self.moves(), self.forbidden()),
        };
        PositionView {
            fen: self.session.fen(),
            turn: turn.into(),
            number: self.session.state().fullmove_number,
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
                .supplement
                .countdown
                .as_ref()
                .map(|countdown| self.countdown(countdown)),
            pools: self.supplement.pools.clone().map(|pools| {
                pools.map(|pool| {
                    pool.into_iter()
                        .map(|(role, count)| (role.letter(), count))
                        .collect()
                })
            }),
            quota: self.quota(),
            agreement: self.supplement.agreement.map(|terms| AgreementView {
                possible: terms.possible,
                squares: terms.squares,
                choices: terms.choices.map(|choices| {
                    choices
                        .into_iter()
                        .map(|square| square.to_string())
                        .collect()
                }),
            }),
            tally: self
                .supplement
                .last_piece_decides
                .then(|| [Color::White, Color::Black].map(|color| self.pieces(color).count())),
        }
    }

    fn pieces(&self, color: Color) -> impl Iterator<Item = Piece> {
        let cells = self.diagrams.iter().flat_map(|diagram| diagram.cells);
        cells.filter_map(move |cell| match cell {
            Cell::Piece(piece) if piece.color() == color => Some(piece),
            _ => None,
        })
    }

    /// The board on which a square is not empty, the first if it is empty on all.
    fn place(&self, square: Square) -> Place {
        let mut diagrams = self.diagrams.iter();
        let board = diagrams.position(|diagram| diagram.cell(square) != Cell::Empty);
        Place {
            board: board.unwrap_or(0),
            square: square.to_string(),
        }
    }

    fn places(&self, squares: Bitboard) -> Vec<Place> {
        squares
            .into_iter()
            .map(|square| self.place(square))
            .collect()
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
        let by = self.session.state().checkers;
        let king = Piece::new(self.session.turn(), Role::King);
        let king = Square::ALL
            .into_iter()
            .find(|&square| self.piece_on(square) == Some(king));
        let king = self.place(king.filter(|_| !by.is_empty())?);
        let title = self
            .diagrams
            .get(king.board)
            .and_then(|diagram| diagram.title);
        Some(CheckView {
            by: by
                .into_iter()
                .map(|square| Place {
                    board: king.board,
                    square: square.to_string(),
                })
                .collect(),
            says: title.map_or("Check.".to_owned(), |title| {
                format!("Check on {}.", words::lowered(title))
            }),
            king,
        })
    }

    fn moves(&self) -> Vec<MoveView> {
        let moves = self.session.legal_moves().into_iter();
        moves
            .filter_map(|m| self.move_view(&self.session.effects(m)))
            .collect()
    }

    fn move_view(&self, moved: &MoveEffects) -> Option<MoveView> {
        let m = moved.m;
        let mover = self.piece_on(m.from())?;
        let from = self.place(m.from());
        let changes: Vec<Change> = moved.own.iter().map(change_view).collect();
        let to = Place {
            board: from.board,
            square: m.to().to_string(),
        };
        let mut placed = changes.iter().rev().filter(|change| change.comes);
        let arrives = placed
            .find(|change| change.at.square == to.square)?
            .at
            .clone();
        let own_letter =
            |letter: char| letter.is_ascii_uppercase() == mover.letter().is_ascii_uppercase();
        let takes = changes
            .iter()
            .filter(|change| !change.comes && (change.letter == '*' || !own_letter(change.letter)))
            .map(|change| change.at.clone());
        let takes = takes.collect();
        let titles: Vec<_> = self.diagrams.iter().map(|diagram| diagram.title).collect();
        let is_near = self
            .supplement
            .countdown
            .is_some_and(|countdown| countdown.plies <= NEAR);
        let endangered = moved
            .endangered
            .filter(|_| is_near && moved.event.is_none());
        Some(MoveView {
            text: moved.text.coordinates.clone(),
            san: moved.text.san.clone(),
            from,
            to,
            routes: match m.kind() {
                MoveKind::Jump => route_texts(&moved.routes),
                _ => Vec::new(),
            },
            promotion: m.promoted_to().map(Role::letter),
            takes,
            event: moved.event.as_ref().and_then(|event| self.event(event)),
            endangered: endangered.map(|squares| {
                let squares = squares.into_iter();
                squares
                    .map(|square| Place {
                        board: arrives.board,
                        square: square.to_string(),
                    })
                    .collect()
            }),
            says: words::of_move(moved, mover, &titles, self.game.neutral),
            arrives,
            changes,
        })
    }

    fn event(&self, changes: &[SquareChange]) -> Option<EventView> {
        let countdown = self.supplement.countdown.as_ref()?;
        Some(EventView {
            changes: changes.iter().map(change_view).collect(),
            says: words::of_event(countdown, changes),
        })
    }

    fn forbidden(&self) -> Vec<ForbiddenView> {
        let moves = self.session.forbidden_moves().into_iter();
        moves
            .filter_map(|m| {
                let mover = self.piece_on(m.from)?;
                let from = self.place(m.from);
                let beyond = match self.diagrams.len() {
                    2 => self.diagrams[1 - from.board].title.map(words::lowered),
                    _ => None,
                };
                Some(ForbiddenView {
                    to: Place {
                        board: from.board,
                        square: m.to.to_string(),
                    },
                    closed: beyond.is_some() && m.reason == Reason::ClosedBeyond,
                    says: words::of_reason(&m.reason, mover.role(), m.to, beyond.as_deref()),
                    from,
                })
            })
            .collect()
    }

    fn countdown(&self, countdown: &Countdown) -> CountdownView {
        let near = countdown.plies <= NEAR;
        let kings = [self.session.turn(), !self.session.turn()];
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

    fn quota(&self) -> Option<QuotaView> {
        let quota = self.supplement.quota.clone()?;
        Some(QuotaView {
            sides: quota.sides.map(|side| QuotaSideView {
                count: side.count,
                men: side.men,
                binds: side.binds,
            }),
            says: quota.says,
        })
    }
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
    let (board, letter) = match what {
        Occupant::Piece(piece) => (0, piece.letter()),
        Occupant::PieceOnSecondBoard(piece) => (1, piece.letter()),
        Occupant::Neutral => (0, '*'),
    };
    Change {
        at: Place {
            board,
            square: square.to_string(),
        },
        comes,
        letter,
    }
}
