//! The board in the browser: a server on this machine and the page that it serves.
//!
//! The page draws and asks; the server knows the rules. It keeps no game: each request
//! of the page names the game, the start position and the moves, so that a page whose
//! connection was lost goes on where it was. What a tab has of its own is an engine, on
//! a thread that ends with the tab.

mod agreement;
mod assets;
mod compose;
mod describe;
pub mod diagram;
pub mod game_page;
mod game_text;
mod memory;
mod messages;
mod review;
mod searching;
mod server;
mod tab;
mod words;
mod worker;
pub mod xboard_pictures;

pub use server::{DEFAULT_PORT, MAX_TABS, Server, ServerError};
pub use tab::replies;
