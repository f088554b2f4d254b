//! What has been played, as text, into the record of a game.

use crate::rules::GameRecord;

use super::{MoveError, Notation, moves};

impl<P: Notation> GameRecord<P> {
    /// Makes what the text says: a move in coordinate notation or an agreement.
    ///
    /// # Errors
    ///
    /// If it is not legal; nothing changes then.
    pub fn play_text(&mut self, text: &str) -> Result<(), MoveError> {
        if !self.agree(text)? {
            self.play(self.position().parse_coordinates(text)?);
        }
        Ok(())
    }

    /// Like [`GameRecord::play_text`], but reads SAN too. Returns what a record of the
    /// game says: the move's SAN, or the agreement's text.
    ///
    /// # Errors
    ///
    /// If it is not legal; nothing changes then.
    pub fn play_notation(&mut self, text: &str) -> Result<String, MoveError> {
        if self.agree(text)? {
            return Ok(text.to_owned());
        }
        let m = moves::parse_any(self.position(), text)?;
        let san = self.position().san(m);
        self.play(m);
        Ok(san)
    }

    /// Carries out an agreement (see [`Notation::agreement`]); `false` if the text is
    /// none.
    fn agree(&mut self, text: &str) -> Result<bool, MoveError> {
        let Some(next) = self.position().agreement(text) else {
            return Ok(false);
        };
        self.go_on_from(next?);
        Ok(true)
    }
}
