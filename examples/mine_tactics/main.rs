//! Finds combinations in games of the program against itself, proves them, and chooses those
//! of `tests/data/tactics`. docs/tactics.md tells what they are.
//!
//! ```sh
//! cargo run --release --example mine_tactics -- find chess --seed 1 --set-up ending --second stockfish > found.epd
//! cargo run --release --example mine_tactics -- choose tests/data/tactics chess found.epd
//! ```

mod choose;
mod games;
mod goal;
mod second;
mod themes;

use std::collections::HashSet;
use std::error::Error;
use std::path::PathBuf;

use clap::{Args, Parser};
use galaverna::notation::Notation;
use galaverna::rules::alice::Alice;
use galaverna::rules::chess::Chess;
use galaverna::rules::clupso::Clupso;
use galaverna::rules::elolbia::Elolbia;
use galaverna::rules::iceage::IceAge;
use galaverna::search::parameters::Searchable;
use galaverna::search::value::is_decisive;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use games::{Player, SetUp};
use goal::{Finding, Goal};
use second::SecondEngine;
use themes::Themed;

/// Nodes of a proof: what is harder to prove is left out.
const PROOF_NODES: u64 = 4_000_000;

/// Nodes of a proof where no search points to a long win.
const GLANCE_NODES: u64 = 150_000;

/// A value in centipawns from which on a win by force may be near.
const WINNING: i32 = 300;

/// Nodes of the search that, if it chooses another move than the easy one, makes a
/// position worth a proof.
const HINT_NODES: u64 = 30_000;

/// Of the other positions this share is looked at too, for what searches do not
/// find.
const UNHINTED: f64 = 0.15;

/// Nodes of a search that must agree that a win of material is the best there is, before the
/// programs with [`Find::nodes`] are asked.
const OPINION_NODES: u64 = 500_000;

/// Numbers of nodes that tell how difficult a combination is.
const DIFFICULTIES: [u64; 4] = [1_000, 10_000, 100_000, 1_000_000];

#[derive(Parser)]
#[command(about = "Mines the tactics suite (docs/tactics.md)")]
enum Arguments {
    /// Print what is found in games of one kind
    Find(Find),
    /// Write the suite of a game
    Choose(choose::Choose),
}

#[derive(Args)]
struct Find {
    /// chess, iceage, alice, elolbia or clupso
    game: String,
    /// Decides which games are played
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games at most
    #[arg(long, default_value_t = 2000)]
    games: u64,
    /// Where they begin
    #[arg(long, value_enum, default_value_t = SetUp::Opening)]
    set_up: SetUp,
    /// Nodes of a search that must not find the move: what it finds is too easy
    #[arg(long, default_value_t = 100)]
    easy: u64,
    /// A UCI engine that must agree on wins of material
    #[arg(long, value_name = "CMD")]
    second: PathBuf,
    /// Nodes with which it and this program must agree
    #[arg(long, default_value_t = 10_000_000)]
    nodes: u64,
}

fn main() -> Result<(), Box<dyn Error>> {
    match Arguments::parse() {
        Arguments::Find(find) => match find.game.as_str() {
            "chess" => mine::<Chess>(&find),
            "iceage" => mine::<IceAge>(&find),
            "alice" => mine::<Alice>(&find),
            "elolbia" => mine::<Elolbia>(&find),
            "clupso" => mine::<Clupso>(&find),
            other => Err(format!("unknown game '{other}'").into()),
        },
        Arguments::Choose(choose) => match choose.game.as_str() {
            "chess" => choose::run::<Chess>(&choose),
            "iceage" => choose::run::<IceAge>(&choose),
            "alice" => choose::run::<Alice>(&choose),
            "elolbia" => choose::run::<Elolbia>(&choose),
            "clupso" => choose::run::<Clupso>(&choose),
            other => Err(format!("unknown game '{other}'").into()),
        },
    }
}

