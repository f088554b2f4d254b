//! Reading UCI commands.
//!
//! vampirc-uci reads the messages that it can express, and what the engine says in
//! [`output`](super::output) it writes. What is read here in its place, and why:
//!
//! - `position`: in its grammar moves are two squares and a promotion, and pieces those of
//!   orthodox chess: no chains of landings, no agreements, no `m`, `*` or `|`;
//! - `go`: it refuses the whole line for one word that it does not know, depths of more than
//!   three digits, and the same moves again;
//! - `d`, `eval`, `flip`, `go perft`, `bench`, `speedtest`, `help`: Stockfish's, for people and
//!   scripts; `genfens`: OpenBench's;
//! - `exchange`: how a referee asks for an agreement;
//! - `xboard`: the first word of the other protocol;
//! - before it is asked, whether the first word is one of those that a GUI may say: it also
//!   reads what engines say, and words that only begin like a message.
//!
//! `info` and `bestmove` are written by hand in `output` for the sake of the same moves.

use std::str::SplitWhitespace;
use std::time::Duration;

use thiserror::Error;
use vampirc_uci::UciMessage;

use crate::engine::options;
use crate::engine::speedtest::SpeedSettings;
use crate::rules::Color;
use crate::search::time::{Clock, Limits};
use crate::show::Game;

use super::genfens::Genfens;

/// The longest `speedtest`: a day.
const MAX_SECONDS: i64 = 86_400;

/// A command of the GUI, or of a person.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// `uci`
    Uci,
    /// `debug on|off`
    Debug(bool),
    /// `isready`
    IsReady,
    /// `setoption name NAME [value VALUE]`
    SetOption {
        /// The option.
        name: String,
        /// Its new value.
        value: Option<String>,
    },
    /// `register …`: this engine needs no registration.
    Register,
    /// `ucinewgame`
    NewGame,
    /// `position startpos|fen FEN [moves …]`
    Position {
        /// The FEN; the start position if `None`.
        fen: Option<String>,
        /// The moves after it.
        moves: Vec<String>,
    },
    /// `go …`
    Go(Box<Go>),
    /// `go perft DEPTH`
    Perft(u32),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `quit`
    Quit,
    /// `d`: draw the board.
    Display,
    /// `eval`: the terms of the static evaluation.
    Eval,
    /// `bench [DEPTH]`
    Bench(Option<usize>),
    /// `speedtest [THREADS [HASH [SECONDS]]] [GAME]`; the game is that in play if `None`.
    Speedtest(SpeedSettings, Option<&'static Game>),
    /// `genfens N seed S book None|FILE [variant GAME] [plies N]`
    Genfens(Genfens),
    /// `flip`: exchange the colours.
    Flip,
    /// `exchange [white|black]`: whether this side would agree to a queen exchange.
    Agreement(Option<Color>),
    /// `xboard`: the other end speaks XBoard's protocol.
    Xboard,
    /// `help`
    Help,
}

/// What `go` asks for. A GUI that sends it waits for a `bestmove`, whatever it says: what
/// is not understood is left out, as by Stockfish, and the rest holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Go {
    /// What was understood, but for the moves.
    pub limits: Limits,
    /// Only these moves, in coordinate notation; all if empty.
    pub search_moves: Vec<String>,
    /// What was not.
    pub ignored: Vec<CommandError>,
}

/// Why a line is not a command.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct CommandError(String);

/// The words of a command after its name.
struct Words<'a> {
    command: &'static str,
    rest: SplitWhitespace<'a>,
}

