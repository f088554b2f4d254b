//! The engine's lines in a position, and its judgement of games.

use std::error::Error;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use crate::board::judgement::{self, BestLine};
use crate::board::messages::Judgement;
use crate::engine::Engine;
use crate::engine::options::Setting;
use crate::engine::session::LineReport;
use crate::host::Interrupt;
use crate::notation::UciScore;
use crate::output::{self, say};
use crate::pgn::{self, PgnGame, PgnMove, Variation};
use crate::player::time_control::parse_time;
use crate::rules::Color;
use crate::search::time::Limits;
use crate::search::transposition::Bound;
use crate::show::record::{Record, line_san};
use crate::show::{GAMES, Variant, words};

use super::search::search;
use super::{deliver, interrupt, terminal};

/// Nodes for each position of a game, if nothing else limits the search.
const NODES: u64 = 100_000;

/// What is analysed, how long, and where the result goes.
#[derive(Args, Debug)]
pub struct AnalyseArguments {
    #[arg(help = Variant::choice(), conflicts_with = "pgn")]
    game: Option<Variant>,
    /// The position [default: the start position]
    #[arg(long, value_name = "FEN", conflicts_with = "pgn")]
    fen: Option<String>,
    /// Judge the moves of the games in this file instead; the result is a PGN with values
    /// ([%eval 0.35]), the judgements ?!, ? and ?? ($6, $2, $4), and what would have been
    /// better as a variation
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Only this game of the file, from 1
    #[arg(long, value_name = "N", requires = "pgn")]
    number: Option<NonZeroUsize>,
    /// The file to write the judged games to [default: standard output]
    #[arg(short, long, value_name = "FILE", requires = "pgn")]
    output: Option<PathBuf>,
    /// How many best lines
    #[arg(long, value_name = "N", default_value = "1", conflicts_with = "pgn")]
    lines: NonZeroUsize,
    /// Seconds a position, also as 1:30
    #[arg(long, value_name = "TIME", value_parser = parse_seconds)]
    time: Option<Duration>,
    /// Plies
    #[arg(long, value_name = "N")]
    depth: Option<NonZeroUsize>,
    /// Nodes a position [default for games: 100000]
    #[arg(long, value_name = "N")]
    nodes: Option<NonZeroU64>,
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    parse_time(text).ok_or_else(|| "expected seconds, or minutes and seconds as in 1:30".to_owned())
}

impl AnalyseArguments {
    fn request(&self) -> Limits {
        Limits {
            move_time: self.time,
            depth: self.depth.map(NonZeroUsize::get),
            nodes: self.nodes.map(NonZeroU64::get),
            ..Limits::default()
        }
    }
}

/// Analyses a position, until Control-C if nothing limits it, or games.
///
/// # Errors
///
/// If the position or a file is refused.
pub fn run(arguments: &AnalyseArguments) -> Result<(), Box<dyn Error>> {
    let interrupt = interrupt::by_signals()?;
    match &arguments.pgn {
        Some(file) => analyse_games(arguments, file, &interrupt),
        None => analyse_position(arguments, &interrupt),
    }
}

fn analyse_position(
    arguments: &AnalyseArguments,
    interrupt: &Interrupt,
) -> Result<(), Box<dyn Error>> {
    let variant = arguments.game.unwrap_or(Variant::from(&GAMES[0]));
    let mut engine = Engine::new()?;
    engine.choose(variant);
    engine.apply(Setting::MultiPv(arguments.lines.get()))?;
    engine.set_position(arguments.fen.as_deref(), &[])?;
    say!("{}", variant.title())?;
    terminal::show(engine.session(), Color::White, Default::default())?;
    if let Some(outcome) = engine.session().outcome() {
        say!("Game over: {outcome}")?;
        return Ok(());
    }
    say!("\nValues are White's, in pawns; #3 is a mate in three moves.")?;
    let mut request = arguments.request();
    request.infinite = request.is_unlimited(Color::White);
    let session = engine.session().fork();
    let several = arguments.lines.get() > 1;
    let answer = search(&mut engine, &request, interrupt, |line| match line.bound {
        Bound::Exact => say!("{}", line_text(session.as_ref(), &line, several)),
        // These are taken back or confirmed before the iteration ends.
        _ => Ok(()),
    })?;
    if let Some(best) = answer.best {
        say!("Best: {} ({})", best.san, best.coordinates)?;
    }
    Ok(())
}

