//! What evaluation and search add to the list of games: networks and sessions.

use crate::eval::WinRateModel;
use crate::nnue::NetworkError;
use crate::notation::UciScore;
use crate::rules::{GameRecord, Position};
use crate::search::parameters::Searchable;
use crate::search::value::MATE_IN_MAX_PLY;
use crate::show::{Game, Show};
use crate::with_all_games;

use super::session::Session;
use super::wdl::WinDrawLoss;

/// What can be done with any game, but needs its type.
pub trait GameVisitor {
    /// What comes of it.
    type Output;

    /// Does it with this game.
    fn visit<P: Searchable + Show>(self) -> Self::Output;
}

macro_rules! sessions {
    ($($module:ident::$game:ident,)*) => {
        $(use crate::rules::$module::$game;)*

        $(impl Searchable for $game {})*

        impl Game {
            /// Calls the visitor with the type of this game: the way to code that is
            /// generic over the game.
            pub fn accept<V: GameVisitor>(&self, visitor: V) -> V::Output {
                match self.name {
                    $(<$game>::NAME => visitor.visit::<$game>(),)*
                    _ => unreachable!("no game is made but by the list"),
                }
            }
        }
    };
}

with_all_games!(sessions!());

/// What evaluation and search add to a game.
struct Searched {
    network_checksum: fn() -> u32,
    replace_network: fn(Option<&[u8]>) -> Result<(), NetworkError>,
    win_rate: WinRateModel,
    open: fn() -> Box<dyn Session>,
}

/// Looks up what is [`Searched`].
struct Lookup;

impl GameVisitor for Lookup {
    type Output = Searched;

    fn visit<P: Searchable + Show>(self) -> Searched {
        Searched {
            network_checksum: P::network_checksum,
            replace_network: P::replace_network,
            win_rate: P::WIN_RATE,
            open: || Box::new(GameRecord::new(P::start())),
        }
    }
}

impl Game {
    /// A session at the start position.
    pub fn session(&self) -> Box<dyn Session> {
        (self.accept(Lookup).open)()
    }

    /// The chances of the side to move at a value.
    pub fn chances(&self, score: UciScore) -> WinDrawLoss {
        let model = self.accept(Lookup).win_rate;
        let value = match score {
            UciScore::Centipawns(centipawns) => model
                .value(centipawns)
                .clamp(1 - MATE_IN_MAX_PLY, MATE_IN_MAX_PLY - 1),
            UciScore::Mate(moves) if moves > 0 => MATE_IN_MAX_PLY,
            UciScore::Mate(_) => -MATE_IN_MAX_PLY,
        };
        WinDrawLoss::of(value, &model)
    }

    /// See [`Evaluate::network_checksum`](crate::eval::Evaluate::network_checksum).
    pub fn network_checksum(&self) -> u32 {
        (self.accept(Lookup).network_checksum)()
    }

    /// Lets evaluators of this game from now on use the network that these bytes are, as a
    /// file has them, or the program's own one for `None`.
    ///
    /// # Errors
    ///
    /// If it is not a network for this game; then nothing has changed.
    pub fn use_network(&self, bytes: Option<&[u8]>) -> Result<(), NetworkError> {
        (self.accept(Lookup).replace_network)(bytes)
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
