//! What a page and the engine behind it say to each other, whatever carries their messages.

use std::sync::Arc;

use crate::engine::draw_resign::DrawResignPolicy;
use crate::engine::options::{OptionError, Setting};
use crate::engine::session::{Answer, Session};
use crate::engine::{Engine, SearchEvent, short_search};
use crate::notation::MoveError;
use crate::rules::chess::CHESS960;
use crate::search::tablebase::Tablebases;
use crate::search::time::Limits;
use crate::show::Variant;
use crate::show::view::Side;
use crate::show::{describe, typed_move, words};

use super::judgement::BestLine;
use super::line::{game, open, rules};
use super::messages::{
    DoneView, GameLine, Hello, LineView, OwnMoves, Reply, ReplyBody, Request, RequestBody,
    SearchWish,
};
use super::other_engines::{OtherEngines, OtherSearch};
use super::review::Review;
use super::searching::{self, Reporter};
use super::{agreement, compose, endgame, game_text, hello};

/// What a conversation is told.
#[derive(Debug)]
pub enum Input {
    /// The page says this: a [`Request`] as JSON.
    Message(String),
    /// The search of a position of a review has ended; the conversation tells itself.
    Searched(Searched),
    /// The page is gone.
    Close,
}

/// What the search of a position of a review has found.
#[derive(Debug)]
pub struct Searched {
    /// The request that asked for the review.
    id: u64,
    done: DoneView,
    best: BestLine,
}

/// One page's conversation: it answers requests one after the other and keeps an engine.
pub struct Conversation {
    engine: Engine,
    others: Option<Box<dyn OtherEngines>>,
    review: Option<Review>,
    outlet: Arc<dyn Fn(Reply) + Send + Sync>,
    inlet: Arc<dyn Fn(Input) + Send + Sync>,
}

impl Conversation {
    /// A conversation with an engine of its own, which begins with a greeting. `outlet`
    /// takes what the page is told, from the thread that calls and from the one that
    /// searches; `inlet` takes what is to come back to [`Conversation::take`].
    ///
    /// # Errors
    ///
    /// If there is no memory for an engine.
    pub fn new(
        outlet: impl Fn(Reply) + Send + Sync + 'static,
        inlet: impl Fn(Input) + Send + Sync + 'static,
    ) -> Result<Conversation, OptionError> {
        Conversation::with_tables(Tablebases::default(), outlet, inlet)
    }

    /// The same, with endgame tables.
    ///
    /// # Errors
    ///
    /// If there is no memory for an engine.
    pub fn with_tables(
        tables: Tablebases,
        outlet: impl Fn(Reply) + Send + Sync + 'static,
        inlet: impl Fn(Input) + Send + Sync + 'static,
    ) -> Result<Conversation, OptionError> {
        let mut engine = Engine::new()?;
        let hello = Hello {
            tables: endgame::tables_of_games(&tables),
            ..hello::hello()
        };
        engine.use_tablebases(tables);
        outlet(Reply::unasked(ReplyBody::Hello(hello)));
        Ok(Conversation {
            engine,
            others: None,
            review: None,
            outlet: Arc::new(outlet),
            inlet: Arc::new(inlet),
        })
    }

    /// Lets engines besides our own search where a request names one.
    pub fn offer(&mut self, others: Box<dyn OtherEngines>) {
        self.others = Some(others);
    }

    /// Does what the input asks; `false` if nothing more is to be done.
    pub fn take(&mut self, input: Input) -> bool {
        match input {
            Input::Close => return false,
            Input::Searched(searched) => self.go_on_reviewing(searched),
            Input::Message(text) => self.hear(text),
        }
        true
    }

    /// What needs the engine comes back later, if it is the search under way that has let the
    /// message in.
    fn hear(&mut self, text: String) {
        let (id, answer) = match Request::read(&text) {
            Ok(Request { body, .. }) if body.needs_the_engine() && self.engine.is_below() => {
                self.engine.stop();
                return (self.inlet)(Input::Message(text));
            }
            Ok(Request { id, body }) => (id, self.answer(id, body)),
            Err(error) => (0, Err(format!("Not understood: {error}."))),
        };
        match answer {
            Ok(Some(body)) => self.send(id, body),
            Ok(None) => {}
            Err(says) => self.send(id, ReplyBody::Refused { says }),
        }
    }

    fn send(&self, id: u64, body: ReplyBody) {
        (self.outlet)(Reply { id, body });
    }

