//! Drives the real `galaverna match` with real engine processes.
//!
//! `fake_engine.rs` is a program of its own.

#[cfg(unix)]
mod openbench;
mod runner;

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use galaverna::pgn::{PgnGame, replay};
use galaverna::show::{GAMES, Game};

use crate::common::elolbian_tables;

use runner::{Match, essence, finish, reason};

const GALAVERNA: &str = env!("CARGO_BIN_EXE_galaverna");

/// Syzygy tables of three men.
const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");

/// Two engines of our own with few nodes.
fn own_engines(nodes: [u32; 2]) -> String {
    let [a, b] = nodes;
    format!("-engine cmd={GALAVERNA} name=A nodes={a} -engine cmd={GALAVERNA} name=B nodes={b}")
}

/// The token that marks engines is an argument, which our own do not take.
fn galaverna_match(name: &str, nodes: [u32; 2], options: &str) -> Match {
    let engines = own_engines(nodes).replace("cmd=", "conf=galaverna cmd=");
    Match::new(name, &format!("{engines} {options}"))
}

#[test]
fn a_complete_match_in_every_game() {
    for game in &GAMES {
        let name = game.name;
        let options = format!("-variant {name} -rounds 1 -concurrency 2 -maxmoves 150");
        let (shown, games) = galaverna_match(name, [300, 300], &options).succeed();
        assert!(shown.contains("Finished game 1 (A vs B): "), "{shown}");
        assert!(shown.contains("Games: 2, "), "{shown}");
        assert_eq!(games.len(), 2);
        for game in &games {
            assert_eq!(game.tag("Variant"), Some(name));
            let termination = game.tag("Termination");
            assert!(
                matches!(termination, Some("normal" | "adjudication")),
                "{termination:?}"
            );
            let replayed = replay(game).expect("legal moves");
            if termination == Some("normal") {
                let outcome = replayed.outcome.expect("an end by the rules");
                assert_eq!(outcome.result(), game.result);
            }
        }
        let opening = |game: &PgnGame| -> Vec<String> {
            game.moves[..8].iter().map(|m| m.san.clone()).collect()
        };
        assert_eq!(opening(&games[0]), opening(&games[1]));
    }
}

#[test]
fn a_match_leaves_a_page_for_each_game() {
    let options = "-variant iceage -rounds 1 -maxmoves 25 -event <Ice> -html pages";
    let paged = galaverna_match("pages", [100, 100], options);
    let (_, games) = paged.succeed();
    let folder = paged.record().with_file_name("pages");
    let index = fs::read_to_string(folder.join("index.html")).unwrap();
    assert!(
        index.contains("&lt;Ice&gt;") && !index.contains("<Ice>"),
        "{index}"
    );
    for game in &games {
        let file = format!("game-{}.html", game.tag("Round").unwrap());
        assert!(index.contains(&format!("href=\"{file}\"")), "{index}");
        let page = fs::read_to_string(folder.join(file)).unwrap();
        assert_eq!(page.matches("\"caption\":").count(), game.moves.len() + 1);
    }
    // A match that is resumed has pages of all its games.
    fs::remove_dir_all(&folder).unwrap();
    assert!(finish(paged.start("-resume")).status.success());
    assert_eq!(fs::read_dir(&folder).unwrap().count(), games.len() + 1);
}

/// A match in which `fake` is at fault in both games, and loses them.
fn expect_loss(name: &str, engines: &str, expected_reason: &str, termination: &str) {
    let mut fake = Match::new(name, engines);
    fake.add("-rounds 1 -recover -ping-ms 500");
    let (shown, games) = fake.succeed();
    assert_eq!(games.len(), 2, "{shown}");
    for game in &games {
        let fake_is_white = game.tag("White") == Some("fake");
        assert_eq!(game.result, if fake_is_white { "0-1" } else { "1-0" });
        let side = if fake_is_white { "White" } else { "Black" };
        let reason = reason(game);
        assert_eq!(reason, format!("{side} {expected_reason}"));
        assert_eq!(game.tag("Termination"), Some(termination));
        replay(game).expect("legal moves up to there");
    }
}

