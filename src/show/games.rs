//! The games that Galaverna plays. A new game is one line here, besides what it brings
//! into each room.

use std::str::FromStr;

use crate::rules::GameRecord;
use crate::rules::chess::CHESS960;
use crate::rules::position::RuleOption;

use super::Show;
use super::record::Record;
use super::window::Window;

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

/// Does something with the type of a [`Game`], the way to code that is generic over the
/// game: `with_type_of!(game, P => perft(&P::start(), 3))`.
#[macro_export]
macro_rules! with_type_of {
    (@all $game:expr, $type:ident, $body:expr; $($module:ident::$name:ident,)*) => {
        match $game.name {
            $(<$crate::rules::$module::$name as $crate::rules::Position>::NAME => {
                type $type = $crate::rules::$module::$name;
                $body
            })*
            _ => unreachable!("no game is made but by the list"),
        }
    };
    ($game:expr, $type:ident => $body:expr) => {
        $crate::with_all_games!(with_type_of!(@all $game, $type, $body;))
    };
}

/// A game and how it castles: what other programs call a variant.
#[derive(Clone, Copy, Debug, Default)]
pub struct Variant {
    /// The game.
    pub game: &'static Game,
    /// Whether it is orthodox chess by the rule [`CHESS960`].
    pub chess960: bool,
}

/// What Chess960 is called; the first name is that of XBoard and cutechess.
const CHESS960_NAMES: [&str; 4] = ["fischerandom", "chess960", "chess 960", "fischerrandom"];

impl Variant {
    /// The game or variant with this name, in either case.
    pub fn named(name: &str) -> Option<Variant> {
        let mut names = CHESS960_NAMES.iter();
        match names.any(|other| name.eq_ignore_ascii_case(other)) {
            true => Some(Variant {
                game: &GAMES[0],
                chess960: true,
            }),
            false => Game::named(name).map(Variant::from),
        }
    }

    /// The name: that of the game, or `fischerandom`.
    pub fn name(&self) -> &'static str {
        match self.chess960 {
            true => CHESS960_NAMES[0],
            false => self.game.name,
        }
    }

    /// The name for people.
    pub fn title(&self) -> &'static str {
        match self.chess960 {
            true => "Chess960",
            false => self.game.title,
        }
    }

    /// The names of all games, and that of Chess960.
    pub fn names() -> Vec<&'static str> {
        let mut names = Game::names();
        names.push(CHESS960_NAMES[0]);
        names
    }

    /// The names as help shows them, to choose from.
    pub fn choice() -> String {
        Variant::names().join(" ")
    }

    /// A game at the start position.
    pub fn open(&self) -> Box<dyn Record> {
        let mut record = self.game.open();
        record.set_rule(CHESS960.name, self.chess960);
        record
    }
}

impl From<&'static Game> for Variant {
    fn from(game: &'static Game) -> Variant {
        Variant {
            game,
            chess960: false,
        }
    }
}

impl FromStr for Variant {
    /// What there is to choose from.
    type Err = String;

    fn from_str(name: &str) -> Result<Variant, String> {
        Variant::named(name).ok_or_else(|| format!("the games are: {}", Variant::choice()))
    }
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
    /// How XBoard is to show it; `None` for the one that it knows.
    pub window: Option<&'static Window>,
    /// The rules that can be switched, as UCI options.
    pub rule_options: &'static [RuleOption],
    /// Positions from the opening to the ending.
    pub sample_fens: &'static [&'static str],
    open: fn() -> Box<dyn Record>,
}

/// Games differ in their names.
impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        self.name == other.name
    }
}

impl Eq for Game {}

macro_rules! games {
    ($($module:ident::$game:ident,)*) => {
        /// All games; the first is what every chess program starts an engine with.
        pub static GAMES: [Game; [$(stringify!($game)),*].len()] =
            [$(Game::of::<crate::rules::$module::$game>()),*];
    };
}

with_all_games!(games!());

impl Game {
    const fn of<P: Show>() -> Game {
        Game {
            name: P::NAME,
            title: P::TITLE,
            start_fen: P::START_FEN,
            neutral: P::NEUTRAL,
            window: P::WINDOW,
            rule_options: P::RULE_OPTIONS,
            sample_fens: P::SAMPLE_FENS,
            open: || Box::new(GameRecord::new(P::start())),
        }
    }

    /// The game with this name, in either case.
    pub fn named(name: &str) -> Option<&'static Game> {
        GAMES
            .iter()
            .find(|game| game.name.eq_ignore_ascii_case(name))
    }

    /// The names of all games.
    pub fn names() -> Vec<&'static str> {
        GAMES.iter().map(|game| game.name).collect()
    }

    /// The names as help shows them, to choose from.
    pub fn choice() -> String {
        Game::names().join(" ")
    }

    /// A game at the start position.
    pub fn open(&self) -> Box<dyn Record> {
        (self.open)()
    }
}

/// The first of them.
impl Default for &'static Game {
    fn default() -> &'static Game {
        &GAMES[0]
    }
}

impl FromStr for &'static Game {
    /// What there is to choose from.
    type Err = String;

    fn from_str(name: &str) -> Result<&'static Game, String> {
        Game::named(name).ok_or_else(|| format!("the games are: {}", Game::choice()))
    }
}
