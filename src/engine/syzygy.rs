//! Syzygy endgame tables of orthodox chess, by Ronald de Man, read by shakmaty-syzygy.
//!
//! A file is looked into when it is loaded: positions of its material are looked up, so
//! that one that is cut off, or is something else, is named and left out. What is changed
//! in the compressed data alone need not be found: tables are too large to be read whole.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::io;
use std::path::PathBuf;

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use shakmaty::{ByColor, ByRole, CastlingMode, Color, PositionError, Square};
use shakmaty_syzygy::{Metric, ProbeError, SyzygyError};

use crate::rules::chess::Chess;
use crate::rules::{Move, Position, Role};
use crate::search::RootPosition;
use crate::search::tablebase::{Known, RootRank, Tablebase, Wdl};

type Tables = shakmaty_syzygy::Tablebase<shakmaty::Chess>;

/// Plies without progress after which a game is drawn.
const FIFTY_MOVES: i32 = 100;

/// More than any distance in plies with a halfmove clock added to it.
const FAR: i32 = 1 << 20;

/// Tables of one or more folders.
#[derive(Debug)]
pub struct Syzygy {
    tables: Tables,
}

/// What was found in the folders, to be told to users.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Files that say who wins (`.rtbw`).
    pub wdl: usize,
    /// Files that say how soon there is progress (`.rtbz`).
    pub dtz: usize,
    /// Men in the largest table.
    pub men: usize,
    /// Files and folders that were left out, and why.
    pub left_out: Vec<String>,
}

/// As Stockfish says it.
impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Found { wdl, dtz, men, .. } = self;
        write!(
            f,
            "Found {wdl} WDL and {dtz} DTZ tablebase files (up to {men}-man)."
        )
    }
}

/// A file of a folder.
struct TableFile {
    path: PathBuf,
    /// As the name says: `KQvK`.
    material: String,
    metric: Metric,
}

impl TableFile {
    /// The file, if its name ends as those of tables do.
    fn of(path: PathBuf) -> Option<TableFile> {
        let metric = match path.extension().and_then(OsStr::to_str)? {
            "rtbw" => Metric::Wdl,
            "rtbz" => Metric::Dtz,
            _ => return None,
        };
        let material = path.file_stem()?.to_str()?.to_owned();
        Some(TableFile {
            path,
            material,
            metric,
        })
    }

    /// Whether it is this table.
    fn is(&self, metric: Metric, material: &str) -> bool {
        self.metric == metric && self.material == material
    }
}

/// No tables, whose files are mapped into memory where the system can do that. The result of
/// a position of four men takes 2.3 µs so, and 10.5 µs from files that are read.
fn empty_tables() -> Tables {
    #[cfg(target_pointer_width = "64")]
    {
        // SAFETY: nobody in this program writes to the files, and what is read of them is
        // copied out byte by byte and checked like any input. That no other program writes
        // to or shortens them while they are in use, and that the disk does not fail, is
        // for the user to see to, as with all programs that map these tables: the system
        // ends a program that reads what is gone. docs/engine.md says so.
        unsafe { Tables::with_mmap_filesystem() }
    }
    #[cfg(not(target_pointer_width = "64"))]
    Tables::new()
}

/// Why a file is not looked into.
fn refusal(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::InvalidInput => "not the name of a table, or not a file".to_owned(),
        io::ErrorKind::InvalidData => "damaged: no table has this length".to_owned(),
        _ => error.to_string(),
    }
}

