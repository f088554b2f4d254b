//! Elolbian Chess's queen exchange, which both sides must agree to. Engines that
//! declare the option are asked by `exchange white` or `exchange black`, and answer
//! `exchange accept TEXT`, or something else.

use crate::engine::agreement::OPTION;
use crate::rules::Color;
use crate::show::Record;

use super::{GameEnd, MoveRequest, OngoingGame, PlayedMove, PlayerError, Seat, failed};

/// After a refusal nobody is asked again for so many moves of both sides.
const PAUSE: usize = 20;

/// Whether to ask after so many moves, where the players were asked last after so many.
fn are_due(last: Option<usize>, moves: usize) -> bool {
    last.is_none_or(|last| moves >= last + PAUSE)
}

impl OngoingGame<'_> {
    /// Asks for an agreement where one is possible, and carries it out where
    /// both agree.
    pub(super) fn offer_agreement(&mut self) -> Result<Option<GameEnd>, PlayerError> {
        let knows = |seat: &Seat<'_>| seat.player.has_option(OPTION.name);
        if !self.seats.iter().all(knows)
            || !are_due(self.asked, self.moves.len())
            || self.session.best_agreement(None).is_none()
        {
            return Ok(None);
        }
        self.asked = Some(self.moves.len());
        let mut answers = Vec::new();
        for (seat, color) in self.seats.iter_mut().zip(Color::ALL) {
            let request = MoveRequest {
                start: self.start.as_deref(),
                moves: &self.moves,
                turn: self.session.turn(),
                clocks: [None, None],
                limits: &seat.settings.limits,
                // They search for it, and no clock runs.
                allowed: self.rules.timeouts.thinking,
            };
            let side = color.fold_wb("white", "black");
            let answer = match seat.player.ask(&request, "exchange", side) {
                Ok(answer) => answer,
                Err(error) => return failed(color, error).map(Some),
            };
            match answer
                .as_deref()
                .and_then(|text| text.strip_prefix("accept "))
            {
                Some(text) => answers.push(text.to_owned()),
                None => return Ok(None),
            }
        }
        let Some(agreed) = combine(self.session.as_ref(), &answers) else {
            return Ok(None);
        };
        // Two halves that do not go together are no agreement.
        if let Ok(san) = self.session.play(&agreed) {
            self.moves.push(agreed);
            self.played.push(PlayedMove {
                san,
                evaluation: None,
                book: false,
            });
        }
        Ok(None)
    }
}

/// White's squares from White's answer and Black's from Black's.
fn combine(session: &dyn Record, answers: &[String]) -> Option<String> {
    let [white, black] = answers else {
        return None;
    };
    let [white, _] = session.agreement_squares(white)?;
    let [_, black] = session.agreement_squares(black)?;
    session.agreement_text([&white, &black])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_side_names_its_own_squares() {
        let answers = |white: &str, black: &str| [white.to_owned(), black.to_owned()];
        let both = answers("exchange:h2h3g3/a1b1c1", "exchange:a1b1c1/e6b6c6");
        let session = crate::show::Game::named("elolbia").unwrap().open();
        let combine = |answers: &[String]| combine(session.as_ref(), answers);
        assert_eq!(combine(&both).as_deref(), Some("exchange:h2h3g3/e6b6c6"));
        assert_eq!(combine(&answers("rubbish", "exchange:a/b")), None);
    }

    #[test]
    fn nobody_is_asked_every_move() {
        assert!(are_due(None, 0));
        assert!(!are_due(Some(5), 24) && are_due(Some(5), 25));
    }
}
