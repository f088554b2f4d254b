//! The first word to a page: the games that there are, and what it can ask for.

use serde_json::Value;

use crate::engine::strength::{MAX_ELO, MIN_ELO};
use crate::host;
use crate::rules::position::RuleOption;
use crate::show::{GAMES, Game};

use super::messages::{GameView, Hello, RuleView};
use super::searching::{self, MAX_LINES};
use crate::show::describe;

use super::compose;

/// What a page must know before anything else.
pub fn hello() -> Hello {
    Hello {
        version: env!("CARGO_PKG_VERSION"),
        games: GAMES.iter().map(game_view).collect(),
        min_elo: MIN_ELO,
        max_elo: MAX_ELO,
        max_lines: MAX_LINES,
        max_threads: host::processors(),
        max_hash: searching::MAX_HASH,
        network: None,
        engines: Vec::new(),
        tables: Vec::new(),
    }
}

/// What the page of somebody at another machine must know: the games, and nothing of this
/// machine.
#[cfg(feature = "native")]
pub fn hello_to_guests() -> Hello {
    Hello {
        max_lines: 0,
        max_threads: 0,
        max_hash: 0,
        ..hello()
    }
}

fn game_view(game: &Game) -> GameView {
    let rule = |rule: &RuleOption| RuleView {
        name: rule.name,
        default: rule.default,
    };
    GameView {
        name: game.name,
        title: game.title,
        start: describe::boards(&game.open().diagrams()),
        neutral: game.neutral,
        letters: compose::letters(game),
        rules: game.rule_options.iter().map(rule).collect(),
        about: about(game.name),
    }
}

macro_rules! about {
    ($($module:ident::$game:ident,)*) => {
        /// What the file about a game says.
        fn about(game: &str) -> Option<Value> {
            let text = match game {
                $(stringify!($module) => {
                    include_str!(concat!("games/", stringify!($module), ".json"))
                })*
                _ => return None,
            };
            serde_json::from_str(text).ok()
        }
    };
}

crate::with_all_games!(about!());
