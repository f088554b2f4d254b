//! Games of orthodox chess that endgame tables know the result of.

use crate::arena::settings::{TableResults, TableRule};
use crate::notation::Notation;
use crate::rules::Color;
use crate::rules::chess::Chess;
use crate::search::tablebase::Wdl;
use crate::show::Record;

use super::{GameEnd, OngoingGame, Termination, name};

impl OngoingGame<'_> {
    /// The end, if the tables know it. A game that has not begun is played.
    pub(super) fn end_by_tables(&self) -> Option<GameEnd> {
        let rule = self.rules.tables.as_ref();
        let rule = rule.filter(|_| !self.played.is_empty())?;
        let winner = rule.winner(self.session.as_ref())?;
        let what = match winner {
            Some(winner) => format!("{} wins", name(winner)),
            None => "Draw".to_owned(),
        };
        Some(GameEnd {
            winner,
            // In the words of cutechess-cli.
            reason: format!("{what} by adjudication: SyzygyTB"),
            termination: Termination::Adjudication,
        })
    }
}

impl TableRule {
    /// Who wins, or `None` in it for a draw; `None` where the game goes on.
    fn winner(&self, game: &dyn Record) -> Option<Option<Color>> {
        if game.state().board.occupied().count() > self.max_men {
            return None;
        }
        let position = Chess::from_fen(&game.fen()).ok()?;
        let turn = game.turn();
        let winner = match self.tables.result(&position, self.fifty_moves)? {
            Wdl::Win => Some(turn),
            Wdl::Loss => Some(!turn),
            Wdl::BlessedLoss | Wdl::Draw | Wdl::CursedWin => None,
        };
        let is_called = match self.results {
            TableResults::Decisive => winner.is_some(),
            TableResults::Draws => winner.is_none(),
            TableResults::All => true,
        };
        is_called.then_some(winner)
    }
}
