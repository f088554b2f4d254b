//! A client that drives the real binary over standard input and output, whatever
//! the protocol.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// A hung engine fails the test after this long; nothing is asserted about
/// shorter times.
const HANG: Duration = Duration::from_secs(60);

/// What ends within a second may take this long on a machine with much else to do.
const SOON: Duration = Duration::from_secs(10);

/// A running engine.
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Process {
    /// Starts the binary with these arguments.
    pub fn start(arguments: &[&str]) -> Process {
        Process::run(Command::new(env!("CARGO_BIN_EXE_galaverna")).args(arguments))
    }

    /// Starts a command that becomes the binary.
    pub fn run(command: &mut Command) -> Process {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in output.lines() {
                if sender.send(line.expect("output is UTF-8")).is_err() {
                    return;
                }
            }
        });
        Process {
            input: child.stdin.take(),
            child,
            lines,
        }
    }

    /// Its number.
    #[cfg(target_os = "linux")]
    pub fn number(&self) -> u32 {
        self.child.id()
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

    /// Sends lines all at once.
    pub fn pipe(&mut self, lines: &[&str]) {
        self.send(&lines.join("\n"));
    }

    /// Closes the input and waits for the end of the process, which must come soon and
    /// with success. Returns what it still said.
    pub fn end_soon(mut self) -> Vec<String> {
        self.close_input();
        let start = Instant::now();
        let (status, lines) = self.wait();
        assert!(status.success(), "{lines:?}");
        assert!(start.elapsed() < SOON, "{:?}: {lines:?}", start.elapsed());
        lines
    }

    /// What it keeps in memory, in MiB.
    #[cfg(target_os = "linux")]
    pub fn resident_mib(&self) -> u64 {
        let status = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(status).expect("a running process");
        let size = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = size.and_then(|size| size.trim().strip_suffix(" kB"));
        kib.expect("a size").parse::<u64>().expect("a number") / 1024
    }

    /// Closes the input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits for the end of the process, and returns what it still said.
    pub fn wait(mut self) -> (ExitStatus, Vec<String>) {
        let mut rest = Vec::new();
        loop {
            match self.lines.recv_timeout(HANG) {
                Ok(line) => rest.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("it does not end: {rest:?}"),
            }
        }
        let status = self.child.wait().expect("the process ends");
        (status, rest)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Ended already, or of no more use.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Lines far longer than a command with each of these begins: the begin, and the whole.
pub fn very_long_lines<'a>(begins: &'a [&'a str]) -> impl Iterator<Item = (&'a str, String)> {
    let sizes = [10_000, 100_000_000].into_iter();
    sizes.flat_map(move |size| {
        let lines = begins.iter();
        lines.map(move |&begin| (begin, format!("{begin}{}", "x".repeat(size))))
    })
}