#[test]
fn an_illegal_move_loses() {
    let illegal = "makes an illegal move: a1a8";
    expect_loss(
        "illegal",
        "FAKE:illegal tc=5 GOOD tc=5",
        illegal,
        "illegal move",
    );
    let none = "makes an illegal move: (none)";
    expect_loss("none", "FAKE:none tc=5 GOOD tc=5", none, "illegal move");
}

#[test]
fn a_crash_loses() {
    expect_loss(
        "crash",
        "FAKE:crash st=5 GOOD st=5",
        "disconnects",
        "abandoned",
    );
}

#[test]
fn hanging_loses() {
    let engines = "FAKE:hang tc=0.3 GOOD tc=5";
    expect_loss(
        "hang",
        engines,
        "stalls: no answer to 'go'",
        "stalled connection",
    );
    let endless = "FAKE:hang depth=1 GOOD depth=1 -thinking-ms 300";
    expect_loss(
        "hang-without-clock",
        endless,
        "stalls: no answer to 'go'",
        "stalled connection",
    );
}

#[test]
fn a_flood_loses() {
    expect_loss(
        "flood",
        "FAKE:flood st=60 GOOD st=60",
        "floods its output",
        "abandoned",
    );
    let long_line = "FAKE:long-line st=60 GOOD st=60";
    expect_loss("long-line", long_line, "floods its output", "abandoned");
}

#[test]
fn exceeding_the_time_loses() {
    let engines = "FAKE:slow tc=0.5 GOOD tc=5 -ping-ms 5000";
    let mut fake = Match::new("slow", engines);
    fake.add("-rounds 1");
    // Nobody has crashed: it goes on without -recover.
    let (_, games) = fake.succeed();
    let reasons: Vec<String> = games.iter().map(reason).collect();
    assert_eq!(reasons, ["White loses on time", "Black loses on time"]);
    let mut forgiven = Match::new("margin", "FAKE:slow tc=0.5 timemargin=60000 GOOD tc=5");
    forgiven.add("-rounds 1 -maxmoves 10");
    let (_, games) = forgiven.succeed();
    assert!(games.iter().all(|game| game.result == "1/2-1/2"));
}

#[test]
fn a_false_claim_loses_over_xboard() {
    let engines = "FAKE:claim proto=xboard tc=5 GOOD tc=5 -openings plies=2";
    let mut fake = Match::new("claim", engines);
    fake.add("-rounds 1");
    let (_, games) = fake.succeed();
    // One of its two claims says that it has lost; it is the first that counts.
    let reasons: Vec<String> = games.iter().map(reason).collect();
    assert_eq!(
        reasons[0],
        "White makes a false claim: 1-0 'White wins, and so does Black'"
    );
    assert_eq!(reasons[1], "Black resigns");
}

#[test]
fn xboard_engines_play_whole_games() {
    let options = "-engine cmd=FAKE proto=xboard name=X arg=good tc=20+0.1 GOOD tc=20+0.1 \
                   -rounds 1 -maxmoves 30 -variant alice";
    let options = options.replace("FAKE", env!("CARGO_BIN_EXE_fake-engine"));
    let (_, games) = Match::new("xboard", &options).succeed();
    assert_eq!(games.len(), 2);
    for game in &games {
        let termination = game.tag("Termination");
        assert!(
            matches!(termination, Some("normal" | "adjudication")),
            "{termination:?}"
        );
        replay(game).expect("legal moves");
    }
    expect_loss(
        "resign",
        "FAKE:resign proto=xboard tc=5 GOOD tc=5",
        "resigns",
        "normal",
    );
}

/// Our own engine over XBoard's protocol: moves come as its window wants them, and
/// chains of jumps leg by leg.
#[test]
fn our_own_engine_plays_every_game_over_xboard() {
    let engine = |name: &str| {
        format!(
            "-engine conf=galaverna cmd={GALAVERNA} arg=xboard proto=xboard name={name} depth=3 \
             option.Resign=0"
        )
    };
    // A rook and a knight can be taken by a chain.
    let chain = "8/8/5n2/8/3r4/2M5/8/N6n w - - hmvc 0; fmvn 1;\n";
    let mut chains = 0;
    for game in &GAMES {
        let book = match game.name {
            "clupso" => "-openings file=book.epd format=epd",
            _ => "",
        };
        let options = format!(
            "{} {} -variant {} -rounds 1 -maxmoves 150 {book}",
            engine("A"),
            engine("B"),
            game.name
        );
        let playing = Match::new(&format!("own-{}", game.name), &options);
        fs::write(playing.record().with_file_name("book.epd"), chain).unwrap();
        let (shown, games) = playing.succeed();
        assert_eq!(games.len(), 2, "{shown}");
        for game in &games {
            let termination = game.tag("Termination");
            assert!(
                matches!(termination, Some("normal" | "adjudication")),
                "{termination:?}"
            );
            replay(game).expect("legal moves");
            let sans = game.moves.iter().map(|m| m.san.matches('x').count());
            chains += sans.filter(|&jumps| jumps > 1).count();
        }
    }
    assert!(chains > 0, "no chain of jumps was played");
}