impl Syzygy {
    /// Loads all tables in these folders, which are separated as the system separates them
    /// in lists: by `:`, on Windows by `;`. What cannot be used is left out and named.
    pub fn open(folders: &OsStr) -> (Syzygy, Found) {
        let mut left_out = Vec::new();
        let mut files = Vec::new();
        for folder in std::env::split_paths(folders) {
            let entries = fs::read_dir(&folder).and_then(|entries| {
                let paths = entries.map(|entry| entry.map(|entry| entry.path()));
                paths.collect::<Result<Vec<_>, _>>()
            });
            match entries {
                Ok(paths) => files.extend(paths.into_iter().filter_map(TableFile::of)),
                Err(error) => left_out.push(format!("{}: {error}", folder.display())),
            }
        }
        // Of two files with the same table the first is taken.
        let mut seen = HashSet::new();
        files.retain(|file| seen.insert((file.metric, file.material.clone())));
        let tables = loop {
            let mut tables = empty_tables();
            files.retain(|file| match tables.add_file(&file.path) {
                Ok(()) => true,
                Err(error) => {
                    left_out.push(format!("{}: {}", file.path.display(), refusal(&error)));
                    false
                }
            });
            let damaged = damaged_tables(&tables, &files);
            let before = files.len();
            files.retain(|file| {
                let mut named = damaged.iter();
                let found = named.find(|(metric, material, _)| file.is(*metric, material));
                if let Some((_, _, reason)) = found {
                    left_out.push(format!("{}: {reason}", file.path.display()));
                }
                found.is_none()
            });
            if files.len() == before {
                break tables;
            }
        };
        let count = |metric| files.iter().filter(|file| file.metric == metric).count();
        let found = Found {
            wdl: count(Metric::Wdl),
            dtz: count(Metric::Dtz),
            men: tables.max_pieces(),
            left_out,
        };
        (Syzygy { tables }, found)
    }

    /// Plies to the next capture, pawn move or mate with best play, one more or less:
    /// positive if the side to move wins, negative if it loses, 0 in a draw; more than 100
    /// where the fifty-move rule makes a draw of it. `None` if the tables do not know.
    pub fn probe_dtz(&self, position: &Chess) -> Option<i32> {
        let dtz = self.tables.probe_dtz(&of_shakmaty(position)?);
        heed(dtz).map(|dtz| dtz.ignore_rounding().0)
    }

    /// The same for the side that makes this move.
    fn dtz_of_move(&self, root: &RootPosition<Chess>, m: Move, fifty: bool) -> Option<i32> {
        let mut after = root.position.clone();
        after.play(m);
        if after.count_legal_moves() == 0 {
            return Some(i32::from(after.is_check()));
        }
        let times = root.times_before(after.key());
        let clock = after.state().halfmove_clock as i32;
        if times >= 2 || after.is_dead() || fifty && clock >= FIFTY_MOVES {
            return Some(0);
        }
        if clock > 0 {
            let dtz = -self.probe_dtz(&after)?;
            return Some(dtz + dtz.signum());
        }
        Some(match self.probe_wdl(&after)?.reversed() {
            Wdl::Win => 1,
            Wdl::CursedWin => 1 + FIFTY_MOVES,
            Wdl::Draw => 0,
            Wdl::BlessedLoss => -1 - FIFTY_MOVES,
            Wdl::Loss => -1,
        })
    }
}

impl Tablebase<Chess> for Syzygy {
    fn max_men(&self) -> usize {
        self.tables.max_pieces()
    }

    fn probe_wdl(&self, position: &Chess) -> Option<Wdl> {
        let wdl = self.tables.probe_wdl_after_zeroing(&of_shakmaty(position)?);
        Some(match heed(wdl)? {
            shakmaty_syzygy::Wdl::Loss => Wdl::Loss,
            shakmaty_syzygy::Wdl::BlessedLoss => Wdl::BlessedLoss,
            shakmaty_syzygy::Wdl::Draw => Wdl::Draw,
            shakmaty_syzygy::Wdl::CursedWin => Wdl::CursedWin,
            shakmaty_syzygy::Wdl::Win => Wdl::Win,
        })
    }

    fn result(&self, position: &Chess, fifty_moves: bool) -> Option<Wdl> {
        let clock = position.state().halfmove_clock as i32;
        let wdl = self.probe_wdl(position)?;
        if !fifty_moves || clock == 0 || wdl == Wdl::Draw {
            return Some(wdl.by_rules(fifty_moves));
        }
        let plies = self.probe_dtz(position)?.abs() + clock;
        match wdl {
            Wdl::Win | Wdl::Loss if plies >= FIFTY_MOVES => None,
            _ => Some(wdl),
        }
    }