fn mine<P: Themed + Searchable + Notation>(settings: &Find) -> Result<(), Box<dyn Error>> {
    let mut second = SecondEngine::start::<P>(settings.second.clone())?;
    let mut counts = vec![0; P::KINDS.len()];
    let mut seen = HashSet::new();
    for number in 0..settings.games {
        let mut random = ChaCha8Rng::seed_from_u64(settings.seed);
        random.set_stream(number);
        let mut player = Player::new(random);
        let positions: Vec<P> = player.play(settings.set_up);
        // One of a kind a game, or the same combination would come again and again.
        let mut taken = HashSet::new();
        for position in &positions {
            let Some(finding) = find(position, settings.easy, &mut player) else {
                continue;
            };
            let Some(kind) = themes::kind_of(position, &finding) else {
                continue;
            };
            if counts[kind] >= P::KINDS[kind].wanted
                || taken.contains(&kind)
                || !seen.insert(position.key())
                || !is_confirmed(position, &finding, settings.nodes, &mut player, &mut second)?
            {
                continue;
            }
            taken.insert(kind);
            counts[kind] += 1;
            println!("{}", epd(position, &finding, kind, &mut player));
        }
        let mut complete = counts.iter().zip(P::KINDS);
        if complete.all(|(&count, kind)| count >= kind.wanted) {
            break;
        }
    }
    Ok(())
}

fn find<P: Searchable + Notation>(position: &P, easy: u64, player: &mut Player) -> Option<Finding> {
    if position.state().halfmove_clock > 60 || position.count_legal_moves() < 4 {
        return None;
    }
    let easy = player.search(position, easy).best;
    let hint = player.search(position, HINT_NODES);
    // Long chains are wanted even if they are easy.
    let easy = easy.filter(|&m| !goal::is_long_chain(m));
    if hint.best == easy && !player.random.random_bool(UNHINTED) {
        return None;
    }
    let (most_moves, nodes) = match hint.value {
        value if is_decisive(value) => (6, PROOF_NODES),
        value if value > WINNING => (4, GLANCE_NODES),
        _ => (2, GLANCE_NODES),
    };
    let win = goal::shortest_win(position, most_moves, nodes);
    if let Some(win) = win.ok().flatten() {
        return Some(win).filter(|win| Some(win.best) != easy);
    }
    let best = hint
        .best
        .filter(|_| hint.best != easy && !is_decisive(hint.value))?;
    let win = goal::material_win(position, best, PROOF_NODES)
        .ok()
        .flatten();
    win.filter(|_| player.search(position, OPINION_NODES).best == Some(best))
}

/// Whether this program and another one think the best move of a win of material the best there
/// is. Wins by force are proved and need nobody's opinion.
fn is_confirmed<P: Searchable + Notation>(
    position: &P,
    finding: &Finding,
    nodes: u64,
    player: &mut Player,
    second: &mut SecondEngine,
) -> Result<bool, Box<dyn Error>> {
    if matches!(finding.goal, Goal::Win { .. }) {
        return Ok(true);
    }
    if player.search(position, nodes).best != Some(finding.best) {
        return Ok(false);
    }
    let other = second.best(position, nodes)?;
    Ok(other.is_some_and(|text| position.parse_coordinates(&text) == Ok(finding.best)))
}

fn epd<P: Themed + Searchable + Notation>(
    position: &P,
    finding: &Finding,
    kind: usize,
    player: &mut Player,
) -> String {
    let fen = position.fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    let name = P::NAME;
    let kind = &P::KINDS[kind];
    let goal = match finding.goal {
        Goal::Win { moves } => format!("dm {moves}"),
        Goal::Material {
            gain,
            others,
            plies,
        } => format!("acd {plies}; gain {gain}; others {others}"),
    };
    let mut difficulties = DIFFICULTIES.into_iter();
    let needed =
        difficulties.find(|&nodes| player.search(position, nodes).best == Some(finding.best));
    let needed = needed.map_or(String::new(), |nodes| format!("acn {nodes}; "));
    format!(
        "{} hmvc {}; fmvn {}; variant {name}; bm {}; {goal}; {needed}c0 \"{}\"; id \"{name}.{}\";",
        fields[..4].join(" "),
        position.state().halfmove_clock,
        position.state().fullmove_number,
        position.san(finding.best),
        kind.theme,
        kind.name,
    )
}
