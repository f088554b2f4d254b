//! A game between two people at two machines: its moves, its clocks, and what the players
//! say to each other. Who is who, and what carries their messages, is the server's business.

use std::time::{Duration, Instant};

use crate::engine::session::Session;
use crate::notation::{MoveError, fen};
use crate::rules::chess::CHESS960;
use crate::rules::setup::{CHESS960_POSITIONS, Setup};
use crate::rules::{Color, Outcome};
use crate::show::words;

use super::line;
use super::messages::{GameLine, NetworkEnd, NetworkTime, NetworkWish};

/// The most time that a clock begins with, in milliseconds: ten hours.
const MOST_BASE: u64 = 36_000_000;

/// The most time that a move brings, in milliseconds: ten minutes.
const MOST_INCREMENT: u64 = 600_000;

/// Two clocks, of which one runs.
#[derive(Clone, Copy, Debug)]
struct Clocks {
    left: [Duration; 2],
    increment: Duration,
    running: Option<(Color, Instant)>,
}

impl Clocks {
    fn new(time: NetworkTime) -> Clocks {
        // Who has nothing but what each move brings begins with that.
        let base = match time.base {
            0 => time.increment,
            base => base,
        };
        Clocks {
            left: [Duration::from_millis(base); 2],
            increment: Duration::from_millis(time.increment),
            running: None,
        }
    }

    fn remaining(&self, color: Color, now: Instant) -> Duration {
        let left = self.left[color.fold_wb(0, 1)];
        match self.running {
            Some((running, since)) if running == color => {
                left.saturating_sub(now.saturating_duration_since(since))
            }
            _ => left,
        }
    }

    fn stop(&mut self, now: Instant) {
        if let Some((color, _)) = self.running {
            self.left[color.fold_wb(0, 1)] = self.remaining(color, now);
        }
        self.running = None;
    }
}

/// The game.
#[derive(Debug)]
pub struct NetworkGame {
    line: GameLine,
    session: Box<dyn Session>,
    sans: Vec<String>,
    time: Option<NetworkTime>,
    clocks: Option<Clocks>,
    draw_offer: Option<Color>,
    /// After how many moves White and Black last offered a draw.
    offered_at: [Option<usize>; 2],
    rematch: Option<Color>,
    over: Option<NetworkEnd>,
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
        let mut start = GameLine {
            game: wish.game.clone(),
            rules: Vec::new(),
            fen: None,
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
        Ok(NetworkGame {
            line: start,
            session,
            sans: Vec::new(),
            time,
            clocks: time.map(Clocks::new),
            draw_offer: None,
            offered_at: [None; 2],
            rematch: None,
            over: None,
        })
    }

    /// The start and the moves so far.
    pub fn line(&self) -> &GameLine {
        &self.line
    }

    /// The moves in SAN.
    pub fn sans(&self) -> &[String] {
        &self.sans
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
        self.clocks?.running.map(|(color, _)| color)
    }

    /// Who offers a draw.
    pub fn draw_offer(&self) -> Option<Color> {
        self.draw_offer
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
        let clocks = self.clocks?;
        let (color, since) = clocks.running?;
        Some(since + clocks.left[color.fold_wb(0, 1)])
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
        self.sans.push(san);
        // An offer holds until the other side moves.
        self.draw_offer = self.draw_offer.filter(|&offering| offering == by);
        if let Some(clocks) = &mut self.clocks {
            let has_run = clocks.running.is_some();
            clocks.stop(now);
            if has_run {
                clocks.left[by.fold_wb(0, 1)] += clocks.increment;
            }
            clocks.running = Some((self.session.turn(), now));
        }
        if let Some(outcome) = self.session.outcome() {
            self.end_by_rules(outcome, now);
        }
        Ok(())
    }

    fn end_by_rules(&mut self, outcome: Outcome, now: Instant) {
        self.end(outcome.winner, words::of_outcome(outcome), now);
    }

