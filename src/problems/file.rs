//! Files of problems: a first line that says what is in it, then a line a problem.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use crate::batch::file::FileError;
use crate::batch::replace;

use super::grade::MAX_LEVEL;

/// What every file begins with.
const MAGIC: &str = "galaverna-problems 1";

/// What is to be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A win by force in so many moves.
    Win(u32),
    /// So much material more than before, in centipawns.
    Gain(i32),
}

/// A problem and its solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// From 1, the easiest, to 5.
    pub level: u8,
    /// What is to be reached.
    pub goal: Goal,
    /// The position; its side to move solves.
    pub fen: String,
    /// The moves of both sides in coordinate notation.
    pub moves: Vec<String>,
}

/// The problems of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problems {
    /// The game's name in the registry.
    pub game: String,
    /// The checksum of the first lines of the files that they were looked for in.
    pub data: u32,
    /// How many games of these have been looked at.
    pub games: usize,
    /// The problems.
    pub problems: Vec<Problem>,
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Goal::Win(moves) => write!(f, "win {moves}"),
            Goal::Gain(centipawns) => write!(f, "gain {centipawns}"),
        }
    }
}

impl FromStr for Goal {
    type Err = ();

    fn from_str(text: &str) -> Result<Goal, ()> {
        let (kind, number) = text.split_once(' ').ok_or(())?;
        match kind {
            "win" => number.parse().map(Goal::Win).map_err(drop),
            "gain" => number.parse().map(Goal::Gain).map_err(drop),
            _ => Err(()),
        }
    }
}

/// Level, goal, FEN and moves, with tabs between them.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Problem {
            level, goal, fen, ..
        } = self;
        write!(f, "{level}\t{goal}\t{fen}\t{}", self.moves.join(" "))
    }
}

impl FromStr for Problem {
    type Err = ();

    fn from_str(line: &str) -> Result<Problem, ()> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [level, goal, fen, moves] = fields[..] else {
            return Err(());
        };
        let level = level.parse().map_err(drop)?;
        let moves: Vec<String> = moves.split(' ').map(str::to_owned).collect();
        let is_whole = (1..=MAX_LEVEL).contains(&level) && moves.iter().all(|m| !m.is_empty());
        is_whole.then_some(()).ok_or(())?;
        Ok(Problem {
            level,
            goal: goal.parse()?,
            fen: fen.to_owned(),
            moves,
        })
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Problems {
            game, data, games, ..
        } = self;
        writeln!(f, "{MAGIC} game={game} data={data:08x} games={games}")?;
        self.problems
            .iter()
            .try_for_each(|problem| writeln!(f, "{problem}"))
    }
}

impl Problems {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or a line is not as it should be.
    pub fn read(path: &Path) -> Result<Problems, FileError> {
        let text = std::fs::read_to_string(path).map_err(FileError::of(path))?;
        let wrong = |number: usize, what: &str| {
            FileError::Content(format!("{}, line {number}: {what}", path.display()))
        };
        let mut lines = text.lines();
        let first = lines.next().and_then(first_line);
        let (game, data, games) = first.ok_or_else(|| wrong(1, "no file of problems"))?;
        let problems = lines
            .enumerate()
            .map(|(index, line)| line.parse().map_err(|()| wrong(index + 2, "no problem")))
            .collect::<Result<_, _>>()?;
        Ok(Problems {
            game,
            data,
            games,
            problems,
        })
    }

    /// Writes the file.
    ///
    /// # Errors
    ///
    /// If the system does not do it.
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        replace(path, self.to_string().as_bytes())
    }
}

fn first_line(line: &str) -> Option<(String, u32, usize)> {
    let rest = line.strip_prefix(MAGIC)?.strip_prefix(" game=")?;
    let (game, rest) = rest.split_once(" data=")?;
    let (data, games) = rest.split_once(" games=")?;
    let data = u32::from_str_radix(data, 16).ok()?;
    Some((game.to_owned(), data, games.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_as_written() {
        let problem = |goal, moves: &[&str]| Problem {
            level: 3,
            goal,
            fen: "7k/8/6K1/8/8/8/8/R7 w - - 0 1".to_owned(),
            moves: moves.iter().map(|&m| m.to_owned()).collect(),
        };
        let problems = Problems {
            game: "chess".to_owned(),
            data: 0xbeef,
            games: 7,
            problems: vec![
                problem(Goal::Win(1), &["a1a8"]),
                problem(Goal::Gain(300), &["a1a8", "h8g8", "a8a1"]),
            ],
        };
        let path = std::env::temp_dir().join(format!("galaverna-problems-{}", std::process::id()));
        problems.write(&path).unwrap();
        assert_eq!(Problems::read(&path).unwrap(), problems);
        let text = problems.to_string();
        for (from, to, message) in [
            ("game=", "games=", "line 1: no file of problems"),
            ("3\twin", "6\twin", "line 2: no problem"),
            ("gain", "loss", "line 3: no problem"),
        ] {
            std::fs::write(&path, text.replace(from, to)).unwrap();
            let error = Problems::read(&path).unwrap_err().to_string();
            assert!(error.ends_with(message), "{error}");
        }
        std::fs::remove_file(&path).unwrap();
    }
}
