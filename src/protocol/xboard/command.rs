//! Reading the commands of XBoard.

use std::borrow::Cow;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use crate::protocol::input;
use crate::rules::Square;

/// A command of XBoard's protocol.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// `xboard`
    Xboard,
    /// `protover N`
    Protover,
    /// `accepted FEATURE`
    Accepted(String),
    /// `rejected`, `random`, `name`, `rating` and `ics`: heard, and nothing to be
    /// done.
    Noted,
    /// `computer`: the opponent is an engine.
    Computer,
    /// `new`
    New,
    /// `variant NAME`
    Variant(String),
    /// `quit`
    Quit,
    /// `force`
    Force,
    /// `go`
    Go,
    /// `playother`
    PlayOther,
    /// `level MOVES BASE INCREMENT` or `st TIME`
    Control(Control),
    /// `sd DEPTH`
    Depth(usize),
    /// `nps RATE`
    NodeRate(u64),
    /// `time N`: the engine's clock.
    Time(Duration),
    /// `otim N`: the opponent's clock.
    OpponentTime,
    /// `usermove MOVE`
    UserMove(String),
    /// Something that may be a move without its command.
    BareMove(String),
    /// `?`
    MoveNow,
    /// `ping N`
    Ping(String),
    /// `draw`
    Draw,
    /// `result RESULT {COMMENT}`
    Result {
        /// Whether the game was broken off.
        unfinished: bool,
    },
    /// `setboard FEN`
    SetBoard(String),
    /// `edit`
    Edit,
    /// `hint`
    Hint,
    /// `bk`
    Book,
    /// `undo`
    Undo,
    /// `remove`
    Remove,
    /// `hard`: ponder.
    Hard,
    /// `easy`: do not.
    Easy,
    /// `post`: show thinking, or not.
    Post(bool),
    /// `analyze`
    Analyze,
    /// `exit`
    Exit,
    /// `.`
    Status,
    /// `exclude MOVE|all`: one root move, or `None` for all.
    Exclude(Option<String>),
    /// `include MOVE|all`, likewise.
    Include(Option<String>),
    /// `pause`
    Pause,
    /// `resume`
    Resume,
    /// `memory MEBIBYTES`
    Memory(String),
    /// `cores N`
    Cores(String),
    /// `egtpath syzygy FOLDERS`: where endgame tables are.
    TablePath(String),
    /// `option NAME[=VALUE]`
    SetOption {
        /// The option.
        name: String,
        /// Its new value; buttons have none.
        value: Option<String>,
    },
    /// `lift SQUARE`
    Lift(Square),
    /// `put SQUARE`
    Put(Square),
    /// `hover SQUARE`
    Hover(Square),
}

/// What `level` and `st` say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// Sessions of so many moves, or the whole game.
    Sessions {
        /// Moves of a session; `None` if the time is for the whole game.
        moves: Option<u32>,
        /// Time of a session.
        base: Duration,
        /// Time added after each move.
        increment: Duration,
    },
    /// So long a move.
    Fixed(Duration),
}

/// Why a line is no command, as XBoard wants to be told.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("Error ({why}): {line}")]
pub struct CommandError {
    /// What is wrong.
    pub why: String,
    /// The line.
    pub line: String,
}

impl CommandError {
    /// An error about this line.
    pub fn new(why: impl Into<Cow<'static, str>>, line: &str) -> CommandError {
        CommandError {
            why: input::shortened(&why.into()).into_owned(),
            line: input::shortened(line.trim()).into_owned(),
        }
    }
}

const MISSING: &str = "missing parameter";
const BAD: &str = "bad parameter";

impl Command {
    /// Whether it must not overtake the move that the engine thinks about, or cannot
    /// be carried out during a search.
    pub fn waits_for_move(&self) -> bool {
        matches!(
            self,
            Command::Ping(_)
                | Command::SetOption { .. }
                | Command::TablePath(_)
                | Command::Memory(_)
                | Command::Cores(_)
        )
    }

    /// Whether it may change what the user does with the pieces: settings do not, nor what
    /// asks for an answer only.
    pub fn touches_game(&self) -> bool {
        !matches!(
            self,
            Command::Hover(_)
                | Command::Ping(_)
                | Command::Noted
                | Command::Hard
                | Command::Easy
                | Command::Post(_)
                | Command::Status
                | Command::SetOption { .. }
                | Command::TablePath(_)
                | Command::Memory(_)
                | Command::Cores(_)
        )
    }

