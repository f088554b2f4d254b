//! What endgame tables know, for the page.

use crate::engine::session::Session;
use crate::search::tablebase::{Known, Tablebases, Wdl};
use crate::show::{GAMES, Game};
use crate::with_type_of;

use super::messages::{TableMove, TableResult, TableValue, TablesOfGame, TablesView};

/// The games that there are tables of.
pub fn tables_of_games(tables: &Tablebases) -> Vec<TablesOfGame> {
    let of_game = |game: &'static Game| {
        let men = with_type_of!(game, P => tables.of::<P>().map(|tables| tables.max_men()))?;
        let game = game.name;
        Some(TablesOfGame { game, men })
    };
    GAMES.iter().filter_map(of_game).collect()
}

/// What the tables know of a position and its moves; `None` if they do not have it, or it
/// is over.
pub fn look_up(session: &dyn Session, tables: &Tablebases) -> Option<TablesView> {
    if session.outcome().is_some() {
        return None;
    }
    let found = session.look_up(tables)?;
    let moves = found.moves.into_iter().map(|(m, known)| TableMove {
        text: m.to_string(),
        san: session.san(m),
        value: value(known),
    });
    Some(TablesView {
        value: value(found.position),
        moves: moves.collect(),
    })
}

fn value(known: Known) -> TableValue {
    TableValue {
        result: match known.result {
            Wdl::Win => TableResult::Won,
            Wdl::CursedWin => TableResult::WonTooLate,
            Wdl::Draw => TableResult::Drawn,
            Wdl::BlessedLoss => TableResult::LostTooLate,
            Wdl::Loss => TableResult::Lost,
        },
        plies: known.plies,
        zeroing: known.zeroing,
    }
}