/// In Chess960 castling is said in two ways, and to either engine in its own.
#[test]
fn chess960_is_played_from_random_starts_over_both_protocols() {
    let options = format!(
        "-engine conf=galaverna cmd={GALAVERNA} name=uci depth=3 \
         -engine conf=galaverna cmd={GALAVERNA} arg=xboard proto=xboard name=xboard depth=3 \
         option.Resign=0 -variant fischerandom -rounds 4 -maxmoves 40"
    );
    let (shown, games) = Match::new("chess960", &options).succeed();
    assert_eq!(games.len(), 8, "{shown}");
    let mut starts = HashSet::new();
    let mut castlings = [0, 0];
    for game in &games {
        let termination = game.tag("Termination");
        assert!(
            matches!(termination, Some("normal" | "adjudication")),
            "{termination:?}"
        );
        assert_eq!(game.tag("Variant"), Some("fischerandom"));
        assert_eq!(game.tag("SetUp"), Some("1"));
        starts.insert(game.tag("FEN").expect("a start position"));
        replay(game).expect("legal moves");
        for (ply, m) in game.moves.iter().enumerate() {
            let xboard_is_white = game.tag("White") == Some("xboard");
            let by_xboard = xboard_is_white == (ply % 2 == 0);
            castlings[usize::from(by_xboard)] += usize::from(m.san.starts_with("O-O"));
        }
    }
    assert_eq!(starts.len(), 4);
    assert!(
        castlings.iter().all(|&castlings| castlings > 0),
        "{castlings:?}"
    );
    let refused = Match::new(
        "no-chess960",
        "FAKE:good st=1 GOOD st=1 -variant fischerandom",
    )
    .play();
    let message = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        message.contains("does not declare UCI_Chess960"),
        "{message}"
    );
}

#[test]
fn without_recover_a_crash_stops_the_match() {
    let crashing = Match::new("stop", "FAKE:crash tc=5 GOOD tc=5 -rounds 5");
    let output = crashing.play();
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success());
    assert!(message.contains("-recover"), "{message}");
    assert_eq!(crashing.games().len(), 1);
    crashing.expect_nobody();
}

#[test]
fn what_cannot_be_played_is_said() {
    for (options, words) in [
        ("-engine cmd=/nonexistent st=1 GOOD st=1", "/nonexistent"),
        ("-engine cmd=/bin/true st=1 GOOD st=1", "disconnects"),
        ("GOOD st=1", "two engines"),
        (
            "GOOD st=1 FAKE:good st=1 -openings file=missing.epd",
            "missing.epd",
        ),
        (
            "GOOD st=1 FAKE:good st=1 -tb /nonexistent",
            "-tb: no tables of chess in '/nonexistent'",
        ),
    ] {
        let output = Match::new("refused", options).play();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            !output.status.success() && message.contains(words),
            "{options}: {message}"
        );
    }
}

/// Waits until the record has so many games.
fn wait_for_games(unfinished: &Match, count: usize) {
    let deadline = Instant::now() + Duration::from_secs(60);
    let games = || {
        let text = fs::read_to_string(unfinished.record()).unwrap_or_default();
        text.matches("[Event ").count()
    };
    while games() < count {
        assert!(Instant::now() < deadline, "no games are played");
        sleep(Duration::from_millis(2));
    }
}

fn signal(name: &str, process: u32) {
    let sent = Command::new("kill")
        .args([name, &process.to_string()])
        .status();
    assert!(sent.expect("kill runs").success());
}

