//! XBoard's protocol (CECP, version 2), from the referee's side.
//!
//! Moves go out in the coordinate notation of `docs/rules/common.md`, and come in
//! either so or as XBoard's window wants them (`c3d4,d4e5`). The engine is kept in
//! force mode until it is to move for the first time; from there on it answers each
//! move of its opponent with one of its own.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::notation::UciScore;
use crate::rules::Color;
use crate::show::Record;
use crate::show::Variant;
use crate::show::window::Window;
use crate::show::xboard::moves::{WindowMoves, castling_text};
use crate::show::xboard::variant::{NORMAL, variant_name};

use super::process::Process;
use super::{MoveEvaluation, MoveRequest, Player, PlayerError, Reply};

/// An engine that has not said `feature done=…` by now knows no features.
const FEATURE_TIME: Duration = Duration::from_secs(2);

/// Mates are so much and the number of moves to them.
const MATE: i32 = 100_000;

/// What the engine declares.
#[derive(Debug, Default)]
struct Features {
    /// Features and their values.
    values: BTreeMap<String, String>,
    /// The names of its options, which are declared one after the other.
    options: Vec<String>,
}

/// An engine that speaks CECP.
pub(super) struct Xboard {
    process: Process,
    features: Features,
    /// Moves of the game that the engine knows.
    known: usize,
    /// Whether it only watches.
    force: bool,
    pings: u32,
    /// The game in play, for reading what the engine sends.
    game: Option<(Box<dyn Record>, Option<&'static Window>)>,
    chess960: bool,
}

impl Xboard {
    /// From the start of the process to where games can be played.
    pub(super) fn start(process: Process, variant: Variant) -> Result<Xboard, PlayerError> {
        let mut xboard = Xboard {
            process,
            features: Features::default(),
            known: 0,
            force: true,
            pings: 0,
            game: None,
            chess960: false,
        };
        xboard.process.send("xboard")?;
        xboard.process.send("protover 2")?;
        xboard.read_features()?;
        xboard.suits(variant)?;
        xboard.synchronize()?;
        Ok(xboard)
    }

    /// A move of the engine in coordinate notation, if it is one at all.
    fn translate(&mut self, text: String, request: &MoveRequest<'_>) -> String {
        let translated = self.game.as_mut().and_then(|(session, window)| {
            let moves: Vec<&str> = request.moves.iter().map(String::as_str).collect();
            session.set_position(request.start, &moves).ok()?;
            let moves = WindowMoves::of(session.as_ref(), *window);
            let found = moves.find(session.as_ref(), &text).ok()?;
            Some(found.m.to_string())
        });
        translated.unwrap_or(text)
    }

    fn read_features(&mut self) -> Result<(), PlayerError> {
        let process = &mut self.process;
        let timeout = process.context.timeouts.startup;
        let start = Instant::now();
        let mut deadline = start + FEATURE_TIME.min(timeout);
        while !self.features.has("done") {
            let Some((line, _)) = process.line(deadline)? else {
                // Then more features come, after a while.
                if self.features.denies("done") {
                    return Err(PlayerError::Hung("protover 2"));
                }
                break;
            };
            let Some(declared) = line.strip_prefix("feature ") else {
                continue;
            };
            for (name, value) in split_features(declared) {
                self.features.note(name, value);
                // Moves are exchanged in coordinates.
                let refused = name == "san" && value == "1";
                let answer = if refused { "rejected" } else { "accepted" };
                process.send(&format!("{answer} {name}"))?;
            }
            if self.features.denies("done") {
                deadline = start + timeout;
            }
        }
        Ok(())
    }

    fn suits(&self, variant: Variant) -> Result<(), PlayerError> {
        let settings = &self.process.settings;
        let unsuitable = |what: String| {
            let name = &settings.name;
            Err(PlayerError::Unsuitable(format!("engine '{name}' {what}")))
        };
        let name = variant_name(variant);
        if name != NORMAL && !self.features.knows_variant(name) {
            return unsuitable(format!("does not declare the variant {name}"));
        }
        if settings.limits.nodes.is_some() {
            return unsuitable("speaks XBoard's protocol, which knows no nodes=".to_owned());
        }
        Ok(())
    }

