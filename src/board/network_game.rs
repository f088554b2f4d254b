//! A game between two people at two machines: its moves, its clocks, and what the players
//! say to each other. Who is who, and what carries their messages, is the server's business.

mod clocks;
mod pgn;
#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use crate::engine::session::Session;
use crate::notation::{MoveError, fen};
use crate::pgn::today;
use crate::rules::Color;
use crate::rules::chess::CHESS960;
use crate::rules::setup::{CHESS960_POSITIONS, Setup};
use crate::show::words;

use super::messages::{GameLine, NetworkEnd, NetworkProposal, NetworkTime, NetworkWish, Proposed};
use super::{agreement, line};

use clocks::Clocks;

/// The most time that a clock begins with, in milliseconds: ten hours.
const MOST_BASE: u64 = 36_000_000;

/// The most time that a move brings, in milliseconds: ten minutes.
const MOST_INCREMENT: u64 = 600_000;

/// What is said to an answer that comes too late.
const NOT_PROPOSED: &str = "That is not proposed any more.";

/// A move or an agreement that was made.
#[derive(Debug)]
struct Made {
    san: String,
    /// Who moved; an agreement is nobody's move.
    by: Option<Color>,
    /// What that side's clock showed then.
    clock: Option<Duration>,
}

/// What one side proposes, and the other has not answered.
#[derive(Debug)]
struct Open {
    number: u32,
    by: Color,
    proposed: Proposed,
}

/// The game.
#[derive(Debug)]
pub struct NetworkGame {
    /// The start and the moves; `session` is the position after them.
    line: GameLine,
    session: Box<dyn Session>,
    /// What is known of each of the moves.
    made: Vec<Made>,
    /// When it began, as PGN has it.
    date: String,
    time: Option<NetworkTime>,
    clocks: Option<Clocks>,
    open: Option<Open>,
    /// Counts the proposals.
    proposals: u32,
    /// What each side has proposed since the last move.
    proposed: Vec<(Color, Proposed)>,
    rematch: Option<Color>,
    over: Option<NetworkEnd>,
    /// Whether it ended because a side's time was up.
    flagged: bool,
}

impl NetworkGame {
    /// A game as a host wishes for it.
    ///
    /// # Errors
    ///
    /// In words, if there is no such game or no such time.
    pub fn new(wish: &NetworkWish) -> Result<NetworkGame, String> {
        let is_time = |time: NetworkTime| {
            time.base <= MOST_BASE
                && time.increment <= MOST_INCREMENT
                && time.base + time.increment > 0
        };
        if !wish.time.is_none_or(is_time) {
            return Err("A clock needs time, of which there can be ten hours.".to_owned());
        }
        if wish.chess960 && wish.fen.is_some() {
            return Err("The start is a position of your own or one of the 960.".to_owned());
        }
        let mut start = GameLine {
            game: wish.game.clone(),
            rules: Vec::new(),
            fen: wish.fen.clone(),
            moves: Vec::new(),
        };
        if wish.chess960 {
            let game = line::game(&wish.game)?;
            if !game
                .rule_options
                .iter()
                .any(|rule| rule.name == CHESS960.name)
            {
                return Err(format!("{} has one start position.", game.title));
            }
            let number = rand::random_range(0..CHESS960_POSITIONS);
            start.rules.push((CHESS960.name.to_owned(), true));
            start.fen = Some(fen::write(&Setup::chess960(number)));
        }
        NetworkGame::from(start, wish.time)
    }

    fn from(start: GameLine, time: Option<NetworkTime>) -> Result<NetworkGame, String> {
        let (_, session) = line::open(&start)?;
        if session.outcome().is_some() {
            return Err("The game is over in this position.".to_owned());
        }
        Ok(NetworkGame {
            line: start,
            session,
            made: Vec::new(),
            date: today(),
            time,
            clocks: time.map(Clocks::new),
            open: None,
            proposals: 0,
            proposed: Vec::new(),
            rematch: None,
            over: None,
            flagged: false,
        })
    }

    /// The start and the moves so far.
    pub fn line(&self) -> &GameLine {
        &self.line
    }

    /// The moves in SAN.
    pub fn sans(&self) -> Vec<String> {
        self.made.iter().map(|made| made.san.clone()).collect()
    }

    /// The time that the clocks began with.
    pub fn time(&self) -> Option<NetworkTime> {
        self.time
    }

    /// What White's and Black's clock show, in milliseconds.
    pub fn clocks(&self, now: Instant) -> Option<[u64; 2]> {
        let clocks = self.clocks?;
        let left = |color| clocks.remaining(color, now).as_millis() as u64;
        Some([left(Color::White), left(Color::Black)])
    }

