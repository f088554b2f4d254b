//! What page and server say to each other, as JSON.

mod reply;
mod request;

pub use reply::{
    DoneView, GameSummary, GameText, GameView, Hello, Judgement, LineView, MoveReview, Reply,
    ReplyBody, ReviewedView, RuleView, ScoreView, TreeMove,
};
pub use request::{Composition, GameLine, OwnMoves, Request, RequestBody, SearchWish, WireClock};
