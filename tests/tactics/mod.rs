//! Proves what both halves of `tests/data/tactics` claim, and what the search claims of mates.
//! What the operations of the suite's lines mean is said in `docs/tactics.md`.

mod mate_claims;

use std::collections::HashSet;

use galaverna::notation::Notation;
use galaverna::notation::epd::Epd;
use galaverna::rules::Move;

use galaverna::problems::proof::TooLarge;
use galaverna::problems::proof::material::{self, Material, WON};
use galaverna::problems::proof::mates::Mates;

/// The two halves of the suite: by one of them changes are judged, the other only measures.
const HALVES: [&str; 2] = ["tactics", "tactics/measure"];

/// Positions that every game has in each half.
const POSITIONS: usize = 50;

/// Nodes of a proof, after which something must be wrong with it.
const MOST_NODES: u64 = 50_000_000;

/// What a line says of a position.
struct Claim<P> {
    id: String,
    position: P,
    best: Move,
    epd: Epd,
}

impl<P: Notation> Claim<P> {
    fn read(line: &str) -> Option<Claim<P>> {
        let epd = Epd::parse(line)?;
        let operand = |name| {
            let operand = epd.operand(name);
            operand.unwrap_or_else(|| panic!("no {name}: {line}"))
        };
        assert_eq!(operand("variant"), P::NAME, "{line}");
        assert!(!operand("c0").is_empty(), "{line}");
        let position = P::from_fen(&epd.fen).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(position.fen(), epd.fen, "canonical: {line}");
        let best = position
            .parse_san(operand("bm"))
            .unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(position.san(best), operand("bm"), "canonical: {line}");
        // Far enough from the fifty-move rule for the solver that ignores it.
        assert!(position.state().halfmove_clock <= 60, "{line}");
        Some(Claim {
            id: operand("id").to_owned(),
            position,
            best,
            epd,
        })
    }

    /// A number among the operations.
    fn number(&self, name: &str) -> i32 {
        let operand = self.epd.operand(name).unwrap_or_default();
        let number = operand.parse();
        number.unwrap_or_else(|_| panic!("{}: {name} is '{operand}'", self.id))
    }

    fn is_true(&self) -> Result<bool, TooLarge> {
        match self.epd.operand("dm") {
            Some(_) => self.wins_alone(),
            None => self.gains_alone(),
        }
    }

    /// The best move wins in so many moves, no other does, and none in fewer.
    fn wins_alone(&self) -> Result<bool, TooLarge> {
        let moves = self.number("dm") as u32;
        assert!((2..=6).contains(&moves), "{}", self.id);
        let mut mates = Mates::new(self.position.turn(), MOST_NODES);
        Ok(mates.winning_moves(&self.position, moves - 1)?.is_empty()
            && mates.winning_moves(&self.position, moves)? == [self.best])
    }

    /// The best move gains so much within so many plies, and no other gains more
    /// than is said of the others.
    fn gains_alone(&self) -> Result<bool, TooLarge> {
        let before = material::balance(&self.position);
        let (gain, others) = (self.number("gain"), self.number("others"));
        let plies = self.number("acd") as u32;
        assert!(gain >= others + 150, "{}", self.id);
        assert!(before + gain > 0, "a draw must be worse: {}", self.id);
        let mut material = Material::new(MOST_NODES);
        for m in self.position.legal_moves() {
            let mut child = self.position.clone();
            child.play(m);
            let (least, most) = match m == self.best {
                true => (before + gain, WON),
                false => (-WON, before + others),
            };
            // The narrowest windows that tell whether the value lies between.
            let reaches = |material: &mut Material, value: i32| {
                let found = material.value(&child, plies - 1, -value, 1 - value)?;
                Ok::<bool, TooLarge>(-found >= value)
            };
            if least > -WON && !reaches(&mut material, least)?
                || most < WON && reaches(&mut material, most + 1)?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

fn read<P: Notation>() -> Vec<Claim<P>> {
    let directory = env!("CARGO_MANIFEST_DIR");
    let mut claims = Vec::new();
    for half in HALVES {
        let path = format!("{directory}/tests/data/{half}/{}.epd", P::NAME);
        let text = std::fs::read_to_string(&path);
        let text = text.unwrap_or_else(|error| panic!("{path}: {error}"));
        let before = claims.len();
        claims.extend(text.lines().filter_map(Claim::read));
        assert_eq!(claims.len() - before, POSITIONS, "{path}");
    }
    claims
}

fn claims_are_true<P: Notation>() {
    let claims = read::<P>();
    let wrong: Vec<&str> = claims
        .iter()
        .filter(|claim| claim.is_true() != Ok(true))
        .map(|claim| claim.id.as_str())
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

fn all_are_different<P: Notation>() {
    let claims = read::<P>();
    let ids: HashSet<&str> = claims.iter().map(|claim| claim.id.as_str()).collect();
    let keys: HashSet<u64> = claims.iter().map(|claim| claim.position.key()).collect();
    assert_eq!((ids.len(), keys.len()), (claims.len(), claims.len()));
}

/// The solvers find what is false, too.
fn false_claims_are_refuted<P: Notation>() {
    for mut claim in read::<P>().into_iter().step_by(16) {
        let moves = claim.position.legal_moves();
        let other = moves.into_iter().find(|&m| m != claim.best);
        claim.best = other.unwrap_or_else(|| panic!("{}: one legal move", claim.id));
        assert_eq!(claim.is_true(), Ok(false), "{}", claim.id);
    }
}

for_each_game!(claims_are_true, all_are_different, false_claims_are_refuted);
