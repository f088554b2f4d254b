//! The games that Galaverna plays. A new game is one line here, besides its
//! rules and its evaluation.

use crate::nnue::NetworkError;
use crate::rules::position::{Position, RuleOption};
use crate::search::parameters::Searchable;
use crate::show::Show;

use super::session::{GameSession, Session};

/// The list of the games, for a macro that makes something of each: it is called
/// with the tokens given for it, then, each as `module::Type` of [`rules`](crate::rules),
/// all games. The first is what every chess program starts an engine with.
#[macro_export]
macro_rules! with_all_games {
    ($callback:ident!($($first:tt)*)) => {
        $callback! {
            $($first)*
            chess::Chess,
            iceage::IceAge,
            alice::Alice,
            elolbia::Elolbia,
            clupso::Clupso,
        }
    };
}

/// A game as the rest of the program sees it.
#[derive(Debug)]
pub struct Game {
    /// The name in `UCI_Variant`.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// The start position.
    pub start_fen: &'static str,
    /// What a neutral obstacle is called, if the game has any.
    pub neutral: Option<&'static str>,
    /// The rules that can be switched, as UCI options.
    pub rule_options: &'static [RuleOption],
    /// Positions from the opening to the ending.
    pub sample_fens: &'static [&'static str],
    /// See [`Evaluate::network_checksum`](crate::eval::Evaluate::network_checksum).
    pub network_checksum: fn() -> u32,
    replace_network: fn(Option<&[u8]>) -> Result<(), NetworkError>,
    open: fn() -> Box<dyn Session>,
}

/// What can be done with any game, but needs its type.
pub trait GameVisitor {
    /// What comes of it.
    type Output;

    /// Does it with this game.
    fn visit<P: Searchable + Show>(self) -> Self::Output;
}

macro_rules! games {
    ($($module:ident::$game:ident,)*) => {
        $(use crate::rules::$module::$game;)*

        $(impl Searchable for $game {})*

        /// All games; the first is what every chess program starts an engine with.
        pub static GAMES: [Game; [$(stringify!($game)),*].len()] = [$(Game::of::<$game>()),*];

        impl Game {
            /// Calls the visitor with the type of this game: the way to code that is
            /// generic over the game.
            pub fn accept<V: GameVisitor>(&self, visitor: V) -> V::Output {
                match self.name {
                    $(<$game>::NAME => visitor.visit::<$game>(),)*
                    _ => unreachable!("no game is made but by this list"),
                }
            }
        }
    };
}

with_all_games!(games!());

impl Game {
    const fn of<P: Searchable + Show>() -> Game {
        Game {
            name: P::NAME,
            title: P::TITLE,
            start_fen: P::START_FEN,
            neutral: P::NEUTRAL,
            rule_options: P::RULE_OPTIONS,
            sample_fens: P::SAMPLE_FENS,
            network_checksum: P::network_checksum,
            replace_network: P::replace_network,
            open: || Box::new(GameSession::<P>::new()),
        }
    }

    /// Lets evaluators of this game from now on use the network that these bytes are, as a
    /// file has them, or the program's own one for `None`.
    ///
    /// # Errors
    ///
    /// If it is not a network for this game; then nothing has changed.
    pub fn use_network(&self, bytes: Option<&[u8]>) -> Result<(), NetworkError> {
        (self.replace_network)(bytes)
    }

    /// The game with this name, in either case.
    pub fn named(name: &str) -> Option<&'static Game> {
        GAMES
            .iter()
            .find(|game| game.name.eq_ignore_ascii_case(name))
    }

    /// A session at the start position.
    pub fn open(&self) -> Box<dyn Session> {
        (self.open)()
    }

    /// The names of all games.
    pub fn names() -> Vec<&'static str> {
        GAMES.iter().map(|game| game.name).collect()
    }
}
