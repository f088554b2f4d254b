//! What XBoard and the engine say to each other, from XBoard's debug file.

use std::fs;
use std::path::PathBuf;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A window that hangs fails its test after this long; nothing is asserted about
/// shorter times.
pub const HANG: Duration = Duration::from_secs(180);

/// Who said a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    XBoard,
    Engine,
}

/// The debug file, read from the beginning on, line by line.
pub struct Dialogue {
    file: PathBuf,
    read: usize,
}

impl Dialogue {
    pub fn new(file: PathBuf) -> Dialogue {
        Dialogue { file, read: 0 }
    }

    /// Everything that the two have said, in order.
    pub fn lines(&self) -> Vec<(By, String)> {
        let bytes = fs::read(&self.file).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        // A line that is not ended may not be whole.
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        whole.lines().filter_map(said).collect()
    }

    /// The next line of this speaker that begins like this; what comes before it
    /// is passed over, and not found by later calls.
    pub fn wait(&mut self, by: By, start: &str) -> String {
        let mut found = self.wait_for_all(&[(by, start)]);
        found.pop().expect("one line")
    }

    /// The first moves that XBoard relays, from the beginning on.
    pub fn wait_for_moves(&self, count: usize) -> Vec<String> {
        let deadline = Instant::now() + HANG;
        while Instant::now() < deadline {
            let lines = self.lines().into_iter();
            let said = lines.filter(|(by, _)| *by == By::XBoard);
            let moves =
                said.filter_map(|(_, line)| Some(line.strip_prefix("usermove ")?.to_owned()));
            let moves: Vec<String> = moves.take(count).collect();
            if moves.len() == count {
                return moves;
            }
            sleep(Duration::from_millis(20));
        }
        panic!("{count} moves are not made:\n{self}");
    }

    /// The next lines that begin like these, in whatever order they come; what comes
    /// before the last of them is passed over.
    pub fn wait_for_all(&mut self, starts: &[(By, &str)]) -> Vec<String> {
        let deadline = Instant::now() + HANG;
        while Instant::now() < deadline {
            let lines = self.lines();
            let find = |&(by, start): &(By, &str)| {
                (self.read..lines.len())
                    .find(|&index| lines[index].0 == by && lines[index].1.starts_with(start))
            };
            let found: Option<Vec<usize>> = starts.iter().map(find).collect();
            if let Some(found) = found {
                self.read = found.iter().max().map_or(self.read, |last| last + 1);
                return found.iter().map(|&index| lines[index].1.clone()).collect();
            }
            sleep(Duration::from_millis(20));
        }
        panic!("{starts:?} are not said after line {}:\n{self}", self.read);
    }
}

impl std::fmt::Display for Dialogue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (by, line) in self.lines() {
            let arrow = if by == By::XBoard { '>' } else { '<' };
            writeln!(f, "{arrow} {line}")?;
        }
        Ok(())
    }
}

/// What a line of the debug file says, if it is part of the dialogue with the
/// first engine. XBoard writes a move in two pieces: `3228 >first : usermove 3228
/// >first : a2a3`.
fn said(line: &str) -> Option<(By, String)> {
    let (time, rest) = line.split_once(' ')?;
    time.parse::<u64>().ok()?;
    if let Some(text) = rest.strip_prefix("<first : ") {
        return Some((By::Engine, text.trim_end().to_owned()));
    }
    let text = rest.strip_prefix(">first : ")?;
    let text = match text.split_once(" >first : ") {
        Some((head, tail)) => {
            let head = head.trim_end_matches(|c: char| c.is_ascii_digit());
            format!("{head}{tail}")
        }
        None => text.to_owned(),
    };
    Some((By::XBoard, text.trim_end().to_owned()))
}