    fn set_options(&self) -> Result<(), PlayerError> {
        let process = &self.process;
        for (name, value) in &process.settings.options {
            let declared = |option: &String| option == name;
            if self.features.options.iter().any(declared) {
                process.send(&format!("option {name}={value}"))?;
            } else if name == "memory" && self.features.has("memory") {
                process.send(&format!("memory {value}"))?;
            } else if name == "cores" && self.features.has("smp") {
                process.send(&format!("cores {value}"))?;
            } else {
                let engine = &process.settings.name;
                log::warn!("engine '{engine}' has no option '{name}'");
            }
        }
        Ok(())
    }

    fn synchronize(&mut self) -> Result<(), PlayerError> {
        let process = &mut self.process;
        if !self.features.has("ping") {
            return Ok(());
        }
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        process.send(&format!("ping {}", self.pings))?;
        let timeout = process.context.timeouts.startup;
        process.until(timeout, "ping", |line| (line == pong).then_some(()))
    }

    fn send_limits(&self) -> Result<(), PlayerError> {
        let process = &self.process;
        let limits = &process.settings.limits;
        if let Some(control) = limits.time_control {
            // The protocol knows no fractions of a second in the base time; the
            // `time` before each move tells the exact one.
            let seconds = control.time.as_secs().max(1);
            process.send(&format!(
                "level {} {}:{:02} {}",
                control.moves.unwrap_or(0),
                seconds / 60,
                seconds % 60,
                control.increment.as_secs_f64()
            ))?;
        } else if let Some(time) = limits.move_time {
            process.send(&format!("st {}", time.as_secs_f64()))?;
        } else {
            const A_DAY: u32 = 86_400;
            process.send(&format!("st {A_DAY}"))?;
        }
        match limits.depth {
            Some(depth) => process.send(&format!("sd {depth}")),
            None => Ok(()),
        }
    }

    fn send_clocks(&self, request: &MoveRequest<'_>) -> Result<(), PlayerError> {
        let [white, black] = request.clocks;
        let (own, other) = request.turn.fold_wb((white, black), (black, white));
        for (command, clock) in [("time", own), ("otim", other.or(own))] {
            if let Some(clock) = clock {
                let centiseconds = clock.remaining.as_millis() / 10;
                self.process.send(&format!("{command} {centiseconds}"))?;
            }
        }
        Ok(())
    }

    fn send_move(&self, text: &str) -> Result<(), PlayerError> {
        match self.features.has("usermove") {
            true => self.process.send(&format!("usermove {text}")),
            false => self.process.send(text),
        }
    }

    /// The moves that the engine does not know yet, as it is told them: castling in Chess960
    /// is `O-O` or `O-O-O`.
    fn news(&mut self, request: &MoveRequest<'_>) -> Vec<String> {
        let mut moves = request.moves.to_vec();
        let mut news = moves.split_off(self.known.min(moves.len()));
        let Some((session, _)) = self.game.as_mut().filter(|_| self.chess960) else {
            return news;
        };
        let known: Vec<&str> = moves.iter().map(String::as_str).collect();
        if session.set_position(request.start, &known).is_ok() {
            for text in &mut news {
                let m = session.find_move(text);
                // The referee has made it.
                let _ = session.play(text);
                if let Some(castling) = m.ok().and_then(castling_text) {
                    castling.clone_into(text);
                }
            }
        }
        news
    }

