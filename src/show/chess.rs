//! Orthodox chess: nothing that a board does not show.

use crate::rules::chess::Chess;

use super::Show;

impl Show for Chess {
    const TITLE: &'static str = "Orthodox chess";
}
