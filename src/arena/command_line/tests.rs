//! Command lines, good and bad.

use super::*;
use crate::arena::settings::{BookFormat, TableResults};
use crate::batch::Shard;
use crate::pgn::details::INFO_NUMBERS;
use crate::player::settings::{ProtocolKind, ThinkingLimits};

fn read(line: &str) -> Result<MatchSettings, CommandLineError> {
    let arguments: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    parse(&arguments)
}

fn error(line: &str) -> String {
    read(line).unwrap_err().to_string()
}

const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");

const TWO: &str = "-engine cmd=/bin/a -engine cmd=b name=B";

#[test]
fn a_line_for_cutechess_or_fastchess_is_understood() {
    let settings = read(
        "-engine cmd=/opt/new name=new proto=uci arg=-x arg=y option.Hash=64 dir=/tmp \
         -engine cmd=old name=old proto=xboard tc=40/60+0.6 timemargin=50 option.Hash=8 \
         -each tc=10+0.1 option.Hash=16 option.Threads=1 -variant iceage -rounds 50 -games 2 \
         -repeat -concurrency 4 -openings file=book.epd format=epd order=random plies=8 start=3 \
         -draw movenumber=40 movecount=8 score=10 -resign movecount=3 score=400 twosided=true \
         -maxmoves 200 -sprt elo0=0 elo1=5 alpha=0.05 beta=0.1 model=logistic \
         -tournament gauntlet -pgnout file=games.pgn -ratinginterval 20 -srand 42 \
         -log file=log.txt -recover -wait 100 -shard 2/4",
    )
    .unwrap();
    assert_eq!(settings.variant.name(), "iceage");
    assert_eq!((settings.rounds, settings.games_per_round), (50, 2));
    assert_eq!(settings.tournament, TournamentKind::Gauntlet);
    assert_eq!(settings.concurrency, 4);
    let book = settings.openings.book.unwrap();
    assert_eq!(
        (book.shuffled, book.start, book.format),
        (true, 3, BookFormat::Epd)
    );
    assert_eq!(settings.adjudication.draw.unwrap().move_number, 40);
    assert!(settings.adjudication.resign.unwrap().two_sided);
    assert_eq!(settings.adjudication.max_moves, Some(200));
    assert_eq!(settings.seed, 42);
    assert!(settings.recover && !settings.resume);
    assert_eq!(settings.shard, Shard { index: 2, count: 4 });
    let [new, old] = &settings.engines[..] else {
        panic!("two engines");
    };
    assert_eq!(new.command, Path::new("/opt/new"));
    assert_eq!(old.command, Path::new("old"));
    assert_eq!(new.arguments, ["-x", "y"]);
    assert_eq!(new.limits.time_control, "10+0.1".parse().ok());
    assert_eq!(old.limits.time_control, "40/60+0.6".parse().ok());
    assert_eq!(old.protocol, ProtocolKind::Xboard);
    assert_eq!(old.margin, Duration::from_millis(50));
    let options = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
        let owned = pairs
            .iter()
            .map(|&(name, value)| (name.into(), value.into()));
        owned.collect()
    };
    assert_eq!(new.options, options(&[("Threads", "1"), ("Hash", "64")]));
    assert_eq!(old.options, options(&[("Threads", "1"), ("Hash", "8")]));
}

#[test]
fn an_engine_s_own_limits_come_first() {
    let settings =
        read("-engine conf=galaverna tc=inf nodes=100 -engine conf=galaverna-weak -each tc=10+0.1")
            .unwrap();
    let nodes = |nodes, time_control| ThinkingLimits {
        nodes: Some(nodes),
        time_control,
        ..ThinkingLimits::default()
    };
    assert_eq!(settings.engines[0].limits, nodes(100, None));
    assert_eq!(
        settings.engines[1].limits,
        nodes(500, "10+0.1".parse().ok())
    );
}

#[test]
fn many_games_are_pairs() {
    let settings = read(&format!("{TWO} -each nodes=1 -rounds 3 -games 10")).unwrap();
    assert_eq!((settings.rounds, settings.games_per_round), (15, 2));
    let worker = read(&format!("{TWO} -each nodes=1 -games 16 -repeat")).unwrap();
    assert_eq!((worker.rounds, worker.games_per_round), (8, 2));
    assert!(error(&format!("{TWO} -each nodes=1 -games 5")).contains("even"));
}