    /// Offers a draw, or accepts the other side's.
    ///
    /// # Errors
    ///
    /// In words, if the game is over or the side has offered one since the last move.
    pub fn draw(&mut self, by: Color, now: Instant) -> Result<(), String> {
        self.go_on(now)?;
        let now_at = Some(self.line.moves.len());
        let offered_at = &mut self.offered_at[by.fold_wb(0, 1)];
        match self.draw_offer {
            Some(offering) if offering != by => {
                self.end(None, "Draw by agreement.".to_owned(), now);
                Ok(())
            }
            _ if *offered_at == now_at => Err("You have offered a draw already.".to_owned()),
            _ => {
                *offered_at = now_at;
                self.draw_offer = Some(by);
                Ok(())
            }
        }
    }

    /// Declines the other side's draw.
    pub fn decline_draw(&mut self, by: Color) {
        self.draw_offer = self.draw_offer.filter(|&offering| offering == by);
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
        self.draw_offer = None;
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

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn begun(time: Option<(u64, u64)>) -> (NetworkGame, Instant) {
        let wish = NetworkWish {
            game: "chess".to_owned(),
            chess960: false,
            side: None,
            time: time.map(|(base, increment)| NetworkTime { base, increment }),
            name: String::new(),
        };
        (NetworkGame::new(&wish).unwrap(), Instant::now())
    }

    /// The game after these moves, with so much time between them.
    fn play(game: &mut NetworkGame, moves: &str, begin: Instant, pause: Duration) -> Instant {
        let mut now = begin;
        for text in moves.split(' ') {
            let ply = game.line().moves.len();
            let by = game.session.turn();
            game.play(by, ply, text, now).unwrap();
            now += pause;
        }
        now
    }

    #[test]
    fn the_clocks_run_from_the_first_move_on_and_moves_bring_time() {
        let (mut game, begin) = begun(Some((60_000, 2_000)));
        assert_eq!((game.running(), game.deadline()), (None, None));
        // However long White looks at the board before.
        let now = play(
            &mut game,
            "e2e4 e7e5 g1f3",
            begin + 900 * SECOND,
            5 * SECOND,
        );
        assert_eq!(game.running(), Some(Color::Black));
        // White's first move costs nothing and brings nothing.
        assert_eq!(game.clocks(now), Some([57_000, 52_000]));
        assert_eq!(game.deadline(), Some(now + 52 * SECOND));
    }

    #[test]
    fn whose_time_is_up_has_lost_and_can_do_nothing_more() {
        let (mut game, begin) = begun(Some((60_000, 0)));
        let now = play(&mut game, "e2e4", begin, SECOND);
        game.look_at_clocks(begin + 60 * SECOND - Duration::from_millis(1));
        assert_eq!(game.over(), None);
        // The server looks when it is asked, also where nothing has woken it.
        let late = game.play(Color::Black, 1, "e7e5", now + 60 * SECOND);
        assert_eq!(late, Err("The game is over.".to_owned()));
        let over = game.over().unwrap();
        assert_eq!(
            (over.result.as_str(), over.says.as_str()),
            ("1-0", "Black’s time is up. White wins.")
        );
        assert_eq!(game.clocks(now + 900 * SECOND), Some([60_000, 0]));
        assert!(game.resign(Color::White, now).is_err());
        assert!(game.draw(Color::White, now).is_err());
    }

    #[test]
    fn moves_are_the_rules_own() {
        let (mut game, now) = begun(None);
        for (by, ply, text) in [
            (Color::Black, 0, "e7e5"),
            (Color::White, 1, "e2e4"),
            (Color::White, 0, "e2e5"),
            (Color::White, 0, ""),
            (Color::White, 0, "e2e4 e7e5"),
        ] {
            assert!(game.play(by, ply, text, now).is_err(), "{text}");
        }
        play(&mut game, "f2f3 e7e5 g2g4 d8h4", now, SECOND);
        let over = game.over().unwrap();
        assert_eq!(
            (over.result.as_str(), over.says.as_str()),
            ("0-1", "Checkmate. Black wins.")
        );
        assert_eq!(game.sans().last().unwrap(), "Qh4#");
    }

    #[test]
    fn one_side_imposes_no_agreement() {
        let wish = NetworkWish {
            game: "elolbia".to_owned(),
            ..serde_json::from_str(r#"{ "game": "elolbia" }"#).unwrap()
        };
        let mut game = NetworkGame::new(&wish).unwrap();
        let fen = "k4b2/8/mmmmm3/8/8/4MMMM/7M/K1B5 w - - 17 40".to_owned();
        game = NetworkGame::from(
            GameLine {
                fen: Some(fen),
                ..game.line
            },
            None,
        )
        .unwrap();
        let text = "exchange:h2h3g3/e6b6c6";
        assert!(game.play(Color::White, 0, text, Instant::now()).is_err());
        assert!(game.session.play(text).is_ok());
    }

    #[test]
    fn a_draw_takes_both_and_is_offered_once_a_move() {
        let (mut game, now) = begun(None);
        game.draw(Color::White, now).unwrap();
        assert!(game.draw(Color::White, now).is_err());
        assert_eq!(game.over(), None);
        game.decline_draw(Color::White);
        assert_eq!(game.draw_offer(), Some(Color::White));
        game.decline_draw(Color::Black);
        assert_eq!(game.draw_offer(), None);
        assert!(game.draw(Color::White, now).is_err());
        // The offer stands while its own side moves, and falls when the other does.
        game.draw(Color::Black, now).unwrap();
        play(&mut game, "e2e4", now, SECOND);
        assert_eq!(game.draw_offer(), None);
        game.draw(Color::White, now).unwrap();
        game.draw(Color::Black, now).unwrap();
        let over = game.over().unwrap();
        assert_eq!(
            (over.result.as_str(), over.says.as_str()),
            ("1/2-1/2", "Draw by agreement.")
        );
    }

    #[test]
    fn a_rematch_takes_both_and_begins_anew() {
        let (mut game, now) = begun(Some((60_000, 0)));
        play(&mut game, "e2e4 e7e5", now, SECOND);
        assert!(game.wish_rematch(Color::White).is_err());
        game.resign(Color::White, now).unwrap();
        for _ in 0..2 {
            assert!(game.wish_rematch(Color::White).unwrap().is_none());
        }
        let anew = game.wish_rematch(Color::Black).unwrap().unwrap();
        assert!(anew.line().moves.is_empty() && anew.over().is_none());
        assert_eq!(anew.clocks(now), Some([60_000; 2]));
    }

    #[test]
    fn wishes_have_bounds() {
        let wish = |text: &str| NetworkGame::new(&serde_json::from_str(text).unwrap());
        let times = [
            r#""base":0,"increment":0"#,
            r#""base":36000001,"increment":0"#,
            r#""base":1,"increment":600001"#,
        ];
        for time in times {
            let text = format!(r#"{{ "game": "chess", "time": {{ {time} }} }}"#);
            assert!(wish(&text).is_err(), "{text}");
        }
        assert!(wish(r#"{ "game": "go" }"#).is_err());
        assert!(wish(r#"{ "game": "alice", "chess960": true }"#).is_err());
        let shuffled = wish(r#"{ "game": "chess", "chess960": true }"#).unwrap();
        assert_eq!(shuffled.line().rules, [(CHESS960.name.to_owned(), true)]);
        assert!(shuffled.line().fen.as_deref().is_some_and(fen::is_chess960));
        // A clock without minutes begins with what a move brings.
        let brief = wish(r#"{ "game": "chess", "time": { "base": 0, "increment": 3000 } }"#);
        assert_eq!(brief.unwrap().clocks(Instant::now()), Some([3000; 2]));
    }

    #[test]
    fn only_its_own_positions_are_of_a_game() {
        let (mut game, now) = begun(None);
        play(&mut game, "e2e4 e7e5", now, SECOND);
        let line = |moves: &[&str]| GameLine {
            moves: moves.iter().map(|&text| text.to_owned()).collect(),
            ..game.line().clone()
        };
        assert!(game.has(&line(&[])) && game.has(&line(&["e2e4", "e7e5"])));
        assert!(!game.has(&line(&["d2d4"])) && !game.has(&line(&["e2e4", "e7e5", "d2d4"])));
        let other = GameLine {
            fen: Some("8/8/8/8/8/8/8/K1k5 w - - 0 1".to_owned()),
            ..line(&[])
        };
        assert!(!game.has(&other));
    }
}
