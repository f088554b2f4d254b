//! Games that endgame tables know the result of.

use crate::arena::settings::{TableResults, TableRule};
use crate::notation::Notation;
use crate::rules::chess::Chess;
use crate::rules::{Color, Position};
use crate::search::tablebase::Wdl;
use crate::show::{Game, Record};
use crate::with_type_of;

use super::{GameEnd, OngoingGame, Termination, name};

impl OngoingGame<'_> {
    /// The end, if the tables know it. A game that has not begun is played.
    pub(super) fn end_by_tables(&self) -> Option<GameEnd> {
        let rule = self.rules.tables.as_ref();
        let rule = rule.filter(|_| !self.played.is_empty())?;
        let game = self.rules.variant.game;
        let winner = rule.winner(game, self.session.as_ref())?;
        let what = match winner {
            Some(winner) => format!("{} wins", name(winner)),
            None => "Draw".to_owned(),
        };
        // In the words of cutechess-cli.
        let whose = match game.name {
            Chess::NAME => "SyzygyTB",
            _ => "TB",
        };
        Some(GameEnd {
            winner,
            reason: format!("{what} by adjudication: {whose}"),
            termination: Termination::Adjudication,
        })
    }
}

impl TableRule {
    /// Who wins, or `None` in it for a draw; `None` where the game goes on.
    fn winner(&self, game: &Game, record: &dyn Record) -> Option<Option<Color>> {
        if record.state().board.occupied().count() > self.max_men {
            return None;
        }
        let result = with_type_of!(game, P => {
            let position = P::from_fen(&record.fen()).ok()?;
            self.tables.of::<P>()?.result(&position, self.fifty_moves)?
        });
        let turn = record.turn();
        let winner = match result {
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
