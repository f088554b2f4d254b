//! The board in the browser: a conversation with the page, and a server that carries it.
//!
//! The page draws and asks; the conversation knows the rules. It keeps no game: each
//! request of the page names the game, the start position and the moves, so that a page
//! whose connection was lost goes on where it was. What a page has of its own is an
//! engine.

mod agreement;
mod compose;
mod conversation;
pub mod diagram;
mod endgame;
pub mod game_page;
mod game_text;
mod hello;
pub mod judgement;
mod line;
pub mod messages;
#[cfg(feature = "native")]
mod network_game;
mod other_engines;
mod review;
mod searching;
#[cfg(feature = "native")]
pub mod server;
pub mod xboard_pictures;

pub use conversation::{Conversation, Input, Searched};
pub use other_engines::{OtherEngines, OtherSearch};
