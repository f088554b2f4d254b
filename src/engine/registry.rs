//! The games that Galaverna plays. A new game is one line here, besides its
//! rules and its evaluation.

use std::fs;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::nnue::NetworkError;
use crate::rules::position::{Position, RuleOption};
use crate::search::parameters::Searchable;

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

/// Why a file's network cannot be played with.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{}: {reason}", file.display())]
pub struct NetworkFileError {
    /// The file.
    pub file: PathBuf,
    /// What is wrong with it.
    pub reason: NetworkFileReason,
}

/// What is wrong with a file that should have a network.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum NetworkFileReason {
    /// The system cannot read it, and says this.
    #[error("{0}")]
    File(String),
    /// It is not a network for the game.
    #[error(transparent)]
    Network(NetworkError),
}

/// What can be done with any game, but needs its type.
pub trait GameVisitor {
    /// What comes of it.
    type Output;

    /// Does it with this game.
    fn visit<P: Searchable>(self) -> Self::Output;
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
    const fn of<P: Searchable>() -> Game {
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

    /// Lets evaluators from now on use the network in this file, or the program's own
    /// one for `None`.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is not a network for this game; then nothing has
    /// changed.
    pub fn load_network(&self, file: Option<&Path>) -> Result<(), NetworkFileError> {
        let failed = |reason| NetworkFileError {
            file: file.unwrap_or(Path::new("")).to_owned(),
            reason,
        };
        let bytes = file.map(fs::read).transpose();
        let bytes = bytes.map_err(|error| failed(NetworkFileReason::File(error.to_string())))?;
        (self.replace_network)(bytes.as_deref())
            .map_err(|error| failed(NetworkFileReason::Network(error)))
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
