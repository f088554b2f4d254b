//! The Universal Chess Interface, from the side of who lets engines play or search.

use std::fmt::Write;
use std::time::{Duration, Instant};

use crate::host::Interrupt;
use crate::notation::UciScore;
use crate::pgn::details::Details;
use crate::rules::chess::CHESS960;
use crate::search::transposition::Bound;
use crate::show::{GAMES, Variant};

use super::process::Process;
use super::settings::{EngineSettings, GAME_OPTION};
use super::{MoveEvaluation, MoveRequest, Player, PlayerContext, PlayerError, Reply};

/// How often a search looks up to see whether it is to stop.
const GLANCE: Duration = Duration::from_millis(50);

/// How often an engine that searches without an end may say more, and how much.
const REGAIN_TIME: Duration = Duration::from_secs(1);
const REGAINED: usize = 1 << 20;

/// An option that the engine declares.
struct Declared {
    name: String,
    is_button: bool,
    choices: Vec<String>,
}

/// An engine that speaks UCI.
pub struct Uci {
    process: Process,
    /// What it calls itself.
    title: Option<String>,
    declared: Vec<Declared>,
}

/// What an engine tells of one of the best lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InfoLine {
    /// Which of them it is, from 1.
    pub multipv: usize,
    /// Plies of the iteration.
    pub depth: usize,
    /// Plies of the longest line looked at.
    pub seldepth: usize,
    /// The value, from the side to move.
    pub score: UciScore,
    /// Whether the true value may be lower or higher.
    pub bound: Bound,
    /// Positions visited.
    pub nodes: u64,
    /// Since the search began, as the engine says, or as it took.
    pub time: Duration,
    /// The moves, as the engine writes them.
    pub pv: Vec<String>,
}

impl Uci {
    /// Starts an engine and hears what it declares. It has no game yet.
    ///
    /// # Errors
    ///
    /// If it cannot be started or does not answer.
    pub fn open(settings: &EngineSettings, context: &PlayerContext) -> Result<Uci, PlayerError> {
        Uci::greet(Process::start(settings, context)?)
    }

    /// Hears what a started engine declares.
    fn greet(mut process: Process) -> Result<Uci, PlayerError> {
        process.send("uci")?;
        let timeout = process.context.timeouts.startup;
        let (mut declared, mut title) = (Vec::new(), None);
        process.until(timeout, "uci", |line| {
            declared.extend(read_declaration(line));
            if let Some(name) = line.strip_prefix("id name ") {
                title = Some(name.trim().to_owned());
            }
            (line == "uciok").then_some(())
        })?;
        Ok(Uci {
            process,
            title,
            declared,
        })
    }

    /// From the start of the process to where games can be played.
    pub(super) fn start(process: Process, variant: Variant) -> Result<Uci, PlayerError> {
        let mut uci = Uci::greet(process)?;
        uci.begin(variant)?;
        Ok(uci)
    }

    /// Makes it ready for games of a variant, with the options that its settings name.
    ///
    /// # Errors
    ///
    /// If it does not play them, or fails.
    pub fn begin(&mut self, variant: Variant) -> Result<(), PlayerError> {
        if let Some(why) = self.refusal(variant) {
            return Err(PlayerError::Unsuitable(why));
        }
        // Some options are those of a game, such as a network.
        if self.declared(GAME_OPTION).is_some() {
            self.send_option(GAME_OPTION, variant.game.name)?;
        }
        if variant.chess960 {
            self.send_option(CHESS960.name, "true")?;
        }
        self.set_options()?;
        self.synchronize(self.process.context.timeouts.startup)
    }

    /// What it calls itself.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// Why it does not play a variant, if it does not.
    pub fn refusal(&self, variant: Variant) -> Option<String> {
        let (name, game) = (&self.process.settings.name, variant.game.name);
        let knows_game = match self.declared(GAME_OPTION) {
            Some(option) => option.choices.iter().any(|choice| choice == game),
            None => game == GAMES[0].name,
        };
        if !knows_game {
            let what = format!("engine '{name}' does not declare {game} as a {GAME_OPTION}");
            return Some(what);
        }
        let castling = CHESS960.name;
        let lacks_castling = variant.chess960 && self.declared(castling).is_none();
        lacks_castling.then(|| format!("engine '{name}' does not declare {castling}"))
    }

    fn declared(&self, name: &str) -> Option<&Declared> {
        let mut declared = self.declared.iter();
        declared.find(|option| option.name.eq_ignore_ascii_case(name))
    }

