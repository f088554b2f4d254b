//! `galaverna match` and `galaverna openings`.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::arena::command_line;
use crate::arena::openings::{epd_lines, usual_plies};
use crate::arena::statistics::{Score, Standings};
use crate::arena::tournament;
use crate::batch::file::{Claim, FileError};
use crate::batch::replace;
use crate::board::game_page::{self, IndexEntry, Standing};
use crate::host;
use crate::output::{self, say};
use crate::pgn::PgnGame;
use crate::player::end_what_engines_leave;
use crate::show::Variant;

use super::{interrupt, merge};

/// Plays a match.
///
/// # Errors
///
/// If the command line is wrong or the match breaks off.
pub fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let asks_for_help = |word: &&str| ["-h", "-help", "--help"].contains(word);
    match words[..] {
        _ if words.is_empty() || words.iter().any(asks_for_help) => {
            return Ok(output::write(command_line::help())?);
        }
        ["-v" | "-version" | "--version" | "--v"] => {
            return Ok(say!("{}", command_line::version())?);
        }
        ["merge", ..] => return merge::run_merge(&arguments[1..]),
        _ => {}
    }
    let settings = command_line::parse(arguments)?;
    let interrupt = interrupt::by_signals()?;
    let cores = host::processors();
    if settings.concurrency > cores {
        output::report(format_args!(
            "Warning: {} games at once on {cores} cores; engines lose time to each other",
            settings.concurrency
        ));
    }
    let pages = settings
        .pages
        .as_deref()
        .map(|dir| Pages::new(dir, &settings.event));
    let pages = pages.transpose()?;
    end_what_engines_leave();
    let result = tournament::run(&settings, &interrupt, &|game| {
        if let Some(pages) = &pages {
            pages.add(game);
        }
    });
    if let Some(pages) = pages {
        pages.finish(result.as_ref().ok().map(|result| &result.standings))?;
    }
    let result = result?;
    say!("{}", result.standings.report())?;
    if let Some(cost) = result.cost_per_move {
        let milliseconds = cost.as_secs_f64() * 1000.0;
        say!("Referee: {milliseconds:.3} ms a move besides the engines")?;
    }
    Ok(())
}

/// The pages of a match: one for each game, and a list of them.
struct Pages {
    folder: PathBuf,
    title: String,
    entries: Mutex<Vec<IndexEntry>>,
    /// Another match would overwrite the pages.
    _claim: Claim,
}

impl Pages {
    fn new(folder: &Path, title: &str) -> Result<Pages, FileError> {
        fs::create_dir_all(folder).map_err(FileError::of(folder))?;
        Ok(Pages {
            folder: folder.to_owned(),
            title: title.to_owned(),
            entries: Mutex::new(Vec::new()),
            _claim: Claim::new(folder.join("index.lock"))?,
        })
    }

    /// Writes a game's page. A match does not break off because it cannot be written.
    fn add(&self, game: &PgnGame) {
        let entry = IndexEntry::of(game);
        let path = self.folder.join(&entry.file);
        let page = match game_page::page(game) {
            Ok(page) => page,
            Err(error) => return log::warn!("{}: {error}", path.display()),
        };
        match replace(&path, page.as_bytes()) {
            Ok(()) => {
                let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
                entries.push(entry);
            }
            Err(error) => log::warn!("{error}"),
        }
    }

    /// Writes the list of the games, with the standings of a match that has not broken off.
    fn finish(self, standings: Option<&Standings>) -> Result<(), FileError> {
        let entries = self.entries.into_inner();
        let entries = entries.unwrap_or_else(PoisonError::into_inner);
        let path = self.folder.join("index.html");
        let report = standings.map(Standings::report).unwrap_or_default();
        let standings = standings.map(ranked).unwrap_or_default();
        let index = game_page::index(&self.title, &entries, &standings, &report);
        replace(&path, index.as_bytes())
    }
}

/// The players by their points a game.
fn ranked(standings: &Standings) -> Vec<Standing> {
    let players = standings.players().into_iter();
    let mut players: Vec<_> = players
        .map(|player| (player, standings.score(player)))
        .collect();
    let rate = |score: &Score| score.points() / score.games().max(1) as f64;
    players.sort_by(|(_, one), (_, other)| rate(other).total_cmp(&rate(one)));
    let standing = |(player, score): (&str, Score)| Standing {
        player: player.to_owned(),
        wins: score.wins,
        draws: score.draws,
        losses: score.losses,
    };
    players.into_iter().map(standing).collect()
}

/// Prints balanced openings as lines of an EPD book.
///
/// # Errors
///
/// If none can be made.
pub fn print_openings(
    variant: Variant,
    count: usize,
    seed: u64,
    plies: Option<usize>,
    nodes: u64,
) -> Result<(), Box<dyn Error>> {
    let mut printed = 0;
    let plies = plies.unwrap_or(usual_plies(variant));
    for line in epd_lines(variant, seed, plies, nodes).take(count) {
        say!("{}", line?)?;
        printed += 1;
    }
    if printed < count {
        output::report(format_args!(
            "There are only {printed} different balanced openings after random plies: {plies}"
        ));
    }
    Ok(())
}