    /// Whose clock runs.
    pub fn running(&self) -> Option<Color> {
        self.clocks?.running()
    }

    /// What is proposed.
    pub fn proposal(&self) -> Option<NetworkProposal> {
        self.open.as_ref().map(|open| NetworkProposal {
            number: open.number,
            by: open.by.into(),
            proposed: open.proposed.clone(),
        })
    }

    /// Who wishes for a rematch.
    pub fn rematch(&self) -> Option<Color> {
        self.rematch
    }

    /// How it has ended, if it has.
    pub fn over(&self) -> Option<&NetworkEnd> {
        self.over.as_ref()
    }

    /// When the clock that runs will be at zero.
    pub fn deadline(&self) -> Option<Instant> {
        self.clocks?.deadline()
    }

    /// Ends the game if the time of the side to move is up.
    pub fn look_at_clocks(&mut self, now: Instant) {
        let Some(color) = self.running().filter(|_| self.over.is_none()) else {
            return;
        };
        if self.deadline().is_some_and(|deadline| deadline <= now) {
            let says = format!(
                "{}’s time is up. {}",
                words::side(color),
                wins(color.other())
            );
            self.flagged = true;
            self.end(Some(color.other()), says, now);
        }
    }

    /// Makes a move of a side, after so many others.
    ///
    /// # Errors
    ///
    /// In words, if it is not that side's turn or the move is not legal.
    pub fn play(&mut self, by: Color, ply: usize, text: &str, now: Instant) -> Result<(), String> {
        self.go_on(now)?;
        if by != self.session.turn() || ply != self.line.moves.len() {
            return Err("It is not your turn.".to_owned());
        }
        // An agreement is none: that would take both.
        let legal = self.session.find_move(text);
        let text = legal.map_err(refused)?.to_string();
        let san = self.session.play(&text).map_err(refused)?;
        self.line.moves.push(text);
        let clocks = self.clocks.as_mut();
        let clock = clocks.map(|clocks| {
            clocks.press(by, now);
            clocks.remaining(by, now)
        });
        self.made.push(Made {
            san,
            by: Some(by),
            clock,
        });
        self.proposed.clear();
        // A draw is offered until the other side moves; all else is proposed of the position.
        self.open
            .take_if(|open| open.by != by || open.proposed != Proposed::Draw);
        self.end_by_rules(now);
        Ok(())
    }

    fn end_by_rules(&mut self, now: Instant) {
        if let Some(outcome) = self.session.outcome() {
            self.end(outcome.winner, words::of_outcome(outcome), now);
        }
    }

    /// Proposes something to the other side, after so many moves, in place of what the side
    /// proposed before. A draw that both offer is agreed on.
    ///
    /// # Errors
    ///
    /// In words, if the game has gone on, the rules do not allow it, the side has proposed
    /// the same since the last move, or the other side waits for an answer.
    pub fn propose(
        &mut self,
        by: Color,
        ply: usize,
        proposed: Proposed,
        now: Instant,
    ) -> Result<(), String> {
        self.go_on(now)?;
        if ply != self.line.moves.len() {
            return Err("The game has gone on meanwhile.".to_owned());
        }
        if let Some(open) = self.open.as_ref().filter(|open| open.by != by) {
            return match (&open.proposed, &proposed) {
                (Proposed::Draw, Proposed::Draw) => {
                    self.end_by_agreement(now);
                    Ok(())
                }
                _ => Err("Answer first what the other side proposes.".to_owned()),
            };
        }
        match &proposed {
            Proposed::Draw => {}
            Proposed::TakeBack if self.made.iter().any(|made| made.by == Some(by)) => {}
            Proposed::TakeBack => return Err("You have not moved yet.".to_owned()),
            Proposed::Agreement { squares } => {
                agreement::named(self.session.as_ref(), by, squares)?;
            }
        }
        let already = (by, proposed.clone());
        if self.proposed.contains(&already) {
            return Err("You have proposed this already.".to_owned());
        }
        self.proposed.push(already);
        self.proposals += 1;
        self.open = Some(Open {
            number: self.proposals,
            by,
            proposed,
        });
        Ok(())
    }

