//! An engine that plays the first legal move it finds, and misbehaves at its
//! third move in the way that its first argument names:
//!
//! `good` not at all, `illegal`, `escape` (a move that would clear a terminal), `none` (says that there is no move), `crash`,
//! `hang` (for ever, whatever it is told), `slow` (answers after a second),
//! `flood` (lines without end), `long-line` (one line without end), `claim` (says
//! that it has won; XBoard), `resign` (XBoard), `accept` (agrees to queen exchanges),
//! `orphan` (ends by itself, and leaves a process behind that it has started), `daemon`
//! (not at all, but the process that it leaves behind is in no group or session of its,
//! and its parent has ended).

use std::io::{BufRead, Write, stdin, stdout};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use galaverna::engine::session::Session;
use galaverna::show::{GAMES, Game};

/// The move at which it misbehaves.
const BAD_MOVE: u32 = 3;

struct Fake {
    behaviour: String,
    game: &'static Game,
    session: Box<dyn Session>,
    /// XBoard: where the game began, and whether only to watch.
    force: bool,
    moves_made: u32,
}

fn say(text: &str) {
    let mut output = stdout().lock();
    let written = writeln!(output, "{text}").and_then(|()| output.flush());
    if written.is_err() {
        // Nobody listens any more.
        std::process::exit(0);
    }
}

fn hang() -> ! {
    loop {
        sleep(Duration::from_secs(3600));
    }
}

impl Fake {
    /// The next move, or whatever it does instead.
    fn answer(&mut self) -> Option<String> {
        self.moves_made += 1;
        if self.moves_made == BAD_MOVE {
            match self.behaviour.as_str() {
                "illegal" => return Some("a1a8".to_owned()),
                "escape" => return Some("\x1b[2J\u{9b}31m".to_owned()),
                "none" => return Some("(none)".to_owned()),
                "crash" => std::process::abort(),
                "orphan" => std::process::exit(0),
                "hang" => hang(),
                "slow" => sleep(Duration::from_secs(1)),
                "flood" => loop {
                    say("info string all work and no play makes Jack a dull boy");
                },
                "long-line" => loop {
                    if write!(stdout(), "all work and no play ").is_err() {
                        std::process::exit(0);
                    }
                },
                "claim" => {
                    say("1-0 {White wins, and so does Black}");
                    say("0-1 {Black wins, and so does White}");
                    return None;
                }
                "resign" => {
                    say("resign");
                    return None;
                }
                _ => {}
            }
        }
        let first = self.session.legal_moves().into_iter().next()?;
        Some(first.to_string())
    }

    fn uci(&mut self, words: &[&str], line: &str) {
        match words {
            ["uci"] => {
                let games = Game::names().join(" var ");
                say(&format!(
                    "id name Fake\noption name UCI_Variant type combo default chess var {games}"
                ));
                if self.behaviour == "accept" {
                    say("option name Elolbia_QueenExchange type check default true");
                }
                say("uciok");
            }
            ["setoption", "name", "UCI_Variant", "value", game] => {
                self.game = Game::named(game).expect("a declared game");
                self.session = self.game.session();
            }
            ["isready"] => say("readyok"),
            ["ucinewgame"] => self.moves_made = 0,
            ["position", ..] => {
                let (position, moves) = line.split_once(" moves ").unwrap_or((line, ""));
                let fen = position.strip_prefix("position fen ");
                let moves: Vec<&str> = moves.split_whitespace().collect();
                let set = self.session.set_position(fen, &moves);
                set.expect("the referee sends legal positions");
            }
            ["go", ..] => {
                say("info string pgncomment by hand");
                if let Some(text) = self.answer() {
                    say(&format!("info depth 1 score cp 10\nbestmove {text}"));
                }
            }
            ["exchange", _] => say(&match self.session.best_agreement(None) {
                Some(agreement) => format!("exchange accept {agreement}"),
                None => "exchange none".to_owned(),
            }),
            _ => {}
        }
    }

    fn xboard(&mut self, words: &[&str], line: &str) {
        match words {
            ["protover", _] => say("feature ping=1 setboard=1 usermove=1 myname=\"Fake\" \
                                    variants=\"normal,iceage,alice,elolbia,clupso\" done=1"),
            ["ping", number] => say(&format!("pong {number}")),
            ["new"] => {
                self.game = &GAMES[0];
                self.session = self.game.session();
                self.moves_made = 0;
                self.force = false;
            }
            ["variant", game] => {
                self.game = Game::named(game).expect("a declared game");
                self.session = self.game.session();
            }
            ["setboard", ..] => {
                let set = self
                    .session
                    .set_position(line.strip_prefix("setboard "), &[]);
                set.expect("the referee sends legal positions");
            }
            ["force"] => self.force = true,
            ["usermove", text] => {
                self.session
                    .play(text)
                    .expect("the referee sends legal moves");
                if !self.force {
                    self.move_by_xboard();
                }
            }
            ["go"] => {
                self.force = false;
                self.move_by_xboard();
            }
            _ => {}
        }
    }

    fn move_by_xboard(&mut self) {
        if let Some(text) = self.answer() {
            // An illegal move is said, not made.
            let _ = self.session.play(&text);
            say(&format!("1 10 0 20 {text}\nmove {text}"));
        }
    }
}

/// Starts a process that does nothing for ever, with the argument by which those of a
/// test are found.
#[expect(
    clippy::zombie_processes,
    reason = "that nobody waits for it is what it is for"
)]
fn start_orphan(behaviour: &str) {
    let program = std::env::current_exe().expect("a program");
    let mut command = Command::new(program);
    command.arg(behaviour).args(std::env::args().skip(2));
    command.stdin(Stdio::null()).stdout(Stdio::null());
    command.spawn().expect("a process");
}

fn main() {
    let mut fake = Fake {
        behaviour: std::env::args().nth(1).unwrap_or_default(),
        game: &GAMES[0],
        session: GAMES[0].session(),
        force: true,
        moves_made: 0,
    };
    match fake.behaviour.as_str() {
        "linger" => hang(),
        "orphan" => start_orphan("linger"),
        "daemon" => start_orphan("detach"),
        "detach" => {
            #[cfg(unix)]
            rustix::process::setsid().expect("a session of its own");
            return start_orphan("linger");
        }
        _ => {}
    }
    let mut is_xboard = false;
    for line in stdin().lock().lines() {
        let line = line.expect("the referee sends text");
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["quit"] => break,
            ["xboard"] => is_xboard = true,
            _ if is_xboard => fake.xboard(&words, &line),
            _ => fake.uci(&words, &line),
        }
    }
}
