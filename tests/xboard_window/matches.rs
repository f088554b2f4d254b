//! XBoard's own matches between two engines.

use galaverna::notation::Notation;
use galaverna::rules::Position;
use galaverna::rules::iceage::IceAge;
use galaverna::show::Variant;
use galaverna::show::xboard::variant::variant_name;

use super::record;
use super::window::Setting;

/// Plays two games, and makes sure that rules have ended both.
fn a_match<P: Notation>() {
    let game = variant_name(Variant::named(P::NAME).expect("a game of the registry"));
    let setting = Setting::new(&format!("match_{game}"), game).against_itself();
    // At depth 3 a king takes ice where XBoard still shows its rook, which has frozen:
    // XBoard castles then, and stops the match (docs/xboard.md says so).
    let depth = if P::NAME == IceAge::NAME { 4 } else { 3 };
    play_on(setting, 2, depth, "");
}

/// Plays games to their end by rule, and returns their PGN. Both engines get these
/// options too.
fn play_on(setting: Setting, games: usize, depth: u32, options: &str) -> String {
    let options = format!("Resign=0,Offer draws=0{options}");
    let mut window = setting
        .options(&["-matchGames", &games.to_string()])
        .options(&["-searchDepth", &depth.to_string(), "-timeControl", "20"])
        .options(&["-firstOptions", &options, "-secondOptions", &options])
        .options(&["-popupExitMessage", "false"])
        .open();
    let pgn = window.wait_for_the_end();
    let results = record::results(&pgn);
    assert_eq!(results.len(), games, "{pgn}");
    for result in results {
        assert!(["1-0", "0-1", "1/2-1/2"].contains(&result), "{pgn}");
    }
    // XBoard may be quicker than the engines to call a game drawn by these rules.
    let mut by_rule = pgn.clone();
    for rule in ["50-move rule", "repetition"] {
        by_rule = by_rule.replace(&format!("Xboard adjudication: {rule}"), "");
    }
    for wrong in [
        "forfeit",
        "Forfeit",
        "resign",
        "adjudicat",
        "exit",
        "illegal",
    ] {
        assert!(!by_rule.contains(wrong), "{wrong}\n{pgn}");
    }
    pgn
}

for_each_game!(
    #[ignore = "needs xboard, Xvfb and xdotool"]
    a_match
);

#[test]
#[ignore = "needs xboard, Xvfb and xdotool"]
fn chess960_is_played_from_positions_that_xboard_shuffles() {
    let setting = Setting::new("match_fischerandom", "fischerandom").against_itself();
    let pgn = play_on(setting, 2, 3, "");
    assert!(pgn.contains("[Variant \"fischerandom\"]"), "{pgn}");
}

#[test]
#[ignore = "needs xboard, Xvfb and xdotool"]
fn a_chain_with_two_victims_is_relayed() {
    let setting = Setting::new("match_chain", "clupso").against_itself();
    let start = ",Start position=n7/8/5m2/8/3m4/2M5/8/7N w - - 0 1";
    let pgn = play_on(setting, 1, 3, start);
    assert!(pgn.contains("1. Mxd4xf6-g7"), "{pgn}");
}