impl<'a> Words<'a> {
    fn next(&mut self, expected: &str) -> Result<&'a str, CommandError> {
        self.rest.next().ok_or_else(|| self.missing(expected))
    }

    /// The next word, unless it is the name of a limit of `go`.
    fn value(&mut self) -> Option<&'a str> {
        let next = self.rest.clone().next()?;
        let is_limit = LIMITS.split(' ').any(|name| name == next);
        (!is_limit).then(|| self.rest.next())?
    }

    /// The number behind the name of a limit or a command.
    fn number<T: std::str::FromStr>(&mut self, expected: &str) -> Result<T, CommandError> {
        let word = self.value().ok_or_else(|| self.missing(expected))?;
        word.parse().map_err(|_| self.unexpected(word, expected))
    }

    /// Milliseconds; clocks that ran over are sent as negative numbers.
    fn milliseconds(&mut self) -> Result<Duration, CommandError> {
        let milliseconds: i64 = self.number("a number of milliseconds")?;
        Ok(Duration::from_millis(
            u64::try_from(milliseconds).unwrap_or(0),
        ))
    }

    /// The next word as a number from 1 to `most`; `None` where the line ends or a game's name
    /// comes.
    fn number_to(&mut self, most: i64, expected: &str) -> Result<Option<i64>, CommandError> {
        let mut next = self.rest.clone();
        if next.next().is_none_or(|word| Game::named(word).is_some()) {
            return Ok(None);
        }
        let expected = format!("{expected} from 1 to {most}");
        let word = self.next(&expected)?;
        let number = word
            .parse()
            .ok()
            .filter(|number| (1..=most).contains(number));
        number
            .map(Some)
            .ok_or_else(|| self.unexpected(word, &expected))
    }

    fn missing(&self, expected: &str) -> CommandError {
        CommandError(format!("{}: {expected} expected", self.command))
    }

    fn unexpected(&self, found: &str, expected: &str) -> CommandError {
        let missing = self.missing(expected);
        CommandError(format!("{missing} instead of '{found}'"))
    }

    fn end(mut self) -> Result<(), CommandError> {
        match self.rest.next() {
            None => Ok(()),
            Some(word) => Err(self.unexpected(word, "nothing more")),
        }
    }
}

impl Command {
    /// Whether it begins what a `stop` behind it ends.
    pub fn is_go(&self) -> bool {
        matches!(self, Command::Go(_)) || self.is_work()
    }

    /// Whether it counts, measures or makes something on the thread that searches.
    fn is_work(&self) -> bool {
        matches!(
            self,
            Command::Perft(_) | Command::Bench(_) | Command::Speedtest(..) | Command::Genfens(_)
        )
    }

    /// Whether it counts or measures, for as long as that takes.
    pub fn is_count(&self) -> bool {
        matches!(self, Command::Agreement(_)) || self.is_work()
    }

    /// Reads a line; `None` if it is blank.
    ///
    /// # Errors
    ///
    /// Says what is wrong.
    pub fn parse(line: &str) -> Result<Option<Command>, CommandError> {
        let mut rest = line.split_whitespace();
        let Some(first) = rest.next() else {
            return Ok(None);
        };
        let words = |command| Words { command, rest };
        match first {
            "position" => parse_position(words("position")),
            "go" => parse_go(words("go")),
            "d" => words("d").end().map(|()| Command::Display),
            "eval" => words("eval").end().map(|()| Command::Eval),
            "flip" => words("flip").end().map(|()| Command::Flip),
            "xboard" if cfg!(feature = "native") => words("xboard").end().map(|()| Command::Xboard),
            "help" | "--help" => Ok(Command::Help),
            "bench" => parse_bench(words("bench")),
            "speedtest" => parse_speedtest(words("speedtest")),
            "genfens" => parse_genfens(words("genfens")),
            "exchange" => parse_agreement(words("exchange")),
            _ => parse_standard(line),
        }
        .map(Some)
    }
}

/// The messages that vampirc-uci knows.
fn parse_standard(line: &str) -> Result<Command, CommandError> {
    let line = line.trim();
    let unknown = || {
        CommandError(format!(
            "unknown command: '{line}'; 'help' lists the commands"
        ))
    };
    let first = line.split_whitespace().next().unwrap_or_default();
    const KNOWN: [&str; 9] = [
        "uci",
        "debug",
        "isready",
        "setoption",
        "register",
        "ucinewgame",
        "stop",
        "ponderhit",
        "quit",
    ];
    if !KNOWN.contains(&first) {
        return Err(unknown());
    }
    match vampirc_uci::parse_one(line) {
        UciMessage::Uci => Ok(Command::Uci),
        UciMessage::Debug(on) => Ok(Command::Debug(on)),
        UciMessage::IsReady => Ok(Command::IsReady),
        UciMessage::SetOption { name, value } => Ok(Command::SetOption { name, value }),
        UciMessage::Register { .. } => Ok(Command::Register),
        UciMessage::UciNewGame => Ok(Command::NewGame),
        UciMessage::Stop => Ok(Command::Stop),
        UciMessage::PonderHit => Ok(Command::PonderHit),
        UciMessage::Quit => Ok(Command::Quit),
        _ => Err(unknown()),
    }
}

