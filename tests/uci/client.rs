//! A UCI client.

use std::ops::{Deref, DerefMut};
#[cfg(target_os = "linux")]
use std::process::Command;
use std::process::ExitStatus;

use crate::process::Process;

/// A running engine that speaks UCI.
pub struct Client(Process);

impl Deref for Client {
    type Target = Process;

    fn deref(&self) -> &Process {
        &self.0
    }
}

impl DerefMut for Client {
    fn deref_mut(&mut self) -> &mut Process {
        &mut self.0
    }
}

impl Client {
    /// Starts the binary.
    pub fn start() -> Client {
        Client(Process::start(&[]))
    }

    /// Starts the binary with no more address space than this, in kB.
    #[cfg(target_os = "linux")]
    pub fn start_within(kilobytes: u64) -> Client {
        let script = format!("ulimit -v {kilobytes}; exec \"$0\"");
        let mut shell = Command::new("sh");
        shell.args(["-c", &script, env!("CARGO_BIN_EXE_galaverna")]);
        Client(Process::run(&mut shell))
    }

    /// Starts the binary with a game chosen.
    pub fn playing(game: &str) -> Client {
        let mut client = Client::start();
        client.send(&format!("setoption name UCI_Variant value {game}"));
        client.expect_start(&format!("info string variant {game} "));
        client
    }

    /// Makes sure that the engine has nothing more to say to what was sent.
    pub fn expect_silence(&mut self) {
        self.send("isready");
        assert_eq!(self.line(), "readyok");
    }

    /// Waits until a search that only a command ends has said this, and makes sure that it
    /// has not answered.
    pub fn expect_to_go_on(&mut self, said: &str) {
        self.find(said);
        self.send("isready");
        let before = self.until("readyok");
        let answered = before.iter().any(|line| line.starts_with("bestmove"));
        assert!(!answered, "{before:?}");
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

    /// Closes the input; see [`Process::end_soon`].
    pub fn end_soon(self) -> Vec<String> {
        self.0.end_soon()
    }

    /// Waits for the end of the process, and returns what it still said.
    pub fn wait(self) -> (ExitStatus, Vec<String>) {
        self.0.wait()
    }
}

/// Nodes of the last `info` line with a principal variation.
pub fn nodes(lines: &[String]) -> u64 {
    let infos = lines.iter().rev();
    let last = infos.filter_map(|line| line.split_once(" nodes ")).next();
    let (_, rest) = last.expect("a line with nodes");
    let number = rest.split(' ').next().expect("a number");
    number.parse().expect("a number")
}