    fn send_option(&self, name: &str, value: &str) -> Result<(), PlayerError> {
        let line = format!("setoption name {name} value {value}");
        self.process.send(&line)
    }

    /// Sets options, as far as it has them, and waits until it is ready again.
    ///
    /// # Errors
    ///
    /// If it fails.
    pub fn set(&mut self, options: &[(&str, usize)]) -> Result<(), PlayerError> {
        self.process.renew_allowance();
        for (name, value) in options {
            if let Some(option) = self.declared(name) {
                self.send_option(&option.name, &value.to_string())?;
            }
        }
        self.synchronize(self.process.context.timeouts.startup)
    }

    /// Lets it search, within the request's limits or, without any, until it is stopped, and
    /// tells of each line that it reports. Returns the move that it says is best, which may be
    /// none at all.
    ///
    /// # Errors
    ///
    /// If the engine fails.
    pub fn search(
        &mut self,
        request: &MoveRequest<'_>,
        allowed: Option<Duration>,
        stop: &Interrupt,
        mut tell: impl FnMut(InfoLine),
    ) -> Result<String, PlayerError> {
        let start = Instant::now();
        let go = match allowed {
            Some(_) => go_line(request),
            None => "go infinite".to_owned(),
        };
        self.set_up(request)?;
        let (best, _) = self.until_move(&go, allowed, stop, |line| {
            if let Some(line) = Info::of(line).and_then(|info| info.line(start.elapsed())) {
                tell(line);
            }
        })?;
        Ok(best)
    }

    /// Sends the command to search and hears all lines up to the move; that, and when it came.
    fn until_move(
        &mut self,
        go: &str,
        allowed: Option<Duration>,
        stop: &Interrupt,
        mut hear: impl FnMut(&str),
    ) -> Result<(String, Instant), PlayerError> {
        let process = &mut self.process;
        process.send(go)?;
        let grace = process.context.timeouts.answer;
        let mut regains = Instant::now();
        let mut deadline = allowed.map(|allowed| Instant::now() + allowed);
        let mut unanswered = None;
        loop {
            let now = Instant::now();
            let is_late = deadline.is_some_and(|deadline| deadline <= now);
            match unanswered {
                Some(command) if is_late => return Err(PlayerError::Hung(command)),
                None if is_late || stop.is_raised() => {
                    // Too late, or lost: an engine that still answers is only late.
                    process.send("stop")?;
                    unanswered = Some(if is_late { "go" } else { "stop" });
                    deadline = Some(now + grace);
                }
                _ => {}
            }
            if allowed.is_none() && now.duration_since(regains) >= REGAIN_TIME {
                process.regain_allowance(REGAINED);
                regains = now;
            }
            let glance = now + GLANCE;
            let until = deadline.map_or(glance, |deadline| deadline.min(glance));
            let Some((line, time)) = process.line(until)? else {
                continue;
            };
            hear(&line);
            let mut words = line.split_ascii_whitespace();
            if words.next() == Some("bestmove") {
                return Ok((words.next().unwrap_or_default().to_owned(), time));
            }
        }
    }

    fn set_options(&self) -> Result<(), PlayerError> {
        let process = &self.process;
        for (name, value) in &process.settings.options {
            match self.declared(name) {
                Some(option) if option.is_button => {
                    process.send(&format!("setoption name {}", option.name))?;
                }
                Some(option) => self.send_option(&option.name, value)?,
                // -each may well name an option that one of the engines lacks.
                None => log::warn!("engine '{}' has no option '{name}'", process.settings.name),
            }
        }
        Ok(())
    }

    /// Tells the engine the position; nothing that it said before is an answer to what comes.
    fn set_up(&mut self, request: &MoveRequest<'_>) -> Result<&mut Process, PlayerError> {
        let process = &mut self.process;
        process.renew_allowance();
        while process.waiting_line()?.is_some() {}
        process.send(&position_line(request))?;
        Ok(process)
    }

    fn synchronize(&mut self, timeout: Duration) -> Result<(), PlayerError> {
        self.process.send("isready")?;
        let is_answer = |line: &str| (line == "readyok").then_some(());
        self.process.until(timeout, "isready", is_answer)
    }
}

impl Player for Uci {
    fn new_game(&mut self, _variant: Variant, _start: Option<&str>) -> Result<(), PlayerError> {
        self.process.renew_allowance();
        self.process.send("ucinewgame")?;
        let timeout = self.process.context.timeouts.new_game;
        self.synchronize(timeout)
    }

