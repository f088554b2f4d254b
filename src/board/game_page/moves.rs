//! The moves of a game with their variations, as a list to click and as positions.

use std::fmt::Write as _;

use serde::Serialize;

use crate::notation::UciScore;
use crate::pgn::{self, MoveNote, PgnGame, PgnMove, Variation};
use crate::rules::{Bitboard, Color, Square};
use crate::show::diagram::Diagram;
use crate::show::step::{self, Step};
use crate::show::{Record, words};

use super::{MOST_OF_COMMENT, MOST_PLIES, cut, escaped};

/// A position that can be stepped to.
#[derive(Serialize)]
pub struct PositionData {
    /// The number of the position before it; that of the start is 0, as is its own.
    after: usize,
    /// For each board the squares a1, b1 … h8: a piece's letter, `*` or `.`.
    boards: Vec<String>,
    /// For each board the squares, from 0, that the last move touched.
    marks: Vec<Vec<usize>>,
    /// The squares of the way that it took.
    route: Vec<usize>,
    pub caption: Caption,
}

/// What is said of a position.
#[derive(Clone, Default, Serialize)]
pub struct Caption {
    /// The move that led to it, with its number.
    pub step: String,
    /// What its engine thought of it, from White's view.
    pub value: String,
    /// The comment, what an event did, and what the boards do not show.
    pub words: String,
}

/// The moves of a game, as far as they are legal.
pub struct Moves {
    /// From the start on, in the order of the list.
    pub positions: Vec<PositionData>,
    /// The position at the end of the main line.
    pub last: usize,
    /// The list: a row for each move of the main line.
    pub text: String,
    /// Positions that there is still room for.
    room: usize,
    /// Whether a row has begun that waits for Black's move.
    has_row: bool,
}

/// A move that was made.
struct Made {
    /// Its position's number.
    position: usize,
    /// The link to it.
    link: String,
    /// What is said of it.
    words: String,
}

impl Moves {
    /// The moves of a game that begins in this position.
    pub fn of(game: &PgnGame, session: &mut dyn Record) -> Moves {
        let start = Caption {
            step: "The start".to_owned(),
            ..Caption::default()
        };
        let mut moves = Moves {
            positions: vec![position(session, None, 0, start)],
            last: 0,
            text: String::new(),
            room: MOST_PLIES.saturating_sub(game.moves.len()),
            has_row: false,
        };
        moves.note(game.comment.as_deref());
        moves.main_line(&game.moves, session);
        moves.end_row();
        moves
    }

    fn main_line(&mut self, line: &[PgnMove], session: &mut dyn Record) {
        for m in line {
            let before = session.fork();
            let Some(made) = self.play(session, m, self.last) else {
                return;
            };
            self.last = made.position;
            let (number, turn) = (before.state().fullmove_number, before.turn());
            match m.is_ply() {
                false => {
                    self.end_row();
                    let _ = writeln!(self.text, "<p class=\"agreed\">{}</p>", made.link);
                }
                true => {
                    if turn == Color::White || !self.has_row {
                        self.end_row();
                        let gap = turn.fold_wb("", "<span class=\"gap\">…</span>");
                        let _ = write!(
                            self.text,
                            "<div class=\"row\"><span class=\"number\">{number}.</span>{gap}"
                        );
                        self.has_row = true;
                    }
                    self.text += &made.link;
                }
            }
            self.note(Some(&made.words));
            for variation in &m.variations {
                self.end_row();
                self.variation(before.fork(), variation, self.positions[self.last].after);
            }
        }
    }

    fn end_row(&mut self) {
        if std::mem::take(&mut self.has_row) {
            self.text += "</div>\n";
        }
    }

    /// A comment beside the main line.
    fn note(&mut self, text: Option<&str>) {
        if let Some(text) = text.filter(|text| !text.is_empty()) {
            self.end_row();
            let text = escaped(&cut(text, MOST_OF_COMMENT));
            let _ = writeln!(self.text, "<p class=\"note\">{text}</p>");
        }
    }

    /// A line that was not played, after this position, as far as there is room.
    fn variation(&mut self, mut session: Box<dyn Record>, variation: &Variation, mut after: usize) {
        let (written, made_before) = (self.text.len(), self.positions.len());
        self.text += "<div class=\"variation\">";
        self.aside(variation.comment.as_deref().unwrap_or_default());
        // Before Black's move a number stands only after something else.
        let mut is_interrupted = true;
        for m in &variation.moves {
            let Some(room) = self.room.checked_sub(1) else {
                break;
            };
            let before = session.fork();
            let Some(made) = self.play(session.as_mut(), m, after) else {
                break;
            };
            self.room = room;
            if m.is_ply() && (is_interrupted || before.turn() == Color::White) {
                let number = number(before.as_ref());
                let _ = write!(self.text, "<span class=\"number\">{number}</span>&nbsp;");
            }
            let _ = writeln!(self.text, "{}", made.link);
            self.aside(&made.words);
            for variation in &m.variations {
                self.variation(before.fork(), variation, after);
            }
            is_interrupted = !made.words.is_empty() || !m.variations.is_empty() || !m.is_ply();
            after = made.position;
        }
        self.text += "</div>\n";
        if self.positions.len() == made_before {
            self.text.truncate(written);
        }
    }

