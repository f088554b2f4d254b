//! A UCI client that drives the real binary.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

/// A hung engine fails the test after this long; nothing is asserted about
/// shorter times.
const HANG: Duration = Duration::from_secs(60);

/// A running engine.
pub struct Client {
    process: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Client {
    /// Starts the binary.
    pub fn start() -> Client {
        let mut process = Command::new(env!("CARGO_BIN_EXE_galaverna"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let output = BufReader::new(process.stdout.take().expect("piped"));
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in output.lines() {
                if sender.send(line.expect("output is UTF-8")).is_err() {
                    return;
                }
            }
        });
        Client {
            input: process.stdin.take(),
            process,
            lines,
        }
    }

    /// Starts the binary with a game chosen.
    pub fn playing(game: &str) -> Client {
        let mut client = Client::start();
        client.send(&format!("setoption name UCI_Variant value {game}"));
        client.expect_start(&format!("info string variant {game} "));
        client
    }

    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("input is open");
        input.write_all(bytes).expect("the engine reads");
        input.flush().expect("the engine reads");
    }

    /// The next line.
    pub fn line(&mut self) -> String {
        self.lines
            .recv_timeout(HANG)
            .expect("the engine answers and does not hang")
    }

    /// All lines up to the first that begins like this, that one included.
    pub fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.line();
            let found = line.starts_with(start);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    /// The next line, which must begin like this.
    pub fn expect_start(&mut self, start: &str) -> String {
        let line = self.line();
        assert!(line.starts_with(start), "'{start}…' expected, not '{line}'");
        line
    }

    /// The first line that begins like this; others are passed over.
    pub fn find(&mut self, start: &str) -> String {
        self.until(start)
            .pop()
            .expect("until returns the line found")
    }

    /// Makes sure that the engine has nothing more to say to what was sent.
    pub fn expect_silence(&mut self) {
        self.send("isready");
        assert_eq!(self.line(), "readyok");
    }

    /// The FEN of the present position.
    pub fn fen(&mut self) -> String {
        self.send("d");
        let fen = self.find("Fen: ")["Fen: ".len()..].to_owned();
        self.send("isready");
        self.until("readyok");
        fen
    }

    /// The best move of a search, `(none)` included.
    pub fn best_move(&mut self, go: &str) -> String {
        self.send(go);
        let line = self.find("bestmove ");
        line.split(' ').nth(1).expect("a move").to_owned()
    }

    /// Legal moves, from `go perft 1`.
    pub fn legal_moves(&mut self) -> Vec<String> {
        self.send("go perft 1");
        self.until("Nodes searched: ")
            .iter()
            .filter_map(|line| line.strip_suffix(": 1"))
            .map(str::to_owned)
            .collect()
    }

    /// Closes the input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits for the end of the process, and returns what it still said.
    pub fn wait(mut self) -> (ExitStatus, Vec<String>) {
        let mut rest = Vec::new();
        while let Ok(line) = self.lines.recv_timeout(HANG) {
            rest.push(line);
        }
        let status = self.process.wait().expect("the process ends");
        (status, rest)
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // Ended already, or of no more use.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
