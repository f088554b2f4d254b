//! `galaverna match` and `galaverna openings`.

use std::error::Error;

use crate::arena::command_line;
use crate::arena::openings::epd_lines;
use crate::arena::tournament;
use crate::engine::registry::Game;

use super::{interrupt, merge};

/// Plays a match.
///
/// # Errors
///
/// If the command line is wrong or the match breaks off.
pub fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    if arguments.is_empty()
        || arguments
            .iter()
            .any(|text| text == "--help" || text == "-help")
    {
        anstream::print!("{}", command_line::help());
        return Ok(());
    }
    if let Some(("merge", files)) = arguments
        .split_first()
        .map(|(first, rest)| (first.as_str(), rest))
    {
        return merge::run_merge(files);
    }
    let settings = command_line::parse(arguments)?;
    let interrupt = interrupt::by_signals()?;
    let result = tournament::run(&settings, &interrupt)?;
    anstream::println!("{}", result.standings.report());
    if let Some(cost) = result.cost_per_move {
        let milliseconds = cost.as_secs_f64() * 1000.0;
        anstream::println!("Referee: {milliseconds:.3} ms a move besides the engines");
    }
    Ok(())
}

/// Prints balanced openings as lines of an EPD book.
///
/// # Errors
///
/// If none can be made.
pub fn print_openings(
    game: &'static Game,
    count: usize,
    seed: u64,
    plies: usize,
) -> Result<(), Box<dyn Error>> {
    for line in epd_lines(game, seed, plies).take(count) {
        anstream::println!("{}", line?);
    }
    Ok(())
}