    /// Reads a line; `None` if it is blank.
    ///
    /// # Errors
    ///
    /// Says what is wrong, in XBoard's form. A word that is no command may be a
    /// move: that is for the caller to find out.
    pub fn parse(line: &str) -> Result<Option<Command>, CommandError> {
        let trimmed = line.trim();
        let (word, rest) = trimmed
            .split_once(char::is_whitespace)
            .map_or((trimmed, ""), |(word, rest)| (word, rest.trim()));
        if word.is_empty() {
            return Ok(None);
        }
        let command = match simple(word) {
            Some(command) => Ok(command),
            None => with_parameter(word, rest),
        };
        command
            .map(Some)
            .map_err(|why| CommandError::new(why, line))
    }
}

/// Commands without parameters, or whose parameters do not matter.
fn simple(word: &str) -> Option<Command> {
    Some(match word {
        "xboard" => Command::Xboard,
        "protover" => Command::Protover,
        "rejected" | "random" | "name" | "rating" | "ics" => Command::Noted,
        "computer" => Command::Computer,
        "new" => Command::New,
        "quit" => Command::Quit,
        "force" => Command::Force,
        "go" => Command::Go,
        "playother" => Command::PlayOther,
        "otim" => Command::OpponentTime,
        "?" => Command::MoveNow,
        "draw" => Command::Draw,
        "edit" => Command::Edit,
        "hint" => Command::Hint,
        "bk" => Command::Book,
        "undo" => Command::Undo,
        "remove" => Command::Remove,
        "hard" => Command::Hard,
        "easy" => Command::Easy,
        "post" => Command::Post(true),
        "nopost" => Command::Post(false),
        "analyze" => Command::Analyze,
        "exit" => Command::Exit,
        "." => Command::Status,
        "pause" => Command::Pause,
        "resume" => Command::Resume,
        _ => return None,
    })
}

fn with_parameter(word: &str, rest: &str) -> Result<Command, &'static str> {
    let needed = || match rest {
        "" => Err(MISSING),
        text => Ok(text.to_owned()),
    };
    let choice = || match rest {
        "" => Err(MISSING),
        "all" => Ok(None),
        text => Ok(Some(text.to_owned())),
    };
    Ok(match word {
        "accepted" => Command::Accepted(rest.to_owned()),
        "variant" => Command::Variant(needed()?),
        "level" => Command::Control(level(rest)?),
        "st" => Command::Control(Control::Fixed(seconds(&needed()?).ok_or(BAD)?)),
        "sd" => Command::Depth(number(rest)?),
        "nps" => Command::NodeRate(number(rest)?),
        "time" => Command::Time(centiseconds(rest)?),
        "usermove" => Command::UserMove(needed()?),
        "ping" => Command::Ping(needed()?),
        "result" => Command::Result {
            unfinished: needed()?.starts_with('*'),
        },
        "setboard" => Command::SetBoard(needed()?),
        "exclude" => Command::Exclude(choice()?),
        "include" => Command::Include(choice()?),
        "memory" => Command::Memory(needed()?),
        "cores" => Command::Cores(needed()?),
        "egtpath" => table_path(&needed()?),
        "option" => option(&needed()?),
        "lift" => Command::Lift(square(rest)?),
        "put" => Command::Put(square(rest)?),
        "hover" => Command::Hover(square(rest)?),
        _ if rest.is_empty() => Command::BareMove(word.to_owned()),
        _ => return Err("unknown command"),
    })
}

fn number<T: FromStr>(text: &str) -> Result<T, &'static str> {
    match text {
        "" => Err(MISSING),
        text => text.parse().map_err(|_| BAD),
    }
}

/// No time is longer, so that none is too long to be counted with: over a hundred years.
const LONGEST: Duration = Duration::from_secs(u32::MAX as u64);

/// Clocks that ran over are sent as negative numbers.
fn centiseconds(text: &str) -> Result<Duration, &'static str> {
    let centiseconds: i64 = number(text)?;
    let milliseconds = u64::try_from(centiseconds).unwrap_or(0).saturating_mul(10);
    Ok(Duration::from_millis(milliseconds).min(LONGEST))
}

fn seconds(text: &str) -> Option<Duration> {
    let time = Duration::try_from_secs_f64(text.parse().ok()?).ok()?;
    Some(time.min(LONGEST))
}

