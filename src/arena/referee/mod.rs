//! One game between two engines, by our own rules.

mod adjudication;
mod agreement;
pub mod clock;
mod tables;

use std::time::{Duration, Instant};

use crate::engine::session::Session;
use crate::rules::{Color, EndReason, Outcome};
use crate::show::PositionError;

use super::openings::Opening;
use super::settings::MatchSettings;
use crate::player::settings::EngineSettings;
use crate::player::{MoveEvaluation, MoveRequest, Player, PlayerError, Reply, quoted};

use adjudication::Adjudicator;
use clock::GameClock;

/// A seat at the board.
pub struct Seat<'a> {
    /// Who sits there.
    pub player: &'a mut dyn Player,
    /// How it plays.
    pub settings: &'a EngineSettings,
}

/// A move as it was played, or another step of the game (see
/// [`Notation::agreement`](crate::notation::Notation::agreement)).
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedMove {
    /// Standard algebraic notation, or the step's text.
    pub san: String,
    /// Score, depth and time; `None` in the opening and for steps that are no
    /// moves.
    pub evaluation: Option<MoveEvaluation>,
    /// Whether it was made for the players, from the opening.
    pub book: bool,
}

/// What kind of end a game had: the PGN tag `Termination`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Termination {
    /// By the rules of the game, or by giving up.
    Normal,
    /// Called by the referee.
    Adjudication,
    /// A clock ran out.
    TimeForfeit,
    /// An illegal move.
    IllegalMove,
    /// A false claim.
    FalseClaim,
    /// An engine does not answer.
    Stalled,
    /// An engine crashed or flooded its output.
    Abandoned,
}