/// Depth, value, nodes, speed and moves of a line.
fn line_text(session: &dyn Record, line: &LineReport, several: bool) -> String {
    let rank = several.then(|| format!("{:>2}. ", line.multipv));
    let depth = format!("{}/{}", line.depth, line.seldepth);
    let value = value_text(line.score, session.turn());
    let milliseconds = line.time.as_millis().max(1);
    let speed = u128::from(line.nodes) / milliseconds;
    let moves = line_san(session, &line.pv).join(" ");
    format!(
        "{}depth {depth:<6} {value:>7} {:>11} nodes {speed:>6} kn/s  {} {moves}",
        rank.unwrap_or_default(),
        line.nodes,
        words::move_number(session),
    )
}

/// A value of the side to move, seen from White.
fn seen_from_white(score: UciScore, turn: Color) -> UciScore {
    let sign = turn.fold_wb(1, -1);
    match score {
        UciScore::Centipawns(value) => UciScore::Centipawns(sign * value),
        UciScore::Mate(moves) => UciScore::Mate(sign * moves),
    }
}

/// A value as the line of a search shows it: as `%eval` has it, with its sign.
fn value_text(score: UciScore, turn: Color) -> String {
    let score = seen_from_white(score, turn);
    let plus = match score {
        UciScore::Centipawns(1..) => "+",
        _ => "",
    };
    format!("{plus}{}", pgn::eval_text(score))
}

fn analyse_games(
    arguments: &AnalyseArguments,
    file: &Path,
    interrupt: &Interrupt,
) -> Result<(), Box<dyn Error>> {
    let games = super::pgn::games(file)?;
    let chosen = match arguments.number {
        Some(number) => {
            let index = number.get() - 1;
            let game = games.get(index);
            game.ok_or_else(|| format!("{} has {} games", file.display(), games.len()))?;
            index..index + 1
        }
        None => 0..games.len(),
    };
    let mut request = arguments.request();
    if request.is_unlimited(Color::White) {
        request.nodes = Some(NODES);
    }
    let mut written = String::new();
    let (mut wrong, count) = (0, chosen.len());
    for index in chosen {
        let judged = match &games[index].game {
            Ok(game) => judged(game, &request, interrupt),
            Err(error) => Err(error.to_string().into()),
        };
        if interrupt.is_raised() {
            return Err("interrupted; nothing more is written".into());
        }
        match judged {
            Ok(game) if arguments.output.is_none() => output::write(game)?,
            Ok(game) => written += &game.to_string(),
            Err(error) => {
                wrong += 1;
                output::report(format_args!(
                    "{}: game {}: {error}",
                    file.display(),
                    index + 1
                ));
            }
        }
    }
    deliver(arguments.output.as_deref(), &written)?;
    match wrong {
        0 => Ok(()),
        _ => Err(format!("{}: {wrong} of {count} games are wrong", file.display()).into()),
    }
}

/// What a search found in a position.
#[derive(Default)]
struct Found {
    /// The value of the side to move and White's chance in percent; `None` where the game
    /// is over.
    score: Option<UciScore>,
    chance: f64,
    best: BestLine,
}

/// The game with its moves judged.
fn judged(
    game: &PgnGame,
    request: &Limits,
    interrupt: &Interrupt,
) -> Result<PgnGame, Box<dyn Error>> {
    // What the rules forbid is said before anything is searched.
    pgn::replay(game)?;
    let variant = pgn::variant(game)?;
    let mut engine = Engine::new()?;
    engine.choose(variant);
    for (rule, on) in pgn::rules(game, variant) {
        engine.apply(Setting::Rule(rule, on))?;
    }
    engine.set_position(game.start_fen(), &[])?;
    let mut judged = game.clone();
    judged.set_tag("Annotator", crate::protocol::NAME);
    let mut before = find(&mut engine, request, interrupt)?;
    for m in &mut judged.moves {
        let session = engine.session_mut();
        let mover = session.turn();
        let best = before.best.moves.first();
        let is_best = begins_with(session, &m.san, best);
        let is_known = |other: &Variation| begins_with(session, &other.moves[0].san, best);
        let is_known = m.variations.iter().any(is_known);
        session.play(&m.san)?;
        let after = find(&mut engine, request, interrupt)?;
        let cost = judgement::judge(mover, before.chance, after.chance, is_best);
        // Only a move is judged, an agreement is both sides'.
        let judgement = cost.judgement.filter(|_| m.is_ply());
        annotate(m, &after, engine.session().turn(), judgement);
        if judgement.is_some() && !is_known {
            m.variations.extend(variation(before.best));
        }
        before = after;
        if interrupt.is_raised() {
            break;
        }
    }
    Ok(judged)
}

