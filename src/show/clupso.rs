//! Clupso Chess: what men can become.

use crate::rules::clupso::Clupso;
use crate::rules::{Position, Role};

use super::Show;
use super::supplement::{self, ForbiddenMove};
use super::view::Supplement;
use super::window::Window;

/// A game without kings: XBoard, told of a royal piece and finding none, takes every move
/// for mate. Nor is it told how men step. It writes the moves that it takes for illegal in
/// full, and so says what a man has become.
const WINDOW: Window = Window {
    pictures: "PNBRQ..................................................M.",
    moves: &[('M', "cafmF")],
    ..Window::USUAL
};

impl Show for Clupso {
    const TITLE: &'static str = "Clupso Chess";

    const WINDOW: Option<&'static Window> = Some(&WINDOW);

    fn supplement(&self) -> Supplement {
        let pool = |color| {
            let roles = Role::PROMOTIONS.into_iter();
            roles
                .map(|role| (role.letter(), self.pool(color, role)))
                .collect()
        };
        Supplement {
            pools: Some(supplement::both(pool)),
            tally: Some(supplement::both(|color| {
                self.board().by_color(color).count()
            })),
            ..Supplement::default()
        }
    }

    /// There are no kings to be exposed.
    fn forbidden_moves(&self) -> Vec<ForbiddenMove> {
        Vec::new()
    }
}