#[test]
fn errors_say_what_is_wrong_and_what_would_be_right() {
    for (line, words) in [
        ("", "two engines"),
        ("stray", "'stray'"),
        ("-engine cmd=a -each st=1", "two engines"),
        (TWO, "-each tc="),
        ("-engine cmd=x -engine cmd=x -each st=1", "name="),
        ("-engine name=x -engine cmd=y -each st=1", "cmd="),
        ("-engine conf=crafty -engine cmd=y -each st=1", "crafty"),
        (
            "-engine conf=stockfish -engine cmd=y -each st=1 -variant alice",
            "alice",
        ),
        ("-engine cmd=x foo=1", "foo"),
        ("-engine cmd=x tc=fast", "40/60+0.6"),
        ("-engine cmd=x proto=telnet", "xboard"),
        ("-engine cmd", "KEY=VALUE"),
        ("-speed 3", "'-speed'"),
        ("-rounds", "one value"),
        ("-rounds 0", "from 1"),
        ("-variant go", "iceage"),
        ("-variant crazyhouse", "fischerandom"),
        ("-noswap", "'-noswap' is not supported"),
        ("-config file=x", "-resume FILE"),
        ("-report penta=false", "penta="),
        ("-output format=cutechess", "fastchess"),
        ("-seeds 2", "the first engine"),
        ("-log file=x level=warn", "trace"),
        ("-pgnout seldepth=true", "file="),
        ("-pgnout file=x notation=lan", "san"),
        ("-pgnout file=x pv=true", "pv=true is not supported"),
        ("-pgnout file=x match_line=(", "match_line='('"),
        ("-pgnout file=x colour=true", "colour"),
        (
            "-resume file=x append=false -engine cmd=a -engine cmd=b",
            "append=",
        ),
        ("-engine cmd=x restart=maybe", "maybe"),
        (
            "-engine cmd=x option.UCI_Variant=alice -engine cmd=y -variant iceage",
            "it is alice, and elsewhere iceage",
        ),
        ("-openings order=random", "file="),
        ("-openings file=x format=abk", "pgn"),
        ("-openings file=x color=red", "color"),
        ("-draw movecount=5", "score="),
        ("-resign movecount=5 score=100 twosided=maybe", "maybe"),
        ("-sprt elo0=5 elo1=0 alpha=0.05 beta=0.05", "less"),
        ("-sprt elo0=0 elo1=5 alpha=0.7 beta=0.5", "alpha"),
        (
            "-sprt elo0=0 elo1=5 alpha=0.05 beta=0.05 model=bayesian",
            "bayesian",
        ),
        ("-tournament knockout", "gauntlet"),
        ("-shard 5/4", "I/N"),
        ("-recover now", "no value"),
    ] {
        let message = error(line);
        assert!(message.contains(words), "{line}: {message}");
    }
}

#[test]
fn the_line_of_openbench_s_worker_is_understood() {
    let line = "-recover -variant standard -testEnv -concurrency 4 -rounds 16 -games 2 \
                -resign movecount=3 score=400 -draw movenumber=40 movecount=8 score=10 \
                -engine dir=Engines/ cmd=./X-1 proto=uci tc=8.00+0.08 timemargin=250 \
                option.Threads=1 option.Hash=8 option.UCI_Variant=clupso name=X-dev \
                -engine dir=Engines/ cmd=./X-2 proto=uci st=0.25 timemargin=250 \
                option.Hash=8 name=X-base -openings file=Books/X.epd format=epd order=random \
                start=17 -srand 99 -pgnout file=PGNs/1.2.3.0.pgn seldepth=true nodes=true";
    let mut arguments: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    arguments.push("match_line=^info string pgncomment .*".to_owned());
    let settings = parse(&arguments).unwrap();
    assert_eq!(settings.variant.name(), "clupso");
    assert_eq!((settings.rounds, settings.games_per_round), (16, 2));
    assert_eq!(settings.record, Some(PathBuf::from("PGNs/1.2.3.0.pgn")));
    assert!(!settings.overwrite && !settings.resume);
    assert_eq!(settings.recorded.numbers, INFO_NUMBERS[..2]);
    assert!(settings.recorded.lines[0].is_match("info string pgncomment x"));
    assert!(!settings.recorded.lines[0].is_match("info string x"));
    // The referee tells the engines their game.
    let names = settings.engines[0].options.iter().map(|(name, _)| name);
    assert_eq!(names.collect::<Vec<_>>(), ["Threads", "Hash"]);
}

#[test]
fn further_options_of_fastchess_are_understood() {
    let settings = read(&format!(
        "-engine cmd=a args=-x restart=on -engine cmd=b -each nodes=9 -site here \
         -log file=log.txt level=trace engine=true append=true -ucinewgame-ms 250 \
         -force-concurrency -autosaveinterval 20 -seeds 1 -report penta=true \
         -output format=fastchess -openings file=b.epd policy=round -tb {TABLES} -tbpieces 5 \
         -tbignore50 -tbadjudicate WIN_LOSS -show-latency -resume file=g.pgn hashfull=true",
    ))
    .unwrap();
    let tables = settings.tables.unwrap();
    // There are none of more men.
    assert_eq!((tables.max_men, tables.fifty_moves), (3, false));
    assert_eq!(tables.results, TableResults::Decisive);
    assert_eq!(settings.engines[0].arguments, ["-x"]);
    assert!(settings.engines[0].restart && !settings.engines[1].restart);
    assert_eq!(settings.timeouts.new_game, Duration::from_millis(250));
    assert_eq!(settings.log, Some(PathBuf::from("log.txt")));
    assert_eq!(settings.site, "here");
    assert!(settings.resume);
    assert_eq!(settings.recorded.numbers, [INFO_NUMBERS[3]]);
}

#[test]
fn a_program_s_path_begins_at_its_directory() {
    let settings = read("-engine cmd=./a dir=/tmp/d -engine cmd=b dir=/tmp/d -each st=1").unwrap();
    assert_eq!(settings.engines[0].command, Path::new("/tmp/d/a"));
    assert_eq!(settings.engines[1].command, Path::new("b"));
}
