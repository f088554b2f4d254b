//! What the engine says in UCI.

use std::env::consts::{ARCH, OS};
use std::fmt::Write;

use vampirc_uci::{UciMessage, UciOptionConfig};

use crate::engine::options::{self, OptionKind};
use crate::engine::session::{Answer, Evaluation, LineReport};
use crate::engine::speedtest::{Speed, SpeedSettings};
use crate::host;
use crate::nnue::Share;
use crate::notation::UciScore;
use crate::protocol::NAME;
use crate::rules::{File, Move, Rank, Square};
use crate::search::transposition::Bound;
use crate::show::Record;
use crate::show::drawing::{Look, View, draw};
use crate::show::words;
use crate::show::{GAMES, Game};

const AUTHOR: &str = "the Galaverna developers";

const HELP: &str = "\
Galaverna speaks UCI (uci, setoption, ucinewgame, position, go, stop, ponderhit, quit) and knows besides:
  setoption name UCI_Variant value GAME   choose the game
  d                     draw the board
  eval                  the static evaluation, with the share of each piece
  flip                  exchange the colours
  go perft DEPTH        count the legal move sequences by first move
  bench [DEPTH]         search fixed positions of all games; nodes and nodes a second
  speedtest [THREADS [HASH [SECONDS]]] [GAME]
                        search positions of games; nodes a second and more
  genfens N seed S book None|FILE [variant GAME] [plies N]
                        random positions for OpenBench's training data
  exchange [white|black]  whether this side would agree to a queen exchange (Elolbian Chess)
  xboard                go over to XBoard's protocol
  help                  this text
Outside a protocol: galaverna --help";

/// The answer to `help`.
pub fn help() -> String {
    let games: Vec<String> = GAMES
        .iter()
        .map(|game| format!("  {:8} {}\n", game.name, game.title))
        .collect();
    format!("The games:\n{}{HELP}", games.concat())
}

/// The answer to `uci`.
pub fn identification() -> String {
    let mut lines = vec![
        UciMessage::id_name(NAME).to_string(),
        UciMessage::id_author(AUTHOR).to_string(),
    ];
    lines.extend(
        options::declarations()
            .iter()
            .map(|option| UciMessage::Option(option_config(option)).to_string()),
    );
    lines.push(UciMessage::UciOk.to_string());
    lines.join("\n")
}

fn option_config(option: &options::OptionDeclaration) -> UciOptionConfig {
    let name = option.name.to_owned();
    match option.kind {
        OptionKind::Check { default } => UciOptionConfig::Check {
            name,
            default: Some(default),
        },
        OptionKind::Spin { default, min, max } => UciOptionConfig::Spin {
            name,
            default: Some(default),
            min: Some(min),
            max: Some(max),
        },
        OptionKind::Combo {
            default,
            ref values,
        } => UciOptionConfig::Combo {
            name,
            default: Some(default.to_owned()),
            var: values.iter().map(|&value| value.to_owned()).collect(),
        },
        OptionKind::Button => UciOptionConfig::Button { name },
        OptionKind::File | OptionKind::Folders => UciOptionConfig::String {
            name,
            default: Some(options::EMPTY.to_owned()),
        },
    }
}

/// What Fairy-Stockfish says when the variant changes.
pub fn variant_line(game: &Game) -> String {
    format!(
        "info string variant {} files 8 ranks 8 pocket 0 template fairy startpos {}",
        game.name, game.start_fen
    )
}

/// A principal variation and its score: `info`.
pub fn info_line(report: &LineReport, show_wdl: bool) -> String {
    let bound = match report.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let wdl = match show_wdl {
        true => format!(" wdl {}", report.chances),
        false => String::new(),
    };
    let milliseconds = report.time.as_millis();
    let rate = report.nodes as f64 / report.time.as_secs_f64().max(1e-6);
    format!(
        "info depth {} seldepth {} multipv {} score {}{wdl}{bound} nodes {} nps {rate:.0} \
         hashfull {} tbhits {} time {milliseconds} pv {}",
        report.depth,
        report.seldepth,
        report.multipv,
        report.score,
        report.nodes,
        report.hashfull,
        report.tb_hits,
        report.pv.join(" ")
    )
}

/// The end of a search.
pub fn best_move_line(answer: &Answer) -> String {
    match (&answer.best, &answer.ponder) {
        (None, _) => {
            let score = UciScore::from(answer.value);
            format!("info depth 0 score {score}\nbestmove (none)")
        }
        (Some(best), None) => format!("bestmove {}", best.coordinates),
        (Some(best), Some(ponder)) => format!("bestmove {} ponder {ponder}", best.coordinates),
    }
}

