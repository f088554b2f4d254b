//! Choosing the positions of a suite among those that were found.

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use galaverna::notation::Notation;
use galaverna::notation::epd::Epd;

use crate::themes::Themed;

/// Positions of a game.
const POSITIONS: usize = 100;

#[derive(Args)]
pub struct Choose {
    /// The folder of the suite; what is kept for measuring goes into its folder 'measure'
    folder: PathBuf,
    /// chess, iceage, alice, elolbia or clupso
    pub game: String,
    /// Files with what was found
    #[arg(required = true)]
    found: Vec<PathBuf>,
}

/// Lines of one kind, the easiest first by the nodes that find them, then in the order in which
/// they were found.
type Lines = BTreeMap<u64, VecDeque<String>>;

/// A line, and how many nodes find it.
type Chosen = (u64, String);

/// Writes the suite: of each kind as many as are wanted, of the kinds of which there are more
/// the rest, easy and difficult ones in turn; every other one is kept for measuring.
///
/// # Errors
///
/// If a file cannot be read or written.
pub fn run<P: Themed + Notation>(settings: &Choose) -> Result<(), Box<dyn Error>> {
    let mut kinds: Vec<Lines> = vec![Lines::new(); P::KINDS.len()];
    let mut seen = HashSet::new();
    for file in &settings.found {
        for line in fs::read_to_string(file)?.lines() {
            let Some(epd) = Epd::parse(line) else {
                continue;
            };
            let kind = kind_of::<P>(&epd).ok_or_else(|| format!("no kind: {line}"))?;
            let nodes = epd.operand("acn").map_or(Ok(u64::MAX), str::parse)?;
            if seen.insert(P::from_fen(&epd.fen)?.key()) {
                let lines = kinds[kind].entry(nodes).or_default();
                lines.push_back(line.to_owned());
            }
        }
    }
    let mut chosen: Vec<Vec<Chosen>> = vec![Vec::new(); P::KINDS.len()];
    let mut missing = POSITIONS;
    for ((lines, chosen), kind) in kinds.iter_mut().zip(&mut chosen).zip(P::KINDS) {
        missing -= take(lines, kind.wanted.min(missing), chosen);
    }
    // What one kind lacks the others make up for.
    let mut any_left = true;
    while any_left && missing > 0 {
        any_left = false;
        for (lines, chosen) in kinds.iter_mut().zip(&mut chosen) {
            let taken = take(lines, missing.min(1), chosen);
            missing -= taken;
            any_left |= taken > 0;
        }
    }
    let mut halves = [String::new(), String::new()];
    let mut written = 0;
    for (lines, kind) in chosen.iter_mut().zip(P::KINDS) {
        // The halves are as difficult as each other.
        lines.sort_by_key(|(nodes, _)| *nodes);
        for (index, (_, line)) in lines.iter().enumerate() {
            let id = format!("id \"{}.{}", P::NAME, kind.name);
            let numbered = line.replace(&id, &format!("{id}.{:02}", index + 1));
            halves[written % 2].push_str(&format!("{numbered}\n"));
            written += 1;
        }
        println!(
            "{:>8} {:>10}: {} of {}",
            P::NAME,
            kind.name,
            lines.len(),
            kind.wanted
        );
    }
    let file = format!("{}.epd", P::NAME);
    let [guiding, measuring] = halves;
    write(&settings.folder.join(&file), &guiding)?;
    write(&settings.folder.join("measure").join(&file), &measuring)?;
    Ok(())
}

/// Takes so many lines, or all there are, one of each difficulty in turn; how many it took.
fn take(lines: &mut Lines, count: usize, chosen: &mut Vec<Chosen>) -> usize {
    let before = chosen.len();
    let enough = before + count;
    while chosen.len() < enough && lines.values().any(|lines| !lines.is_empty()) {
        for (&nodes, lines) in lines.iter_mut() {
            if chosen.len() < enough {
                chosen.extend(lines.pop_front().map(|line| (nodes, line)));
            }
        }
    }
    chosen.len() - before
}

/// The number of a line's kind in [`Themed::KINDS`].
fn kind_of<P: Themed>(epd: &Epd) -> Option<usize> {
    let (_, name) = epd.operand("id")?.split_once('.')?;
    P::KINDS.iter().position(|kind| kind.name == name)
}

fn write(path: &Path, text: &str) -> Result<(), Box<dyn Error>> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    Ok(fs::write(path, text)?)
}