    /// The answer to a request, if it comes at once.
    fn answer(&mut self, id: u64, body: RequestBody) -> Result<Option<ReplyBody>, String> {
        Ok(Some(match body {
            RequestBody::Position { line } => {
                let (game, session) = open(&line)?;
                ReplyBody::Position(Box::new(describe::describe(game, session.as_ref())))
            }
            RequestBody::Threat { line } => threat(line)?,
            RequestBody::Tables { line } => {
                let (_, session) = open(&line)?;
                ReplyBody::Tables {
                    known: endgame::look_up(session.as_ref(), self.engine.tablebases()),
                }
            }
            RequestBody::ReadMove { line, text } => read_move(&line, &text)?,
            RequestBody::Search { line, wish } => {
                self.search(id, &line, &wish)?;
                return Ok(None);
            }
            RequestBody::Engines => {
                self.list_others(id)?;
                return Ok(None);
            }
            RequestBody::Stop => {
                self.stop();
                return Ok(None);
            }
            RequestBody::Review { line, nodes } => {
                self.stop();
                self.review = Some(Review::new(id, line, nodes));
                self.review_next()?;
                return Ok(None);
            }
            RequestBody::OfferDraw { line, side } => offer_draw(&line, side)?,
            RequestBody::WishAgreement { line, side } => {
                self.stop();
                self.set_up(&line)?;
                agreement::wish(&self.engine, side)
            }
            RequestBody::OfferAgreement {
                line,
                side,
                squares,
            } => {
                self.stop();
                self.set_up(&line)?;
                agreement::answer(&self.engine, side, &squares)?
            }
            RequestBody::Agree { line, white, black } => {
                agreement::agree(open(&line)?.1.as_ref(), [&white, &black])?
            }
            RequestBody::Compose(composition) => ReplyBody::Composed {
                fen: compose::composed_fen(game(&composition.game)?, &composition)?,
            },
            RequestBody::ReadPgn { text, index } => game_text::read(&text, index)?,
            RequestBody::WritePgn {
                line,
                tree,
                tags,
                result,
            } => ReplyBody::Pgn {
                text: game_text::write(&line, &tree, &tags, &result)?,
            },
        }))
    }

    /// Ends the search and the review under way.
    fn stop(&mut self) {
        self.review = None;
        if let Some(others) = &mut self.others {
            others.stop();
        }
        self.engine.stop();
        self.engine.wait();
    }

    /// Gives the engine the position that a line leads to, after the end of a search.
    fn set_up(&mut self, line: &GameLine) -> Result<(), String> {
        let (game, session) = open(line)?;
        self.engine.take_over(game, &rules(line), session);
        Ok(())
    }

    fn apply(&mut self, settings: impl IntoIterator<Item = Setting>) -> Result<(), String> {
        settings
            .into_iter()
            .try_for_each(|setting| self.engine.apply(setting))
            .map_err(|error| error.to_string())
    }

    fn search(&mut self, id: u64, line: &GameLine, wish: &SearchWish) -> Result<(), String> {
        self.stop();
        if let Some(name) = &wish.engine {
            return self.search_by_other(id, line, wish, name);
        }
        self.set_up(line)?;
        self.apply(wish.settings())?;
        let mut reporter = Reporter::new(self.engine.session(), wish.own_moves.clone());
        let outlet = Arc::clone(&self.outlet);
        let observer = move |event: SearchEvent| {
            let body = match event {
                SearchEvent::Line(line) => ReplyBody::Line(reporter.line(line)),
                SearchEvent::Done(answer) => ReplyBody::Done(reporter.done(answer)),
            };
            outlet(Reply { id, body });
        };
        let started = self.engine.go(&wish.request(), Box::new(observer));
        started.map_err(|error| error.to_string())
    }

    /// Tells which engines there are besides our own, when it is known.
    fn list_others(&self, id: u64) -> Result<(), String> {
        let outlet = Arc::clone(&self.outlet);
        let tell = move |list| {
            let body = ReplyBody::Engines { list };
            outlet(Reply { id, body });
        };
        match &self.others {
            Some(others) => others.list(Box::new(tell)),
            None => {
                tell(Vec::new());
                Ok(())
            }
        }
    }

    /// Lets the engine with this name search.
    fn search_by_other(
        &mut self,
        id: u64,
        line: &GameLine,
        wish: &SearchWish,
        name: &str,
    ) -> Result<(), String> {
        let others = self.others.as_mut();
        let others = others.ok_or("There is no engine here but Galaverna.")?;
        let (game, session) = open(line)?;
        let mut reporter = Reporter::new(session.as_ref(), OwnMoves::default());
        let outlet = Arc::clone(&self.outlet);
        let mut tell = move |event| {
            let body = match event {
                Ok(SearchEvent::Line(line)) => ReplyBody::Line(reporter.line(line)),
                Ok(SearchEvent::Done(answer)) => ReplyBody::Done(reporter.done(answer)),
                Err(says) => ReplyBody::Refused { says },
            };
            outlet(Reply { id, body });
        };
        if session.outcome().is_some() {
            tell(Ok(SearchEvent::Done(Answer::default())));
            return Ok(());
        }
        let is_chess960 = |(rule, on): &(String, bool)| rule == CHESS960.name && *on;
        others.search(OtherSearch {
            name: name.to_owned(),
            variant: Variant {
                game,
                chess960: rules(line).iter().any(is_chess960),
            },
            record: session.fork(),
            line: line.clone(),
            wish: wish.clone(),
            tell: Box::new(tell),
        })
    }