    fn known(&self, position: &Chess) -> Option<Known> {
        let clock = position.state().halfmove_clock as i32;
        let dtz = self.probe_dtz(position);
        let result = match clock {
            0 => self.probe_wdl(position)?,
            _ => result_by_dtz(dtz?, clock, true),
        };
        let zeroing = dtz.filter(|_| result != Wdl::Draw).map(i32::unsigned_abs);
        Some(Known {
            result,
            plies: None,
            zeroing: zeroing.and_then(|plies| u16::try_from(plies).ok()),
        })
    }

    fn rank_root(
        &self,
        root: &RootPosition<Chess>,
        moves: &[Move],
        fifty_moves: bool,
    ) -> Option<Vec<RootRank>> {
        let clock = root.position.state().halfmove_clock as i32;
        let repeats = root.has_repeated();
        let rank = |&m: &Move| {
            let dtz = self.dtz_of_move(root, m, fifty_moves)?;
            Some(rank_by_dtz(dtz, clock, repeats, fifty_moves))
        };
        moves.iter().map(rank).collect()
    }
}

/// What is known of a move after which there is progress in `dtz` plies. What wins or loses
/// for sure is all the same, and left to the search. A side that has `repeated` itself
/// takes the shortest way; so does one for which the fifty-move rule is near.
fn rank_by_dtz(dtz: i32, clock: i32, repeated: bool, fifty_moves: bool) -> RootRank {
    // The tables may be a ply out.
    let in_time = dtz.abs() + clock < FIFTY_MOVES;
    let rank = match dtz.signum() {
        1 if in_time && !repeated => 2 * FAR,
        1 => FAR - dtz - clock,
        // A draw by the rule is out of sight.
        -1 if 2 * -dtz + clock < FIFTY_MOVES => -2 * FAR,
        -1 => -FAR - dtz + clock,
        _ => 0,
    };
    RootRank {
        rank,
        value: result_by_dtz(dtz, clock, fifty_moves).value(0),
    }
}

/// The result of a position in which there is progress in `dtz` plies.
fn result_by_dtz(dtz: i32, clock: i32, fifty_moves: bool) -> Wdl {
    let is_cursed = fifty_moves && dtz.abs() + clock > FIFTY_MOVES;
    match dtz.signum() {
        1 if is_cursed => Wdl::CursedWin,
        1 => Wdl::Win,
        -1 if is_cursed => Wdl::BlessedLoss,
        -1 => Wdl::Loss,
        _ => Wdl::Draw,
    }
}

/// What the tables say. Tables that are not there are no reason for a warning.
fn heed<T>(probed: Result<T, SyzygyError>) -> Option<T> {
    if let Err(SyzygyError::ProbeFailed {
        metric,
        material,
        error,
    }) = &probed
    {
        log::warn!("{metric} table {material}: {}", reason(error));
    }
    probed.ok()
}

/// Why a table does not answer.
fn reason(error: &ProbeError) -> String {
    match error {
        ProbeError::Read { error } => error.to_string(),
        ProbeError::Magic { .. } => "no Syzygy table".to_owned(),
        ProbeError::CorruptedTable { .. } => "damaged".to_owned(),
    }
}

/// The same position for the crate; `None` if somebody may castle, of which the tables know
/// nothing.
fn of_shakmaty(position: &Chess) -> Option<shakmaty::Chess> {
    let setup = position.setup();
    if !setup.castling.is_empty() {
        return None;
    }
    let roles = ByRole {
        pawn: setup.board.by_role(Role::Pawn),
        knight: setup.board.by_role(Role::Knight),
        bishop: setup.board.by_role(Role::Bishop),
        rook: setup.board.by_role(Role::Rook),
        queen: setup.board.by_role(Role::Queen),
        king: setup.board.by_role(Role::King),
    };
    let colors = ByColor::new_with(|color| setup.board.by_color(color));
    let board = shakmaty::Board::try_from_bitboards(roles, colors).ok()?;
    of_setup(shakmaty::Setup {
        board,
        turn: setup.turn,
        ep_square: setup.en_passant,
        halfmoves: setup.halfmove_clock,
        ..shakmaty::Setup::empty()
    })
}

