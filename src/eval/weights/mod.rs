//! The weights of the evaluations as data: a struct for each game, which the
//! engine reads from a `static` and the tuner changes.
//!
//! Each game has values of its own, in a file `weights.rs` beside its evaluation
//! that `galaverna tune` writes, even where it shares terms with others.

mod source;

use super::score::Score;

pub use source::{Source, render};

/// One weight to tune.
#[derive(Debug)]
pub enum Weight<'a> {
    /// Centipawns in the middlegame and the endgame. Evaluations add these up,
    /// count them and take shares of them, but never mix the two values.
    Score(&'a mut Score),
    /// Anything else: attack units, a share in hundredths, a limit.
    Plain(&'a mut i32),
}

/// Something made of weights that can be visited in order and written as Rust.
pub trait Tunable {
    /// Shows every weight to `visitor` with its name, which begins with `name`.
    fn visit(&mut self, name: &str, visitor: &mut dyn FnMut(&str, Weight));

    /// Writes the expression that makes these weights.
    fn write(&self, source: &mut Source);
}

/// All weights of a game.
pub trait Weights: Tunable + Clone + Send + Sync + 'static {
    /// What it is worth to be on move, in centipawns.
    fn tempo(&self) -> i32;
}

impl Tunable for i32 {
    fn visit(&mut self, name: &str, visitor: &mut dyn FnMut(&str, Weight)) {
        visitor(name, Weight::Plain(self));
    }

    fn write(&self, source: &mut Source) {
        source.push(&self.to_string());
    }
}

impl Tunable for Score {
    fn visit(&mut self, name: &str, visitor: &mut dyn FnMut(&str, Weight)) {
        visitor(name, Weight::Score(self));
    }

    fn write(&self, source: &mut Source) {
        source.import("crate::eval::score", "score");
        source.push(&format!("score({}, {})", self.middlegame, self.endgame));
    }
}

impl<T: Tunable, const LENGTH: usize> Tunable for [T; LENGTH] {
    fn visit(&mut self, name: &str, visitor: &mut dyn FnMut(&str, Weight)) {
        for (index, weights) in self.iter_mut().enumerate() {
            weights.visit(&format!("{name}[{index}]"), visitor);
        }
    }

    fn write(&self, source: &mut Source) {
        source.list(self);
    }
}

/// Declares a struct that is [`Tunable`].
macro_rules! tunable {
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

        impl $crate::eval::weights::Tunable for $name {
            fn visit(
                &mut self,
                name: &str,
                visitor: &mut dyn FnMut(&str, $crate::eval::weights::Weight),
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

pub(in crate::eval) use tunable;