    /// A comment within a variation.
    fn aside(&mut self, text: &str) {
        if !text.is_empty() {
            let text = escaped(&cut(text, MOST_OF_COMMENT));
            let _ = writeln!(self.text, "<i>{text}</i>");
        }
    }

    /// Makes a move after a position, if it is legal.
    fn play(&mut self, session: &mut dyn Record, m: &PgnMove, after: usize) -> Option<Made> {
        let (number, mover) = (number(session), session.turn());
        let step = step::play(session, &m.san).ok()?;
        let san = format!("{}{}", step.san, symbols(m));
        let said = Said::of(m, mover);
        let title = if said.is_book {
            " class=\"book\" title=\"from the opening book\""
        } else {
            ""
        };
        let value = match said.score {
            Some(_) => format!("<small>{}</small>", escaped(&said.short_value())),
            None => String::new(),
        };
        let link = format!("<a href=\"#\"{title}>{}{value}</a>", escaped(&san));
        let caption = Caption {
            step: format!("{number} {san}"),
            value: said.value(),
            words: caption_words(session, &step, &said.words),
        };
        let position = position(session, Some(&step), after, caption);
        self.positions.push(position);
        Some(Made {
            position: self.positions.len() - 1,
            link,
            words: said.words,
        })
    }
}

/// What the comment of a move says.
struct Said {
    /// From White's view.
    score: Option<UciScore>,
    depth: Option<u32>,
    seconds: Option<f64>,
    is_book: bool,
    words: String,
}

impl Said {
    /// The value may stand in a command of its own, or as programs write it that play
    /// matches: from the view of who made the move.
    fn of(m: &PgnMove, mover: Color) -> Said {
        let comment = m.comment.as_deref().unwrap_or_default();
        let (own, rest) = pgn::split_eval(comment);
        let note = MoveNote::parse(&rest);
        let from_white = |score: UciScore| match (mover, score) {
            (Color::White, score) => score,
            (Color::Black, UciScore::Centipawns(value)) => {
                UciScore::Centipawns(value.saturating_neg())
            }
            (Color::Black, UciScore::Mate(moves)) => UciScore::Mate(moves.saturating_neg()),
        };
        Said {
            score: own.or_else(|| note.score.map(from_white)),
            depth: note.depth,
            seconds: note.seconds,
            is_book: note.book,
            words: note.reason.unwrap_or_default(),
        }
    }

    /// `+0.31/12`, value and depth.
    fn short_value(&self) -> String {
        let depth = self.depth.map(|depth| format!("/{depth}"));
        self.score.map(value_text).unwrap_or_default() + &depth.unwrap_or_default()
    }

    /// The same in words, with the time.
    fn value(&self) -> String {
        let parts = [
            self.is_book.then(|| "from the opening book".to_owned()),
            self.score.map(value_text),
            self.depth.map(|depth| format!("depth {depth}")),
            self.seconds.map(|seconds| format!("{seconds:.2} s")),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
    }
}

/// A value from White's view, as the board writes it.
fn value_text(score: UciScore) -> String {
    let sign = |is_negative: bool| if is_negative { "−" } else { "+" };
    match score {
        UciScore::Centipawns(0) => "0.00".to_owned(),
        UciScore::Centipawns(value) => {
            let pawns = f64::from(value.unsigned_abs()) / 100.0;
            format!("{}{pawns:.2}", sign(value < 0))
        }
        UciScore::Mate(moves) => {
            let sign = if moves < 0 { "−" } else { "" };
            format!("{sign}M{}", moves.unsigned_abs())
        }
    }
}

/// The number of the move that is to be made, as the board writes it.
fn number(record: &dyn Record) -> String {
    words::move_number(record).replace("...", "…")
}

/// The comment, what an event did, and what the boards do not show.
fn caption_words(session: &dyn Record, step: &Step, comment: &str) -> String {
    let event = step.lost_to_event.and_then(|count| {
        let event = session.countdown()?.words;
        let pieces = if count == 1 { "piece" } else { "pieces" };
        let name = words::sentence(event.name);
        Some(format!("{name} came: {count} {pieces} {}.", event.lost))
    });
    let parts = [Some(comment.to_owned()), event, words::status(session)];
    let parts = parts.into_iter().flatten().filter(|part| !part.is_empty());
    cut(&parts.collect::<Vec<_>>().join(" · "), MOST_OF_COMMENT)
}

/// The marks of a move as letters.
fn symbols(m: &PgnMove) -> String {
    let signs = m.nags.iter().filter_map(|&nag| pgn::nag_sign(nag));
    signs.take(1).collect()
}

fn position(
    session: &dyn Record,
    step: Option<&Step>,
    after: usize,
    caption: Caption,
) -> PositionData {
    let diagrams = session.diagrams();
    let touched = step.map_or([Bitboard::EMPTY; 2], |step| step.touched);
    let numbers = |squares: Bitboard| squares.into_iter().map(Square::to_usize).collect();
    let route = step.into_iter().flat_map(|step| &step.route);
    PositionData {
        after,
        boards: diagrams.iter().map(Diagram::letters).collect(),
        marks: touched
            .into_iter()
            .take(diagrams.len())
            .map(numbers)
            .collect(),
        route: route.map(|square| square.to_usize()).collect(),
        caption,
    }
}
