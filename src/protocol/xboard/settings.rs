//! Options, memory, cores, clocks, and what is shown.

use std::sync::atomic::Ordering;

use crate::engine::draw_resign::DrawResignPolicy;
use crate::engine::options::{self, OptionError, OptionKind, Setting};
use crate::protocol::{self, send};

use super::command::{Command, CommandError};
use super::{Purpose, Xboard, output};

/// The option for games that begin from another position.
const START_POSITION: &str = "Start position";

/// XBoard 4.9.1 writes an option's value over the text that declared it, and dies of
/// one that is longer. A FEN has room in so many spaces.
const START_POSITION_ROOM: usize = 200;

/// The options that only this protocol has, as XBoard's widgets.
pub(super) fn own_widgets() -> Vec<String> {
    let policy = DrawResignPolicy::declarations();
    let mut widgets: Vec<String> = policy.iter().map(output::widget).collect();
    let room = " ".repeat(START_POSITION_ROOM);
    widgets.push(format!("{START_POSITION} -string {room}"));
    widgets
}

impl Xboard<'_> {
    /// Carries out a command that sets something.
    pub(super) fn set(&mut self, command: Command) {
        match command {
            Command::Control(control) => self.time.restart(control),
            Command::Depth(depth) => self.time.depth = Some(depth),
            Command::NodeRate(rate) => self.time.set_node_rate(rate),
            Command::Time(remaining) => self.time.remaining = remaining,
            Command::Hard => {
                self.ponders = true;
                self.ponder();
            }
            Command::Easy => {
                self.ponders = false;
                if matches!(self.purpose, Some(Purpose::Pondering(_))) {
                    self.abandon();
                }
            }
            Command::Post(on) => self.posts.store(on, Ordering::Relaxed),
            Command::Memory(mebibytes) => {
                self.set_option("Hash", Some(&mebibytes), &format!("memory {mebibytes}"));
            }
            Command::Cores(count) => {
                self.set_option("Threads", Some(&count), &format!("cores {count}"));
            }
            Command::TablePath(folders) => {
                let line = format!("egtpath syzygy {folders}");
                self.set_option(options::SYZYGY_PATH, Some(&folders), &line);
            }
            Command::SetOption { name, value } => {
                let value = value.as_deref();
                let shown = value.map_or_else(String::new, |value| format!("={value}"));
                self.set_option(&name, value, &format!("option {name}{shown}"));
            }
            // The opponent's clock does not matter; all others are executed elsewhere.
            _ => {}
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>, line: &str) {
        if name.eq_ignore_ascii_case(START_POSITION) {
            self.start_position = value.unwrap_or_default().trim().to_owned();
            return;
        }
        let searched = self.purpose;
        self.abandon();
        let set = self
            .draw_resign
            .set(name, value.unwrap_or_default())
            .unwrap_or_else(|| self.set_engine_option(name, value));
        if let Err(error) = set {
            send(CommandError::new(error.to_string(), line));
        }
        // What was being searched is searched on, with the new setting.
        match searched {
            Some(Purpose::Analyzing) => self.start_analysis(),
            Some(Purpose::Pondering(_)) => self.ponder(),
            Some(Purpose::Thinking) | None => {}
        }
    }

    fn set_engine_option(&mut self, name: &str, value: Option<&str>) -> Result<(), OptionError> {
        let declared = options::declarations();
        let declared = declared
            .iter()
            .find(|option| option.name.eq_ignore_ascii_case(name));
        let is_check =
            declared.is_some_and(|option| matches!(option.kind, OptionKind::Check { .. }));
        let value = match value {
            Some("1") if is_check => Some("true"),
            Some("0") if is_check => Some("false"),
            other => other,
        };
        match protocol::set_option(self.engine, name, value)? {
            Setting::Variant(_) => self.position_changed(),
            Setting::Threads(wanted) => {
                protocol::tell_threads(self.engine, wanted, |line| send(format!("# {line}")));
            }
            Setting::SyzygyPath(_) => self.tell_tables(options::SYZYGY_PATH),
            Setting::TablePath(_) => self.tell_tables(options::TABLE_PATH),
            // A rule of the game may have been switched.
            _ => self.board.refresh(self.engine),
        }
        Ok(())
    }

    fn tell_tables(&self, option: &str) {
        protocol::tell_tables(self.engine, option, |line| send(format!("# {line}")));
    }
}