fn parse_position(mut words: Words) -> Result<Command, CommandError> {
    let fen = match words.next("startpos or fen")? {
        "startpos" => None,
        "fen" => {
            let fields: Vec<&str> = words
                .rest
                .clone()
                .take_while(|&word| word != "moves")
                .collect();
            if fields.is_empty() {
                return Err(words.missing("a FEN"));
            }
            words.rest.nth(fields.len() - 1);
            Some(fields.join(" "))
        }
        other => return Err(words.unexpected(other, "startpos or fen")),
    };
    let moves = match words.rest.next() {
        None => Vec::new(),
        Some("moves") => words.rest.map(str::to_owned).collect(),
        Some(other) => return Err(words.unexpected(other, "moves")),
    };
    Ok(Command::Position { fen, moves })
}

fn parse_go(mut words: Words) -> Result<Command, CommandError> {
    let mut go = Go::default();
    let mut clocks = Clocks::default();
    while let Some(word) = words.rest.next() {
        if word == "perft" {
            let depth = words.number("a depth")?;
            return words.end().map(|()| Command::Perft(depth));
        }
        if let Err(error) = go.limit(word, &mut words, &mut clocks) {
            go.ignored.push(error);
        }
    }
    go.limits.clocks = clocks.of_both_sides();
    Ok(Command::Go(Box::new(go)))
}

/// The words that `go` knows, behind which a value ends.
const LIMITS: &str = "searchmoves ponder infinite wtime btime winc binc movestogo movetime \
                      depth nodes mate perft";

/// What `go` says of the clocks.
#[derive(Default)]
struct Clocks {
    remaining: [Option<Duration>; 2],
    increments: [Duration; 2],
    moves_to_go: Option<u32>,
}

impl Clocks {
    fn of_both_sides(&self) -> [Option<Clock>; 2] {
        [0, 1].map(|side| {
            self.remaining[side].map(|remaining| Clock {
                remaining,
                increment: self.increments[side],
                moves_to_go: self.moves_to_go.filter(|&moves| moves > 0),
            })
        })
    }
}

impl Go {
    /// Takes note of one limit, whose name is `word`.
    fn limit(
        &mut self,
        word: &str,
        words: &mut Words,
        clocks: &mut Clocks,
    ) -> Result<(), CommandError> {
        let limits = &mut self.limits;
        match word {
            "searchmoves" => {
                while let Some(text) = words.value() {
                    self.search_moves.push(text.to_owned());
                }
            }
            "ponder" => limits.ponder = true,
            "infinite" => limits.infinite = true,
            "wtime" => clocks.remaining[0] = Some(words.milliseconds()?),
            "btime" => clocks.remaining[1] = Some(words.milliseconds()?),
            "winc" => clocks.increments[0] = words.milliseconds()?,
            "binc" => clocks.increments[1] = words.milliseconds()?,
            "movestogo" => clocks.moves_to_go = Some(words.number("a number of moves")?),
            "movetime" => limits.move_time = Some(words.milliseconds()?),
            "depth" => limits.depth = Some(words.number("a depth")?),
            "nodes" => limits.nodes = Some(words.number("a number of nodes")?),
            "mate" => limits.mate = Some(words.number("a number of moves")?),
            other => return Err(words.unexpected(other, "a search limit")),
        }
        Ok(())
    }
}

fn parse_bench(mut words: Words) -> Result<Command, CommandError> {
    let depth = match words.rest.clone().next() {
        None => None,
        Some(_) => Some(words.number("a depth")?),
    };
    words.end().map(|()| Command::Bench(depth))
}