/// The position, however it can have come about.
fn of_setup(setup: shakmaty::Setup) -> Option<shakmaty::Chess> {
    use shakmaty::FromSetup;

    shakmaty::Chess::from_setup(setup, CastlingMode::Standard)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_too_much_material)
        .ok()
}

/// Positions that are looked up in each table of few men, and of more: such files are many
/// and may lie on slow disks.
const SAMPLES: [usize; 2] = [64, 2];

/// Men of a table up to which the first of those numbers holds.
const FEW_MEN: usize = 5;

/// A table that does not answer: which it is, and why.
type Damaged = (Metric, String, String);

/// Looks positions up in all tables.
fn damaged_tables(tables: &Tables, files: &[TableFile]) -> Vec<Damaged> {
    let mut damaged: Vec<Damaged> = Vec::new();
    for file in files.iter().filter(|file| file.metric == Metric::Wdl) {
        // Always the same positions.
        let mut random = ChaCha8Rng::seed_from_u64(0);
        let men = file.material.len() - 1;
        for _ in 0..SAMPLES[usize::from(men > FEW_MEN)] {
            let position = random_position(&file.material, &mut random);
            let probed = position.map(|position| tables.probe_dtz(&position));
            if let Some(Err(SyzygyError::ProbeFailed {
                metric,
                material,
                error,
            })) = probed
            {
                let found = (metric, material.to_string(), reason(&error));
                if !damaged.contains(&found) {
                    damaged.push(found);
                }
            }
        }
    }
    damaged
}

/// A legal position of this material; `None` if none was found, or if there is no such
/// material.
fn random_position(material: &str, random: &mut ChaCha8Rng) -> Option<shakmaty::Chess> {
    const TRIES: usize = 100;
    let (white, black) = material.split_once('v')?;
    let sides = [(Color::White, white), (Color::Black, black)];
    let men = sides.map(|(color, letters)| {
        let roles = letters.chars().map(shakmaty::Role::from_char);
        roles.map(move |role| Some(role?.of(color)))
    });
    let men: Option<Vec<shakmaty::Piece>> = men.into_iter().flatten().collect();
    let men = men?;
    let mut squares = Square::ALL;
    (0..TRIES).find_map(|_| {
        squares.shuffle(random);
        let mut setup = shakmaty::Setup::empty();
        for (&piece, &square) in men.iter().zip(&squares) {
            setup.board.set_piece_at(square, piece);
        }
        setup.turn = Color::from_white(random.random());
        of_setup(setup)
    })
}

#[cfg(test)]
mod tests {
    use crate::notation::Notation;
    use crate::search::value::TABLE_WIN;

    use super::*;

    fn open(folder: &str) -> Syzygy {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(folder);
        let (tables, found) = Syzygy::open(folder.as_os_str());
        assert_eq!(found.left_out, [""; 0]);
        tables
    }

    fn three_men() -> Syzygy {
        open("tests/data/syzygy")
    }

    fn position(fen: &str) -> Chess {
        Chess::from_fen(fen).unwrap()
    }

    /// Another program's reading of the tables, of positions with so many men.
    fn agrees_with_python_chess(tables: &Syzygy, men: usize) -> usize {
        let lines = include_str!("../../tests/data/syzygy/positions.txt").lines();
        let mut count = 0;
        for line in lines.filter(|line| !line.starts_with('#')) {
            let fields: Vec<&str> = line.split(';').collect();
            let at = position(fields[0]);
            if at.board().occupied().count() != men {
                continue;
            }
            let [result, dtz] = [1, 2].map(|index| fields[index].parse::<i32>().unwrap());
            let probed = tables.probe_wdl(&at).map(|wdl| wdl as i32 - 2);
            assert_eq!(probed, Some(result), "{line}");
            assert_eq!(tables.probe_dtz(&at), Some(dtz), "{line}");
            count += 1;
        }
        count
    }

    #[test]
    fn three_men_are_read_as_python_chess_reads_them() {
        assert_eq!(agrees_with_python_chess(&three_men(), 3), 150);
    }

    #[test]
    #[ignore = "tests/scripts/fetch_syzygy.sh brings the tables"]
    fn four_men_are_read_as_python_chess_reads_them() {
        let tables = open("target/syzygy");
        assert_eq!(agrees_with_python_chess(&tables, 4), 360);
        assert_eq!(agrees_with_python_chess(&tables, 3), 150);
    }

