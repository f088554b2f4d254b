//! Finds combinations in games of the program against itself, proves them, and
//! prints lines for `tests/data/tactics/GAME.epd`.
//!
//! `cargo run --release --example mine_tactics -- GAME --seed 1 --set-up ending`

mod games;
mod goal;
mod themes;

use std::collections::HashSet;

use clap::Parser;
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

/// Nodes of the search that must agree that a win of material is the best there
/// is. Wins by force need no such opinion.
const OPINION_NODES: u64 = 500_000;

#[derive(Parser)]
struct Arguments {
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
    #[arg(long, default_value_t = 500)]
    easy: u64,
}

fn main() {
    let arguments = Arguments::parse();
    match arguments.game.as_str() {
        "chess" => mine::<Chess>(&arguments),
        "iceage" => mine::<IceAge>(&arguments),
        "alice" => mine::<Alice>(&arguments),
        "elolbia" => mine::<Elolbia>(&arguments),
        "clupso" => mine::<Clupso>(&arguments),
        other => eprintln!("unknown game '{other}'"),
    }
}

fn mine<P: Themed + Searchable + Notation>(arguments: &Arguments) {
    let mut kinds: Vec<Vec<String>> = vec![Vec::new(); P::KINDS.len()];
    let mut seen = HashSet::new();
    for number in 0..arguments.games {
        let mut random = ChaCha8Rng::seed_from_u64(arguments.seed);
        random.set_stream(number);
        let mut player = Player::new(random);
        let positions: Vec<P> = player.play(arguments.set_up);
        // One of a kind a game, or the same combination would come again and again.
        let mut taken = HashSet::new();
        for position in &positions {
            let Some(finding) = find(position, arguments.easy, &mut player) else {
                continue;
            };
            let Some(kind) = themes::kind_of(position, &finding) else {
                continue;
            };
            let lines = &mut kinds[kind];
            if lines.len() < P::KINDS[kind].wanted
                && !taken.contains(&kind)
                && seen.insert(position.key())
            {
                taken.insert(kind);
                let line = epd(position, &finding, kind, lines.len() + 1);
                eprintln!("game {number}: {line}");
                lines.push(line);
            }
        }
        let complete = kinds.iter().zip(P::KINDS);
        if complete
            .into_iter()
            .all(|(lines, kind)| lines.len() >= kind.wanted)
        {
            break;
        }
    }
    for line in kinds.into_iter().flatten() {
        println!("{line}");
    }
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

fn epd<P: Themed + Notation>(
    position: &P,
    finding: &Finding,
    kind: usize,
    number: usize,
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
    format!(
        "{} hmvc {}; fmvn {}; variant {name}; bm {}; {goal}; c0 \"{}\"; id \"{name}.{}.{number:02}\";",
        fields[..4].join(" "),
        position.state().halfmove_clock,
        position.state().fullmove_number,
        position.san(finding.best),
        kind.theme,
        kind.name,
    )
}
