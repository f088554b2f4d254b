//! What evaluation and search add to the list of games: networks and sessions.

use crate::eval::Evaluate;
use crate::nnue::NetworkError;
use crate::notation::UciScore;
use crate::rules::chess::CHESS960;
use crate::rules::{GameRecord, Position};
use crate::search::parameters::Searchable;
use crate::search::value::WIN_IN_MAX_PLY;
use crate::show::{Game, Variant};
use crate::{with_all_games, with_type_of};

use super::session::Session;
use super::wdl::WinDrawLoss;

macro_rules! searchable {
    ($($module:ident::$game:ident,)*) => {
        $(impl Searchable for crate::rules::$module::$game {
            const HAS_TABLES: bool = has_tables(Self::NAME);
        })*
    };
}

/// Whether there are endgame tables of a game to be loaded: all but Ice Age Chess have some,
/// orthodox chess those of Syzygy. The core alone reads no files.
const fn has_tables(game: &str) -> bool {
    cfg!(feature = "native") && !matches!(game.as_bytes(), b"iceage")
}

with_all_games!(searchable!());

impl Variant {
    /// A session at the start position.
    pub fn session(&self) -> Box<dyn Session> {
        let mut session = self.game.session();
        session.set_rule(CHESS960.name, self.chess960);
        session
    }
}

impl Game {
    /// A session at the start position.
    pub fn session(&self) -> Box<dyn Session> {
        with_type_of!(self, P => Box::new(GameRecord::new(P::start())))
    }

    /// The chances of the side to move at a value.
    pub fn chances(&self, score: UciScore) -> WinDrawLoss {
        let model = with_type_of!(self, P => P::WIN_RATE);
        let value = match score {
            UciScore::Centipawns(centipawns) => model
                .value(centipawns)
                .clamp(1 - WIN_IN_MAX_PLY, WIN_IN_MAX_PLY - 1),
            UciScore::Mate(moves) if moves > 0 => WIN_IN_MAX_PLY,
            UciScore::Mate(_) => -WIN_IN_MAX_PLY,
        };
        WinDrawLoss::of(value, &model)
    }

    /// See [`Evaluate::network_checksum`].
    pub fn network_checksum(&self) -> u32 {
        with_type_of!(self, P => P::network_checksum())
    }

    /// Lets evaluators of this game from now on use the network that these bytes are, as a
    /// file has them, or the program's own one for `None`.
    ///
    /// # Errors
    ///
    /// If it is not a network for this game; then nothing has changed.
    pub fn use_network(&self, bytes: Option<&[u8]>) -> Result<(), NetworkError> {
        with_type_of!(self, P => P::replace_network(bytes))
    }
}

#[cfg(test)]
mod tests {
    use crate::show::GAMES;

    use super::*;

    #[test]
    fn a_hundred_centipawns_win_every_other_game_of_each_kind() {
        for game in &GAMES {
            let win = |score| game.chances(score).win;
            let even = win(UciScore::Centipawns(100));
            assert!((495..=505).contains(&even), "{}: {even}", game.name);
            assert_eq!(win(UciScore::Mate(3)), 1000);
            assert_eq!(win(UciScore::Mate(-3)), 0);
            assert!(win(UciScore::Centipawns(i32::MAX)) >= 990);
        }
    }
}
