//! The figures of the evaluations as data: a struct for each game, which the
//! engine reads from a `static` and the tuner changes.
//!
//! Each game has values of its own, in a file here that `galaverna tune` writes,
//! even where it shares terms with others.

pub mod alice;
pub mod chess;
pub mod clupso;
pub mod elolbia;
pub mod iceage;
mod source;

use super::score::Score;

pub use source::{Source, render};

/// One figure to tune.
#[derive(Debug)]
pub enum Figure<'a> {
    /// Centipawns in the middlegame and the endgame. Evaluations add these up,
    /// count them and take shares of them, but never mix the two values.
    Score(&'a mut Score),
    /// Anything else: attack units, a share in hundredths, a limit.
    Plain(&'a mut i32),
}

/// Something made of figures that can be visited in order and written as Rust.
pub trait Figures {
    /// Shows every figure to `visitor` with its name, which begins with `name`.
    fn visit(&mut self, name: &str, visitor: &mut dyn FnMut(&str, Figure));

    /// Writes the expression that makes these figures.
    fn write(&self, source: &mut Source);
}

/// All figures of a game.
pub trait Weights: Figures + Clone + Send + Sync + 'static {
    /// What it is worth to be on move, in centipawns.
    fn tempo(&self) -> i32;
}

impl Figures for i32 {
    fn visit(&mut self, name: &str, visitor: &mut dyn FnMut(&str, Figure)) {
        visitor(name, Figure::Plain(self));
    }

    fn write(&self, source: &mut Source) {
        source.push(&self.to_string());
    }
}

impl Figures for Score {
    fn visit(&mut self, name: &str, visitor: &mut dyn FnMut(&str, Figure)) {
        visitor(name, Figure::Score(self));
    }

    fn write(&self, source: &mut Source) {
        source.import("crate::eval::score", "score");
        source.push(&format!("score({}, {})", self.middlegame, self.endgame));
    }
}

impl<T: Figures, const LENGTH: usize> Figures for [T; LENGTH] {
    fn visit(&mut self, name: &str, visitor: &mut dyn FnMut(&str, Figure)) {
        for (index, figures) in self.iter_mut().enumerate() {
            figures.visit(&format!("{name}[{index}]"), visitor);
        }
    }

    fn write(&self, source: &mut Source) {
        source.list(self);
    }
}

/// Declares a struct of [`Figures`].
macro_rules! figures {
    (
        $(#[$attribute:meta])*
        pub struct $name:ident {
            $($(#[$field_attribute:meta])* pub $field:ident: $kind:ty,)*
        }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name {
            $($(#[$field_attribute])* pub $field: $kind,)*
        }

        impl $crate::eval::weights::Figures for $name {
            fn visit(
                &mut self,
                name: &str,
                visitor: &mut dyn FnMut(&str, $crate::eval::weights::Figure),
            ) {
                let prefix = match name {
                    "" => String::new(),
                    name => format!("{name}."),
                };
                $(self.$field.visit(&format!("{prefix}{}", stringify!($field)), visitor);)*
            }

            fn write(&self, source: &mut $crate::eval::weights::Source) {
                source.open(module_path!(), stringify!($name));
                $(source.field(stringify!($field), &self.$field);)*
                source.close();
            }
        }
    };
}

pub(in crate::eval) use figures;
