//! The Universal Chess Interface, from the referee's side.

use std::fmt::Write;
use std::time::{Duration, Instant};

use crate::notation::UciScore;
use crate::pgn::details::Details;
use crate::rules::chess::CHESS960;
use crate::show::{GAMES, Game, Variant};

use super::process::Process;
use super::{MoveEvaluation, MoveRequest, Player, PlayerError, Reply};

/// An option that the engine declares.
struct Declared {
    name: String,
    is_button: bool,
    choices: Vec<String>,
}

/// An engine that speaks UCI.
pub(super) struct Uci {
    process: Process,
    declared: Vec<Declared>,
}

impl Uci {
    /// From the start of the process to where games can be played.
    pub(super) fn start(mut process: Process, variant: Variant) -> Result<Uci, PlayerError> {
        process.send("uci")?;
        let timeout = process.context.timeouts.startup;
        let mut declared = Vec::new();
        process.until(timeout, "uci", |line| {
            declared.extend(read_declaration(line));
            (line == "uciok").then_some(())
        })?;
        let mut uci = Uci { process, declared };
        // Some options are those of a game, such as a network.
        uci.choose_game(variant.game)?;
        uci.choose_castling(variant)?;
        uci.set_options()?;
        uci.synchronize(timeout)?;
        Ok(uci)
    }

    fn declared(&self, name: &str) -> Option<&Declared> {
        let mut declared = self.declared.iter();
        declared.find(|option| option.name.eq_ignore_ascii_case(name))
    }

    fn choose_game(&self, game: &Game) -> Result<(), PlayerError> {
        let process = &self.process;
        match self.declared("UCI_Variant") {
            Some(option) if option.choices.iter().any(|choice| choice == game.name) => {
                process.send(&format!("setoption name UCI_Variant value {}", game.name))
            }
            None if game.name == GAMES[0].name => Ok(()),
            _ => Err(PlayerError::Unsuitable(format!(
                "engine '{}' does not declare {} as a UCI_Variant",
                process.settings.name, game.name
            ))),
        }
    }

    fn choose_castling(&self, variant: Variant) -> Result<(), PlayerError> {
        let name = CHESS960.name;
        match self.declared(name) {
            _ if !variant.chess960 => Ok(()),
            Some(_) => self
                .process
                .send(&format!("setoption name {name} value true")),
            None => Err(PlayerError::Unsuitable(format!(
                "engine '{}' does not declare {name}",
                self.process.settings.name
            ))),
        }
    }

    fn set_options(&self) -> Result<(), PlayerError> {
        let process = &self.process;
        for (name, value) in &process.settings.options {
            match self.declared(name) {
                Some(option) if option.is_button => {
                    process.send(&format!("setoption name {}", option.name))?;
                }
                Some(option) => {
                    process.send(&format!("setoption name {} value {value}", option.name))?;
                }
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
        process.send(&go_line(request))?;
        let grace = process.context.timeouts.answer;
        let mut deadline = start + request.allowed;
        let mut stopped = false;
        let patterns = process.context.kept_lines.clone();
        let mut evaluation = MoveEvaluation {
            details: Details::new(patterns.len()),
            ..MoveEvaluation::default()
        };
        loop {
            let Some((line, time)) = process.line(deadline)? else {
                if stopped {
                    return Err(PlayerError::Hung("go"));
                }
                // Too late, or lost: an engine that still answers is only late.
                process.send("stop")?;
                stopped = true;
                deadline = Instant::now() + grace;
                continue;
            };
            let details = &mut evaluation.details;
            details.note_line(&line, |kind| patterns[kind].is_match(&line));
            let mut words = line.split_ascii_whitespace();
            match words.next() {
                Some("bestmove") => {
                    evaluation.elapsed = time.saturating_duration_since(start);
                    let reply = Reply::Move(words.next().unwrap_or_default().to_owned());
                    return Ok((reply, evaluation));
                }
                Some("info") => read_info(&line, &mut evaluation),
                _ => {}
            }
        }
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

fn read_info(line: &str, evaluation: &mut MoveEvaluation) {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let after = |key: &str, distance: usize| {
        // What comes after `pv` or `string` is no key.
        let keys = words
            .iter()
            .take_while(|&&word| word != "pv" && word != "string");
        let index = keys.into_iter().position(|&word| word == key)?;
        words.get(index + distance).copied()
    };
    if after("multipv", 1).is_some_and(|number| number != "1") {
        return;
    }
    evaluation.details.note_numbers(|word| after(word, 1));
    let value = after("score", 2).and_then(|value| value.parse().ok());
    let read = match (after("score", 1), value) {
        (Some("cp"), Some(value)) => UciScore::Centipawns(value),
        (Some("mate"), Some(moves)) => UciScore::Mate(moves),
        _ => return,
    };
    let is_bound = matches!(after("score", 3), Some("lowerbound" | "upperbound"));
    if !is_bound || evaluation.score.is_none() {
        evaluation.score = Some(read);
        evaluation.depth = after("depth", 1).and_then(|depth| depth.parse().ok());
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
            read_info(line, &mut evaluation);
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
