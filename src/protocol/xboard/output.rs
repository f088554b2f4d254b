//! What the engine says in XBoard's protocol.

use crate::engine::options::{self, OptionDeclaration, OptionKind};
use crate::engine::session::LineReport;
use crate::notation::UciScore;
use crate::protocol::NAME;
use crate::rules::chess::CHESS960;
use crate::rules::{Color, EndReason, Outcome};
use crate::search::time::Progress;
use crate::search::transposition::Bound;
use crate::show::Game;
use crate::show::Record;
use crate::show::xboard::picture::to_window_fen;
use crate::show::xboard::variant;

/// A mate is this and the number of moves to it.
const MATE: i32 = 100_000;

/// The engine's options that are UCI's own: XBoard has `variant`, `hard` and
/// `analyze`, and its thinking output shows no chances.
const OF_UCI: [&str; 5] = [
    "UCI_Variant",
    CHESS960.name,
    "Ponder",
    "UCI_AnalyseMode",
    "UCI_ShowWDL",
];

/// The answer to `protover`; `own_widgets` are the options that only this protocol has.
pub fn features(own_widgets: Vec<String>) -> String {
    let names: Vec<&str> = variant::all().map(variant::variant_name).collect();
    let mut lines = vec![
        "feature done=0".to_owned(),
        format!("feature myname=\"{NAME}\""),
        format!("feature variants=\"{}\"", names.join(",")),
        "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1".to_owned(),
        "feature sigint=0 sigterm=0 reuse=1 analyze=1 colors=0 ics=0 name=1 pause=1".to_owned(),
        "feature nps=1 debug=1 memory=1 smp=1 exclude=1 setscore=0 highlight=1".to_owned(),
        "feature egt=\"syzygy\"".to_owned(),
    ];
    let options = options::declarations()
        .iter()
        .filter(|option| !OF_UCI.contains(&option.name));
    let widgets = options.map(widget).chain(own_widgets);
    lines.extend(widgets.map(|widget| format!("feature option=\"{widget}\"")));
    lines.push("feature done=1".to_owned());
    lines.join("\n")
}

/// An option as a widget of XBoard's settings.
pub fn widget(option: &OptionDeclaration) -> String {
    let name = option.name;
    match &option.kind {
        OptionKind::Check { default } => format!("{name} -check {}", i32::from(*default)),
        OptionKind::Spin { default, min, max } => format!("{name} -spin {default} {min} {max}"),
        OptionKind::Combo { default, values } => {
            let marked = values.iter().map(|value| match value == default {
                true => format!("*{value}"),
                false => (*value).to_owned(),
            });
            let choices: Vec<String> = marked.collect();
            format!("{name} -combo {}", choices.join(" /// "))
        }
        OptionKind::Button => format!("{name} -button"),
        OptionKind::File => format!("{name} -file "),
        OptionKind::Folders => format!("{name} -path "),
    }
}

/// The answer to `variant`: how a game that XBoard does not know is shown.
pub fn setup(game: &Game, session: &dyn Record) -> Option<String> {
    let window = game.window?;
    let fen = to_window_fen(&session.fen(), &session.diagrams(), Some(window));
    let table = window.piece_table();
    let mut lines = vec![format!("setup ({table}) 8x8+0_fairy {fen}")];
    lines.extend(pieces(game));
    Some(lines.join("\n"))
}

/// How the pieces move that XBoard does not know.
pub fn pieces(game: &Game) -> Vec<String> {
    let moves = game.window.map_or(&[][..], |window| window.moves);
    let lines = moves.iter();
    lines
        .map(|(letter, betza)| format!("piece {letter}& {betza}"))
        .collect()
}

/// A line of thinking output: the principal variation and its score. The moves before
/// `san`, if any, are not the engine's.
pub fn thinking(report: &LineReport, san: &[String]) -> String {
    let score = match report.score {
        UciScore::Centipawns(value) => value,
        UciScore::Mate(moves) if moves > 0 => MATE + moves,
        UciScore::Mate(moves) => -MATE + moves,
    };
    let bound = match report.bound {
        Bound::Exact => "",
        Bound::Lower => "!",
        Bound::Upper => "?",
    };
    let rate = report.nodes as f64 / report.time.as_secs_f64().max(1e-6);
    format!(
        "{} {score} {} {} {} {rate:.0} {}\t{}{bound}",
        report.depth,
        report.time.as_millis() / 10,
        report.nodes,
        report.seldepth,
        report.tb_hits,
        san.join(" ")
    )
}

/// The answer to `.`.
pub fn status(progress: &Progress, session: &dyn Record) -> String {
    let moves = session.legal_moves();
    let current = progress.current.and_then(|current| {
        let is_legal = moves.contains(&current);
        is_legal.then(|| format!(" {}", session.san(current)))
    });
    format!(
        "stat01: {} {} {} {} {}{}",
        progress.time.as_millis() / 10,
        progress.nodes,
        progress.depth,
        progress.moves_left,
        moves.len(),
        current.unwrap_or_default()
    )
}

/// The end of a game, and why.
pub fn result(outcome: Outcome) -> String {
    let winner = outcome.winner.map_or("", |winner| match winner {
        Color::White => "White",
        Color::Black => "Black",
    });
    let reason = match outcome.reason {
        EndReason::Checkmate => format!("{winner} mates"),
        EndReason::Stalemate => "Stalemate".to_owned(),
        EndReason::DeadPosition => "Insufficient material".to_owned(),
        EndReason::FiftyMoves => "Draw by fifty moves".to_owned(),
        EndReason::ThreefoldRepetition => "Draw by repetition".to_owned(),
        EndReason::Variant(text) => text.to_owned(),
    };
    format!("{} {{{reason}}}", outcome.result())
}
