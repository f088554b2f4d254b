//! Every win or loss that a search claims is one, the fifty-move rule included.

use std::collections::BTreeSet;

use galaverna::engine::session::{LineReport, Resources};
use galaverna::notation::Notation;
use galaverna::notation::UciScore;
use galaverna::rules::Move;
use galaverna::search::history::History;
use galaverna::search::time::{Limits, Signals};
use galaverna::search::transposition::{Bound, TranspositionTable};
use galaverna::show::Game;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use galaverna::problems::proof::TooLarge;
use galaverna::problems::proof::mates::Mates;

/// Random games of each game, and how long one is at most.
const GAMES: usize = 150;
const PLIES: usize = 120;

/// Claims about them that must have been looked at in each game.
const LEAST_CLAIMS: usize = 20;

/// Nodes of a proof, after which a claim is left unproved.
const MOST_NODES: u64 = 200_000;

/// Nodes of a search that is not limited to fewer.
const NODES: u64 = 10_000;

/// What a search says of a position: the mate and the line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Claim {
    /// As UCI counts it.
    moves: i32,
    /// Which of the best lines, from 1.
    line: usize,
    /// Its first move.
    first: String,
}

impl Claim {
    fn of(report: &LineReport) -> Option<Claim> {
        let UciScore::Mate(moves) = report.score else {
            return None;
        };
        // A bound on the other side of a mate claims nothing.
        let is_claim = match report.bound {
            Bound::Exact => true,
            Bound::Lower => moves > 0,
            Bound::Upper => moves <= 0,
        };
        is_claim.then(|| Claim {
            moves,
            line: report.multipv,
            first: report.pv[0].clone(),
        })
    }

    /// A win is claimed of the line's first move; a loss in the best line of all
    /// moves, in another one of the first.
    fn is_true<P: Notation>(&self, position: &P, restricted: bool) -> Result<bool, TooLarge> {
        let (us, them) = (position.turn(), position.turn().other());
        let moves = self.moves.unsigned_abs();
        let mut child = position.clone();
        child.play(position.parse_coordinates(&self.first).expect("legal"));
        match self.moves > 0 {
            true => Mates::new(us, MOST_NODES).is_lost(&child, moves - 1),
            false if self.line == 1 && !restricted => {
                Mates::new(them, MOST_NODES).is_lost(position, moves)
            }
            false => Mates::new(them, MOST_NODES).is_won(&child, moves),
        }
    }
}

/// What is wrong with a line, if anything is: a move that is not legal or comes after
/// the end of the game, or an end that is not the mate claimed. A line may be shorter
/// than its mate where the table cut it off.
fn fault_in_line<P: Notation>(position: &P, report: &LineReport) -> Option<String> {
    let mut end = position.clone();
    for (ply, text) in report.pv.iter().enumerate() {
        if ply > 0 && end.outcome().is_some() {
            return Some(format!("{text} after the end"));
        }
        match end.parse_coordinates(text) {
            Ok(m) => end.play(m),
            Err(error) => return Some(error.to_string()),
        }
    }
    let (UciScore::Mate(moves), Bound::Exact) = (report.score, report.bound) else {
        return None;
    };
    let (plies, claimed) = (report.pv.len(), moves.unsigned_abs() as usize);
    // The ice can decide the game after the loser's move: a ply later than a mate.
    let (winner, in_moves) = match moves > 0 {
        true => (position.turn(), plies.div_ceil(2)),
        false => (position.turn().other(), (plies / 2).max(1)),
    };
    let is_wrong = match end.outcome() {
        Some(outcome) => outcome.winner != Some(winner) || in_moves != claimed,
        None => plies >= 2 * claimed + usize::from(moves <= 0),
    };
    is_wrong.then(|| format!("{plies} plies, {:?}", end.outcome()))
}

/// What a search of the position says, in all iterations; its lines must be playable.
fn claims<P: Notation>(
    position: &P,
    limits: Limits,
    table: &TranspositionTable,
) -> BTreeSet<Claim> {
    let mut session = Game::named(P::NAME)
        .expect("every game has a name")
        .session();
    let set_up = session.set_position(Some(&position.fen()), &[]);
    set_up.expect("its own FEN");
    let resources = Resources {
        signals: &Signals::new(false),
        table,
        histories: &mut [History::default()],
    };
    let mut claims = BTreeSet::new();
    session.search_task(limits)(resources, &mut |report| {
        let fault = fault_in_line(position, &report);
        assert_eq!(fault, None, "{}: {report:?}", position.fen());
        claims.extend(Claim::of(&report));
    });
    claims
}

/// What has become of claims.
#[derive(Default)]
struct Proofs {
    /// How many are true.
    proved: usize,
    /// Those that are not.
    refuted: Vec<String>,
}

impl Proofs {
    /// Proves or refutes what a search claims, as far as that can be done.
    fn add<P: Notation>(&mut self, position: &P, limits: &Limits, table: &TranspositionTable) {
        let restricted = !limits.search_moves.is_empty();
        for claim in claims(position, limits.clone(), table) {
            match claim.is_true(position, restricted) {
                Ok(true) => self.proved += 1,
                Ok(false) => {
                    let (fen, mate) = (position.fen(), claim.moves);
                    let (line, first) = (claim.line, claim.first);
                    let text = format!("{fen}: mate {mate} in line {line}, {first}; {limits:?}");
                    self.refuted.push(text);
                }
                Err(TooLarge) => {}
            }
        }
    }