#[test]
fn a_killed_match_is_resumed() {
    let options =
        "GOOD depth=1 FAKE:good depth=1 -rounds 20 -concurrency 2 -variant iceage -maxmoves 60";
    let killed = Match::new("killed", options);
    let mut runner = killed.start("-pgnout");
    wait_for_games(&killed, 5);
    runner.kill().expect("the runner is killed");
    finish(runner);
    killed.expect_nobody();
    // As if it had been killed in the middle of writing.
    let mut text = fs::read_to_string(killed.record()).unwrap();
    let whole = killed.games().len();
    assert!((5..40).contains(&whole));
    text.push_str("[Event \"x\"]\n[Round \"20.2\"]\n\n1. e4 {+0.1");
    fs::write(killed.record(), &text).unwrap();
    let before: Vec<String> = text.split("\n\n[Event").map(str::to_owned).collect();
    let output = finish(killed.start("-resume"));
    assert!(output.status.success());
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(shown.contains("Games: 40, "), "{shown}");
    let after = fs::read_to_string(killed.record()).unwrap();
    for game in &before[..whole] {
        assert!(after.contains(game.as_str()), "a finished game is lost");
    }
    let games = killed.games();
    let mut rounds: Vec<&str> = games.iter().filter_map(|game| game.tag("Round")).collect();
    rounds.sort_unstable();
    rounds.dedup();
    assert_eq!((games.len(), rounds.len()), (40, 40));
    // There is nothing left to do.
    assert!(finish(killed.start("-resume")).status.success());
    assert_eq!(fs::read_to_string(killed.record()).unwrap(), after);
    killed.expect_nobody();
}

#[test]
fn a_record_has_one_match_at_a_time() {
    let hanging = Match::new("busy", "FAKE:hang tc=1000 GOOD tc=1000");
    let mut runner = hanging.start("-resume");
    let deadline = Instant::now() + Duration::from_secs(60);
    while fs::read_to_string(hanging.record()).is_ok_and(|text| text.is_empty())
        || !hanging.record().exists()
    {
        assert!(Instant::now() < deadline, "no record is begun");
        sleep(Duration::from_millis(2));
    }
    for option in ["-resume", "-pgnout"] {
        let output = finish(hanging.start(option));
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        let refused = message.contains("games.pgn: another galaverna is writing to it");
        assert!(!output.status.success() && refused, "{message}");
    }
    runner.kill().expect("the runner is killed");
    runner.wait().expect("it has ended");
    hanging.expect_nobody();
    // What is killed leaves no lock.
    let output = finish(hanging.start_with("-resume", "-thinking-ms 1 -maxmoves 1"));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        message.contains("-maxmoves was not given and is '1'"),
        "{message}"
    );
}

#[test]
fn a_folder_has_the_pages_of_one_match_at_a_time() {
    let hanging = Match::new(
        "busy-folder",
        "FAKE:hang tc=1000 GOOD tc=1000 -html pages -rounds 1",
    );
    let folder = hanging.record().with_file_name("pages");
    let mut runner = hanging.start("-pgnout");
    let deadline = Instant::now() + Duration::from_secs(60);
    while hanging.engines().is_empty() {
        assert!(Instant::now() < deadline, "no engine is started");
        sleep(Duration::from_millis(2));
    }
    let mut other = Match::new(
        "new-folder",
        "FAKE:good tc=5 GOOD tc=5 -rounds 1 -maxmoves 2 -html",
    );
    other.add(folder.to_str().unwrap());
    let output = finish(other.start("-pgnout"));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    let refused = message.contains("pages/index.lock: another galaverna is writing to it");
    assert!(!output.status.success() && refused, "{message}");
    assert!(!other.record().exists(), "refused before a game");
    runner.kill().expect("the runner is killed");
    runner.wait().expect("it has ended");
    hanging.expect_nobody();
    // What is killed claims nothing.
    other.succeed();
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 3);
}

