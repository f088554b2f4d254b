//! Clupso Chess: what men can become.

use crate::rules::clupso::Clupso;
use crate::rules::{Color, Role};

use super::Show;
use super::supplement::{self, ForbiddenMove, Supplement};

impl Show for Clupso {
    const TITLE: &'static str = "Clupso Chess";

    fn status(&self) -> Option<String> {
        Some(format!(
            "Men may become: White's {}; Black's {}",
            pool_letters(self, Color::White),
            pool_letters(self, Color::Black)
        ))
    }

    fn supplement(&self) -> Supplement {
        let pool = |color| {
            let roles = Role::PROMOTIONS.into_iter();
            roles.map(|role| (role, self.pool(color, role))).collect()
        };
        Supplement {
            pools: Some(supplement::both(pool)),
            last_piece_decides: true,
            ..Supplement::default()
        }
    }

    /// There are no kings to be exposed.
    fn forbidden_moves(&self) -> Vec<ForbiddenMove> {
        Vec::new()
    }
}

/// What one side's men can become, a letter each.
fn pool_letters(position: &Clupso, color: Color) -> String {
    let letters: String = Role::PROMOTIONS
        .into_iter()
        .flat_map(|role| std::iter::repeat_n(role.letter(), position.pool(color, role)))
        .collect();
    if letters.is_empty() {
        "nothing".to_owned()
    } else {
        letters
    }
}
