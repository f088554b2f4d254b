//! Orthodox chess: nothing that a board does not show.

use crate::rules::chess::Chess;

use super::Show;
use super::window::Window;

impl Show for Chess {
    const TITLE: &'static str = "Orthodox chess";

    const WINDOW: Option<&'static Window> = None;
}
