//! A stand-in for the worker of OpenBench: runs `./fastchess-ob` as it does, and reads
//! the output and the record as it does.
//!
//! Source: `Client/worker.py` and `Client/pgn_util.py` of github.com/AndyGrant/OpenBench,
//! client version 49.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use galaverna::show::{GAMES, Game};
use regex_lite::Regex;

use super::TABLES;
use super::runner::finish;

const GALAVERNA: &str = env!("CARGO_BIN_EXE_galaverna");

/// Older versions of the match runner are replaced by one that is downloaded.
const OLDEST_RUNNER: [u32; 3] = [1, 8, 1];

/// The folder that the worker runs in.
struct Worker {
    folder: PathBuf,
}

/// What it sends to its server.
#[derive(Debug, Default, PartialEq)]
struct Results {
    /// Losses, draws and wins of the first engine.
    trinomial: [u32; 3],
    /// Pairs with 0, ½, 1, 1½ and 2 points.
    pentanomial: [u32; 5],
    crashes: u32,
    time_losses: u32,
    illegals: u32,
}

impl Worker {
    fn new(name: &str) -> Worker {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("openbench-{name}"));
        let _ = fs::remove_dir_all(&folder);
        for part in ["Books", "Engines", "PGNs"] {
            fs::create_dir_all(folder.join(part)).expect("a folder for the test");
        }
        symlink(GALAVERNA, folder.join("fastchess-ob")).expect("a link");
        Worker { folder }
    }

    fn version(&self) -> Vec<u32> {
        let output = Command::new(self.folder.join("fastchess-ob"))
            .arg("--version")
            .output()
            .expect("the runner starts");
        let output = String::from_utf8(output.stdout).expect("text");
        let number = Regex::new(r"\d+\.\d+(\.\d+)?").expect("a pattern");
        let found = number.find(&output).expect("a version").as_str();
        found.split('.').map(|part| part.parse().unwrap()).collect()
    }

    /// Leaves an engine where the worker would have built it.
    fn engine(&self, name: &str, line: &str) {
        let path = self.folder.join("Engines").join(name);
        fs::write(&path, format!("#!/bin/sh\nexec {line}\n")).expect("a script");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("an engine");
    }

    fn book(&self, game: &Game) {
        let openings = ["openings", game.name, "--count", "3", "--plies", "4"];
        let output = Command::new(GALAVERNA).args(openings).output();
        let book = output.expect("the book is made").stdout;
        let path = self.folder.join(format!("Books/{}.epd", game.name));
        fs::write(path, book).expect("a book");
    }

    /// Plays a test of these two engines, with what the test says of both of them.
    fn play(&self, game: &Game, engines: [&str; 2], control: &str, options: &str) -> Results {
        let rounds = 2;
        let engine = |command: &str, branch: &str| {
            let options: String = options
                .split_whitespace()
                .map(|option| format!(" option.{option}"))
                .collect();
            format!(
                "-engine dir=Engines/ cmd=./{command} proto=uci {control}{options} \
                 name=Galaverna-{branch} "
            )
        };
        let line = format!(
            "-recover -variant standard -testEnv -concurrency 2 -rounds {rounds} -games 2 \
             -resign movecount=3 score=400 -draw movenumber=40 movecount=8 score=10 \
             -tb {TABLES} -tbpieces 6 {}{}\
             -openings file=Books/{}.epd format=epd order=random start=2 -srand 99 \
             -pgnout file=PGNs/1.2.3.0.pgn seldepth=true nodes=true",
            engine(engines[0], "dev"),
            engine(engines[1], "base"),
            game.name
        );
        let runner = Command::new("./fastchess-ob")
            .args(line.split_whitespace())
            .arg("match_line=^info string pgncomment .*")
            .current_dir(&self.folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let output = finish(runner.expect("the runner starts"));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{errors}");
        assert_eq!(
            errors.contains("-tb is ignored"),
            game.name != "chess",
            "{errors}"
        );
        let shown = String::from_utf8(output.stdout).expect("text");
        let results = Results::read(&shown);
        assert_eq!(results.pentanomial.iter().sum::<u32>(), rounds, "{shown}");
        assert_eq!(results.trinomial.iter().sum::<u32>(), 2 * rounds);
        results
    }

    /// The games of the record: what stands in the tags, and the movetext.
    fn games(&self) -> Vec<(BTreeMap<String, String>, String)> {
        let text = fs::read_to_string(self.folder.join("PGNs/1.2.3.0.pgn")).expect("a record");
        let mut blocks = text.split("\n\n").filter(|block| !block.is_empty());
        let mut games = Vec::new();
        while let Some(tags) = blocks.next() {
            let tag = |line: &str| {
                let (name, rest) = line.trim_start_matches('[').split_once(' ')?;
                Some((name.to_owned(), rest.split('"').nth(1)?.to_owned()))
            };
            let tags = tags.lines().map(|line| tag(line).expect("a tag"));
            let moves = blocks.next().expect("moves").replace('\n', " ");
            games.push((tags.collect(), moves));
        }
        games
    }
}

