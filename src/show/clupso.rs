//! Clupso Chess: what men can become.

use crate::rules::clupso::Clupso;
use crate::rules::{Color, Role};

use super::Show;
use super::supplement::{self, ForbiddenMove, Supplement};

impl Show for Clupso {
    const TITLE: &'static str = "Clupso Chess";

    fn status(&self) -> Option<String> {
        let [white, black] = Color::ALL.map(|color| match &pool_letters(self, color)[..] {
            "" => "cannot promote".to_owned(),
            letters => format!("may become {letters}"),
        });
        Some(format!("White's men {white}; Black's men {black}"))
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
    Role::PROMOTIONS
        .into_iter()
        .flat_map(|role| std::iter::repeat_n(role.letter(), position.pool(color, role)))
        .collect()
}