/// Whether a move in SAN is this one in coordinate notation.
fn begins_with(session: &dyn Record, san: &str, best: Option<&String>) -> bool {
    let found = session.read_move(san);
    found.is_ok_and(|found| Some(&found.to_string()) == best)
}

/// A line that could have been played.
fn variation(line: BestLine) -> Option<Variation> {
    let moves: Vec<PgnMove> = line.sans.into_iter().map(PgnMove::new).collect();
    (!moves.is_empty()).then_some(Variation {
        comment: None,
        moves,
    })
}

fn find(
    engine: &mut Engine,
    request: &Limits,
    interrupt: &Interrupt,
) -> Result<Found, Box<dyn Error>> {
    if let Some(outcome) = engine.session().outcome() {
        return Ok(Found {
            chance: judgement::chance_at_end(outcome),
            ..Found::default()
        });
    }
    let turn = engine.session().turn();
    let mut last = None;
    let answer = search(engine, request, interrupt, |line| {
        last = Some(line);
        Ok(())
    })?;
    let last = last.ok_or("the search found nothing")?;
    let line = BestLine {
        sans: line_san(engine.session(), &last.pv),
        moves: last.pv,
    };
    let decided = answer.best.as_ref();
    let decided = decided.map(|best| (best.coordinates.as_str(), best.san.as_str()));
    Ok(Found {
        score: Some(last.score),
        chance: judgement::white_chance(last.chances, turn),
        best: line.beginning_with(decided),
    })
}

/// Puts the value after the move, with `turn` to move, and its judgement in the place
/// of those that it had.
fn annotate(m: &mut PgnMove, after: &Found, turn: Color, judgement: Option<Judgement>) {
    /// The glyphs that judge a move.
    const JUDGING: std::ops::RangeInclusive<u8> = 1..=9;
    m.nags.retain(|nag| !JUDGING.contains(nag));
    m.nags.extend(judgement.map(Judgement::nag));
    let value = after.score.map(|score| seen_from_white(score, turn));
    let old = m.comment.take().unwrap_or_default();
    let (_, rest) = pgn::split_eval(&old);
    let command = value.map(pgn::eval_command);
    let words: Vec<String> = command.into_iter().chain([rest]).collect();
    m.comment = Some(words.join(" ").trim().to_owned()).filter(|comment| !comment.is_empty());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_whites() {
        let cp = UciScore::Centipawns;
        assert_eq!(value_text(cp(35), Color::White), "+0.35");
        assert_eq!(value_text(cp(35), Color::Black), "-0.35");
        assert_eq!(value_text(cp(0), Color::Black), "0.00");
        assert_eq!(value_text(UciScore::Mate(-3), Color::Black), "#3");
        assert_eq!(value_text(UciScore::Mate(3), Color::Black), "#-3");
    }

    #[test]
    fn old_values_and_judgements_make_room_for_new_ones() {
        let mut m = PgnMove {
            nags: vec![4, 146],
            comment: Some("[%eval -9.1] +0.10/9 1.0s, [%clk 0:01:00] a word".to_owned()),
            ..PgnMove::new("e4")
        };
        let after = Found {
            score: Some(UciScore::Centipawns(20)),
            ..Found::default()
        };
        annotate(&mut m, &after, Color::Black, Some(Judgement::Inaccuracy));
        assert_eq!(m.nags, [146, 6]);
        let comment = "[%eval -0.20] +0.10/9 1.0s, [%clk 0:01:00] a word";
        assert_eq!(m.comment.as_deref(), Some(comment));
    }
}
