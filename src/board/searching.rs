//! Searches for the page: what it asks, and what it is told.

use std::time::Duration;

use crate::engine::draw_resign::DrawResignPolicy;
use crate::engine::options::Setting;
use crate::engine::session::{Answer, LineReport};
use crate::engine::strength::{MAX_ELO, MIN_ELO};
use crate::engine::wdl::WinDrawLoss;
use crate::host;
use crate::notation::UciScore;
use crate::rules::{Color, Outcome};
use crate::search::time::{Clock, Limits};
use crate::search::transposition::Bound;
use crate::show::record::{Record, line_san};

use super::judgement;
use super::messages::{DoneView, LineView, OwnMoves, ScoreView, SearchWish, WireClock};

/// The most lines of an analysis.
pub const MAX_LINES: usize = 5;

/// The largest table of an analysis, in MiB: eight tabs may have one each. What addresses 4 GiB
/// at most is the browser itself.
pub const MAX_HASH: usize = if cfg!(target_pointer_width = "32") {
    256
} else {
    1024
};

/// The table of who wishes for none, in MiB.
const USUAL_HASH: usize = 16;

/// The longest time for a move that can be asked for.
const MAX_MOVE_TIME: Duration = Duration::from_secs(3600);

impl SearchWish {
    /// What the engine is set to.
    pub fn settings(&self) -> Vec<Setting> {
        let elo = self.elo.map(|elo| elo.clamp(MIN_ELO, MAX_ELO));
        let strength = elo.map(Setting::Elo).into_iter();
        let settings = strength.chain([
            Setting::Threads(self.threads()),
            Setting::Hash(self.hash()),
            Setting::MultiPv(self.lines()),
            Setting::LimitStrength(elo.is_some()),
        ]);
        settings.collect()
    }

    /// How many threads search.
    pub fn threads(&self) -> usize {
        self.threads.unwrap_or(1).clamp(1, host::processors())
    }

    /// How large the table is, in MiB.
    pub fn hash(&self) -> usize {
        self.hash.unwrap_or(USUAL_HASH).clamp(1, MAX_HASH)
    }

    /// How many lines are shown.
    pub fn lines(&self) -> usize {
        self.lines.unwrap_or(1).clamp(1, MAX_LINES)
    }

    /// What the engine is asked.
    pub fn request(&self) -> Limits {
        let clock = |clock: WireClock| Clock {
            remaining: Duration::from_millis(clock.remaining).min(24 * MAX_MOVE_TIME),
            increment: Duration::from_millis(clock.increment).min(MAX_MOVE_TIME),
            moves_to_go: None,
        };
        Limits {
            clocks: self
                .clocks
                .map_or([None, None], |clocks| clocks.map(|c| Some(clock(c)))),
            move_time: self
                .move_time
                .map(|time| Duration::from_millis(time).min(MAX_MOVE_TIME)),
            infinite: self.infinite,
            ..Limits::default()
        }
    }
}

/// Turns what a search reports into what the page is told.
pub struct Reporter {
    session: Box<dyn Record>,
    turn: Color,
    score: Option<ScoreView>,
    policy: DrawResignPolicy,
}

impl Reporter {
    /// For a search of a session's present position, in a game in which the engine has
    /// made these moves.
    pub fn new(session: &dyn Record, own_moves: OwnMoves) -> Reporter {
        Reporter {
            session: session.fork(),
            turn: session.turn(),
            score: None,
            policy: DrawResignPolicy::after(own_moves.values, own_moves.offered_at),
        }
    }

    /// What the page is told of one of the best lines.
    pub fn line(&mut self, line: LineReport) -> LineView {
        let score = score(line.score, line.chances, self.turn);
        if line.multipv == 1 {
            self.score = Some(score);
        }
        let milliseconds = line.time.as_millis().max(1);
        LineView {
            multipv: line.multipv,
            depth: line.depth,
            seldepth: line.seldepth,
            score,
            exact: line.bound == Bound::Exact,
            nodes: line.nodes,
            nps: (u128::from(line.nodes) * 1000 / milliseconds) as u64,
            time: milliseconds as u64,
            sans: line_san(self.session.as_ref(), &line.pv),
            moves: line.pv,
        }
    }

    /// What the page is told of the end.
    pub fn done(&mut self, answer: Answer) -> DoneView {
        self.policy.note(answer.value);
        let (best, san) = answer.best.map(|best| (best.coordinates, best.san)).unzip();
        DoneView {
            best,
            san,
            score: self.score,
            value: answer.value,
            resigns: self.policy.resigns(),
            offers_draw: self
                .policy
                .offers_draw(self.session.state().fullmove_number),
        }
    }
}

/// A value of the side to move, seen from White.
pub fn score(score: UciScore, chances: WinDrawLoss, turn: Color) -> ScoreView {
    let sign = turn.fold_wb(1, -1);
    let (cp, mate) = match score {
        UciScore::Centipawns(value) => (Some(sign * value), None),
        UciScore::Mate(moves) => (None, Some(sign * moves)),
    };
    ScoreView {
        cp,
        mate,
        chance: judgement::white_chance(chances, turn),
    }
}

/// The value of a game that is over.
pub fn final_score(outcome: Outcome) -> ScoreView {
    ScoreView {
        cp: outcome.winner.is_none().then_some(0),
        mate: None,
        chance: judgement::chance_at_end(outcome),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_are_bounded_by_the_machine() {
        let settings = |wish: &str| serde_json::from_str::<SearchWish>(wish).unwrap().settings();
        let most = settings(r#"{ "threads": 100000, "hash": 10000000, "lines": 50 }"#);
        let expected = [
            Setting::Threads(host::processors()),
            Setting::Hash(MAX_HASH),
            Setting::MultiPv(MAX_LINES),
        ];
        assert_eq!(most[..3], expected);
        let least = settings(r#"{ "threads": 0, "hash": 0 }"#);
        assert_eq!(least[..2], [Setting::Threads(1), Setting::Hash(1)]);
    }
}
