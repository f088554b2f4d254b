//! A game in the terminal: its moves, clocks and record.

use std::error::Error;
use std::fmt;
use std::fs::File;
use std::io::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, value_parser};

use crate::arena::record;
use crate::arena::referee::clock::GameClock;
use crate::arena::referee::{GameEnd, PlayedMove, Termination};
use crate::batch::file::{self, FileError};
use crate::engine::Engine;
use crate::engine::options::Setting;
use crate::engine::session::{Answer, Session};
use crate::engine::strength::{MAX_ELO, MIN_ELO};
use crate::host::{Instant, Interrupt};
use crate::notation::MoveError;
use crate::notation::UciScore;
use crate::output::{OutputError, say};
use crate::pgn::{self, PgnGame, UNFINISHED};
use crate::player::MoveEvaluation;
use crate::player::settings::ThinkingLimits;
use crate::player::time_control::TimeControl;
use crate::protocol::NAME;
use crate::rules::{Bitboard, Color, Outcome};
use crate::search::time::Limits;
use crate::show::typed_move;
use crate::show::{Variant, step, words};

use super::search::search;
use super::{interrupt, terminal};

/// From where a game is played, how fast and how well, and where it is written down.
#[derive(Args, Debug)]
pub struct GameArguments {
    /// The position to begin from [default: the start position]
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// The engine's rating [default: as well as it can]
    #[arg(long, value_name = "ELO", value_parser = value_parser!(u32).range(i64::from(MIN_ELO)..=i64::from(MAX_ELO)))]
    elo: Option<u32>,
    /// Both sides' clocks, as match has them: 300+3, 40/5:00
    #[arg(long, value_name = "[MOVES/]TIME[+INC]", conflicts_with = "movetime")]
    clock: Option<TimeControl>,
    /// Write the game to the end of this file when it is over or broken off
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
}

/// How a game in the terminal came to its end.
pub struct Ending {
    /// `None` for a game that was broken off.
    end: Option<GameEnd>,
    /// What is said of it.
    says: String,
}

impl Ending {
    /// By the rules.
    pub fn by_rules(outcome: Outcome) -> Ending {
        Ending {
            end: Some(GameEnd::by_rules(outcome)),
            says: outcome.to_string(),
        }
    }

    /// A side gives up, or its flag falls.
    pub fn lost(side: Color, what: &str, termination: Termination) -> Ending {
        let end = GameEnd::lost(side, what, termination);
        Ending {
            says: end.reason.clone(),
            end: Some(end),
        }
    }

    /// Somebody leaves.
    pub fn broken_off() -> Ending {
        Ending {
            end: None,
            says: "broken off".to_owned(),
        }
    }
}

/// A move or an agreement of the game, and what it takes to go back to before it.
struct HistoryEntry {
    played: PlayedMove,
    touched: [Bitboard; 2],
    clocks_before: [GameClock; 2],
}

/// The answer of a search, and the plies of its last iteration.
pub type Thought = (Answer, Option<u32>);

/// What the engine played.
pub struct EngineMove {
    /// The number before the move and its SAN.
    pub text: String,
    /// Its value for the engine.
    pub score: UciScore,
}

/// A game in the terminal.
pub struct TerminalGame {
    variant: Variant,
    engine: Engine,
    /// The FEN that it began from, if any was named.
    start: Option<String>,
    /// The engine's rating, if it is limited.
    elo: Option<u32>,
    /// Which side the person has; the engine has both without one.
    person: Option<Color>,
    limits: ThinkingLimits,
    clocks: [GameClock; 2],
    history: Vec<HistoryEntry>,
    /// The file to write to, opened at the start so that nobody plays in vain.
    record: Option<(PathBuf, File)>,
    interrupt: Interrupt,
}

