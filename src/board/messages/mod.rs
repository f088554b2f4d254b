//! What page and server say to each other, as JSON.

mod network;
mod reply;
mod request;

pub use network::{
    NetworkEnd, NetworkProposal, NetworkRequest, NetworkRequestBody, NetworkTime, NetworkView,
    NetworkWish, Proposed,
};
pub use reply::{
    DoneView, EngineView, GameSummary, GameText, GameView, Hello, Judgement, LineView, MoveReview,
    Reply, ReplyBody, ReviewedView, RuleView, ScoreView, TableMove, TableResult, TableValue,
    TablesOfGame, TablesView, TreeMove,
};
pub use request::{Composition, GameLine, OwnMoves, Request, RequestBody, SearchWish, WireClock};