#[test]
fn other_settings_are_refused_by_name() {
    let options = "GOOD nodes=9 FAKE:good nodes=9 -maxmoves 5 -rounds 1 -srand 3";
    let begun = Match::new("settings", options);
    begun.succeed();
    let before = fs::read(begun.record()).unwrap();
    for (changed, words) in [
        ("-srand 4", "-srand was '3' and is '4'"),
        ("-maxmoves 6", "-maxmoves was '5' and is '6'"),
        ("-variant alice", "-variant was 'chess' and is 'alice'"),
        ("-shard 1/2", "-shard was '1/1' and is '1/2'"),
        (
            "-openings plies=2",
            "-openings plies= was not given and is '2'",
        ),
    ] {
        let output = finish(begun.start_with("-resume", changed));
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            !output.status.success() && message.contains(words),
            "{message}"
        );
        assert_eq!(fs::read(begun.record()).unwrap(), before);
    }
    let engine = Match::new(
        "settings-engine",
        &options.replace("GOOD nodes=9", "GOOD nodes=8"),
    );
    fs::write(engine.record(), &before).unwrap();
    let message = finish(engine.start("-resume")).stderr;
    let message = String::from_utf8_lossy(&message).into_owned();
    let named = "-engine name=good nodes= was '9' and is '8'";
    assert!(message.contains(named), "{message}");
    // More of the same is no other match.
    let more = begun.start_with("-resume", "-rounds 2 -concurrency 2 -recover");
    assert!(finish(more).status.success());
    assert_eq!(begun.games().len(), 4);
    // Without the line, each game says how it was limited.
    let timed = Match::new("settings-clock", &options.replace("nodes=9", "tc=5"));
    let games = String::from_utf8(before).unwrap();
    fs::write(timed.record(), games.split_once('\n').unwrap().1).unwrap();
    let message = finish(timed.start("-resume")).stderr;
    let message = String::from_utf8_lossy(&message).into_owned();
    assert!(message.contains("its TimeControl should be 5"), "{message}");
    // What is no record stays as it is.
    fs::write(timed.record(), "a letter\n").unwrap();
    assert!(!finish(timed.start("-resume")).status.success());
    assert_eq!(fs::read(timed.record()).unwrap(), b"a letter\n");
}

#[test]
fn what_an_engine_has_started_ends_with_it() {
    let options = "FAKE:orphan tc=5 GOOD tc=5 -rounds 1 -recover";
    let orphan = Match::new("orphan", options);
    let (_, games) = orphan.succeed();
    assert_eq!(games.len(), 2);
    for game in &games {
        assert_eq!(game.tag("Termination"), Some("abandoned"));
    }
    // Told to quit, it ends by itself too.
    let quitting = Match::new("orphan-quit", &format!("{options} -maxmoves 1"));
    let (_, games) = quitting.succeed();
    assert!(games.iter().all(|game| game.result == "1/2-1/2"));
}

#[test]
#[cfg(target_os = "linux")]
fn who_hides_from_the_referee_is_ended_too() {
    let options = "FAKE:daemon tc=5 GOOD tc=5 -rounds 2 -concurrency 2 -maxmoves 5";
    let (_, games) = Match::new("daemon", options).succeed();
    let draw = |game: &PgnGame| game.result == "1/2-1/2";
    assert_eq!((games.len(), games.iter().all(draw)), (4, true));
}

/// A job of the shell whose place the match takes leaves a process while engines play.
#[test]
#[cfg(target_os = "linux")]
fn what_others_leave_is_not_ended() {
    let options = "FAKE:good depth=1 GOOD depth=1 -rounds 20 -maxmoves 60";
    let beside = Match::new("beside", options);
    let job = "{ while ! test -s games.pgn; do sleep 0.01; done; sleep 60 & echo $! >left; }";
    let script = format!("{job} >/dev/null 2>&1 & exec \"$@\"");
    assert!(finish(beside.start_by_shell(&script)).status.success());
    let left = fs::read_to_string(beside.record().with_file_name("left"));
    let left = left.expect("the job has ended").trim().parse();
    signal("-KILL", left.expect("a process that is there still"));
    beside.expect_nobody();
}

#[test]
fn the_record_of_another_match_is_refused() {
    let options = "GOOD depth=1 FAKE:good depth=1 -maxmoves 10 -rounds 1";
    let first = Match::new("other", options);
    first.succeed();
    let mut other = Match::new("another", &options.replace("-rounds 1", "-variant alice"));
    other.add("-maxmoves 5");
    fs::copy(first.record(), other.record()).unwrap();
    let output = finish(other.start("-resume"));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        !output.status.success() && message.contains("a match with other settings"),
        "{message}"
    );
}