    fn think(&mut self, request: &MoveRequest<'_>) -> Result<(Reply, MoveEvaluation), PlayerError> {
        let process = self.set_up(request)?;
        let start = Instant::now();
        let patterns = process.context.kept_lines.clone();
        let mut evaluation = MoveEvaluation {
            details: Details::new(patterns.len()),
            ..MoveEvaluation::default()
        };
        let (allowed, stop) = (Some(request.allowed), Interrupt::default());
        let (text, time) = self.until_move(&go_line(request), allowed, &stop, |line| {
            let details = &mut evaluation.details;
            details.note_line(line, |kind| patterns[kind].is_match(line));
            if let Some(info) = Info::of(line) {
                info.note(&mut evaluation);
            }
        })?;
        evaluation.elapsed = time.saturating_duration_since(start);
        Ok((Reply::Move(text), evaluation))
    }

    fn has_option(&self, option: &str) -> bool {
        self.declared(option).is_some()
    }

    fn ask(
        &mut self,
        request: &MoveRequest<'_>,
        command: &'static str,
        argument: &str,
    ) -> Result<Option<String>, PlayerError> {
        let process = self.set_up(request)?;
        process.send(&format!("{command} {argument}"))?;
        process.until(request.allowed, command, |line| {
            let answer = line.strip_prefix(command)?.strip_prefix(' ')?;
            Some(Some(answer.to_owned()))
        })
    }

    fn game_over(&mut self, _result: &str, _reason: &str) -> bool {
        true
    }

    fn quit(self: Box<Self>) {
        self.process.quit();
    }
}

/// `option name NAME type TYPE … var CHOICE var CHOICE`.
fn read_declaration(line: &str) -> Option<Declared> {
    let rest = line.strip_prefix("option name ")?;
    let (name, rest) = rest.split_once(" type ")?;
    let words: Vec<&str> = rest.split_ascii_whitespace().collect();
    let choices = words.windows(2).filter(|pair| pair[0] == "var");
    Some(Declared {
        name: name.trim().to_owned(),
        is_button: words.first() == Some(&"button"),
        choices: choices.map(|pair| pair[1].to_owned()).collect(),
    })
}

fn position_line(request: &MoveRequest<'_>) -> String {
    let mut line = match request.start {
        Some(fen) => format!("position fen {fen}"),
        None => "position startpos".to_owned(),
    };
    if !request.moves.is_empty() {
        line.push_str(" moves ");
        line.push_str(&request.moves.join(" "));
    }
    line
}

fn go_line(request: &MoveRequest<'_>) -> String {
    let mut line = "go".to_owned();
    // Writing to a String cannot fail.
    for (side, clock) in ["w", "b"].into_iter().zip(request.clocks) {
        if let Some(clock) = clock {
            let remaining = clock.remaining.as_millis();
            let _ = write!(line, " {side}time {remaining}");
            if !clock.increment.is_zero() {
                let _ = write!(line, " {side}inc {}", clock.increment.as_millis());
            }
        }
    }
    let own_clock = request.clocks[request.turn.fold_wb(0, 1)];
    if let Some(moves) = own_clock.and_then(|clock| clock.moves_to_go) {
        let _ = write!(line, " movestogo {moves}");
    }
    let limits = request.limits;
    if let Some(time) = limits.move_time {
        let _ = write!(line, " movetime {}", time.as_millis());
    }
    if let Some(nodes) = limits.nodes {
        let _ = write!(line, " nodes {nodes}");
    }
    if let Some(depth) = limits.depth {
        let _ = write!(line, " depth {depth}");
    }
    line
}

/// A line that begins with `info`, in words.
struct Info<'a>(Vec<&'a str>);

impl<'a> Info<'a> {
    fn of(line: &'a str) -> Option<Info<'a>> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        (words.first() == Some(&"info")).then_some(Info(words))
    }

