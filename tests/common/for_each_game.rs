//! Tests that are run once a game.

/// Makes a `#[test]` of each generic function for every game of the registry, with
/// the attributes in front of it.
macro_rules! for_each_game {
    ($($(#[$attribute:meta])* $test:ident),+ $(,)?) => {
        galaverna::with_all_games!(tests_of_games!([$($(#[$attribute])* $test),+]));
    };
}

macro_rules! tests_of_games {
    ($tests:tt $($module:ident::$game:ident,)+) => {
        $(tests_of_game!($module::$game $tests);)+
    };
}

macro_rules! tests_of_game {
    ($module:ident::$game:ident [$($(#[$attribute:meta])* $test:ident),+]) => {
        mod $module {
            $(
                #[test]
                $(#[$attribute])*
                fn $test() {
                    super::$test::<galaverna::rules::$module::$game>();
                }
            )+
        }
    };
}
