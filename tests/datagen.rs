//! Games written by the binary, killed, resumed, shared out and damaged, and read
//! with the library.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use galaverna::eval::{Evaluate, Evaluator};
use galaverna::nnue::{FeatureSet, Network};
use galaverna::notation::Notation;
use galaverna::rules::GameRecord;
use galaverna::rules::chess::Chess;
use galaverna::rules::clupso::Clupso;
use galaverna::show::{GAMES, Game};
use galaverna::training::format::{Version, WrittenGame};
use galaverna::training::read::{self, Filter, Games, Sample};
use galaverna::with_type_of;

use crate::common::elolbian_tables;

fn file_of(name: &str) -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("datagen");
    fs::create_dir_all(&directory).expect("a directory for tests");
    directory.join(name)
}

fn file(name: &str) -> PathBuf {
    let path = file_of(name);
    // Of an earlier run, if it is there.
    let _ = fs::remove_file(&path);
    path
}

fn command(path: &Path, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_galaverna"));
    command.arg("datagen").args(line.split(' '));
    command.arg("-out").arg(path);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn datagen(path: &Path, line: &str) -> Output {
    command(path, line).output().expect("the binary runs")
}

fn played(path: &Path, line: &str) -> Vec<WrittenGame> {
    let output = datagen(path, line);
    assert!(output.status.success(), "{line}: {output:?}");
    games(path)
}

fn error(output: &Output) -> String {
    assert!(!output.status.success());
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn games(path: &Path) -> Vec<WrittenGame> {
    let games = Games::open(path).expect("a file of games");
    games.map(|game| game.expect("a whole game")).collect()
}

fn numbers(games: &[WrittenGame]) -> Vec<u32> {
    games.iter().map(|game| game.number).collect()
}

fn samples<P: Evaluate + Notation>(path: &Path) -> Vec<Sample<P>> {
    let samples = read::read::<P>(path, Filter::QUIET).expect("a file of this game");
    samples.map(|sample| sample.expect("a sample")).collect()
}

#[test]
fn endgame_tables_belong_to_a_file() {
    let path = file("tables");
    let line = "elolbia -games 2 -nodes 50 -seed 3";
    let tables = elolbian_tables().to_str().expect("a path in UTF-8");
    assert_eq!(played(&path, &format!("{line} -tables {tables}")).len(), 2);
    let written = fs::read(&path).expect("the file");
    let first = written.split(|&byte| byte == b'\n').next();
    let first = String::from_utf8_lossy(first.expect("a first line"));
    assert!(first.ends_with(" tables=3"), "{first}");
    // What was played with them is not gone on with without.
    assert!(!error(&datagen(&path, line)).is_empty());
    let other = line.replace("elolbia", "clupso");
    let refused = error(&datagen(
        &file("none"),
        &format!("{other} -tables {tables}"),
    ));
    assert!(refused.contains("no tables of clupso in"), "{refused}");
}

#[test]
fn a_torn_file_is_resumed() {
    let path = file("torn");
    let line = "chess -games 4 -nodes 100 -seed 9";
    let whole = played(&path, line);
    assert_eq!(numbers(&whole), [0, 1, 2, 3]);
    let written = fs::read(&path).unwrap();

    // Within the last game: the reader says so, the writer mends it.
    let torn = written.len() as u64 - 3;
    File::options()
        .write(true)
        .open(&path)
        .and_then(|file| file.set_len(torn))
        .unwrap();
    let last = Games::open(&path).unwrap().last().unwrap();
    let message = last.unwrap_err().to_string();
    let offset = written.len() as u64 - whole[3].size();
    assert!(
        message.contains(&format!("torn, byte {offset}: ")),
        "{message}"
    );
    assert!(message.ends_with("the game is cut off"), "{message}");
    assert_eq!(played(&path, line), whole);
    assert_eq!(fs::read(&path).unwrap(), written);

    // Within the header.
    fs::write(&path, &written[..20]).unwrap();
    played(&path, line);
    assert_eq!(fs::read(&path).unwrap(), written);

    // Nothing is left to do, and then more is wanted.
    assert_eq!(played(&path, line), whole);
    assert_eq!(
        played(&path, "chess -games 5 -nodes 100 -seed 9")[..4],
        whole
    );
}

#[test]
fn damage_and_other_commands_are_refused() {
    let path = file("damaged");
    let line = "chess -games 2 -nodes 100";
    played(&path, line);
    let values = || -> Vec<i32> {
        let samples = samples::<Chess>(&path).into_iter();
        samples.map(|sample| sample.score_white_cp).collect()
    };
    let whole = values();
    let written = fs::read(&path).unwrap();
    let begin = written.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let mut damaged = written.clone();
    damaged[begin + 20] ^= 4;
    fs::write(&path, &damaged).unwrap();
    let place = format!("damaged, byte {begin}: the game is corrupt: its checksum is wrong");
    assert!(error(&datagen(&path, line)).contains(&place));
    assert_eq!(fs::read(&path).unwrap(), damaged, "nothing has changed");
    let mut rest = read::read::<Chess>(&path, Filter::QUIET).unwrap();
    assert!(
        rest.next()
            .unwrap()
            .unwrap_err()
            .to_string()
            .ends_with(&place)
    );
    assert!(rest.next().is_none());

    // A checksum that fits, but a move that does not: from a1 to a1.
    let game = games_of_bytes(&written[begin..]).remove(0);
    let mut illegal = written[..begin + game.size() as usize].to_vec();
    illegal[begin + 9 + 3 * 4..][..2].fill(0);
    let checksum = illegal.len() - 4;
    let sum = crc32fast::hash(&illegal[begin..checksum]);
    illegal[checksum..].copy_from_slice(&sum.to_le_bytes());
    fs::write(&path, &illegal).unwrap();
    let first = read::read::<Chess>(&path, Filter::QUIET)
        .unwrap()
        .next()
        .unwrap();
    assert!(
        first
            .unwrap_err()
            .to_string()
            .contains("a move is not legal")
    );

    // With a header of the version before, whose nodes were hard ones.
    let header = String::from_utf8_lossy(&written[..begin]);
    let earlier = header
        .replacen("-games 3", "-games 2", 1)
        .replacen("soft-nodes", "nodes", 1);
    assert_ne!(earlier, header);
    fs::write(&path, [earlier.as_bytes(), &written[begin..]].concat()).unwrap();
    assert_eq!(values(), whole);
    let message = error(&datagen(&path, line));
    assert!(message.contains("is of version 2"), "{message}");

    fs::write(&path, &written).unwrap();
    for other in [
        "chess -games 2 -nodes 101",
        "chess -games 2 -nodes 100 -seed 1",
        "iceage -games 2 -nodes 100",
        "chess -games 2 -nodes 100 -shard 1/2",
    ] {
        let message = error(&datagen(&path, other));
        assert!(message.contains("is of another command"), "{message}");
    }
    let network = file("zero.nnue");
    let zero = Network::<{ Chess::HIDDEN }>::zero::<Chess>();
    fs::write(&network, zero.to_bytes::<Chess>()).unwrap();
    let mut with_network = command(&path, line);
    with_network.arg("-eval-file").arg(&network);
    let message = error(&with_network.output().expect("the binary runs"));
    assert!(message.contains("is of another command"), "{message}");
    let foreign = file("foreign");
    fs::write(&foreign, "[Event \"a match\"]\n".repeat(9)).unwrap();
    let message = error(&datagen(&foreign, line));
    assert!(
        message.contains("not a file of galaverna datagen"),
        "{message}"
    );
    for (wrong, expected) in [
        ("chess -games 0 -nodes 9", "'--games <N>'"),
        ("chess -games 1 -shard 3/2", "'3/2' is not I/N"),
        ("shogi -games 1", "the games are: "),
    ] {
        let message = error(&datagen(&path, wrong));
        assert!(message.contains(expected), "{message}");
    }
}

fn games_of_bytes(mut bytes: &[u8]) -> Vec<WrittenGame> {
    std::iter::from_fn(|| WrittenGame::decode(&mut bytes, Version::CURRENT).expect("whole games"))
        .collect()
}

#[test]
fn shards_are_the_games_without_overlap() {
    let line = "clupso -games 7 -nodes 60 -seed 4";
    let whole = played(&file("whole"), &format!("{line} --threads 2"));
    let mut shards = Vec::new();
    for index in 1..=3 {
        let share = format!("{line} -shard {index}/3");
        shards.extend(played(&file(&format!("shard{index}")), &share));
    }
    let by_number = |games: Vec<WrittenGame>| -> BTreeMap<u32, WrittenGame> {
        games.into_iter().map(|game| (game.number, game)).collect()
    };
    assert_eq!(shards.len(), 7);
    assert_eq!(by_number(shards), by_number(whole));
}

/// Plays a few games and compares what the reader gives with a replay.
fn check<P: Evaluate + Notation>() {
    let path = file(P::NAME);
    let line = format!("{} -games 3 -nodes 150 -seed 2", P::NAME);
    let games = played(&path, &line);
    let samples = samples::<P>(&path);
    assert!(samples.len() > 20, "{}: {}", P::NAME, samples.len());
    let mut expected = samples.iter();
    let mut quiet = 0;
    for game in &games {
        let mut record = GameRecord::new(P::start());
        let replayed = game.replay::<P>().expect("legal moves");
        assert_eq!(replayed.plies.len(), game.plies());
        for (ply, played) in replayed.plies.iter().enumerate() {
            assert_eq!(record.outcome(), None);
            let position = record.position();
            let m = played.m;
            let score = played.score.filter(|score| score.abs() < 31_000);
            if let Some(score) = score
                && !position.is_check()
                && !m.is_tactical()
            {
                let sample = expected.next().expect("as many samples");
                assert_eq!(sample.position.fen(), position.fen());
                assert_eq!(sample.score_white_cp, i32::from(score));
                let winner = match sample.result_white {
                    1.0 => "White",
                    0.5 => "nobody",
                    _ => "Black",
                };
                let written = game.winner.map_or("nobody".to_owned(), |color| {
                    color.fold_wb("White", "Black").to_owned()
                });
                assert_eq!((winner, sample.ply), (&*written, ply));
                quiet += 1;
            }
            record.play(m);
        }
    }
    assert_eq!(quiet, samples.len());
    let other = GAMES.iter().find(|game| game.name != P::NAME).unwrap();
    let read = with_type_of!(other, P => read::read::<P>(&path, Filter::QUIET).map(drop));
    let message = read.unwrap_err().to_string();
    assert!(message.contains("it has games of"), "{message}");
}

/// Reads a file of version 1 that commit 9049555 wrote.
fn earlier_positions<P: Evaluate + Notation>(path: &Path) -> usize {
    for written in games(path) {
        let played = written.replay::<P>().expect("legal moves");
        let bytes = played.encode();
        let again = games_of_bytes(&bytes).remove(0);
        assert_eq!(again.replay::<P>().expect("the same moves"), played);
    }
    samples::<P>(path).len()
}

fn earlier(game: &Game) -> PathBuf {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/datagen");
    directory.join(game.name).with_extension("games")
}

/// The numbers are those that it said.
#[test]
fn files_of_version_1_are_read_but_not_written() {
    for (name, positions) in [
        ("chess", 215),
        ("iceage", 309),
        ("alice", 228),
        ("elolbia", 82),
        ("clupso", 435),
    ] {
        let game = GAMES.iter().find(|game| game.name == name).unwrap();
        let read = with_type_of!(game, P => earlier_positions::<P>(&earlier(game)));
        assert_eq!(read, positions, "{name}");

        let path = file(&format!("{name}-1"));
        fs::copy(earlier(game), &path).unwrap();
        let line = format!("{name} -games 5 -nodes 60 -seed 20261121");
        let message = error(&datagen(&path, &line));
        assert!(message.contains("is of version 1"), "{message}");
        assert_eq!(fs::read(&path).unwrap(), fs::read(earlier(game)).unwrap());
    }
}

#[test]
fn quiet_positions_of_all_games_are_read() {
    for game in &GAMES {
        with_type_of!(game, P => check::<P>());
    }
}

#[test]
#[cfg(unix)]
fn an_interrupt_leaves_whole_games() {
    use rustix::process::{Pid, Signal, kill_process};

    let path = file("interrupted");
    let line = "elolbia -games 100000 -nodes 100 -threads 2";
    let mut process = command(&path, line).spawn().unwrap();
    while fs::metadata(&path).map_or(0, |data| data.len()) < 2000 {
        assert!(process.try_wait().unwrap().is_none());
        thread::sleep(Duration::from_millis(5));
    }
    // Two at once would spoil the file.
    let message = error(&datagen(&path, line));
    assert!(
        message.contains("another galaverna is writing"),
        "{message}"
    );
    let pid = Pid::from_raw(process.id() as i32).unwrap();
    kill_process(pid, Signal::INT).unwrap();
    let output = process.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(error(&output).contains("interrupted; the same command goes on"));
    assert!(!games(&path).is_empty());
}

/// `galaverna relabel` on these games, to this file.
fn relabel(game: &str, data: &[&Path], path: &Path, line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_galaverna"));
    command.args(["relabel", game, "-data"]).args(data);
    command.arg("-out").arg(path).args(line.split_whitespace());
    command.output().expect("the binary runs")
}

fn relabelled(game: &str, data: &[&Path], path: &Path, line: &str) -> Vec<u8> {
    let output = relabel(game, data, path, line);
    assert!(output.status.success(), "{line}: {output:?}");
    fs::read(path).expect("a file of games")
}

fn static_labels<P: Evaluate + Notation>() {
    let new = file(&format!("{}-3", P::NAME));
    played(&new, &format!("{} -games 2 -nodes 60 -seed 3", P::NAME));
    let old = earlier(Game::named(P::NAME).expect("a game"));
    let path = file(&format!("{}-labels", P::NAME));
    let written = relabelled(P::NAME, &[&old, &new], &path, "-threads 2");
    let header = format!("galaverna-games 3 game={} labels=static net=", P::NAME);
    assert!(written.starts_with(header.as_bytes()));
    let before: Vec<_> = [&old, &new]
        .into_iter()
        .flat_map(|path| games(path))
        .collect();
    let after = games(&path);
    assert_eq!(before.len(), after.len());
    let (mut evaluator, mut labels) = (P::evaluator(), Vec::new());
    for (before, after) in before.iter().zip(&after) {
        assert_eq!((before.number, before.winner), (after.number, after.winner));
        let [before, after] =
            [before, after].map(|game| game.replay::<P>().expect("legal moves").plies);
        let mut position = P::start();
        for (before, after) in before.iter().zip(&after) {
            assert_eq!(before.m, after.m);
            let quiet = !position.is_check() && !before.m.is_tactical();
            let expected = before.score.map(|score| {
                if !quiet || score.abs() > 31_000 {
                    return i32::from(score);
                }
                evaluator.refresh();
                let value = position.turn().fold_wb(1, -1) * evaluator.evaluate(&position);
                labels.push(value);
                value
            });
            assert_eq!(after.score.map(i32::from), expected, "{}", position.fen());
            position.play(before.m);
        }
        assert_eq!(before.len(), after.len());
    }
    let read = samples::<P>(&path).into_iter();
    assert_eq!(
        read.map(|sample| sample.score_white_cp).collect::<Vec<_>>(),
        labels
    );
}

#[test]
fn quiet_positions_are_labelled_by_the_static_evaluation_and_nothing_else_changes() {
    for game in &GAMES {
        with_type_of!(game, P => static_labels::<P>());
    }
}

#[test]
fn labels_do_not_depend_on_threads_and_interruptions() {
    let data = file("labelled");
    let played = played(&data, "clupso -games 5 -nodes 60 -seed 8");
    for line in ["", "-nodes 60"] {
        let one = file("labels-1");
        let bytes = relabelled("clupso", &[&data], &one, &format!("{line} -threads 1"));
        let two = file("labels-2");
        let threads = format!("{line} -threads 2");
        assert_eq!(relabelled("clupso", &[&data], &two, &threads), bytes);
        // Torn in a game, and in the first line.
        for length in [bytes.len() - 5, bytes.len() / 2, 20] {
            fs::write(&two, &bytes[..length]).unwrap();
            assert_eq!(relabelled("clupso", &[&data], &two, &threads), bytes);
        }
        if !line.is_empty() {
            // Where the first opening was balanced, the search knows what it knew in play.
            let same = games(&one).into_iter().zip(&played);
            assert!(same.filter(|(after, before)| after == *before).count() > 0);
        }
    }
    let written = fs::read(file_of("labels-1")).unwrap();
    for (line, wrong) in [
        ("", "is of another command: it begins with"),
        ("-nodes 61", "is of another command: it begins with"),
        ("-nodes 0", "'--nodes <N>'"),
    ] {
        let message = error(&relabel("clupso", &[&data], &file_of("labels-1"), line));
        assert!(message.contains(wrong), "{message}");
    }
    // The same first line, but other games.
    let fewer = fs::read(&data).unwrap();
    fs::write(&data, &fewer[..fewer.len() - played[4].size() as usize]).unwrap();
    let message = error(&relabel(
        "clupso",
        &[&data],
        &file_of("labels-1"),
        "-nodes 60",
    ));
    assert!(message.contains("has games of other data"), "{message}");
    let message = error(&relabel("chess", &[&data], &file("labels-3"), ""));
    assert!(message.contains("it has games of 'clupso', not of 'chess'"));
    assert_eq!(fs::read(file_of("labels-1")).unwrap(), written);
}

/// `galaverna train` on games of Clupso Chess, to this file.
fn train(data: &Path, network: &Path, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_galaverna"));
    command.args(["train", "clupso", "-data"]).arg(data);
    command.arg("-out").arg(network).args(line.split(' '));
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[test]
fn training_is_repeatable_whatever_the_threads_and_goes_on_after_an_interrupt() {
    let data = file("train.games");
    played(&data, "clupso -games 60 -nodes 60 -threads 2");
    // Not all positions are in memory at a time.
    let line = "-passes 40 -static-positions 3000 -static-passes 2 -seed 5 \
        -in-memory 2000 -one-in 2 -last-result-share 0.5 -weight-decay 0.1";
    let networks = ["first.nnue", "second.nnue", "third.nnue"].map(file);
    let checkpoint = file("third.checkpoint");
    let output = train(&data, &networks[0], &format!("{line} -threads 1")).output();
    let output = output.expect("the binary runs");
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout);
    let last = text.lines().last().expect("a line");
    let number = |line: &str, before: &str| -> f64 {
        let (_, rest) = line.split_once(before).expect("a number");
        let digits = rest.split([',', ';']).next().expect("a number");
        digits.parse().expect("a number")
    };
    let pass = |name: &str| text.lines().find(|line| line.starts_with(name));
    let passes = ["pass 1 of 40:", "pass 40 of 40:"].map(|name| pass(name).expect("a pass"));
    let [first, final_pass] = passes.map(|line| number(line, "error "));
    assert!(final_pass < 0.8 * first, "{text}");
    // The network in floating point and the one in integers.
    let errors = [passes[1], last].map(|line| number(line, "held out "));
    assert!((errors[0] - errors[1]).abs() < 0.005, "{text}");
    let bytes = fs::read(&networks[0]).expect("a network");
    let network = Network::<{ Clupso::HIDDEN }>::from_bytes::<Clupso>(&bytes);
    assert!(network.is_ok(), "{network:?}");

    let again = train(&data, &networks[1], &format!("{line} -threads 2")).output();
    assert!(again.expect("the binary runs").status.success());
    assert_eq!(fs::read(&networks[1]).expect("a network"), bytes);

    let line = format!("{line} -threads 2");
    let mut child = train(&data, &networks[2], &line)
        .spawn()
        .expect("the binary runs");
    while !checkpoint.exists() && child.try_wait().expect("a child").is_none() {
        thread::sleep(Duration::from_millis(1));
    }
    child.kill().expect("a child");
    child.wait().expect("a child");
    assert!(
        !networks[2].exists(),
        "the training was too quick to be killed"
    );
    let rest = train(&data, &networks[2], &line)
        .output()
        .expect("the binary runs");
    assert!(rest.status.success(), "{rest:?}");
    let text = String::from_utf8_lossy(&rest.stdout).into_owned();
    assert!(!text.contains("pass 1 of 2:"), "{text}");
    assert_eq!(fs::read(&networks[2]).expect("a network"), bytes);
    assert!(!checkpoint.exists() && !networks[2].with_extension("positions").exists());

    // Training that changes nothing leaves what it went on from.
    let line = format!("-passes 1 -rate 1e-12 -from {}", networks[0].display());
    let output = train(&data, &networks[1], &line).output();
    assert!(output.expect("the binary runs").status.success());
    assert_eq!(fs::read(&networks[1]).expect("a network"), bytes);
}

#[test]
fn a_network_is_trained_once_at_a_time() {
    let data = file("claimed.games");
    played(&data, "clupso -games 60 -nodes 20 -threads 2");
    let [network, checkpoint, lock] =
        ["nnue", "checkpoint", "lock"].map(|extension| file(&format!("claimed.{extension}")));
    let mut first = train(&data, &network, "-passes 5000 -threads 1")
        .spawn()
        .expect("the binary runs");
    while !checkpoint.exists() {
        assert!(first.try_wait().expect("a child").is_none());
        thread::sleep(Duration::from_millis(1));
    }
    let second = train(&data, &network, "-passes 1 -seed 2").output();
    let message = error(&second.expect("the binary runs"));
    assert!(
        message.contains("claimed.lock: another galaverna is writing to it"),
        "{message}"
    );
    first.kill().expect("a child");
    first.wait().expect("a child");
    // What was killed claims nothing, and what ends leaves nothing.
    fs::remove_file(&checkpoint).expect("a checkpoint");
    let third = train(&data, &network, "-passes 1").output();
    assert!(third.expect("the binary runs").status.success());
    assert!(network.exists() && !lock.exists());
}

#[test]
fn training_refuses_games_of_another_game_and_too_few() {
    let data = file("few.games");
    played(&data, "chess -games 1 -nodes 20");
    let network = file("few.nnue");
    let output = train(&data, &network, "-passes 1").output();
    let message = error(&output.expect("the binary runs"));
    assert!(
        message.contains("it has games of 'chess', not of 'clupso'"),
        "{message}"
    );
    // The first of twenty is held out, and no other is there.
    let data = file("one.games");
    played(&data, "clupso -games 1 -nodes 20");
    let output = train(&data, &network, "-passes 1").output();
    let message = error(&output.expect("the binary runs"));
    assert!(message.contains("too few positions"), "{message}");
    let other = Path::new(env!("CARGO_MANIFEST_DIR")).join("nets/alice.nnue");
    let line = format!("-passes 1 -from {}", other.display());
    let message = error(
        &train(&data, &network, &line)
            .output()
            .expect("the binary runs"),
    );
    let expected = "alice.nnue: a network for 'alice', not for 'clupso'";
    assert!(message.contains(expected), "{message}");
    assert!(!network.exists());
}

#[test]
fn positions_are_written_for_bullet() {
    let path = file("chess.bullet");
    let export = |game: &str| {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/datagen");
        let mut command = Command::new(env!("CARGO_BIN_EXE_galaverna"));
        command.args(["bullet", game, "-data"]);
        command.arg(data.join(game).with_extension("games"));
        let output = command.arg("-out").arg(&path).output();
        output.expect("the binary runs")
    };
    let message = error(&export("clupso"));
    assert!(
        message.contains("bullet has no format for 'clupso'"),
        "{message}"
    );
    assert!(!path.exists());
    let output = export("chess");
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.starts_with("215 positions in "), "{text}");
    assert_eq!(fs::metadata(&path).expect("a file").len(), 215 * 32);
}
