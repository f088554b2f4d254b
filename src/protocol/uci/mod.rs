//! The Universal Chess Interface, as Stockfish speaks it.
//!
//! The main loop takes lines of input and the ends of searches from one queue.
//! While a search runs, what can be answered at once is answered at once; other
//! commands wait for its end in the order they came. A search that would never
//! end by itself is stopped by the first command that has to wait.

pub mod command;
pub mod output;

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender};

use crate::engine::options;
use crate::engine::{Engine, SearchEvent, SearchRequest, bench, exchange};
use crate::rules::Color;

use super::input::Event;
use super::{Connection, Flow, say};
use command::Command;

/// Speaks UCI with the engine of a connection until `quit`, the end of input, or
/// the word `xboard`.
pub(super) fn serve(connection: &mut Connection) -> Flow {
    let protocol = Uci {
        engine: &mut connection.engine,
        sender: connection.sender.clone(),
        search: None,
        deferred: VecDeque::new(),
        debug: false,
    };
    protocol.serve(&connection.events)
}

struct Uci<'a> {
    engine: &'a mut Engine,
    sender: Sender<Event>,
    /// What the running search was asked.
    search: Option<SearchRequest>,
    /// Commands that wait for the end of the search.
    deferred: VecDeque<Command>,
    debug: bool,
}

/// One line for the user.
fn tell(message: impl std::fmt::Display) {
    // A message must not look like several lines of protocol.
    say(format!(
        "info string {}",
        message.to_string().replace('\n', " ")
    ));
}

impl Uci<'_> {
    fn serve(mut self, events: &Receiver<Event>) -> Flow {
        // The sender in `self` keeps the queue open; input always ends with an
        // event of its own.
        for event in events {
            let flow = match event {
                Event::Line(line) => {
                    log::debug!("< {line}");
                    match Command::parse(&line) {
                        Ok(Some(command)) => self.receive(command),
                        Ok(None) => Flow::Continue,
                        Err(error) => {
                            tell(error);
                            Flow::Continue
                        }
                    }
                }
                Event::EndOfInput => self.end_of_input(),
                Event::SearchDone(_) => self.search_done(),
            };
            if flow != Flow::Continue {
                self.engine.stop();
                self.engine.wait();
                return flow;
            }
        }
        Flow::Quit
    }

    /// Carries a command out, or keeps it until the search has ended.
    fn receive(&mut self, command: Command) -> Flow {
        let Some(search) = &self.search else {
            return self.execute(command);
        };
        match command {
            Command::Uci
            | Command::Debug(_)
            | Command::IsReady
            | Command::Register
            | Command::Help
            | Command::Stop
            | Command::PonderHit
            | Command::Quit => self.execute(command),
            _ => {
                self.deferred.push_back(command);
                if search.is_open_ended() {
                    self.engine.stop();
                }
                Flow::Continue
            }
        }
    }

    /// The end of input means quit, after all that was still to be done.
    fn end_of_input(&mut self) -> Flow {
        match self.deferred.is_empty() {
            true => Flow::Quit,
            false => self.receive_last(),
        }
    }

    fn receive_last(&mut self) -> Flow {
        self.deferred.push_back(Command::Quit);
        Flow::Continue
    }

    fn search_done(&mut self) -> Flow {
        self.engine.wait();
        self.search = None;
        while self.search.is_none() {
            let Some(command) = self.deferred.pop_front() else {
                break;
            };
            let flow = self.execute(command);
            if flow != Flow::Continue {
                return flow;
            }
        }
        // Whoever still waits behind a search without end has it stopped.
        let endless = self
            .search
            .as_ref()
            .is_some_and(SearchRequest::is_open_ended);
        if endless && !self.deferred.is_empty() {
            self.engine.stop();
        }
        Flow::Continue
    }

    fn execute(&mut self, command: Command) -> Flow {
        match command {
            Command::Uci => say(output::identification()),
            Command::Debug(on) => self.debug = on,
            Command::IsReady => say(vampirc_uci::UciMessage::ReadyOk),
            Command::Register => {}
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::NewGame => self.engine.new_game(),
            Command::Position { fen, moves } => {
                let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
                if let Err(error) = self.engine.set_position(fen.as_deref(), &moves) {
                    tell(error);
                }
            }
            Command::Go(request) => self.go(&request),
            Command::Perft(depth) => say(output::perft(&self.engine.session().divide(depth))),
            Command::Stop => self.engine.stop(),
            Command::PonderHit => {
                self.engine.ponderhit();
                if let Some(search) = &mut self.search {
                    search.ponder = false;
                }
            }
            Command::Quit => return Flow::Quit,
            Command::Xboard => return Flow::Xboard,
            Command::Display => say(output::display(self.engine.session())),
            Command::Eval => self.eval(),
            Command::Bench(depth) => run_bench(depth.unwrap_or(bench::DEFAULT_DEPTH)),
            Command::Flip => {
                if let Err(error) = self.engine.session_mut().flip() {
                    tell(error);
                }
            }
            Command::Exchange(side) => self.exchange(side),
            Command::Help => say(output::help()),
        }
        Flow::Continue
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        let set = options::parse(name, value).and_then(|setting| {
            let variant = matches!(setting, options::Setting::Variant(_));
            self.engine.apply(setting)?;
            Ok(variant)
        });
        match set {
            Ok(true) => say(output::variant_line(self.engine.game())),
            Ok(false) => {}
            Err(error) => tell(error),
        }
    }

    fn go(&mut self, request: &SearchRequest) {
        let sender = self.sender.clone();
        let show_wdl = self.engine.shows_wdl();
        let observer = Box::new(move |event| match event {
            SearchEvent::Line(report) => say(output::info_line(&report, show_wdl)),
            SearchEvent::Done(answer) => {
                // First the event, then the line: whatever a GUI sends in answer to
                // the line comes after the event. A loop that has gone away needs
                // neither.
                let line = output::best_move_line(&answer);
                let _ = sender.send(Event::SearchDone(answer));
                say(line);
            }
        });
        match self.engine.go(request, observer) {
            Ok(()) => {
                self.search = Some(request.clone());
                if self.debug {
                    tell(format!("searching: {request:?}"));
                }
            }
            Err(error) => tell(error),
        }
    }

    fn eval(&self) {
        let session = self.engine.session();
        match session.checkers().is_empty() {
            true => say(output::evaluation(&session.evaluation())),
            false => say("Evaluation: none (in check)"),
        }
    }

    fn exchange(&mut self, side: Option<Color>) {
        let side = side.unwrap_or(self.engine.session().turn());
        match exchange::judge(self.engine, side) {
            Some(judged) => say(format!(
                "exchange {} {}",
                if judged.accepted { "accept" } else { "decline" },
                judged.text
            )),
            None => say("exchange none"),
        }
    }
}

/// `bench`, from a protocol or the command line. The last line is the one that
/// scripts read.
pub fn run_bench(depth: usize) {
    let rate = |measured: bench::Measured| measured.nodes_per_second();
    let result = bench::run(depth, &mut |game, measured| {
        say(format!(
            "{game:>8}: {} nodes {} nps",
            measured.nodes,
            rate(measured)
        ));
    });
    match result {
        Ok(total) => say(format!("{} nodes {} nps", total.nodes, rate(total))),
        Err(error) => tell(error),
    }
}
