//! Tests that are run once a game.

/// Makes a `#[test]` of each generic function for every game.
macro_rules! for_each_game {
    ($($test:ident),+ $(,)?) => {
        for_each_game!(chess: galaverna::rules::chess::Chess, [$($test),+]);
        for_each_game!(iceage: galaverna::rules::iceage::IceAge, [$($test),+]);
        for_each_game!(alice: galaverna::rules::alice::Alice, [$($test),+]);
        for_each_game!(elolbia: galaverna::rules::elolbia::Elolbia, [$($test),+]);
        for_each_game!(clupso: galaverna::rules::clupso::Clupso, [$($test),+]);
    };
    ($game:ident: $position:ty, [$($test:ident),+]) => {
        mod $game {
            $(
                #[test]
                fn $test() {
                    super::$test::<$position>();
                }
            )+
        }
    };
}