fn parse_speedtest(mut words: Words) -> Result<Command, CommandError> {
    let threads = words.number_to(options::MAX_THREADS, "a number of threads")?;
    let hash = words.number_to(options::MAX_HASH, "a table's size in MiB")?;
    let seconds = words.number_to(MAX_SECONDS, "a number of seconds")?;
    let game = words.rest.clone().next().and_then(Game::named);
    if game.is_some() {
        words.rest.next();
    }
    // None is above 86,400: the casts keep the values.
    let settings = SpeedSettings::new(
        threads.map(|threads| threads as usize),
        hash.map(|hash| hash as usize),
        seconds.map(|seconds| Duration::from_secs(seconds as u64)),
    );
    words.end().map(|()| Command::Speedtest(settings, game))
}

fn parse_genfens(mut words: Words) -> Result<Command, CommandError> {
    let mut genfens = Genfens {
        count: words.number("a number of positions")?,
        ..Genfens::default()
    };
    while let Some(word) = words.rest.next() {
        match word {
            "seed" => genfens.seed = words.number("a seed")?,
            "book" => {
                let book = words.next("None or a file")?;
                genfens.book = (!book.eq_ignore_ascii_case("none")).then(|| book.into());
            }
            "plies" => genfens.plies = Some(words.number("a number of plies, at most 255,")?),
            "variant" => {
                let name = words.next("a game")?;
                let game = Game::named(name);
                genfens.game = Some(game.ok_or_else(|| words.unexpected(name, "a game"))?);
            }
            other => return Err(words.unexpected(other, "seed, book, plies or variant")),
        }
    }
    Ok(Command::Genfens(genfens))
}