    /// Searches the next position of the review, or ends it. Positions in which the
    /// game is over need no search.
    fn review_next(&mut self) -> Result<(), String> {
        while let Some(mut review) = self.review.take() {
            let Some(line) = review.next_line() else {
                let moves = review.judgements();
                self.send(review.id, ReplyBody::ReviewDone { moves });
                return Ok(());
            };
            self.set_up(&line)?;
            let turn = self.engine.session().turn();
            if let Some(outcome) = self.engine.session().outcome() {
                let score = searching::final_score(outcome);
                let view = review.note(score, turn, BestLine::default());
                self.send(review.id, ReplyBody::Reviewed(view));
                self.review = Some(review);
                continue;
            }
            let (id, nodes) = (review.id, review.nodes);
            self.review = Some(review);
            return self.search_for_review(id, nodes);
        }
        Ok(())
    }

    fn search_for_review(&mut self, id: u64, nodes: u64) -> Result<(), String> {
        self.apply([Setting::MultiPv(1), Setting::LimitStrength(false)])?;
        let mut reporter = Reporter::new(self.engine.session(), OwnMoves::default());
        let inlet = Arc::clone(&self.inlet);
        let mut best = BestLine::default();
        let observer = move |event: SearchEvent| match event {
            SearchEvent::Line(line) => {
                let LineView { sans, moves, .. } = reporter.line(line);
                best = BestLine { sans, moves };
            }
            SearchEvent::Done(answer) => {
                let (done, best) = (reporter.done(answer), std::mem::take(&mut best));
                inlet(Input::Searched(Searched { id, done, best }));
            }
        };
        let request = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let started = self.engine.go(&request, Box::new(observer));
        started.map_err(|error| error.to_string())
    }

    /// Notes the value of a position of the review and goes on with the next.
    fn go_on_reviewing(&mut self, searched: Searched) {
        let Searched { id, done, best } = searched;
        let Some(review) = self.review.as_mut().filter(|review| review.id == id) else {
            return;
        };
        self.engine.wait();
        let turn = self.engine.session().turn();
        let Some(score) = done.score else {
            self.review = None;
            let says = "The engine broke off the review.".to_owned();
            return self.send(id, ReplyBody::Refused { says });
        };
        let decided = done.best.as_deref().zip(done.san.as_deref());
        let best = best.beginning_with(decided);
        let view = review.note(score, turn, best);
        self.send(id, ReplyBody::Reviewed(view));
        if let Err(says) = self.review_next() {
            self.send(id, ReplyBody::Refused { says });
        }
    }
}

/// The position of a line in which the side to move has passed.
fn threat(line: GameLine) -> Result<ReplyBody, String> {
    let fen = open(&line)?.1.passed_fen();
    let fen = fen.ok_or("Nobody can pass in this position.")?;
    let passed = GameLine {
        fen: Some(fen),
        moves: Vec::new(),
        ..line
    };
    let (game, session) = open(&passed)?;
    let view = describe::describe(game, session.as_ref());
    Ok(ReplyBody::Position(Box::new(view)))
}

/// A move that a person has typed.
///
/// # Errors
///
/// In words, if it is none, with those that could be meant.
pub(super) fn read_move(line: &GameLine, text: &str) -> Result<ReplyBody, String> {
    let (_, session) = open(line)?;
    let found = typed_move::read(session.as_ref(), text);
    found
        .map(|m| ReplyBody::Move {
            text: m.to_string(),
        })
        .map_err(|error| complaint(session.as_ref(), text.trim(), &error))
}

/// What is wrong with a typed move, and what could be played instead.
fn complaint(session: &dyn Session, text: &str, error: &MoveError) -> String {
    let letter = text
        .chars()
        .next()
        .filter(|_| matches!(error, MoveError::Illegal(_)));
    let letter = letter.map(|letter| letter.to_ascii_uppercase());
    let moves = session.legal_moves().into_iter();
    let moves = moves.map(|m| session.san(m));
    let similar: Vec<String> = moves
        .filter(|san| letter.is_some_and(|letter| san.to_ascii_uppercase().starts_with(letter)))
        .take(8)
        .collect();
    match (error, similar.is_empty()) {
        (MoveError::Illegal(_), true) => format!("{text} is not possible."),
        (MoveError::Illegal(_), false) => {
            format!(
                "{text} is not possible. Possible are {}.",
                words::list(&similar)
            )
        }
        _ => format!("{}.", words::sentence(&error.to_string())),
    }
}

/// Whether the engine takes a draw.
fn offer_draw(line: &GameLine, side: Side) -> Result<ReplyBody, String> {
    let (_, session) = open(line)?;
    let value = short_search::value_for(session.as_ref(), side.into());
    let value = value.ok_or("There is no memory to think.")?;
    let accepted = DrawResignPolicy::accepts_draw(value, session.state().fullmove_number);
    let says = match accepted {
        true => "Galaverna accepts the draw.",
        false => "Galaverna plays on.",
    };
    Ok(ReplyBody::DrawAnswer {
        accepted,
        says: says.to_owned(),
    })
}
