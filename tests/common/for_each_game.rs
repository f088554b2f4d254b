//! Tests that are run once a game.

/// Makes a `#[test]` of each generic function for every game of the registry, with
/// the attributes in front of it.
macro_rules! for_each_game {
    (@games $tests:tt $($module:ident::$game:ident,)+) => {
        $(for_each_game!(@game $module::$game $tests);)+
    };
    (@game $module:ident::$game:ident [$($(#[$attribute:meta])* $test:ident),+]) => {
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
    ($($(#[$attribute:meta])* $test:ident),+ $(,)?) => {
        galaverna::with_all_games!(for_each_game!(@games [$($(#[$attribute])* $test),+]));
    };
}
