//! The file of a tree: a first line that says how it was searched, then a line for each
//! position.

use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::str::FromStr;

use crate::batch::file::{self, FileError};
use crate::eval::Evaluate;
use crate::notation::Notation;
use crate::rules::Move;

use super::tree::Tree;

/// What every file begins with.
const MAGIC: &str = "galaverna-tree 1";

/// No first line is longer.
const MAX_HEADER: u64 = 200;

/// What stands in the place of the number and the move of the start position.
const START: &str = "start";

/// How the positions of a tree were searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The game's name in the registry.
    pub game: String,
    /// Soft nodes a position; the start position has its share for each move.
    pub nodes: u64,
    /// How many of the best moves of a position were worked out; in the start position all.
    pub lines: usize,
    /// The checksum of the network.
    pub network: u32,
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Header {
            game,
            nodes,
            lines,
            network,
        } = self;
        write!(
            f,
            "{MAGIC} game={game} soft-nodes={nodes} lines={lines} net={network:08x}"
        )
    }
}

impl FromStr for Header {
    type Err = ();

    fn from_str(line: &str) -> Result<Header, ()> {
        let fields = line.strip_prefix(MAGIC).ok_or(())?;
        let mut fields = fields.split_whitespace();
        let mut field = |name: &str| {
            let field = fields.next().and_then(|field| field.strip_prefix(name));
            field.ok_or(())
        };
        Ok(Header {
            game: field("game=")?.to_owned(),
            nodes: field("soft-nodes=")?.parse().map_err(drop)?,
            lines: field("lines=")?.parse().map_err(drop)?,
            network: u32::from_str_radix(field("net=")?, 16).map_err(drop)?,
        })
    }
}

/// The line of a position: the number of the line before it, from 0, and the move that
/// leads to it, then the moves of its search with their values.
fn line_of(from: Option<(usize, Move)>, lines: &[(Move, i32)]) -> String {
    let mut line = match from {
        Some((parent, m)) => format!("{parent} {m}"),
        None => START.to_owned(),
    };
    for (m, value) in lines {
        line += &format!(" {m} {value}");
    }
    line + "\n"
}

/// Reads the first line of a file.
///
/// # Errors
///
/// If it cannot be read or is no tree.
pub fn header(path: &Path) -> Result<Header, FileError> {
    let failed = FileError::of(path);
    let mut line = String::new();
    let mut start = BufReader::new(File::open(path).map_err(&failed)?).take(MAX_HEADER);
    start.read_line(&mut line).map_err(&failed)?;
    let header = line.parse().map_err(|()| "no tree of openings");
    header.map_err(|what| wrong(path, 1, what))
}

/// Reads a file.
///
/// # Errors
///
/// If it cannot be read, is no tree of this game, or a line is not as it should be.
pub fn read<P: Evaluate + Notation>(path: &Path) -> Result<(Header, Tree<P>), FileError> {
    let text = std::fs::read_to_string(path).map_err(FileError::of(path))?;
    let (header, tree, _) = parse(path, &text)?;
    Ok((header, tree))
}

fn wrong(path: &Path, number: usize, what: &str) -> FileError {
    FileError::Content(format!("{}, line {number}: {what}", path.display()))
}

/// The tree in a text, and how many bytes of it are whole lines.
fn parse<P: Evaluate + Notation>(
    path: &Path,
    text: &str,
) -> Result<(Header, Tree<P>, usize), FileError> {
    // Whoever wrote the rest was killed.
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let mut lines = text[..whole].lines();
    let header = lines.next().and_then(|line| line.parse::<Header>().ok());
    let header = header.ok_or_else(|| wrong(path, 1, "no tree of openings"))?;
    if header.game != P::NAME {
        let message = format!("a tree of '{}', not of '{}'", header.game, P::NAME);
        return Err(wrong(path, 1, &message));
    }
    let mut tree = Tree::default();
    for (index, line) in lines.enumerate() {
        let read = read_line(&mut tree, line);
        read.ok_or_else(|| wrong(path, index + 2, "no position of the tree"))?;
    }
    Ok((header, tree, whole))
}

