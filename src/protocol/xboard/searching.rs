//! Thinking, pondering and analysing.

use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

use crate::engine::draw_resign::DrawResignPolicy;
use crate::engine::session::{Answer, LineReport};
use crate::engine::{Engine, SearchEvent, short_search};
use crate::host::Instant;
use crate::protocol::input::Event;
use crate::protocol::{Flow, send};
use crate::rules::Move;
use crate::search::time::Limits;

use crate::show::record::line_san;

use super::command::CommandError;
use super::{Mode, Purpose, Xboard, output};

impl Xboard<'_> {
    pub(super) fn is_thinking(&self) -> bool {
        self.purpose == Some(Purpose::Thinking)
    }

    /// Ends the search, if there is one, and forgets it. What has waited for it comes
    /// before the command that ends it.
    pub(super) fn abandon(&mut self) {
        if self.purpose.take().is_some() {
            self.engine.stop();
            self.engine.wait();
            self.abandoned += 1;
            self.run_waiting();
        }
    }

    fn start(&mut self, purpose: Purpose, request: &Limits) {
        let root = self.engine.session().fork();
        let sender = self.sender.clone();
        let posts = Arc::clone(&self.posts);
        let latest = Arc::clone(&self.latest);
        self.note_line(None);
        let observer = Box::new(move |event| match event {
            SearchEvent::Line(report) => {
                if posts.load(Ordering::Relaxed) {
                    send(output::thinking(
                        &report,
                        &line_san(root.as_ref(), &report.pv),
                    ));
                }
                if report.multipv == 1 {
                    *latest.lock().unwrap_or_else(PoisonError::into_inner) = Some(report);
                }
            }
            SearchEvent::Done(answer) => {
                // A loop that has gone away needs no answer.
                let _ = sender.send(Event::SearchDone(answer, Instant::now()));
            }
        });
        match self.engine.go(request, observer) {
            Ok(()) => self.purpose = Some(purpose),
            Err(error) => send(format!("tellusererror {error}")),
        }
    }

    fn note_line(&self, line: Option<LineReport>) {
        *self.latest.lock().unwrap_or_else(PoisonError::into_inner) = line;
    }

    fn best_so_far(&self) -> Option<LineReport> {
        let latest = self.latest.lock();
        latest.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The root moves to look at; all if empty.
    fn chosen_moves(&self) -> Vec<Move> {
        if self.excluded.is_empty() {
            return Vec::new();
        }
        let moves = self.board.moves().iter();
        let chosen = moves.map(|shown| shown.m);
        chosen.filter(|m| !self.excluded.contains(m)).collect()
    }

    /// Whether every move is excluded, so that there is nothing to search.
    fn nothing_left(&self) -> bool {
        !self.excluded.is_empty() && self.chosen_moves().is_empty()
    }

    /// Begins to think about the engine's move.
    pub(super) fn think(&mut self) {
        self.clock_started = self.read_at;
        let side = self.engine.session().turn();
        let request = Limits {
            received: Some(self.read_at),
            search_moves: self.chosen_moves(),
            ..self.time.request(side, self.engine.overhead())
        };
        self.start(Purpose::Thinking, &request);
    }

    pub(super) fn go(&mut self) {
        self.abandon();
        self.mode = Mode::Playing(self.engine.session().turn());
        if !self.claim_result() {
            self.think();
        }
    }

    pub(super) fn play_other(&mut self) {
        self.abandon();
        self.mode = Mode::Playing(!self.engine.session().turn());
        self.expect_some_reply();
        self.ponder();
    }

    pub(super) fn move_now(&mut self) {
        if self.is_thinking() {
            self.engine.stop();
        }
    }

    /// Thinks about the reply to the move that the opponent is expected to make, if
    /// the engine is to ponder and waits for a move.
    pub(super) fn ponder(&mut self) {
        let Mode::Playing(side) = self.mode else {
            return;
        };
        let waits = side != self.engine.session().turn() && self.purpose.is_none();
        let Some(expected) = self.expected.clone().filter(|_| self.ponders && waits) else {
            return;
        };
        let Ok(m) = self.engine.session().find_move(&expected) else {
            return;
        };
        if self.posts.load(Ordering::Relaxed) {
            self.say_hint(&expected);
        }
        if self.engine.session_mut().play(&expected).is_err() {
            return;
        }
        if self.engine.session().outcome().is_none() {
            let request = Limits {
                ponder: true,
                ..self.time.request(side, self.engine.overhead())
            };
            self.start(Purpose::Pondering(m), &request);
        }
        self.engine.session_mut().undo();
    }

    /// The opponent has made the move that is pondered on.
    pub(super) fn ponder_hit(&mut self) {
        self.clock_started = self.read_at;
        self.purpose = Some(Purpose::Thinking);
        self.engine.ponderhit();
    }

    pub(super) fn search_done(&mut self, answer: &Answer, at: Instant) -> Flow {
        if self.abandoned > 0 {
            self.abandoned -= 1;
            return Flow::Continue;
        }
        self.engine.wait();
        self.free_since = at;
        let thought = self.is_thinking();
        self.purpose = None;
        if thought {
            self.answer(answer);
        }
        self.run_waiting();
        self.quit_if_done()
    }

    /// Makes the engine's move, or gives up.
    fn answer(&mut self, answer: &Answer) {
        let best = answer.best.as_ref();
        let best = best.and_then(|best| self.engine.session().find_move(&best.coordinates).ok());
        let Some(m) = best.and_then(|m| self.board.moves().of_move(m)).cloned() else {
            self.claim_result();
            return;
        };
        self.draw_resign.note(answer.value);
        if self.draw_resign.resigns() {
            self.mode = Mode::Force;
            return send("resign");
        }
        let number = self.engine.session().state().fullmove_number;
        let accepts = self.draw_offered && DrawResignPolicy::accepts_draw(answer.value, number);
        if accepts || self.draw_resign.offers_draw(number) {
            send("offer draw");
        }
        let besides = self.besides(&m);
        for text in m.spoken(besides) {
            send(format!("move {text}"));
        }
        self.time.moved(self.clock_started.elapsed());
        self.play(&m, besides);
        if self.claim_result() {
            return;
        }
        if self.redraw() {
            self.time.restart_clocks();
        }
        self.expected.clone_from(&answer.ponder);
        self.ponder();
    }

    /// The opponent offers a draw. While the engine thinks, it first thinks on.
    pub(super) fn draw(&mut self) {
        if self.is_thinking() {
            self.draw_offered = true;
            return;
        }
        let Mode::Playing(side) = self.mode else {
            return;
        };
        let number = self.engine.session().state().fullmove_number;
        let value = short_search::value_for(self.engine.session(), side);
        if value.is_some_and(|value| DrawResignPolicy::accepts_draw(value, number)) {
            send("offer draw");
        }
    }

    fn expect_some_reply(&mut self) {
        if self.expected.is_none() && self.ponders {
            let answer = short_search::search(self.engine.session());
            let best = answer.and_then(|answer| answer.best);
            self.expected = best.map(|best| best.coordinates);
        }
    }

    /// Suggests a move to the user.
    pub(super) fn hint(&mut self) {
        if self.is_thinking() {
            return;
        }
        let analysed = self.best_so_far().filter(|_| self.mode == Mode::Analyzing);
        let analysed = analysed.and_then(|line| line.pv.into_iter().next());
        let best = analysed.or_else(|| self.expected.clone()).or_else(|| {
            let answer = short_search::search(self.engine.session())?;
            answer.best.map(|best| best.coordinates)
        });
        if let Some(best) = best {
            self.say_hint(&best);
        }
    }

    fn say_hint(&self, coordinates: &str) {
        let m = self.engine.session().find_move(coordinates).ok();
        if let Some(m) = m.and_then(|m| self.board.moves().of_move(m)) {
            send(format!("Hint: {}", m.text()));
        }
    }

    pub(super) fn analyze(&mut self) {
        self.abandon();
        self.mode = Mode::Analyzing;
        self.start_analysis();
    }

    pub(super) fn exit(&mut self) {
        if self.mode != Mode::Analyzing {
            return self.not_now("exit");
        }
        self.abandon();
        self.mode = Mode::Force;
    }

    /// Searches the present position until told otherwise.
    pub(super) fn start_analysis(&mut self) {
        self.abandon();
        if self.engine.session().outcome().is_some() || self.nothing_left() {
            return;
        }
        let request = Limits {
            infinite: true,
            search_moves: self.chosen_moves(),
            ..Limits::default()
        };
        self.start(Purpose::Analyzing, &request);
    }

    pub(super) fn status(&self) {
        let progress = Engine::progress(self.engine);
        if let Some(progress) = progress.filter(|_| self.purpose == Some(Purpose::Analyzing)) {
            send(output::status(&progress, self.engine.session()));
        }
    }

    pub(super) fn exclude(&mut self, choice: Option<&str>) {
        self.choose("exclude", choice, |excluded, moves| {
            excluded.retain(|m| !moves.contains(m));
            excluded.extend(moves);
        });
    }

    pub(super) fn include(&mut self, choice: Option<&str>) {
        self.choose("include", choice, |excluded, moves| {
            excluded.retain(|m| !moves.contains(m));
        });
    }

    fn choose(
        &mut self,
        command: &str,
        choice: Option<&str>,
        change: impl FnOnce(&mut Vec<Move>, &[Move]),
    ) {
        let moves = self.board.moves();
        let meant: Vec<_> = match choice {
            None => moves.iter().map(|shown| shown.m).collect(),
            Some(text) => match moves.find(self.engine.session(), text) {
                Ok(found) => vec![found.m],
                Err(error) => {
                    let line = format!("{command} {text}");
                    return send(CommandError::new(error.to_string(), &line));
                }
            },
        };
        change(&mut self.excluded, &meant);
        if self.mode == Mode::Analyzing {
            self.start_analysis();
        }
    }

    pub(super) fn pause(&mut self) {
        self.engine.pause();
        self.paused = Some(Instant::now());
    }

    pub(super) fn resume(&mut self) {
        let Some(since) = self.paused.take() else {
            return self.not_now("resume");
        };
        self.clock_started += since.elapsed();
        self.engine.resume();
        self.run_waiting();
        self.read_at = Instant::now();
        for command in std::mem::take(&mut self.held) {
            self.execute_or_wait(command);
        }
    }
}
