//! Elolbian Chess's queen exchange, which both sides must agree to.

/// After a refusal nobody is asked again for so many moves of both sides.
const PAUSE: usize = 20;

/// When the players were last asked.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ExchangeTalks {
    last: Option<usize>,
}

impl ExchangeTalks {
    /// Whether to ask now, after so many moves.
    pub(super) fn are_due(&self, moves: usize) -> bool {
        self.last.is_none_or(|last| moves >= last + PAUSE)
    }

    /// They are asked now.
    pub(super) fn note(&mut self, moves: usize) {
        self.last = Some(moves);
    }
}

/// White's squares from White's answer and Black's from Black's.
pub(super) fn combine(answers: &[String]) -> Option<String> {
    let [white, black] = answers else {
        return None;
    };
    let (white, _) = white.split_once('/')?;
    let (_, black) = black.split_once('/')?;
    Some(format!("{white}/{black}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_side_names_its_own_squares() {
        let answers = |white: &str, black: &str| [white.to_owned(), black.to_owned()];
        let both = answers("exchange:h2h3g3/a1b1c1", "exchange:a1b1c1/e6b6c6");
        assert_eq!(combine(&both).as_deref(), Some("exchange:h2h3g3/e6b6c6"));
        assert_eq!(combine(&answers("rubbish", "exchange:a/b")), None);
    }

    #[test]
    fn nobody_is_asked_every_move() {
        let mut talks = ExchangeTalks::default();
        assert!(talks.are_due(0));
        talks.note(5);
        assert!(!talks.are_due(24) && talks.are_due(25));
    }
}