    /// Tells the engine all that has happened and lets it think.
    fn start_thinking(&mut self, request: &MoveRequest<'_>) -> Result<Instant, PlayerError> {
        let news = self.news(request);
        if !self.force && news.len() != 1 {
            self.process.send("force")?;
            self.force = true;
        }
        if self.force {
            for text in &news {
                self.send_move(text)?;
            }
        }
        self.send_clocks(request)?;
        let start = Instant::now();
        if self.force {
            self.process.send("go")?;
            self.force = false;
        } else if let [text] = &news[..] {
            self.send_move(text)?;
        }
        // Its answer will be known to it too.
        self.known = request.moves.len() + 1;
        Ok(start)
    }
}

impl Player for Xboard {
    fn new_game(&mut self, variant: Variant, start: Option<&str>) -> Result<(), PlayerError> {
        self.process.renew_allowance();
        let process = &self.process;
        process.send("new")?;
        let name = variant_name(variant);
        if name != NORMAL {
            process.send(&format!("variant {name}"))?;
        }
        process.send("computer")?;
        process.send("force")?;
        self.set_options()?;
        self.send_limits()?;
        process.send("easy")?;
        process.send("post")?;
        if let Some(fen) = start {
            if !self.features.has("setboard") {
                return Err(PlayerError::Unsuitable(format!(
                    "engine '{}' cannot begin from a position: it has no feature setboard",
                    process.settings.name
                )));
            }
            process.send(&format!("setboard {fen}"))?;
        }
        self.known = 0;
        self.force = true;
        self.game = Some((variant.open(), variant.game.window));
        self.chess960 = variant.chess960;
        self.synchronize()
    }

    fn think(&mut self, request: &MoveRequest<'_>) -> Result<(Reply, MoveEvaluation), PlayerError> {
        self.process.renew_allowance();
        let mut evaluation = MoveEvaluation::default();
        // What it said since its last move: perhaps that the game is over.
        while let Some(line) = self.process.waiting_line()? {
            if let Some(reply) = read_reply(&line, request.turn) {
                return Ok((reply, evaluation));
            }
        }
        let start = self.start_thinking(request)?;
        let grace = self.process.context.timeouts.answer;
        let mut deadline = start + request.allowed;
        let mut hurried = false;
        let mut legs = String::new();
        loop {
            let Some((line, time)) = self.process.line(deadline)? else {
                if hurried {
                    return Err(PlayerError::Hung("go"));
                }
                self.process.send("?")?;
                hurried = true;
                deadline = Instant::now() + grace;
                continue;
            };
            if let Some(mut reply) = read_reply(&line, request.turn) {
                if let Reply::Move(leg) = &mut reply {
                    legs.push_str(leg);
                    if legs.ends_with(',') {
                        continue;
                    }
                    *leg = self.translate(std::mem::take(&mut legs), request);
                }
                evaluation.elapsed = time.saturating_duration_since(start);
                return Ok((reply, evaluation));
            }
            if let Some((depth, score)) = read_thinking(&line) {
                (evaluation.depth, evaluation.score) = (Some(depth), Some(score));
            }
        }
    }

    fn game_over(&mut self, result: &str, reason: &str) -> bool {
        // The comment ends at the first closing brace.
        let reason = reason.replace(['{', '}'], "");
        let told = self.process.send(&format!("result {result} {{{reason}}}"));
        let told = told.and_then(|()| self.process.send("force"));
        told.is_ok() && !self.features.denies("reuse")
    }

    fn quit(self: Box<Self>) {
        self.process.quit();
    }
}

impl Features {
    fn note(&mut self, name: &str, value: &str) {
        if name == "option" {
            let name = value.split_once(" -").map_or(value, |(name, _)| name);
            self.options.push(name.to_owned());
        } else {
            self.values.insert(name.to_owned(), value.to_owned());
        }
    }

    fn has(&self, name: &str) -> bool {
        self.values.get(name).is_some_and(|value| value == "1")
    }

    /// Whether the engine has said that it lacks this.
    fn denies(&self, name: &str) -> bool {
        self.values.contains_key(name) && !self.has(name)
    }