    /// Accepts what the other side proposes, with the squares that an agreement needs.
    ///
    /// # Errors
    ///
    /// In words, if that is not proposed any more, or the squares are against the rules.
    pub fn accept(
        &mut self,
        by: Color,
        number: u32,
        squares: &[String],
        now: Instant,
    ) -> Result<(), String> {
        self.go_on(now)?;
        let open = self.open.as_ref();
        let open = open.filter(|open| open.number == number && open.by != by);
        match open.map(|open| open.proposed.clone()) {
            None => return Err(NOT_PROPOSED.to_owned()),
            Some(Proposed::Draw) => self.end_by_agreement(now),
            Some(Proposed::TakeBack) => self.take_back(by.other(), now),
            Some(Proposed::Agreement { squares: named }) => {
                let squares = match by {
                    Color::White => [squares, &named],
                    Color::Black => [&named, squares],
                };
                self.agree(squares, now)?;
            }
        }
        Ok(())
    }

    /// Declines what the other side proposes, or withdraws what the side itself has proposed.
    ///
    /// # Errors
    ///
    /// In words, if that is not proposed any more.
    pub fn decline(&mut self, number: u32) -> Result<(), String> {
        let open = self.open.take_if(|open| open.number == number);
        open.map(|_| ()).ok_or(NOT_PROPOSED.to_owned())
    }

    fn end_by_agreement(&mut self, now: Instant) {
        self.end(None, "Draw by agreement.".to_owned(), now);
    }

    /// Goes back to before the last move of a side. The clocks keep what they show; at the
    /// start none runs.
    fn take_back(&mut self, by: Color, now: Instant) {
        while let Some(made) = self.made.pop() {
            self.line.moves.pop();
            self.session.undo();
            if made.by == Some(by) {
                break;
            }
        }
        self.settle();
        if let Some(clocks) = &mut self.clocks {
            match self.made.iter().any(|made| made.by.is_some()) {
                true => clocks.start(self.session.turn(), now),
                false => clocks.stop(now),
            }
        }
    }

    /// Does what both sides have agreed on with these squares of White and Black.
    fn agree(&mut self, squares: [&[String]; 2], now: Instant) -> Result<(), String> {
        let text = agreement::text_of(self.session.as_ref(), squares)?;
        let san = self.session.play(&text).map_err(refused)?;
        self.line.moves.push(text);
        self.made.push(Made {
            san,
            by: None,
            clock: None,
        });
        self.settle();
        self.end_by_rules(now);
        Ok(())
    }

    /// Nothing is proposed of a position that both sides have left.
    fn settle(&mut self) {
        self.open = None;
        self.proposed.clear();
    }

    /// A side gives up.
    ///
    /// # Errors
    ///
    /// If the game is over.
    pub fn resign(&mut self, by: Color, now: Instant) -> Result<(), String> {
        self.go_on(now)?;
        let says = format!("{} resigns. {}", words::side(by), wins(by.other()));
        self.end(Some(by.other()), says, now);
        Ok(())
    }

    /// A side wishes for the same game with the other colours; it is there when both do.
    ///
    /// # Errors
    ///
    /// In words, if this game is not over.
    pub fn wish_rematch(&mut self, by: Color) -> Result<Option<NetworkGame>, String> {
        if self.over.is_none() {
            return Err("This game is not over.".to_owned());
        }
        let both = self.rematch.is_some_and(|other| other != by);
        self.rematch = Some(self.rematch.unwrap_or(by));
        let start = GameLine {
            moves: Vec::new(),
            ..self.line.clone()
        };
        both.then(|| NetworkGame::from(start, self.time))
            .transpose()
    }

    /// Whether a line is this game's, up to one of its moves.
    pub fn has(&self, line: &GameLine) -> bool {
        let GameLine {
            game,
            rules,
            fen,
            moves,
        } = line;
        (game, rules, fen) == (&self.line.game, &self.line.rules, &self.line.fen)
            && self.line.moves.starts_with(moves)
    }

    /// Refuses what comes too late.
    fn go_on(&mut self, now: Instant) -> Result<(), String> {
        self.look_at_clocks(now);
        match self.over {
            None => Ok(()),
            Some(_) => Err("The game is over.".to_owned()),
        }
    }

    fn end(&mut self, winner: Option<Color>, says: String, now: Instant) {
        if let Some(clocks) = &mut self.clocks {
            clocks.stop(now);
        }
        let result = winner.map_or("1/2-1/2", |winner| winner.fold_wb("1-0", "0-1"));
        self.open = None;
        self.over = Some(NetworkEnd {
            result: result.to_owned(),
            says,
        });
    }
}

/// Why a move is refused, as a sentence.
fn refused(error: MoveError) -> String {
    words::sentence(&error.to_string())
}

fn wins(color: Color) -> String {
    format!("{} wins.", words::side(color))
}
