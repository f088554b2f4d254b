//! XBoard's protocol, the Chess Engine Communication Protocol, version 2.
//!
//! The main loop takes lines of input and the answers of searches from one queue.
//! While the engine thinks about its move, nearly every command is obeyed at once;
//! what must not overtake the move (`ping`) or cannot be done during a search
//! (options) waits for it. Between `pause` and `resume` everything waits.
//!
//! - `command` reads lines, `output` writes them;
//! - `game` is the position and what XBoard shows of it (see [`crate::show::xboard`]),
//!   `highlight` guides the user's hand;
//! - `searching` thinks, ponders and analyses, within `time`;
//! - `settings` are the options.

pub mod command;
mod game;
mod highlight;
mod output;
mod searching;
mod settings;
mod time;

use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::engine::Engine;
use crate::engine::draw_resign::DrawResignPolicy;
use crate::engine::session::LineReport;
use crate::host::Instant;
use crate::rules::{Color, Move, Square};

use super::input::{self, Event};
use super::{Connection, Flow, debug_log, send};
use command::{Command, CommandError};
use game::{Board, Editor};
use time::EngineClock;

/// Speaks XBoard's protocol with the engine of a connection until `quit` or the
/// end of input.
pub(super) fn serve(mut connection: Connection) -> Engine {
    let protocol = Xboard::new(&mut connection.engine, connection.sender.clone());
    protocol.serve(&connection.events);
    connection.engine
}

/// What the engine does when it is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// It only keeps the position.
    Force,
    /// It plays this side.
    Playing(Color),
    /// It analyses every position.
    Analyzing,
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// The engine's move.
    Thinking,
    /// The move after this one of the opponent.
    Pondering(Move),
    /// Telling the user.
    Analyzing,
}

/// XBoard makes the move of a forced choice at once, unless it does not listen.
const TAKEN_WITHIN: Duration = Duration::from_secs(2);

/// What to do where XBoard does not.
const TESTS_LEGALITY: &str = "XBoard tests this move by rules of its own. Switch off \
                              Test Legality in Options / General, and the move is made.";

/// What a piece must become that the user has put down, and nothing has come of it.
#[derive(Debug)]
struct Untaken {
    choice: String,
    /// When to say it again.
    again: Instant,
}

struct Xboard<'a> {
    engine: &'a mut Engine,
    sender: Sender<Event>,
    mode: Mode,
    /// What the running search is for.
    purpose: Option<Purpose>,
    /// Searches whose answers nobody waits for any more.
    abandoned: usize,
    /// Commands that wait for the engine's move.
    waiting: VecDeque<Command>,
    /// Since when the engine is paused.
    paused: Option<Instant>,
    /// Commands that wait for the end of the pause.
    held: VecDeque<Command>,
    /// When the command that is carried out was read, and the engine was free for it.
    read_at: Instant,
    /// When the last command was done with.
    free_since: Instant,
    /// No more input will come.
    ended: bool,
    board: Board,
    editor: Option<Editor>,
    time: EngineClock,
    /// When the engine's clock began to run.
    clock_started: Instant,
    draw_resign: DrawResignPolicy,
    /// The reply that the engine expects to its last move.
    expected: Option<String>,
    /// Root moves that are not to be looked at.
    excluded: Vec<Move>,
    /// The FEN of the position that games begin from; empty for the usual one.
    start_position: String,
    ponders: bool,
    posts: Arc<AtomicBool>,
    /// The best line of the running search.
    latest: Arc<Mutex<Option<LineReport>>>,
    /// The opponent has offered a draw while the engine thinks.
    draw_offered: bool,
    opponent_is_engine: bool,
    /// The other end is a window that can be told to redraw itself.
    has_window: bool,
    /// The window has been told to, and will end its game for it.
    redrawing: bool,
    /// The last move of either side, with its number.
    last_move: String,
    untaken: Option<Untaken>,
    /// The user knows what to do about legality testing.
    explained: bool,
}