fn square(text: &str) -> Result<Square, &'static str> {
    // XBoard puts a comma behind a square that is clicked with the control key.
    let text = text.trim_end_matches(',');
    Square::from_ascii(text.as_bytes()).map_err(|_| BAD)
}

/// The kind of the tables and their folders. Only one kind was announced.
fn table_path(text: &str) -> Command {
    match text.split_once(char::is_whitespace) {
        Some(("syzygy", folders)) => Command::TablePath(folders.trim().to_owned()),
        _ => Command::Noted,
    }
}

fn option(text: &str) -> Command {
    match text.split_once('=') {
        Some((name, value)) => Command::SetOption {
            name: name.trim().to_owned(),
            value: Some(value.trim().to_owned()),
        },
        None => Command::SetOption {
            name: text.to_owned(),
            value: None,
        },
    }
}

/// `40 5 0`, `0 0:30 0.5`; what follows the time in its word announces later
/// sessions and is passed over.
fn level(text: &str) -> Result<Control, &'static str> {
    let mut words = text.split_whitespace();
    let mut next = || words.next().ok_or(MISSING);
    let (moves, base, increment) = (next()?, next()?, next()?);
    if words.next().is_some() {
        return Err("too many parameters");
    }
    let moves: u32 = moves.parse().map_err(|_| BAD)?;
    Ok(Control::Sessions {
        moves: (moves > 0).then_some(moves),
        base: base_time(base).ok_or(BAD)?,
        increment: seconds(increment).ok_or(BAD)?,
    })
}

fn base_time(text: &str) -> Option<Duration> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != ':');
    let (minutes, rest) = match text[..end.unwrap_or(text.len())].split_once(':') {
        Some((minutes, seconds)) => (minutes, seconds.parse::<u64>().ok()?),
        None => (&text[..end.unwrap_or(text.len())], 0),
    };
    let seconds = minutes.parse::<u64>().ok()?.checked_mul(60)?;
    let time = Duration::from_secs(seconds.checked_add(rest)?);
    Some(time.min(LONGEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Command {
        Command::parse(line).unwrap().unwrap()
    }

    fn refusal(line: &str) -> String {
        Command::parse(line).unwrap_err().to_string()
    }

    #[test]
    fn times_in_all_forms() {
        let level = |moves, base, increment| {
            Command::Control(Control::Sessions {
                moves,
                base: Duration::from_secs(base),
                increment: Duration::from_millis(increment),
            })
        };
        assert_eq!(read("level 40 5 0"), level(Some(40), 300, 0));
        assert_eq!(read("level 0 0:30 0.5"), level(None, 30, 500));
        assert_eq!(read("level 40 25+5 0"), level(Some(40), 1500, 0));
        assert_eq!(
            read("st 0.25"),
            Command::Control(Control::Fixed(Duration::from_millis(250)))
        );
        assert_eq!(read("time -100"), Command::Time(Duration::ZERO));
        assert_eq!(
            read("time 1234"),
            Command::Time(Duration::from_millis(12_340))
        );
    }

    #[test]
    fn options_and_squares() {
        let set = |name: &str, value: Option<&str>| Command::SetOption {
            name: name.to_owned(),
            value: value.map(str::to_owned),
        };
        assert_eq!(read("option Hash=32"), set("Hash", Some("32")));
        assert_eq!(read("option Clear Hash"), set("Clear Hash", None));
        assert_eq!(read("lift e2"), Command::Lift(Square::E2));
        assert_eq!(read("put e4,"), Command::Put(Square::E4));
        assert_eq!(read("exclude all"), Command::Exclude(None));
        assert_eq!(read("e2e4"), Command::BareMove("e2e4".to_owned()));
        assert_eq!(Command::parse("  "), Ok(None));
    }

    #[test]
    fn bad_lines_are_named() {
        assert_eq!(
            refusal("level 40 5"),
            "Error (missing parameter): level 40 5"
        );
        assert_eq!(
            refusal("level 1 2 3 4"),
            "Error (too many parameters): level 1 2 3 4"
        );
        for line in [
            "st soon",
            "sd -1",
            "level x 5 0",
            "lift j9",
            "st -1",
            "time soon",
        ] {
            assert_eq!(refusal(line), format!("Error (bad parameter): {line}"));
        }
        assert_eq!(
            refusal("make tea now"),
            "Error (unknown command): make tea now"
        );
    }
}