#[test]
fn a_terminated_match_leaves_nobody() {
    for name in ["-TERM", "-INT"] {
        let hanging = Match::new(
            &format!("signal{name}"),
            "FAKE:hang tc=1000 GOOD tc=1000 -concurrency 2 -rounds 4",
        );
        let runner = hanging.start("-pgnout");
        sleep(Duration::from_millis(300));
        signal(name, runner.id());
        let output = finish(runner);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            !output.status.success() && message.contains("interrupted"),
            "{message}"
        );
        hanging.expect_nobody();
    }
}

/// As a scheduler ends a job: the signal reaches the engines before the match.
#[test]
fn engines_that_end_with_the_match_lose_no_game() {
    let options = "FAKE:hang tc=1000 GOOD tc=1000 -recover -concurrency 2 -rounds 4";
    let ended = Match::new("ended", options);
    let runner = ended.start("-resume");
    let deadline = Instant::now() + Duration::from_secs(60);
    while ended.engines().len() < 4 {
        assert!(Instant::now() < deadline, "no engines are started");
        sleep(Duration::from_millis(2));
    }
    // They are in the middle of their games.
    sleep(Duration::from_millis(300));
    for &engine in ended.engines().keys() {
        signal("-KILL", engine);
    }
    signal("-TERM", runner.id());
    let output = finish(runner);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success(), "{message}");
    assert_eq!(ended.games(), []);
    ended.expect_nobody();
}

#[test]
fn shards_are_the_whole_match() {
    let shard = |name: &str, options: &str| {
        let options = format!("-rounds 6 -variant clupso -srand 7 -maxmoves 60 {options}");
        let (_, games) = galaverna_match(name, [400, 200], &options).succeed();
        games.iter().map(essence).collect::<Vec<_>>()
    };
    let mut whole = shard("whole", "-concurrency 2");
    let mut parts: Vec<String> = (1..=4)
        .flat_map(|index| shard(&format!("shard{index}"), &format!("-shard {index}/4")))
        .collect();
    whole.sort_unstable();
    parts.sort_unstable();
    assert_eq!(parts, whole);
    assert_eq!(whole.len(), 12);
}

#[test]
fn the_test_stops_the_match() {
    let options = "-rounds 1000 -concurrency 2 -variant iceage \
                   -sprt elo0=0 elo1=200 alpha=0.1 beta=0.1 model=logistic";
    let (shown, games) = galaverna_match("sprt", [1000, 20], options).succeed();
    assert!(shown.contains("H1 is accepted"), "{shown}");
    assert!(games.len() < 400, "{}", games.len());
}

#[test]
fn an_engine_hears_of_the_game_before_its_options() {
    let network = concat!(env!("CARGO_MANIFEST_DIR"), "/nets/iceage.nnue");
    let options = format!(
        "-each option.EvalFile={network} -variant iceage -rounds 1 -games 1 -maxmoves 1 \
         -log file=log.txt"
    );
    let logged = galaverna_match("option-order", [20, 20], &options);
    let log = logged.record().with_file_name("log.txt");
    logged.succeed();
    let log = fs::read_to_string(log).expect("a log");
    let place = |text: &str| log.find(text).expect(text);
    assert!(place("name UCI_Variant value iceage") < place("name EvalFile value"));
    assert!(!log.contains("not for 'chess'"), "{log}");
}

#[test]
fn queens_are_exchanged_where_both_agree() {
    let book = "k4b2/8/mmmmm3/8/8/4MMMM/7M/K1B5 b - - hmvc 17; fmvn 40;\n";
    let options = "FAKE:accept depth=1 GOOD depth=1 -variant elolbia -rounds 1 -maxmoves 3 \
                   -openings file=book.epd format=epd";
    let exchange = |name: &str, options: &str| {
        let exchanging = Match::new(name, options);
        fs::write(exchanging.record().with_file_name("book.epd"), book).unwrap();
        let (_, games) = exchanging.succeed();
        for game in &games {
            replay(game).expect("legal moves");
        }
        let agreements = games.iter().flat_map(|game| &game.moves);
        agreements.filter(|m| !m.is_ply()).count()
    };
    assert!(Game::named("elolbia").is_some());
    assert_eq!(exchange("one-sided", options), 0);
    let both = options.replace("GOOD", "-engine cmd=ENGINE name=other arg=accept");
    let both = both.replace("ENGINE", env!("CARGO_BIN_EXE_fake-engine"));
    assert_eq!(exchange("agreed", &both), 2);
}