fn parse_agreement(mut words: Words) -> Result<Command, CommandError> {
    let side = match words.rest.next() {
        None => None,
        Some("white") => Some(Color::White),
        Some("black") => Some(Color::Black),
        Some(other) => return Err(words.unexpected(other, "white or black")),
    };
    words.end().map(|()| Command::Agreement(side))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Command {
        Command::parse(line).unwrap().unwrap()
    }

    #[test]
    fn positions_with_variant_fens_and_long_moves() {
        let expected = Command::Position {
            fen: Some("8/8/8/8/4|P3/8/8/k1K5 w - - 0 1".to_owned()),
            moves: vec!["c3e5g7e3".to_owned(), "a7a8q".to_owned()],
        };
        let line = " position  fen 8/8/8/8/4|P3/8/8/k1K5 w - - 0 1 moves c3e5g7e3 a7a8q\t";
        assert_eq!(parse(line), expected);
        let start = Command::Position {
            fen: None,
            moves: Vec::new(),
        };
        assert_eq!(parse("position startpos"), start);
        assert_eq!(parse("position startpos moves"), start);
    }

    #[test]
    fn go_takes_all_limits_at_once() {
        let line = "go wtime 1000 btime -5 winc 10 binc 20 movestogo 1234 depth 300 nodes \
                    5000000000 mate 3 movetime 7 ponder infinite searchmoves e2e4 d2d4";
        let Command::Go(go) = parse(line) else {
            panic!("not a go");
        };
        let Go {
            limits,
            search_moves,
            ignored,
        } = *go;
        assert_eq!(ignored, []);
        let [white, black] = limits.clocks.map(Option::unwrap);
        assert_eq!(white.remaining, Duration::from_secs(1));
        assert_eq!(white.moves_to_go, Some(1234));
        assert_eq!(black.remaining, Duration::ZERO);
        assert_eq!(black.increment, Duration::from_millis(20));
        assert_eq!((limits.depth, limits.mate), (Some(300), Some(3)));
        assert_eq!(limits.nodes, Some(5_000_000_000));
        assert_eq!(limits.move_time, Some(Duration::from_millis(7)));
        assert!(limits.ponder && limits.infinite);
        assert_eq!(search_moves, ["e2e4", "d2d4"]);
        assert_eq!(parse("go perft 5"), Command::Perft(5));
    }

    #[test]
    fn what_go_does_not_understand_is_left_out_and_the_rest_holds() {
        for (line, depth, complaints) in [
            ("go depth", None, vec!["a depth expected"]),
            ("go depth x", None, vec!["instead of 'x'"]),
            ("go nodes -1 depth 2", Some(2), vec!["instead of '-1'"]),
            ("go depth 3 foo bar", Some(3), vec!["'foo'", "'bar'"]),
            (
                "go movetime depth 4",
                Some(4),
                vec!["milliseconds expected"],
            ),
            ("go searchmoves e2e4 depth 5", Some(5), vec![]),
        ] {
            let Command::Go(go) = parse(line) else {
                panic!("not a go: {line}");
            };
            assert_eq!(go.limits.depth, depth, "{line}");
            assert_eq!(go.ignored.len(), complaints.len(), "{line}");
            for (error, complaint) in go.ignored.iter().zip(complaints) {
                assert!(error.to_string().contains(complaint), "{line}: {error}");
            }
        }
    }

    #[test]
    fn options_keep_their_spaces() {
        let expected = Command::SetOption {
            name: "Move Overhead".to_owned(),
            value: Some("50".to_owned()),
        };
        assert_eq!(parse("setoption name Move Overhead value 50"), expected);
    }

    #[test]
    fn a_measurement_of_speed_has_usual_values_and_any_game() {
        let Command::Speedtest(settings, game) = parse("speedtest 2 64 30") else {
            panic!("not a measurement");
        };
        assert_eq!(
            (settings.threads, settings.hash, game.is_none()),
            (2, 64, true)
        );
        assert_eq!(settings.time, Duration::from_secs(30));
        let Command::Speedtest(settings, game) = parse("speedtest 3 alice") else {
            panic!("not a measurement");
        };
        assert_eq!((settings.threads, settings.hash), (3, 384));
        assert_eq!(game.map(|game| game.name), Some("alice"));
    }

    #[test]
    fn positions_are_ordered_as_openbench_does() {
        let Command::Genfens(genfens) = parse("genfens 8 seed 123 book None ") else {
            panic!("no order");
        };
        assert_eq!((genfens.count, genfens.seed, genfens.book), (8, 123, None));
        let line = "genfens 8 seed 1 book Books/x.epd plies 3 variant iceage";
        let Command::Genfens(genfens) = parse(line) else {
            panic!("no order");
        };
        assert_eq!(genfens.book, Some("Books/x.epd".into()));
        assert_eq!(genfens.plies, Some(3));
        assert_eq!(genfens.game.map(|game| game.name), Some("iceage"));
    }

    #[test]
    fn nonsense_is_refused_with_a_reason() {
        for (line, reason) in [
            ("xyzzy", "unknown command: 'xyzzy'"),
            ("isreadyfoo", "unknown command"),
            ("bestmove e2e4", "unknown command"),
            ("setoption", "unknown command"),
            ("debug maybe", "unknown command"),
            ("position", "startpos or fen expected"),
            ("position fen", "a FEN expected"),
            ("position fen moves e2e4", "a FEN expected"),
            ("position here", "instead of 'here'"),
            ("position startpos e2e4", "moves expected instead of 'e2e4'"),
            ("go perft", "a depth expected"),
            ("go perft x", "instead of 'x'"),
            ("bench x", "instead of 'x'"),
            (
                "speedtest 0",
                "threads from 1 to 256 expected instead of '0'",
            ),
            ("speedtest 1 16 x", "seconds from 1 to 86400 expected"),
            ("speedtest alice 3", "nothing more expected"),
            ("genfens", "a number of positions expected"),
            (
                "genfens 3 sed 1",
                "book, plies or variant expected instead of 'sed'",
            ),
            (
                "genfens 3 plies 256",
                "at most 255, expected instead of '256'",
            ),
            ("genfens 3 variant go", "a game expected instead of 'go'"),
            ("exchange red", "white or black expected"),
            ("d d", "nothing more expected"),
        ] {
            let error = Command::parse(line).unwrap_err().to_string();
            assert!(error.contains(reason), "{line}: {error}");
        }
        assert_eq!(Command::parse(" \t "), Ok(None));
    }

    #[test]
    fn no_line_panics() {
        for line in [
            "setoption name",
            "setoption name value",
            "setoption name  value x",
            "register",
            "register later",
            "register name a code b",
            "debug",
            "uci uci",
            "stop now",
            "quit \u{0}",
            "\u{fffd}",
            "go movestogo 99999999999999999999",
            "ponderhit x",
            "setoption name Hash value",
            "isready\u{a0}",
        ] {
            // Only that it returns is asserted here: what, is asserted above.
            let _ = Command::parse(line);
        }
    }
}
