//! A person plays against the engine, or watches it play.

use std::error::Error;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};

use crate::arena::referee::Termination;
use crate::host::Instant;
use crate::output::{self, OutputError, say};
use crate::protocol::input::{self, Event};
use crate::rules::Color;
use crate::show::words;

use super::game::{Ending, TerminalGame};
use super::search::GLANCE;

const HELP: &str = "Type a move (e4, Nf3, e2e4), or one of:
  moves    all legal moves
  undo     take back your last move and the answer to it
  hint     what the engine would play
  board    draw the board again
  fen      the position as text
  resign   give up
  quit     leave";

/// Plays a game, the person with `side`.
///
/// # Errors
///
/// If the engine breaks down or the game cannot be written.
pub fn run(mut game: TerminalGame, side: Color) -> Result<(), Box<dyn Error>> {
    let ending = play(&mut game, side);
    game.finish(ending)
}

/// Plays a complete game of the engine against itself.
///
/// # Errors
///
/// If the engine breaks down or the game cannot be written.
pub fn watch(mut game: TerminalGame) -> Result<(), Box<dyn Error>> {
    let ending = watched(&mut game);
    game.finish(ending)
}

fn watched(game: &mut TerminalGame) -> Result<Ending, Box<dyn Error>> {
    say!("{}", game.title())?;
    game.show()?;
    loop {
        if let Some(outcome) = game.session().outcome() {
            return Ok(Ending::by_rules(outcome));
        }
        let Some(made) = game.let_engine_move()? else {
            return Ok(Ending::broken_off());
        };
        game.show()?;
        say!("{}   ({})", made.text, made.score)?;
    }
}

fn play(game: &mut TerminalGame, side: Color) -> Result<Ending, Box<dyn Error>> {
    let name = side.fold_wb("White", "Black");
    say!("{}. You play {name}.\n{HELP}", game.title())?;
    let (sender, lines) = mpsc::channel();
    input::read_lines(sender)?;
    game.show()?;
    loop {
        if let Some(outcome) = game.session().outcome() {
            return Ok(Ending::by_rules(outcome));
        }
        if game.session().turn() != side {
            let Some(made) = game.let_engine_move()? else {
                return Ok(Ending::broken_off());
            };
            game.show()?;
            say!("{}", made.text)?;
        } else if let Some(ending) = person_moves(game, side, &lines)? {
            return Ok(ending);
        }
    }
}

/// Does what the person says up to the next move; how the game ended, if it did.
fn person_moves(
    game: &mut TerminalGame,
    side: Color,
    lines: &Receiver<Event>,
) -> Result<Option<Ending>, Box<dyn Error>> {
    let began = Instant::now();
    let out_of_time = || Ending::lost(side, "loses on time", Termination::TimeForfeit);
    loop {
        let (line, read) = match ask(game, began, lines)? {
            Said::Line(line, read) => (line, read),
            Said::Nothing => return Ok(Some(Ending::broken_off())),
            Said::FlagFell => return Ok(Some(out_of_time())),
        };
        match line.trim() {
            "" => {}
            "quit" | "exit" => return Ok(Some(Ending::broken_off())),
            "resign" => return Ok(Some(Ending::lost(side, "resigns", Termination::Normal))),
            "help" | "?" => say!("{HELP}")?,
            "board" => game.show()?,
            "fen" => say!("{}", game.session().fen())?,
            "moves" => {
                let moves = game.session().legal_moves();
                let texts = moves.into_iter().map(|m| game.session().san(m));
                let texts: Vec<String> = texts.collect();
                say!("{}", texts.join(" "))?;
            }
            "undo" => {
                if undo(game, side)? {
                    return Ok(None);
                }
                say!("Nothing to take back")?;
            }
            "hint" => {
                if let Some((answer, _)) = game.think()?
                    && let Some(best) = answer.best
                {
                    say!("{} ({})", best.san, best.coordinates)?;
                }
            }
            // What was typed while the engine thought has taken no time.
            text => match game.play_typed(text, read.saturating_duration_since(began)) {
                Ok(true) => {
                    game.show()?;
                    return Ok(None);
                }
                Ok(false) => return Ok(Some(out_of_time())),
                Err(error) => say!("{error}; 'moves' lists the legal moves")?,
            },
        }
    }
}

/// What comes from the person.
enum Said {
    /// A line, and when it came.
    Line(String, Instant),
    /// Nothing more: the input has ended, or somebody wants the program to.
    Nothing,
    /// Nothing in time.
    FlagFell,
}

/// Waits for a line of the person, who began to think at this time.
fn ask(game: &TerminalGame, began: Instant, lines: &Receiver<Event>) -> Result<Said, OutputError> {
    output::write(words::move_number(game.session()) + " ")?;
    let flag_falls = game.flag_falls(began);
    loop {
        if game.is_interrupted() {
            return Ok(Said::Nothing);
        }
        let left = flag_falls.map(|end| end.saturating_duration_since(Instant::now()));
        match lines.recv_timeout(left.map_or(GLANCE, |left| left.min(GLANCE))) {
            Ok(Event::Line(line, read)) => return Ok(Said::Line(line, read)),
            Ok(_) | Err(RecvTimeoutError::Disconnected) => return Ok(Said::Nothing),
            Err(RecvTimeoutError::Timeout) if left.is_some_and(|left| left.is_zero()) => {
                return Ok(Said::FlagFell);
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

/// Takes back until the person is to move again, at least one move; `false` if there is
/// none.
fn undo(game: &mut TerminalGame, side: Color) -> Result<bool, OutputError> {
    let undone = game.undo();
    if undone {
        // At the start of a game there may be only the engine's move to take back.
        while game.session().turn() != side && game.undo() {}
        game.show()?;
    }
    Ok(undone)
}
