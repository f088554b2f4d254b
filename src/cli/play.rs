//! A person plays against the engine.

use std::error::Error;
use std::io::{self, BufRead, Write};
use std::time::Duration;

use crate::engine::Engine;
use crate::engine::registry::Game;
use crate::engine::session::Session;
use crate::engine::typed_move;
use crate::rules::Color;
use crate::rules::notation::MoveError;

use super::terminal;

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
/// If the engine breaks down.
pub fn run(
    game: &Game,
    mut engine: Engine,
    side: Color,
    movetime: u64,
) -> Result<(), Box<dyn Error>> {
    let time = Duration::from_millis(movetime);
    let name = side.fold_wb("White", "Black");
    anstream::println!("{}. You play {name}.\n{HELP}", game.title);
    terminal::show(engine.session());
    loop {
        if let Some(outcome) = engine.session().outcome() {
            anstream::println!("Game over: {outcome}");
            return Ok(());
        }
        if engine.session().turn() != side {
            answer(&mut engine, time)?;
            continue;
        }
        let Some(line) = ask(engine.session())? else {
            return Ok(());
        };
        match line.trim() {
            "" => {}
            "quit" | "exit" => return Ok(()),
            "resign" => {
                anstream::println!("Game over: {name} resigns");
                return Ok(());
            }
            "help" | "?" => anstream::println!("{HELP}"),
            "board" => terminal::show(engine.session()),
            "fen" => anstream::println!("{}", engine.session().fen()),
            "moves" => {
                let moves = engine.session().legal_moves();
                let texts: Vec<String> = moves.into_iter().map(|m| m.san).collect();
                anstream::println!("{}", texts.join(" "));
            }
            "undo" => undo(engine.session_mut(), side),
            "hint" => {
                let answer = terminal::think(&mut engine, time)?;
                if let Some(best) = answer.and_then(|answer| answer.best) {
                    anstream::println!("{} ({})", best.san, best.coordinates);
                }
            }
            text => match play_typed(engine.session_mut(), text) {
                Ok(()) => terminal::show(engine.session()),
                Err(error) => anstream::println!("{error}; 'moves' lists the legal moves"),
            },
        }
    }
}

/// Makes a move as the person has typed it.
fn play_typed(session: &mut dyn Session, text: &str) -> Result<(), MoveError> {
    // Agreements are read as they are, and no other way.
    if session.play(text).is_ok() {
        return Ok(());
    }
    let coordinates = typed_move::read(session, text)?;
    session.play(&coordinates).map(|_| ())
}

/// One line from the person; `None` at the end of input.
fn ask(session: &dyn Session) -> io::Result<Option<String>> {
    anstream::print!("{} ", terminal::move_number(session));
    io::stdout().flush()?;
    let mut bytes = Vec::new();
    let read = io::stdin().lock().read_until(b'\n', &mut bytes)?;
    Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}

/// The engine's move.
fn answer(engine: &mut Engine, time: Duration) -> Result<(), Box<dyn Error>> {
    let number = terminal::move_number(engine.session());
    let answer = terminal::think(engine, time)?.ok_or("the search broke down")?;
    let best = answer.best.ok_or("no move in an unfinished game")?;
    engine.session_mut().play(&best.coordinates)?;
    terminal::show(engine.session());
    anstream::println!("{number} {}", best.san);
    Ok(())
}

/// Takes back until the person is to move again, at least one move.
fn undo(session: &mut dyn Session, side: Color) {
    if !session.undo() {
        anstream::println!("Nothing to take back");
        return;
    }
    // At the start of a game there may be only the engine's move to take back.
    while session.turn() != side && session.undo() {}
    terminal::show(session);
}