    #[test]
    fn known_endings_have_their_known_results() {
        let tables = three_men();
        for (fen, result) in [
            // The king before its pawn on the sixth rank wins, whoever is to move.
            ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", Wdl::Win),
            ("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", Wdl::Loss),
            // The pawn on the edge does not.
            ("k7/8/K7/P7/8/8/8/8 w - - 0 1", Wdl::Draw),
            // The last pawn's step is stalemate.
            ("4k3/4P3/3K4/8/8/8/8/8 w - - 0 1", Wdl::Draw),
            ("8/8/8/8/8/8/1kR5/7K b - - 0 1", Wdl::Draw),
            ("8/8/8/8/8/8/2Rk4/1K6 b - - 0 1", Wdl::Loss),
            ("7k/5Q2/8/8/8/8/8/K7 b - - 0 1", Wdl::Draw),
        ] {
            assert_eq!(tables.probe_wdl(&position(fen)), Some(result), "{fen}");
        }
        // Somebody may castle, or there are too many men.
        for fen in [
            "8/8/8/8/8/2k5/8/4K2R w K - 0 1",
            "4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1",
        ] {
            assert_eq!(tables.probe_wdl(&position(fen)), None, "{fen}");
        }
    }

    /// What the moves are worth, by their coordinates, the best first.
    fn ranked(
        tables: &Syzygy,
        fen: &str,
        earlier_keys: &[u64],
        fifty: bool,
    ) -> Vec<(String, RootRank)> {
        let root = RootPosition {
            position: position(fen),
            earlier_keys: earlier_keys.to_vec(),
        };
        let moves: Vec<Move> = root.position.legal_moves().into_iter().collect();
        let ranks = tables.rank_root(&root, &moves, fifty).unwrap();
        let mut all: Vec<_> = moves.iter().map(Move::to_string).zip(ranks).collect();
        all.sort_by_key(|(_, rank)| -rank.rank);
        all
    }

    #[test]
    fn of_what_wins_for_sure_all_is_equal_until_the_game_repeats_itself() {
        let tables = three_men();
        // Mate in fifteen.
        let fen = "8/8/8/8/3k4/8/8/KR6 w - - 4 9";
        let best = |keys: &[u64]| {
            let all = ranked(&tables, fen, keys, true);
            let top = all[0].1;
            assert_eq!(top.value, TABLE_WIN);
            all.iter().filter(|(_, rank)| rank.rank == top.rank).count()
        };
        let winning = best(&[1, 2, 3, 4]);
        assert!(winning > 10, "{winning}");
        assert!(best(&[1, 2, 1, 3]) < winning / 2);
        // The rook is not given away.
        let all = ranked(&tables, fen, &[], true);
        let given = all
            .iter()
            .find(|(text, _)| text == "b1b3" || text == "b1b4")
            .unwrap();
        assert!(given.1.rank <= all[0].1.rank);
        let lost = ranked(&tables, "8/8/8/8/8/2k5/8/KR6 w - - 0 1", &[], true);
        assert!(
            lost.iter()
                .any(|(text, rank)| text == "b1b3" && rank.value == 0)
        );
    }

    #[test]
    fn the_fifty_move_rule_counts_if_it_holds() {
        let tables = three_men();
        let value = |clock, fifty| {
            let fen = format!("8/8/8/8/3k4/8/8/KR6 w - - {clock} 90");
            ranked(&tables, &fen, &[], fifty)[0].1.value
        };
        assert_eq!(value(60, true), TABLE_WIN);
        assert_eq!(value(90, true), Wdl::CursedWin.value(0));
        assert_eq!(value(90, false), TABLE_WIN);
        let result = |clock, fifty| {
            let at = position(&format!("8/8/8/8/3k4/8/8/KR6 w - - {clock} 90"));
            tables.result(&at, fifty)
        };
        assert_eq!(result(60, true), Some(Wdl::Win));
        assert_eq!(result(90, true), None);
        assert_eq!(result(90, false), Some(Wdl::Win));
    }
}