impl<'a> Xboard<'a> {
    fn new(engine: &'a mut Engine, sender: Sender<Event>) -> Xboard<'a> {
        let board = Board::of(engine);
        Xboard {
            engine,
            sender,
            mode: Mode::Playing(Color::Black),
            purpose: None,
            abandoned: 0,
            waiting: VecDeque::new(),
            paused: None,
            held: VecDeque::new(),
            read_at: Instant::now(),
            free_since: Instant::now(),
            ended: false,
            board,
            editor: None,
            time: EngineClock::default(),
            clock_started: Instant::now(),
            draw_resign: DrawResignPolicy::default(),
            expected: None,
            excluded: Vec::new(),
            start_position: String::new(),
            ponders: false,
            posts: Arc::new(AtomicBool::new(false)),
            latest: Arc::default(),
            draw_offered: false,
            opponent_is_engine: false,
            has_window: false,
            redrawing: false,
            last_move: String::new(),
            untaken: None,
            explained: false,
        }
    }

    fn serve(mut self, events: &Receiver<Event>) {
        // XBoard wants the line of a prompt to end.
        send("");
        loop {
            let event = match &self.untaken {
                Some(untaken) => {
                    events.recv_timeout(untaken.again.saturating_duration_since(Instant::now()))
                }
                None => events.recv().map_err(RecvTimeoutError::from),
            };
            let event = match event {
                Ok(event) => event,
                Err(RecvTimeoutError::Timeout) => {
                    self.repeat_choice();
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => break,
            };
            let flow = match event {
                Event::Line(line, read_at) => self.line(&line, read_at),
                Event::LongLine(begin) => {
                    send(CommandError::new("line too long", &format!("{begin}…")));
                    Flow::Continue
                }
                // It was before the word `xboard`.
                Event::WorkDone(_) => Flow::Continue,
                Event::EndOfInput => self.end_of_input(),
                Event::GraceOver => self.grace_over(),
                Event::SearchDone(answer, at) => self.search_done(&answer, at),
            };
            if flow == Flow::Quit {
                break;
            }
        }
        self.engine.stop();
        self.engine.wait();
    }

    fn line(&mut self, line: &str, read_at: Instant) -> Flow {
        debug_log::received(line);
        self.read_at = read_at.max(self.free_since);
        if self.editor.is_some() {
            self.edit_line(line);
            return Flow::Continue;
        }
        let flow = match Command::parse(line) {
            Ok(Some(command)) => self.receive(command),
            Ok(None) => Flow::Continue,
            Err(error) => {
                send(error);
                Flow::Continue
            }
        };
        self.free_since = Instant::now();
        flow
    }

    /// Carries a command out, or keeps it until it can be.
    fn receive(&mut self, command: Command) -> Flow {
        match command {
            Command::Quit => return Flow::Quit,
            Command::Resume => self.resume(),
            // It has its effect already, and one `resume` ends it.
            Command::Pause if self.paused.is_some() => {}
            _ if self.paused.is_some() => self.held.push_back(command),
            _ => self.execute_or_wait(command),
        }
        Flow::Continue
    }

    /// Carries a command out, or keeps it until the engine has moved.
    fn execute_or_wait(&mut self, command: Command) {
        if self.is_thinking() && command.waits_for_move() {
            self.waiting.push_back(command);
        } else {
            self.execute(command);
            self.run_waiting();
        }
    }

    /// Carries out what has waited for the engine's move, if there is no more of that.
    fn run_waiting(&mut self) {
        while !self.is_thinking() && self.paused.is_none() {
            let Some(command) = self.waiting.pop_front() else {
                return;
            };
            self.execute(command);
        }
    }

    /// The end of input means quit, after the move that is being searched for.
    fn end_of_input(&mut self) -> Flow {
        self.ended = true;
        if self.paused.is_some() {
            // Nobody else will.
            self.resume();
        }
        self.quit_if_done()
    }

    /// The time for that move is over too.
    fn grace_over(&mut self) -> Flow {
        self.ended = true;
        self.move_now();
        self.quit_if_done()
    }

    fn quit_if_done(&self) -> Flow {
        match self.ended && !self.is_thinking() {
            true => Flow::Quit,
            false => Flow::Continue,
        }
    }

    fn execute(&mut self, command: Command) {
        if command.touches_game() {
            self.untaken = None;
        }
        match command {
            // Those that end or suspend everything are not kept for later.
            Command::Quit | Command::Resume | Command::Xboard | Command::Noted => {}
            Command::Protover => send(output::features(settings::own_widgets())),
            Command::Accepted(feature) => self.has_window |= feature == "highlight",
            Command::Computer => self.opponent_is_engine = true,
            Command::New => self.new_game(),
            Command::Variant(name) => self.variant(&name),
            Command::Force => self.force(),
            Command::Go => self.go(),
            Command::PlayOther => self.play_other(),
            Command::UserMove(text) => self.user_move(&text),
            Command::BareMove(text) => self.bare_move(&text),
            Command::MoveNow => self.move_now(),
            Command::Ping(number) => self.ping(&number),
            Command::Draw => self.draw(),
            Command::Result { unfinished } => self.result(unfinished),
            Command::SetBoard(fen) => self.set_board(&fen),
            Command::Edit => self.edit(),
            Command::Hint => self.hint(),
            Command::Book => send(" Galaverna has no opening book.\n"),
            Command::Undo => self.undo(),
            Command::Remove => self.remove(),
            Command::Analyze => self.analyze(),
            Command::Exit => self.exit(),
            Command::Status => self.status(),
            Command::Exclude(choice) => self.exclude(choice.as_deref()),
            Command::Include(choice) => self.include(choice.as_deref()),
            Command::Pause => self.pause(),
            Command::Lift(square) => send(self.board.lift(square).join("\n")),
            Command::Hover(square) => send(self.board.hover(square)),
            Command::Put(square) => self.put(square),
            setting => self.set(setting),
        }
    }

    /// The user puts a piece down, and the window waits for what it can become.
    fn put(&mut self, square: Square) {
        let choice = self.board.put(square);
        choice.iter().for_each(send);
        // Of several XBoard may be asking the user.
        let forced = choice.filter(|choice| highlight::is_forced(choice));
        self.untaken = forced.filter(|_| self.has_window).map(|choice| Untaken {
            choice,
            again: Instant::now() + TAKEN_WITHIN,
        });
    }

    /// The window still waits, since it tests the move by rules of its own and does not
    /// listen. Once it does, it makes the move.
    fn repeat_choice(&mut self) {
        let Some(untaken) = &mut self.untaken else {
            return;
        };
        untaken.again = Instant::now() + TAKEN_WITHIN;
        send(&untaken.choice);
        if !self.explained {
            self.explained = true;
            send(format!("telluser {TESTS_LEGALITY}"));
        }
    }

    fn ping(&mut self, number: &str) {
        self.redrawing = false;
        send(input::shortened(&format!("pong {number}")));
    }

    fn force(&mut self) {
        if !self.redrawing {
            self.abandon();
            self.mode = Mode::Force;
        }
    }

    /// The game is over for the other end.
    fn result(&mut self, unfinished: bool) {
        if !(self.redrawing && unfinished) {
            self.abandon();
            self.mode = Mode::Force;
        }
    }

    /// A command that the reference does not allow now.
    fn not_now(&self, command: &str) {
        send(CommandError::new("command not legal now", command));
    }
}
