//! What page and server say to each other, as JSON.

mod position;
mod reply;
mod request;

use serde::{Deserialize, Serialize};

pub use position::{
    AgreementView, BoardsView, Change, CheckView, CountdownView, EventView, ForbiddenView,
    MoveView, OutcomeView, Place, PositionView, QuotaSideView, QuotaView,
};
pub use reply::{
    DoneView, GameSummary, GameText, GameView, Hello, LineView, MoveReview, Reply, ReplyBody,
    ReviewedView, RuleView, ScoreView, TreeMove,
};
pub use request::{Composition, GameLine, OwnMoves, Request, RequestBody, SearchWish, WireClock};

/// One of the sides.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Side {
    White,
    Black,
}