impl Results {
    fn read(shown: &str) -> Results {
        let mut results = Results::default();
        let mut games: BTreeMap<u32, usize> = BTreeMap::new();
        // An empty line is taken for the end of the output.
        for line in shown.lines().take_while(|line| !line.trim().is_empty()) {
            assert!(line.is_ascii(), "{line}");
            if !line.contains("Finished game") {
                continue;
            }
            let reason = line.split(':').nth(1).expect("a reason");
            let is = |word: &str| u32::from(reason.contains(word));
            results.crashes += is("disconnect") | is("stalls");
            results.time_losses += is("on time");
            results.illegals += is("illegal");
            let words: Vec<&str> = line.split_whitespace().collect();
            let game: u32 = words[2].parse().expect("a number");
            let points = ["0-1", "1/2-1/2", "1-0"];
            let points = points.iter().position(|result| *result == words[6]);
            games.insert(game, points.expect("a result"));
            let first = game - (game + 1) % 2;
            if let (Some(&one), Some(&two)) = (games.get(&first), games.get(&(first + 1))) {
                results.trinomial[one] += 1;
                results.trinomial[2 - two] += 1;
                results.pentanomial[one + 2 - two] += 1;
            }
        }
        results
    }
}

#[test]
fn the_worker_plays_every_game() {
    // What is uploaded of a move: score and depth, time, nodes, selective depth.
    let comment = Regex::new(r"\{[+-]?M?[0-9.]+/\d+ [0-9.]+s, n=\d+, sd=\d+[,}]").unwrap();
    for game in &GAMES {
        let worker = Worker::new(game.name);
        assert!(worker.version() >= OLDEST_RUNNER.to_vec());
        worker.book(game);
        worker.engine("Galaverna-0123ABCD", GALAVERNA);
        worker.engine("Galaverna-4567ABCD", GALAVERNA);
        let engines = ["Galaverna-0123ABCD", "Galaverna-4567ABCD"];
        let options = format!("Threads=1 Hash=8 UCI_Variant={}", game.name);
        let results = worker.play(game, engines, "tc=inf nodes=200", &options);
        let faults = (results.crashes, results.time_losses, results.illegals);
        assert_eq!(faults, (0, 0, 0));
        let games = worker.games();
        assert_eq!(games.len(), 4);
        for (tags, moves) in games {
            assert_eq!(tags["Variant"], game.name);
            assert!(["normal", "adjudication"].contains(&tags["Termination"].as_str()));
            let commented = comment.find_iter(&moves).count();
            assert!(commented > 0 && commented == moves.matches("s, n=").count());
        }
    }
}

#[test]
fn the_worker_counts_faults() {
    let fake = env!("CARGO_BIN_EXE_fake-engine");
    let faults = [("crash", "abandoned"), ("illegal", "illegal move")];
    for (behaviour, termination) in faults {
        let worker = Worker::new(behaviour);
        worker.book(&GAMES[0]);
        worker.engine("faulty", &format!("{fake} {behaviour}"));
        worker.engine("good", &format!("{fake} good"));
        let engines = ["faulty", "good"];
        let results = worker.play(&GAMES[0], engines, "tc=8.00+0.08 timemargin=250", "Hash=8");
        let found = (results.crashes, results.illegals);
        let expected = [(4, 0), (0, 4)][usize::from(behaviour == "illegal")];
        assert_eq!(found, expected);
        assert_eq!(results.pentanomial, [2, 0, 0, 0, 0]);
        for (tags, moves) in worker.games() {
            assert_eq!(tags["Termination"], termination);
            // What the engine says for the record.
            let line = "line=\"info string pgncomment by hand\"";
            assert!(moves.contains(line), "{moves}");
        }
    }
    let worker = Worker::new("slow");
    worker.book(&GAMES[0]);
    worker.engine("slow", &format!("{fake} slow"));
    worker.engine("good", &format!("{fake} good"));
    let control = "tc=0.50+0.00 timemargin=250";
    let results = worker.play(&GAMES[0], ["slow", "good"], control, "Hash=8");
    assert_eq!((results.time_losses, results.crashes), (4, 0));
}