/// Adds the position of a line.
fn read_line<P: Evaluate + Notation>(tree: &mut Tree<P>, line: &str) -> Option<()> {
    let mut words = line.split(' ');
    let first = words.next()?;
    let (position, from) = match tree.nodes().is_empty() {
        true => (first == START).then(|| (P::start(), None))?,
        false => {
            let parent: usize = first.parse().ok()?;
            let mut position = tree.nodes().get(parent)?.position.clone();
            let m = position.parse_coordinates(words.next()?).ok()?;
            position.play(m);
            (position, Some((parent, m)))
        }
    };
    let mut lines = Vec::new();
    while let Some(m) = words.next() {
        let m = position.parse_coordinates(m).ok()?;
        lines.push((m, words.next()?.parse().ok()?));
    }
    let is_new = tree.find(position.key()).is_none() && !lines.is_empty();
    is_new.then(|| tree.add(position, from, &lines)).map(drop)
}

/// A file to which positions are added.
pub struct TreeFile {
    file: File,
}

impl TreeFile {
    /// Opens a file, or makes it; without a line that was cut off. The tree that is in it.
    ///
    /// # Errors
    ///
    /// If it cannot be read or written, another process writes to it, or it is of another
    /// command.
    pub fn open<P: Evaluate + Notation>(
        path: &Path,
        expected: &Header,
    ) -> Result<(TreeFile, Tree<P>), FileError> {
        let failed = FileError::of(path);
        let mut file = file::open_alone(path)?;
        let text = std::fs::read_to_string(path).map_err(&failed)?;
        let first = format!("{expected}\n");
        if first.starts_with(&text) {
            file::shorten(&mut file, 0).map_err(&failed)?;
            file.write_all(first.as_bytes()).map_err(&failed)?;
            return Ok((TreeFile { file }, Tree::default()));
        }
        let (header, tree, whole) = parse(path, &text)?;
        if header != *expected {
            return Err(FileError::Content(format!(
                "{} is of another command: it begins with '{header}', not '{expected}'",
                path.display()
            )));
        }
        if whole < text.len() {
            file::shorten(&mut file, whole as u64).map_err(&failed)?;
        }
        Ok((TreeFile { file }, tree))
    }

    /// Writes a position that was [added](Tree::add).
    ///
    /// # Errors
    ///
    /// If the system does not do it.
    pub fn write(
        &mut self,
        from: Option<(usize, Move)>,
        lines: &[(Move, i32)],
    ) -> std::io::Result<()> {
        self.file.write_all(line_of(from, lines).as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::rules::Position;
    use crate::rules::clupso::Clupso;

    #[test]
    fn files_are_gone_on_with() {
        let path = std::env::temp_dir().join(format!("galaverna-tree-{}", std::process::id()));
        let header = Header {
            game: "clupso".to_owned(),
            nodes: 1000,
            lines: 2,
            network: 0xbeef,
        };
        let start = Clupso::start();
        let moves = start.legal_moves();
        let lines = [(moves[0], 12), (moves[1], -3)];
        {
            let (mut file, tree) = TreeFile::open::<Clupso>(&path, &header).unwrap();
            assert!(tree.nodes().is_empty());
            file.write(None, &lines).unwrap();
        }
        let whole = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{whole}0 {}", moves[0])).unwrap();
        let (_, tree) = TreeFile::open::<Clupso>(&path, &header).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), whole);
        let [node] = tree.nodes() else {
            panic!("{tree:?}");
        };
        assert_eq!((node.value, node.edges[1].searched), (12, -3));
        let refused = |text: String| {
            fs::write(&path, text).unwrap();
            let opened = TreeFile::open::<Clupso>(&path, &header);
            opened.map(drop).unwrap_err().to_string()
        };
        for (text, message) in [
            ("something else\n".to_owned(), "line 1: no tree of openings"),
            (
                whole.replace("clupso", "chess"),
                "a tree of 'chess', not of 'clupso'",
            ),
            (whole.replace("lines=2", "lines=3"), "is of another command"),
            (
                whole.replace(" 12 ", " much "),
                "line 2: no position of the tree",
            ),
            (
                format!("{whole}1 {}\n", moves[0]),
                "line 3: no position of the tree",
            ),
        ] {
            let error = refused(text);
            assert!(error.contains(message), "{error}");
        }
        fs::remove_file(&path).unwrap();
    }
}