    /// The word so many behind a key.
    fn after(&self, key: &str, distance: usize) -> Option<&'a str> {
        // What comes after `pv` or `string` is no key.
        let keys = self
            .0
            .iter()
            .take_while(|&&word| word != "pv" && word != "string");
        let index = keys.into_iter().position(|&word| word == key)?;
        self.0.get(index + distance).copied()
    }

    fn number<T: std::str::FromStr>(&self, key: &str) -> Option<T> {
        self.after(key, 1)?.parse().ok()
    }

    fn score(&self) -> Option<UciScore> {
        let value: i32 = self.after("score", 2)?.parse().ok()?;
        // It has a value from the other side too.
        let value = value.max(-i32::MAX);
        match self.after("score", 1)? {
            "cp" => Some(UciScore::Centipawns(value)),
            "mate" => Some(UciScore::Mate(value)),
            _ => None,
        }
    }

    fn bound(&self) -> Bound {
        match self.after("score", 3) {
            Some("lowerbound") => Bound::Lower,
            Some("upperbound") => Bound::Upper,
            _ => Bound::Exact,
        }
    }

    /// Takes note of what it says of the best line.
    fn note(&self, evaluation: &mut MoveEvaluation) {
        if self.after("multipv", 1).is_some_and(|number| number != "1") {
            return;
        }
        evaluation.details.note_numbers(|word| self.after(word, 1));
        let Some(read) = self.score() else {
            return;
        };
        if self.bound() == Bound::Exact || evaluation.score.is_none() {
            evaluation.score = Some(read);
            evaluation.depth = self.number("depth");
        }
    }

    /// What it says of one of the best lines, if it names one; so much time has gone.
    fn line(&self, elapsed: Duration) -> Option<InfoLine> {
        let pv = self.0.iter().position(|&word| word == "pv")?;
        let depth = self.number("depth").unwrap_or(0);
        Some(InfoLine {
            multipv: self.number("multipv").unwrap_or(1),
            depth,
            seldepth: self.number("seldepth").unwrap_or(depth),
            score: self.score()?,
            bound: self.bound(),
            nodes: self.number("nodes").unwrap_or(0),
            time: self.number("time").map_or(elapsed, Duration::from_millis),
            pv: self.0[pv + 1..]
                .iter()
                .map(|&word| word.to_owned())
                .collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::details::INFO_NUMBERS;

    #[test]
    fn info_lines_are_read() {
        let mut evaluation = MoveEvaluation::default();
        let mut read = |line| {
            Info::of(line).unwrap().note(&mut evaluation);
            (evaluation.score, evaluation.depth)
        };
        let first = read("info depth 7 seldepth 9 multipv 1 score cp -31 nodes 12 pv e2e4");
        assert_eq!(first, (Some(UciScore::Centipawns(-31)), Some(7)));
        for ignored in [
            "info depth 8 multipv 2 score cp 99 pv e2e4",
            "info depth 8 score cp 200 lowerbound nodes 1",
            "info string score cp 5",
            "info depth 8 currmove e2e4",
            "info score cp",
            "info score cp 99999999999999",
        ] {
            assert_eq!(read(ignored), first, "{ignored}");
        }
        let mate = read("info score mate -3 depth 12");
        assert_eq!(mate, (Some(UciScore::Mate(-3)), Some(12)));
        // Of each number what was told last, with the best line or without any.
        let told = evaluation.details.text(&INFO_NUMBERS);
        assert_eq!(told, ["n=1", "sd=9"]);
    }

    #[test]
    fn lines_of_an_analysis_are_read() {
        let read = |line| Info::of(line)?.line(Duration::from_secs(2));
        let line = read(
            "info depth 9 seldepth 14 multipv 2 score cp -31 upperbound nodes 800 nps 4000 \
             time 200 pv e2e4 e7e5",
        );
        let expected = InfoLine {
            multipv: 2,
            depth: 9,
            seldepth: 14,
            score: UciScore::Centipawns(-31),
            bound: Bound::Upper,
            nodes: 800,
            time: Duration::from_millis(200),
            pv: ["e2e4", "e7e5"].map(str::to_owned).to_vec(),
        };
        assert_eq!(line, Some(expected));
        let mate = read("info depth 3 score mate -2 pv a7a8").unwrap();
        assert_eq!((mate.multipv, mate.seldepth, mate.nodes), (1, 3, 0));
        assert_eq!(mate.score, UciScore::Mate(-2));
        assert_eq!(mate.time, Duration::from_secs(2));
        for other in [
            "info depth 8 currmove e2e4",
            "info depth 8 pv e2e4",
            "info string score cp 5",
            "bestmove e2e4",
        ] {
            assert_eq!(read(other), None, "{other}");
        }
    }

    #[test]
    fn declarations_are_read() {
        let combo = read_declaration(
            "option name UCI_Variant type combo default chess var chess var alice",
        )
        .unwrap();
        assert_eq!(combo.name, "UCI_Variant");
        assert_eq!(combo.choices, ["chess", "alice"]);
        let button = read_declaration("option name Clear Hash type button").unwrap();
        assert!(button.is_button && button.name == "Clear Hash");
        assert!(read_declaration("id name option").is_none());
    }
}