impl Termination {
    /// As the tag has it, in the words of cutechess-cli as far as it has them.
    pub const fn text(self) -> &'static str {
        match self {
            Termination::Normal => "normal",
            Termination::Adjudication => "adjudication",
            Termination::TimeForfeit => "time forfeit",
            Termination::IllegalMove => "illegal move",
            Termination::FalseClaim => "rules infraction",
            Termination::Stalled => "stalled connection",
            Termination::Abandoned => "abandoned",
        }
    }

    /// Whether the loser has shown that it cannot be trusted with another game.
    pub const fn is_fault(self) -> bool {
        !matches!(self, Termination::Normal | Termination::Adjudication)
    }

    /// Whether the loser is gone.
    pub const fn is_failure(self) -> bool {
        matches!(self, Termination::Stalled | Termination::Abandoned)
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameEnd {
    /// The winner, or `None` for a draw.
    pub winner: Option<Color>,
    /// Why, in words.
    pub reason: String,
    /// The kind of end.
    pub termination: Termination,
}

impl GameEnd {
    /// An end by the rules of the game.
    pub fn by_rules(outcome: Outcome) -> GameEnd {
        let why = outcome.reason.to_string();
        let reason = match outcome.winner.map(name) {
            None => format!("Draw by {why}"),
            // The ends that every match runner knows, in the words they have for them.
            Some(side) if outcome.reason == EndReason::Checkmate => format!("{side} mates"),
            Some(side) if why.contains(" is ") => format!("{side} wins: {why}"),
            Some(side) => format!("{side} wins by {why}"),
        };
        GameEnd {
            winner: outcome.winner,
            reason,
            termination: Termination::Normal,
        }
    }

    /// A side loses because of what it does.
    pub fn lost(loser: Color, what: impl std::fmt::Display, termination: Termination) -> GameEnd {
        GameEnd {
            winner: Some(!loser),
            reason: format!("{} {what}", name(loser)),
            termination,
        }
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    pub const fn result(&self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

fn name(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

/// A game that has ended.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// All moves, the opening included.
    pub moves: Vec<PlayedMove>,
    /// How it ended.
    pub end: GameEnd,
    /// Time from the first move to the end.
    pub elapsed: Duration,
    /// The part of it in which an engine was thinking.
    pub thinking: Duration,
}

/// Plays a game from an opening.
///
/// # Errors
///
/// If it has no end to be recorded: an engine cannot play such games or begin from this
/// opening, or the match was interrupted.
pub fn play<'a>(
    rules: &'a MatchSettings,
    opening: &Opening,
    seats: [Seat<'a>; 2],
) -> Result<FinishedGame, PlayerError> {
    let game = OngoingGame::new(rules, opening, seats);
    let mut game = game.map_err(|error| PlayerError::Unsuitable(format!("opening: {error}")))?;
    let start = Instant::now();
    let end = match game.begin()? {
        Some(end) => end,
        None => loop {
            if let Some(end) = game.step()? {
                break end;
            }
        },
    };
    Ok(FinishedGame {
        moves: game.played,
        end,
        elapsed: start.elapsed(),
        thinking: game.thinking,
    })
}

/// A game under way.
struct OngoingGame<'a> {
    rules: &'a MatchSettings,
    seats: [Seat<'a>; 2],
    session: Box<dyn Session>,
    start: Option<String>,
    /// Coordinate notation, as engines are told.
    moves: Vec<String>,
    played: Vec<PlayedMove>,
    clocks: [GameClock; 2],
    adjudicator: Adjudicator,
    /// After how many moves the players were last asked for an agreement.
    asked: Option<usize>,
    thinking: Duration,
}

impl<'a> OngoingGame<'a> {
    fn new(
        rules: &'a MatchSettings,
        opening: &Opening,
        seats: [Seat<'a>; 2],
    ) -> Result<OngoingGame<'a>, PositionError> {
        let mut session = rules.variant.session();
        session.set_position(opening.fen.as_deref(), &[])?;
        let mut played = Vec::with_capacity(256);
        for text in &opening.moves {
            played.push(PlayedMove {
                san: session.play(text)?,
                evaluation: None,
                book: true,
            });
        }
        let clock = |seat: &Seat<'_>| {
            let EngineSettings { limits, margin, .. } = seat.settings;
            GameClock::new(limits, *margin, rules.timeouts.thinking)
        };
        Ok(OngoingGame {
            rules,
            clocks: [clock(&seats[0]), clock(&seats[1])],
            seats,
            session,
            start: opening.fen.clone(),
            moves: opening.moves.clone(),
            played,
            adjudicator: Adjudicator::new(rules.adjudication, opening),
            asked: None,
            thinking: Duration::ZERO,
        })
    }

    /// Tells both of the new game.
    fn begin(&mut self) -> Result<Option<GameEnd>, PlayerError> {
        let start = self.start.as_deref();
        for (seat, color) in self.seats.iter_mut().zip(Color::ALL) {
            if let Err(error) = seat.player.new_game(self.rules.variant, start) {
                return failed(color, error).map(Some);
            }
        }
        Ok(None)
    }

    /// One move, or the end.
    fn step(&mut self) -> Result<Option<GameEnd>, PlayerError> {
        if let Some(outcome) = self.session.outcome() {
            return Ok(Some(GameEnd::by_rules(outcome)));
        }
        if let Some(end) = self.adjudicator.game_end() {
            return Ok(Some(end));
        }
        if let Some(end) = self.end_by_tables() {
            return Ok(Some(end));
        }
        if let Some(end) = self.offer_agreement()? {
            return Ok(Some(end));
        }
        let turn = self.session.turn();
        let side = index(turn);
        let (reply, evaluation) = match self.think(turn) {
            Ok(answer) => answer,
            Err(error) => return failed(turn, error).map(Some),
        };
        self.thinking += evaluation.elapsed;
        if !self.clocks[side].press(evaluation.elapsed) {
            let end = GameEnd::lost(turn, "loses on time", Termination::TimeForfeit);
            return Ok(Some(end));
        }
        Ok(match &reply {
            Reply::Move(text) => self.play(turn, text, evaluation),
            Reply::Resign => Some(GameEnd::lost(turn, "resigns", Termination::Normal)),
            Reply::Claim(claim) => Some(GameEnd::lost(
                turn,
                format!("makes a false claim: {}", quoted(claim)),
                Termination::FalseClaim,
            )),
        })
    }

    fn think(&mut self, turn: Color) -> Result<(Reply, MoveEvaluation), PlayerError> {
        let seat = &mut self.seats[index(turn)];
        seat.player.think(&MoveRequest {
            start: self.start.as_deref(),
            moves: &self.moves,
            turn,
            clocks: [self.clocks[0].engine_clock(), self.clocks[1].engine_clock()],
            limits: &seat.settings.limits,
            allowed: self.clocks[index(turn)].allowed(),
        })
    }

    /// Checks a move and makes it.
    fn play(&mut self, turn: Color, text: &str, told: MoveEvaluation) -> Option<GameEnd> {
        // Of several texts of a move the other engine is told ours.
        let found = self.session.find_move(text).map(|m| m.to_string());
        let played = found.and_then(|found| Ok((self.session.play(&found)?, found)));
        let (san, found) = match played {
            Ok(played) => played,
            Err(_) => {
                let what = format!("makes an illegal move: {}", quoted(text));
                return Some(GameEnd::lost(turn, what, Termination::IllegalMove));
            }
        };
        self.moves.push(found);
        self.adjudicator.note(turn, told.score);
        self.played.push(PlayedMove {
            san,
            evaluation: Some(told),
            book: false,
        });
        None
    }
}

/// What an engine's failure means for the game.
fn failed(color: Color, error: PlayerError) -> Result<GameEnd, PlayerError> {
    match error {
        PlayerError::Hung(_) => Ok(GameEnd::lost(color, error, Termination::Stalled)),
        PlayerError::Disconnected | PlayerError::Flood => {
            Ok(GameEnd::lost(color, error, Termination::Abandoned))
        }
        PlayerError::Unsuitable(_) | PlayerError::Interrupted => Err(error),
    }
}

/// Its place in arrays.
fn index(color: Color) -> usize {
    color.fold_wb(0, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_said_in_the_usual_words() {
        let win = |reason| GameEnd::by_rules(Outcome::win(Color::White, reason)).reason;
        let draw = |reason| GameEnd::by_rules(Outcome::draw(reason)).reason;
        assert_eq!(win(EndReason::Checkmate), "White mates");
        let frozen = win(EndReason::Variant("Black's king is frozen"));
        assert_eq!(frozen, "White wins: Black's king is frozen");
        assert_eq!(draw(EndReason::Stalemate), "Draw by stalemate");
        assert_eq!(draw(EndReason::FiftyMoves), "Draw by fifty-move rule");
    }
}