/// The answer to `d`.
pub fn display(session: &dyn Record) -> String {
    let mut text = draw(&session.diagrams(), &View::of_white(Look::Plain));
    let checkers = session.state().checkers.into_iter();
    let checkers: Vec<String> = checkers.map(|square| square.to_string()).collect();
    // Writing to a String cannot fail.
    let _ = write!(
        text,
        "\n\nFen: {}\nKey: {:016X}\nCheckers: {}",
        session.fen(),
        session.state().key,
        checkers.join(" ")
    );
    if let Some(status) = words::status(session) {
        let _ = write!(text, "\n{status}");
    }
    if let Some(outcome) = session.outcome() {
        let _ = write!(text, "\nGame over: {outcome}");
    }
    text
}

/// What `speedtest` has measured.
pub fn speed(game: &Game, settings: &SpeedSettings, speed: &Speed) -> String {
    let invocation = [
        settings.threads.to_string(),
        settings.hash.to_string(),
        settings.time.as_secs().to_string(),
        game.name.to_owned(),
    ];
    let seconds = speed.total.time.as_secs_f64();
    [
        ("Version", NAME.to_owned()),
        ("Compiled by", compiler()),
        (
            "Filled invocation",
            format!("speedtest {}", invocation.join(" ")),
        ),
        ("Available processors", host::processors().to_string()),
        ("Thread count", settings.threads.to_string()),
        ("TT size [MiB]", settings.hash.to_string()),
        (
            "Hash max, avg [per mille]",
            format!("{}, {}", speed.most_full, speed.mean_full()),
        ),
        ("Total nodes searched", speed.total.nodes.to_string()),
        ("Total search time [s]", format!("{seconds:.3}")),
        ("Nodes/second", speed.total.nodes_per_second().to_string()),
    ]
    .map(|(what, value)| format!("{what:<27}: {value}"))
    .join("\n")
}

/// Who compiled the program, for which machine, and what of its processor is used.
fn compiler() -> String {
    let features = [
        (cfg!(target_feature = "avx512f"), "AVX512"),
        (cfg!(target_feature = "avx2"), "AVX2"),
        (cfg!(target_feature = "bmi2"), "BMI2"),
        (cfg!(target_feature = "popcnt"), "POPCNT"),
        (cfg!(target_feature = "neon"), "NEON"),
        (cfg!(target_feature = "simd128"), "SIMD128"),
    ];
    let used = features.iter().filter(|(is_used, _)| *is_used);
    let used: Vec<&str> = used.map(|&(_, name)| name).collect();
    let (compiler, used) = (env!("GALAVERNA_COMPILER"), used.join(" "));
    format!("{compiler} for {ARCH} {OS}, {used}")
}

/// The answer to `go perft`.
pub fn perft(counts: &[(Move, u64)]) -> String {
    let total: u64 = counts.iter().map(|(_, count)| count).sum();
    let mut text: String = counts
        .iter()
        .map(|(m, count)| format!("{m}: {count}\n"))
        .collect();
    let _ = write!(text, "\nNodes searched: {total}\n");
    text
}

/// The answer to `eval`: pawns, White's view.
pub fn evaluation(evaluation: &Evaluation) -> String {
    let shares = share_boards(&evaluation.shares);
    let white = f64::from(evaluation.white) / 100.0;
    format!("{shares}\nEvaluation: {white:+.2} (White's view, with the move)")
}

/// What each piece adds, in its place on its board.
fn share_boards(shares: &[Share]) -> String {
    let on_second = |share: &&Share| share.what.board() == 1;
    let mut boards = vec![share_board(shares.iter().filter(|share| !on_second(share)))];
    if shares.iter().any(|share| on_second(&share)) {
        boards[0].insert_str(0, "Board A\n");
        let second = share_board(shares.iter().filter(on_second));
        boards.push(format!("Board B\n{second}"));
    }
    boards.join("\n")
}

fn share_board<'a>(shares: impl Iterator<Item = &'a Share> + Clone) -> String {
    const RULE: &str = "+-------+-------+-------+-------+-------+-------+-------+-------+\n";
    let mut text = String::from(RULE);
    for rank in Rank::ALL.into_iter().rev() {
        let cells = File::ALL.map(|file| {
            let square = Square::from_coords(file, rank);
            let share = shares.clone().find(|share| share.square == square);
            share.map_or_else(Default::default, |share| {
                let pawns = f64::from(share.white) / 100.0;
                [share.what.letter().to_string(), format!("{pawns:+.2}")]
            })
        });
        for line in 0..2 {
            let cells = cells.iter().map(|cell| format!("|{:^7}", cell[line]));
            text.extend(cells);
            text.push_str("|\n");
        }
        text.push_str(RULE);
    }
    text
}