    /// Asserts that all are true, and that there were enough of them.
    fn assert_true(&self, least: usize) {
        let (proved, refuted) = (self.proved, self.refuted.len());
        let some = &self.refuted[..refuted.min(5)];
        assert!(
            some.is_empty(),
            "{refuted} beside {proved} true ones: {some:#?}"
        );
        assert!(proved >= least, "only {proved} claims");
    }
}

fn to_depth(depth: usize) -> Limits {
    Limits {
        depth: Some(depth),
        nodes: Some(NODES),
        ..Limits::default()
    }
}

fn with_nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

/// The position with another halfmove clock.
fn with_clock<P: Notation>(position: &P, clock: u32) -> P {
    let fen = position.fen();
    let mut fields: Vec<&str> = fen.split(' ').collect();
    let clock = clock.to_string();
    fields[4] = &clock;
    P::from_fen(&fields.join(" ")).expect("only the clock is another")
}

/// Positions from the last moves of random games, whose ends are near, and some
/// from before.
fn random_positions<P: Notation>(seed: u64) -> Vec<P> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut positions = Vec::new();
    for _ in 0..GAMES {
        let start = P::SAMPLE_FENS.choose(&mut random).expect("samples");
        let mut game = vec![P::from_fen(start).expect("a sample")];
        for _ in 0..PLIES {
            let position = &game[game.len() - 1];
            let Some(&m) = position.legal_moves().choose(&mut random) else {
                break;
            };
            let mut next = position.clone();
            next.play(m);
            game.push(next);
        }
        let last = game.len().saturating_sub(1);
        let chosen = [1, 2, 3, 4, random.random_range(5..=PLIES)];
        for position in chosen
            .iter()
            .filter_map(|&back| game.get(last.checked_sub(back)?))
        {
            positions.push(with_clock(position, random.random_range(90..=99)));
        }
    }
    positions
}

/// Proves what searches within each of these limits claim.
fn prove_searches<P: Notation>(seed: u64, searches: &[Limits]) {
    let table = TranspositionTable::new(1).expect("memory");
    let mut proofs = Proofs::default();
    for position in random_positions::<P>(seed) {
        for limits in searches {
            table.clear();
            proofs.add(&position, limits, &table);
        }
    }
    proofs.assert_true(LEAST_CLAIMS);
}

fn claims_with_a_high_clock_are_true<P: Notation>() {
    let mut searches: Vec<Limits> = (1..=4).map(to_depth).collect();
    searches.push(Limits {
        mate: Some(2),
        ..to_depth(6)
    });
    searches.push(Limits {
        lines: 3,
        ..to_depth(3)
    });
    prove_searches::<P>(6, &searches);
}

fn claims_of_few_nodes_are_true<P: Notation>() {
    prove_searches::<P>(7, &[1, 2, 3, 10, 30, 100, 300, 1000].map(with_nodes));
}

/// What was found when move fifty was far is not believed when it is near.
fn claims_with_a_table_from_a_low_clock_are_true<P: Notation>() {
    let table = TranspositionTable::new(1).expect("memory");
    let mut proofs = Proofs::default();
    for position in random_positions::<P>(8) {
        table.clear();
        claims(&with_clock(&position, 0), to_depth(5), &table);
        for depth in [2, 4] {
            proofs.add(&position, &to_depth(depth), &table);
        }
    }
    proofs.assert_true(LEAST_CLAIMS);
}

for_each_game!(
    claims_with_a_high_clock_are_true,
    claims_of_few_nodes_are_true,
    claims_with_a_table_from_a_low_clock_are_true
);

/// What a search with an empty table claims of a position must be true.
fn prove_alone<P: Notation>(fen: &str, limits: &Limits) {
    let position = P::from_fen(fen).expect("valid");
    let table = TranspositionTable::new(1).expect("memory");
    let mut proofs = Proofs::default();
    proofs.add(&position, limits, &table);
    proofs.assert_true(0);
}

#[test]
fn no_mate_through_a_position_drawn_by_fifty_moves() {
    let fen = "1nbqk1n1/1p2p2|R/2|p|p2|p|r/|p3b1Q1/1|P|P4P/|P3|P1|r1/3P1P2/RNB1K3 b Q - 97 15";
    let limits = Limits {
        mate: Some(3),
        nodes: Some(300_000),
        ..Limits::default()
    };
    prove_alone::<galaverna::rules::alice::Alice>(fen, &limits);
}

#[test]
fn no_mate_after_a_move_that_draws_by_fifty_moves() {
    let fen = "4k1B1/6pn/p1N3P1/4P1pb/1BBp3Q/8/2P1p1q1/R2RK2R w KQ - 99 36";
    let position = galaverna::rules::chess::Chess::from_fen(fen).expect("valid");
    let step: Move = position.parse_coordinates("e1d2").expect("legal");
    let limits = Limits {
        search_moves: vec![step],
        ..to_depth(1)
    };
    prove_alone::<galaverna::rules::chess::Chess>(fen, &limits);
}

#[test]
fn no_mate_from_an_unfinished_first_iteration() {
    let fen = "6q1/4N2b/8/k7/8/N3r1rB/4n2K/4r3 w - - 14 83";
    for nodes in 1..=50 {
        prove_alone::<galaverna::rules::chess::Chess>(fen, &with_nodes(nodes));
    }
}
