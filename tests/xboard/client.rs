//! A client that speaks XBoard's protocol.

use std::ops::{Deref, DerefMut};
use std::process::ExitStatus;

use crate::process::Process;

/// A running engine that speaks XBoard's protocol.
pub struct Client {
    process: Process,
    pings: u32,
}

impl Deref for Client {
    type Target = Process;

    fn deref(&self) -> &Process {
        &self.process
    }
}

impl DerefMut for Client {
    fn deref_mut(&mut self) -> &mut Process {
        &mut self.process
    }
}

impl Client {
    /// Starts the engine as XBoard starts it, with these arguments.
    pub fn start_with(arguments: &[&str]) -> Client {
        let mut client = Client {
            process: Process::start(arguments),
            pings: 0,
        };
        client.send("xboard");
        client.send("protover 2");
        client
    }

    /// An engine that has declared its features and plays chess.
    pub fn start() -> Client {
        let mut client = Client::start_with(&["xboard"]);
        client.until("feature done=1");
        client.send("new");
        client
    }

    /// An engine that plays another game; what it says of the game is read.
    pub fn playing(variant: &str) -> Client {
        let mut client = Client::start();
        client.send(&format!("variant {variant}"));
        client.settle();
        client
    }

    /// An engine that watches a position.
    pub fn at(variant: &str, fen: &str) -> Client {
        let mut client = Client::playing(variant);
        client.send("force");
        client.send(&format!("setboard {fen}"));
        client.expect_silence();
        client
    }

    /// What the engine has to say up to now.
    pub fn settle(&mut self) -> Vec<String> {
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        self.process.send(&format!("ping {}", self.pings));
        let mut lines = self.process.until(&pong);
        lines.pop();
        lines
    }

    /// What the engine answers to a line that makes it neither think nor search.
    pub fn answer(&mut self, line: &str) -> Vec<String> {
        self.process.send(line);
        self.settle()
    }

    /// Makes sure that the engine has nothing to say.
    pub fn expect_silence(&mut self) {
        assert_eq!(self.settle(), [""; 0]);
    }

    /// Sends a line that the engine hears in silence.
    pub fn tell(&mut self, line: &str) {
        assert_eq!(self.answer(line), [""; 0], "{line}");
    }

    /// The engine's next move, its legs joined; all lines before it are passed over.
    pub fn its_move(&mut self) -> String {
        let mut text = String::new();
        loop {
            let line = self.find("move ");
            text.push_str(&line["move ".len()..]);
            if !text.ends_with(',') {
                return text;
            }
        }
    }

    /// Closes the input; see [`Process::end_soon`].
    pub fn end_soon(self) -> Vec<String> {
        self.process.end_soon()
    }

    /// Waits for the end of the process, and returns what it still said.
    pub fn wait(self) -> (ExitStatus, Vec<String>) {
        self.process.wait()
    }
}