impl TerminalGame {
    /// A game that begins. Without a clock the engine thinks for `move_time`.
    ///
    /// # Errors
    ///
    /// If the position is refused or the file cannot be written.
    pub fn new(
        variant: Variant,
        arguments: GameArguments,
        move_time: Duration,
        person: Option<Color>,
    ) -> Result<TerminalGame, Box<dyn Error>> {
        let mut engine = Engine::new()?;
        engine.choose(variant);
        if let Some(elo) = arguments.elo {
            engine.apply(Setting::LimitStrength(true))?;
            engine.apply(Setting::Elo(elo))?;
        }
        engine.set_position(arguments.fen.as_deref(), &[])?;
        let limits = ThinkingLimits {
            time_control: arguments.clock,
            move_time: arguments.clock.is_none().then_some(move_time),
            ..ThinkingLimits::default()
        };
        // A person has all the time that no clock takes away.
        let clock_limits = ThinkingLimits {
            move_time: None,
            ..limits
        };
        let clock = GameClock::new(&clock_limits, Duration::ZERO, Duration::MAX);
        let open = |path: PathBuf| file::open_shared(&path).map(|file| (path, file));
        Ok(TerminalGame {
            variant,
            engine,
            start: arguments.fen,
            elo: arguments.elo,
            person,
            limits,
            clocks: [clock; 2],
            history: Vec::new(),
            record: arguments.pgn.map(open).transpose()?,
            interrupt: interrupt::by_signals()?,
        })
    }