    fn knows_variant(&self, name: &str) -> bool {
        let variants = self.values.get("variants");
        variants.is_some_and(|names| names.split(',').any(|other| other.trim() == name))
    }
}

/// `name=value name="value with blanks" …`.
fn split_features(text: &str) -> Vec<(&str, &str)> {
    let mut features = Vec::new();
    let mut rest = text.trim();
    while let Some((name, after)) = rest.split_once('=') {
        let value;
        (value, rest) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(' ').unwrap_or((after, "")),
        };
        features.push((name.trim(), value));
        rest = rest.trim_start();
    }
    features
}

/// A line that is an answer.
fn read_reply(line: &str, own: Color) -> Option<Reply> {
    let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
    match first {
        "move" => Some(Reply::Move(rest.trim().to_owned())),
        "resign" => Some(Reply::Resign),
        "1-0" | "0-1" if first == own.fold_wb("0-1", "1-0") => Some(Reply::Resign),
        "1-0" | "0-1" | "1/2-1/2" => Some(Reply::Claim(line.to_owned())),
        // The referee sends legal moves only: this says that one was not.
        "Illegal" if rest.starts_with("move") => Some(Reply::Claim(line.to_owned())),
        _ => None,
    }
}

/// `DEPTH SCORE TIME NODES VARIATION`, from the engine's view.
fn read_thinking(line: &str) -> Option<(u32, UciScore)> {
    let mut words = line.split_ascii_whitespace();
    // Some engines mark the depth with a sign.
    let depth = words
        .next()?
        .trim_end_matches(|c: char| !c.is_ascii_digit());
    let depth = depth.parse().ok()?;
    let score: i32 = words.next()?.parse().ok()?;
    for _ in 0..2 {
        words.next()?.parse::<u64>().ok()?;
    }
    let score = match score {
        MATE.. => UciScore::Mate((score - MATE).max(1)),
        ..=-100_000 => UciScore::Mate(score.saturating_add(MATE)),
        _ => UciScore::Centipawns(score),
    };
    Some((depth, score))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_with_and_without_quotes() {
        let text = r#"ping=1 myname="Some Engine 1.0" variants="normal,alice" option="Skill -spin 5 0 9" done=1"#;
        let mut features = Features::default();
        for (name, value) in split_features(text) {
            features.note(name, value);
        }
        assert!(features.has("ping") && features.has("done"));
        assert!(features.knows_variant("alice") && !features.knows_variant("ali"));
        assert_eq!(features.options, ["Skill"]);
        assert_eq!(
            split_features(r#"myname="unclosed"#),
            [("myname", "unclosed")]
        );
    }

    #[test]
    fn answers_are_told_from_the_rest() {
        let read = |line| read_reply(line, Color::White);
        assert_eq!(read("move e2e4"), Some(Reply::Move("e2e4".to_owned())));
        assert_eq!(read("resign"), Some(Reply::Resign));
        assert_eq!(read("0-1 {White resigns}"), Some(Reply::Resign));
        let claim = "1-0 {White mates}";
        assert_eq!(read(claim), Some(Reply::Claim(claim.to_owned())));
        for other in [
            "",
            "5 20 3 400 e2e4",
            "offer draw",
            "Hint: e2e4",
            "tellall hi",
        ] {
            assert_eq!(read(other), None, "{other}");
        }
    }

    #[test]
    fn thinking_is_read() {
        let score = |line| read_thinking(line).map(|(_, score)| score);
        assert_eq!(
            read_thinking("9 25 100 5000 e2e4"),
            Some((9, UciScore::Centipawns(25)))
        );
        assert_eq!(score("9. -25 100 5000"), Some(UciScore::Centipawns(-25)));
        assert_eq!(score("9 100003 1 1"), Some(UciScore::Mate(3)));
        assert_eq!(score("9 -100002 1 1"), Some(UciScore::Mate(-2)));
        assert_eq!(
            score("9 -2147483648 1 1"),
            Some(UciScore::Mate(-2_147_383_648))
        );
        assert_eq!(score("1. e4 e5"), None);
    }
}
