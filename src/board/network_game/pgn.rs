//! A game between two people as PGN.

use std::time::Duration;

use crate::board::game_text;
use crate::board::messages::TreeMove;
use crate::pgn::UNFINISHED;

use super::{Made, NetworkGame};

impl NetworkGame {
    /// The game as PGN, with the players' names and what their clocks showed.
    ///
    /// # Errors
    ///
    /// In words, if nobody could read it.
    pub fn pgn(&self, names: &[Option<String>; 2]) -> Result<String, String> {
        let tree = self.line.moves.iter().zip(&self.made).enumerate();
        let tree: Vec<TreeMove> = tree
            .map(|(after, (text, made))| TreeMove {
                after,
                text: text.clone(),
                comment: clock_comment(made),
                ..TreeMove::default()
            })
            .collect();
        let [white, black] = names;
        let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
        let tags = [
            ("Event", "Game on a network".to_owned()),
            ("Date", self.date.clone()),
            ("Round", "-".to_owned()),
            ("White", name(white)),
            ("Black", name(black)),
            ("TimeControl", self.time_control()),
            ("Termination", self.termination().to_owned()),
        ];
        let tags = tags.map(|(name, value)| (name.to_owned(), value));
        let over = self.over.as_ref();
        let result = over.map_or(UNFINISHED, |over| over.result.as_str());
        game_text::write(&self.line, &tree, &tags, result)
    }

    /// `300+3`, in seconds.
    fn time_control(&self) -> String {
        self.time.map_or("-".to_owned(), |time| {
            let [base, increment] = [time.base, time.increment].map(|time| time as f64 / 1000.0);
            format!("{base}+{increment}")
        })
    }

    fn termination(&self) -> &'static str {
        match self.over {
            None => "unterminated",
            Some(_) if self.flagged => "time forfeit",
            Some(_) => "normal",
        }
    }
}

/// What the clock of the side showed that has moved.
fn clock_comment(made: &Made) -> String {
    made.clock.map_or(String::new(), |left: Duration| {
        let seconds = left.as_secs();
        let [hours, minutes] = [seconds / 3600, seconds / 60 % 60];
        format!("[%clk {hours}:{minutes:02}:{:02}]", seconds % 60)
    })
}