    /// The game's name for people.
    pub fn title(&self) -> &'static str {
        self.variant.title()
    }

    /// The position.
    pub fn session(&self) -> &dyn Session {
        self.engine.session()
    }

    /// Whether somebody wants the program to end.
    pub fn is_interrupted(&self) -> bool {
        self.interrupt.is_raised()
    }

    /// Draws the position, the last move marked, from the person's side.
    ///
    /// # Errors
    ///
    /// If standard output does not take it.
    pub fn show(&self) -> Result<(), OutputError> {
        let touched = self.history.last().map(|entry| entry.touched);
        let from = self.person.unwrap_or(Color::White);
        terminal::show(self.session(), from, touched.unwrap_or_default())?;
        if self.limits.time_control.is_some() {
            let [white, black] = self.clocks.map(|clock| Time(clock.allowed()));
            say!("White {white}   Black {black}")?;
        }
        Ok(())
    }

    /// When the flag of the side to move falls that began to think at this time;
    /// `None` if no clock runs.
    pub fn flag_falls(&self, began: Instant) -> Option<Instant> {
        began.checked_add(self.clocks[self.turn_index()].allowed())
    }

    fn turn_index(&self) -> usize {
        self.session().turn().fold_wb(0, 1)
    }

    /// Makes a move as the person has typed it, after so long. Whether it came in time.
    ///
    /// # Errors
    ///
    /// If it is not legal; nothing changes then.
    pub fn play_typed(&mut self, text: &str, elapsed: Duration) -> Result<bool, MoveError> {
        let clocks = self.clocks;
        let coordinates = match typed_move::read(self.session(), text) {
            Ok(m) => m.to_string(),
            // Agreements are read as they are, take no time, and say why they are none.
            Err(error) => {
                return match self.make(text.trim(), None, clocks) {
                    Ok(_) => Ok(true),
                    Err(refused @ MoveError::Refused { .. }) => Err(refused),
                    Err(_) => Err(error),
                };
            }
        };
        let side = self.turn_index();
        if !self.clocks[side].press(elapsed) {
            return Ok(false);
        }
        let evaluation = MoveEvaluation {
            elapsed,
            ..MoveEvaluation::default()
        };
        let is_timed = self.limits.time_control.is_some();
        self.make(&coordinates, is_timed.then_some(evaluation), clocks)?;
        Ok(true)
    }

    fn make(
        &mut self,
        text: &str,
        evaluation: Option<MoveEvaluation>,
        clocks_before: [GameClock; 2],
    ) -> Result<String, MoveError> {
        let step::Step { san, touched, .. } = step::play(self.engine.session_mut(), text)?;
        self.history.push(HistoryEntry {
            played: PlayedMove {
                san: san.clone(),
                evaluation,
                book: false,
            },
            touched,
            clocks_before,
        });
        Ok(san)
    }

    /// Lets the engine make its move; `None` if it was interrupted. Its flag never
    /// falls: a move that this machine was too busy for takes all its time and counts.
    ///
    /// # Errors
    ///
    /// If the search breaks down.
    pub fn let_engine_move(&mut self) -> Result<Option<EngineMove>, Box<dyn Error>> {
        let number = words::move_number(self.session());
        let began = Instant::now();
        let Some((answer, depth)) = self.think()? else {
            return Ok(None);
        };
        let elapsed = began.elapsed();
        let best = answer.best.ok_or("no move in an unfinished game")?;
        let score = UciScore::from(answer.value);
        let clocks = self.clocks;
        let clock = &mut self.clocks[self.engine.session().turn().fold_wb(0, 1)];
        clock.press(elapsed.min(clock.allowed()));
        let evaluation = MoveEvaluation {
            score: Some(score),
            depth,
            elapsed,
            ..MoveEvaluation::default()
        };
        let san = self.make(&best.coordinates, Some(evaluation), clocks)?;
        Ok(Some(EngineMove {
            text: format!("{number} {san}"),
            score,
        }))
    }

    /// Searches as the clock or the time for a move allows; the answer and the plies of
    /// its last iteration, `None` if it was interrupted.
    ///
    /// # Errors
    ///
    /// If the search breaks down.
    pub fn think(&mut self) -> Result<Option<Thought>, Box<dyn Error>> {
        let request = Limits {
            clocks: self.clocks.map(|clock| clock.engine_clock()),
            move_time: self.limits.move_time,
            ..Limits::default()
        };
        let mut depth = None;
        let answer = search(&mut self.engine, &request, &self.interrupt, |line| {
            depth = Some(line.depth as u32);
            Ok(())
        })?;
        Ok((!self.is_interrupted()).then_some((answer, depth)))
    }

    /// Takes the last step back, its time too; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(entry) = self.history.pop() else {
            return false;
        };
        self.clocks = entry.clocks_before;
        self.engine.session_mut().undo()
    }

    /// Writes the game down, however it ended, prints its moves and says how it ended.
    ///
    /// # Errors
    ///
    /// If it came to no orderly end, or the file cannot be written.
    pub fn finish(mut self, ending: Result<Ending, Box<dyn Error>>) -> Result<(), Box<dyn Error>> {
        let end = ending.as_ref().ok().and_then(|ending| ending.end.as_ref());
        let game = self.pgn(end);
        let record = self.record.take();
        let path = record.map(|(path, mut file)| {
            let written = file.write_all(game.to_string().as_bytes());
            written.map_err(FileError::of(&path)).map(|()| path)
        });
        let (ending, path) = (ending?, path.transpose()?);
        if !game.moves.is_empty() {
            let mut score = game.clone();
            score.moves.iter_mut().for_each(|m| m.comment = None);
            say!("\n{}", score.movetext())?;
        }
        if let Some(path) = path {
            say!("\nThe game is in {}", path.display())?;
        }
        say!("\nGame over: {}", ending.says)?;
        Ok(())
    }

    fn pgn(&self, end: Option<&GameEnd>) -> PgnGame {
        let result = end.map_or(UNFINISHED, GameEnd::result);
        let mut game = PgnGame {
            result: result.to_owned(),
            ..PgnGame::default()
        };
        game.set_tag("Date", &pgn::today());
        game.set_tag("Round", "-");
        for (side, tag) in [(Color::White, "White"), (Color::Black, "Black")] {
            let is_person = self.person == Some(side);
            game.set_tag(tag, if is_person { "Human" } else { NAME });
            if let Some(elo) = self.elo.filter(|_| !is_person) {
                game.set_tag(&format!("{tag}Elo"), &elo.to_string());
            }
        }
        game.set_tag("Result", result);
        game.set_tag("Variant", self.variant.name());
        game.set_start(self.variant.game, self.start.as_deref());
        game.set_tag("TimeControl", &record::time_control(&self.limits));
        let termination = end.map_or("unterminated", |end| end.termination.text());
        game.set_tag("Termination", termination);
        let played = self.history.iter().map(|entry| &entry.played);
        game.moves = record::moves(played, &[], end.map(|end| end.reason.as_str()));
        game
    }
}

/// Time on a clock: `4:59`, in the last seconds `0:09.8`.
struct Time(Duration);

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LAST: Duration = Duration::from_secs(10);
        let (minutes, seconds) = (self.0.as_secs() / 60, self.0.as_secs() % 60);
        write!(f, "{minutes}:{seconds:02}")?;
        if self.0 < LAST {
            write!(f, ".{}", self.0.subsec_millis() / 100)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_shown_in_minutes_and_at_the_end_in_tenths() {
        for (milliseconds, shown) in [
            (300_000, "5:00"),
            (299_999, "4:59"),
            (10_000, "0:10"),
            (9_870, "0:09.8"),
            (3_600_000, "60:00"),
            (0, "0:00.0"),
        ] {
            assert_eq!(Time(Duration::from_millis(milliseconds)).to_string(), shown);
        }
    }
}