#[test]
fn games_are_called_by_endgame_tables() {
    let won = "8/8/8/8/3k4/8/8/KR6 w - - hmvc 0; fmvn 1;\n";
    let drawn = "k7/8/K7/P7/8/8/8/8 b - - hmvc 0; fmvn 1;\n";
    let cursed = "8/8/8/8/3k4/8/8/KR6 w - - hmvc 92; fmvn 99;\n";
    let called = "White wins by adjudication: SyzygyTB";
    let too_long = "Draw by adjudication: maximal game length";
    for (book, options, reason_of_all, moves) in [
        (won, "", called, 1),
        (won, "-tbadjudicate WIN_LOSS", called, 1),
        (won, "-tbadjudicate DRAW", too_long, 4),
        (won, "-tbpieces 2", too_long, 4),
        (drawn, "", "Draw by adjudication: SyzygyTB", 1),
        (cursed, "", too_long, 4),
        (cursed, "-tbignore50", called, 1),
    ] {
        let options = format!(
            "-rounds 1 -maxmoves 2 -openings file=book.epd format=epd -tb {TABLES} {options}"
        );
        let called = galaverna_match("tables", [200, 200], &options);
        fs::write(called.record().with_file_name("book.epd"), book).unwrap();
        let (_, games) = called.succeed();
        for game in &games {
            assert_eq!(reason(game), reason_of_all, "{options}");
            assert_eq!(game.tag("Termination"), Some("adjudication"));
            assert_eq!(game.plies(), moves, "{options}");
        }
    }
}

#[test]
fn games_are_called_by_our_own_tables() {
    let won = "8/8/8/8/8/2k5/1R6/K7 w - - hmvc 0; fmvn 1;\n";
    let late = "8/8/8/8/8/2k5/1R6/K7 w - - hmvc 90; fmvn 99;\n";
    let called = "White wins by adjudication: TB";
    for (book, options, reason_of_all) in [
        (won, "", called),
        (
            won,
            "-tbpieces 2",
            "Draw by adjudication: maximal game length",
        ),
        (late, "", "Draw by adjudication: TB"),
        (late, "-tbignore50", called),
    ] {
        let options = format!(
            "-variant elolbia -rounds 1 -maxmoves 2 -openings file=book.epd format=epd {options}"
        );
        let mut called = galaverna_match("own tables", [2000, 2000], &options);
        called.add("-tb");
        called.add(&elolbian_tables().display().to_string());
        fs::write(called.record().with_file_name("book.epd"), book).unwrap();
        let (_, games) = called.succeed();
        for game in &games {
            assert_eq!(reason(game), reason_of_all, "{options}");
            assert_eq!(game.tag("Termination"), Some("adjudication"));
        }
    }
}

#[test]
fn paths_may_have_spaces_and_letters_beyond_ascii() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("Zwei Wörter, Ж, 棋");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).unwrap();
    let [program, book, record] = ["Ice Age", "Eröffnung.epd", "Spiele ½.pgn"]
        .map(|name| folder.join(name).into_os_string().into_string().unwrap());
    let program = program + std::env::consts::EXE_SUFFIX;
    fs::hard_link(GALAVERNA, &program).unwrap();
    fs::write(&book, "k7/8/8/8/8/8/8/K6R w - - hmvc 0; fmvn 1;\n").unwrap();
    let engine = format!("cmd={program}");
    let opening = format!("file={book}");
    let mut command = Command::new(&program);
    command.args(["match", "-engine", &engine, "name=Ä", "-engine", &engine]);
    command.args(["name=Б", "-each", "depth=1", "-rounds", "1", "-maxmoves"]);
    command.args(["2", "-openings", &opening, "-pgnout", &record]);
    let played = command.output().unwrap();
    assert!(played.status.success(), "{played:?}");
    let mut check = Command::new(&program);
    let checked = check.args(["pgn", "check", &record]).output().unwrap();
    let said = String::from_utf8(checked.stdout).unwrap();
    assert!(said.contains("2 games"), "{said}");
    let games = fs::read_to_string(&record).unwrap();
    assert!(games.contains("[White \"Ä\"]"), "{games}");
}
