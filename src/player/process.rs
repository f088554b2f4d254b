//! The child process and its two pipes.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use super::settings::EngineSettings;

use super::{PlayerContext, PlayerError, children};

/// No line of a protocol is longer, not even the principal variation.
const LONGEST_LINE: u64 = 64 << 10;

/// Lines that wait to be read; behind them the engine waits.
const QUEUE: usize = 256;

/// What an engine may say between two commands, in bytes.
const ALLOWANCE: usize = 16 << 20;

/// What a line costs besides its length, so that empty lines are not free.
const LINE_COST: usize = 32;

/// So long after an engine has gone, it may turn out that somebody ends the match as a
/// whole: a scheduler's signal reaches the engines too, and perhaps before the match.
const GRACE: Duration = Duration::from_secs(1);

/// How often a wait looks up to see whether it has been interrupted.
const GLANCE: Duration = Duration::from_millis(50);

/// What comes from an engine.
enum Event {
    Line(String, Instant),
    TooLong,
}

/// A child process that ends when this value does, with all whom it has started.
pub(super) struct Process {
    pub(super) settings: EngineSettings,
    child: Child,
    /// `None` once the engine has been told to quit.
    input: Option<ChildStdin>,
    events: Receiver<Event>,
    allowance: usize,
    pub(super) context: PlayerContext,
}

impl Process {
    pub(super) fn start(
        settings: &EngineSettings,
        context: &PlayerContext,
    ) -> Result<Process, PlayerError> {
        let failed = |error: std::io::Error| {
            let program = settings.command.display();
            PlayerError::Unsuitable(format!("cannot start {program}: {error}"))
        };
        let mut command = Command::new(&settings.command);
        command
            .args(&settings.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(context.log.standard_error());
        if let Some(directory) = &settings.directory {
            command.current_dir(directory);
        }
        let mut child = children::start(&mut command).map_err(failed)?;
        let input = child.stdin.take();
        let output = child.stdout.take();
        let (sender, events) = mpsc::sync_channel(QUEUE);
        // From here on, dropping it ends the child.
        let process = Process {
            settings: settings.clone(),
            child,
            input,
            events,
            allowance: ALLOWANCE,
            context: context.clone(),
        };
        if let Some(output) = output {
            thread::Builder::new()
                .name(format!("reader of {}", settings.name))
                .spawn(move || read_lines(output, &sender))
                .map_err(failed)?;
        }
        Ok(process)
    }

    /// Sends a line.
    pub(super) fn send(&self, line: &str) -> Result<(), PlayerError> {
        self.context.log.sent(&self.settings.name, line);
        let mut input = self.input.as_ref().ok_or(PlayerError::Disconnected)?;
        // One write, so that the engine wakes up once.
        let written = input.write_all(format!("{line}\n").as_bytes());
        written.map_err(|_| self.gone())
    }

    /// Why an engine has gone that was not told to: by itself, or as the match ends.
    fn gone(&self) -> PlayerError {
        let deadline = Instant::now() + GRACE;
        while !self.context.interrupt.is_raised() {
            if Instant::now() >= deadline {
                return PlayerError::Disconnected;
            }
            thread::sleep(GLANCE);
        }
        PlayerError::Interrupted
    }

    /// Lets the engine say as much again as it may between two commands.
    pub(super) fn renew_allowance(&mut self) {
        self.allowance = ALLOWANCE;
    }

    /// Lets it say so much more, up to what it may between two commands.
    pub(super) fn regain_allowance(&mut self, bytes: usize) {
        self.allowance = (self.allowance + bytes).min(ALLOWANCE);
    }

    /// The next line and when it came; `None` if there is none by `deadline`.
    pub(super) fn line(
        &mut self,
        deadline: Instant,
    ) -> Result<Option<(String, Instant)>, PlayerError> {
        loop {
            if self.context.interrupt.is_raised() {
                return Err(PlayerError::Interrupted);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.events.recv_timeout(left.min(GLANCE)) {
                Ok(Event::Line(line, time)) => {
                    self.context.log.received(&self.settings.name, &line);
                    let cost = line.len() + LINE_COST;
                    self.allowance = self.allowance.checked_sub(cost).ok_or(PlayerError::Flood)?;
                    return Ok(Some((line, time)));
                }
                Ok(Event::TooLong) => return Err(PlayerError::Flood),
                Err(RecvTimeoutError::Disconnected) if self.input.is_none() => {
                    return Err(PlayerError::Disconnected);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone()),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// A line that has come already.
    pub(super) fn waiting_line(&mut self) -> Result<Option<String>, PlayerError> {
        let line = self.line(Instant::now())?;
        Ok(line.map(|(line, _)| line))
    }

    /// Reads until `wanted` finds what it looks for.
    pub(super) fn until<T>(
        &mut self,
        timeout: Duration,
        question: &'static str,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, PlayerError> {
        let deadline = Instant::now() + timeout;
        loop {
            let (line, _) = self.line(deadline)?.ok_or(PlayerError::Hung(question))?;
            if let Some(found) = wanted(&line) {
                return Ok(found);
            }
        }
    }

    /// Tells the engine to quit, and sees to it that it does.
    pub(super) fn quit(mut self) {
        if self.send("quit").is_err() {
            return;
        }
        self.input = None;
        self.renew_allowance();
        let deadline = Instant::now() + self.context.timeouts.answer;
        // The end of the output is the end of the engine, or near enough: what is
        // then still there is killed.
        while let Ok(Some(_)) = self.line(deadline) {}
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.input = None;
        children::end(&mut self.child);
    }
}

/// Reads until the end, or until nobody listens.
fn read_lines(output: ChildStdout, sender: &SyncSender<Event>) {
    let mut output = BufReader::new(output);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let read = output
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut bytes);
        let event = match read {
            Ok(0) | Err(_) => return,
            Ok(length) if length as u64 == LONGEST_LINE => Event::TooLong,
            Ok(_) => Event::Line(
                String::from_utf8_lossy(&bytes).trim_end().to_owned(),
                Instant::now(),
            ),
        };
        let last = matches!(event, Event::TooLong);
        if sender.send(event).is_err() || last {
            return;
        }
    }
}
