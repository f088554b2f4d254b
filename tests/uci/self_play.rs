//! The engine plays complete games against itself on real clocks, 1 s + 10 ms:
//! every move is legal and none comes later than a busy machine accounts for.
//!
//! One game of each kind by default; `GALAVERNA_SELF_PLAY_GAMES=100 cargo test
//! --release uci::self_play -- --nocapture` plays more and prints the results.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use galaverna::engine::opening::{random_numbers, random_opening};
use galaverna::notation::Notation;
use galaverna::rules::{Color, Outcome};
use galaverna::show::Game;

use super::client::Client;

const TIME: Duration = Duration::from_secs(1);
const INCREMENT: Duration = Duration::from_millis(10);

/// How late a machine with much else to do may make the engine, or this client, in a whole
/// game. An engine that does not heed its clock is later.
const WAIT: Duration = Duration::from_secs(2);

/// Games that no rule ends are stopped here and count as unfinished.
const MOST_PLIES: usize = 1000;

/// Random moves at the start, so that no two games are the same.
const OPENING_PLIES: usize = 6;

/// Plays a game from this opening and returns its outcome and length in plies.
fn play(
    game: &Game,
    players: &mut [Client; 2],
    mut moves: Vec<String>,
) -> (Option<Outcome>, usize) {
    let mut session = game.open();
    for text in &moves {
        session.play(text).expect("a legal opening");
    }
    let mut clocks = [TIME; 2];
    let mut late = Duration::ZERO;
    for player in players.iter_mut() {
        player.send("ucinewgame");
        player.expect_silence();
    }
    while moves.len() < MOST_PLIES {
        if let Some(outcome) = session.outcome() {
            return (Some(outcome), moves.len());
        }
        let side = usize::from(session.turn() == Color::Black);
        let player = &mut players[side];
        player.send(&format!("position startpos moves {}", moves.join(" ")));
        let [white, black] = clocks.map(|clock| clock.as_millis());
        let increment = INCREMENT.as_millis();
        let start = Instant::now();
        let text = player.best_move(&format!(
            "go wtime {white} btime {black} winc {increment} binc {increment}"
        ));
        let spent = start.elapsed();
        late += spent.saturating_sub(clocks[side]);
        assert!(
            late <= WAIT,
            "{} loses on time: {spent:?} of {:?}",
            game.name,
            clocks[side]
        );
        clocks[side] = clocks[side].saturating_sub(spent) + INCREMENT;
        if let Err(error) = session.play(&text) {
            panic!("{} in {} after {}", error, game.name, moves.join(" "));
        }
        moves.push(text);
    }
    (None, moves.len())
}

for_each_game!(games_are_played_to_the_end);

fn games_are_played_to_the_end<P: Notation>() {
    let name = P::NAME;
    let games = std::env::var("GALAVERNA_SELF_PLAY_GAMES")
        .map_or(1, |games| games.parse().expect("a number of games"));
    let game = Game::named(name).expect("a game");
    let mut players = [Client::playing(name), Client::playing(name)];
    let mut ends: BTreeMap<String, usize> = BTreeMap::new();
    let mut plies = 0;
    for number in 0..games as u32 {
        let mut random = random_numbers(1, number);
        let mut opening = || random_opening(P::start(), OPENING_PLIES, &mut random, P::legal_moves);
        let (_, moves) = std::iter::repeat_with(&mut opening)
            .flatten()
            .next()
            .expect("an opening that does not end the game");
        let moves = moves.iter().map(|m| m.to_string()).collect::<Vec<_>>();
        let (outcome, length) = play(game, &mut players, moves);
        let end = outcome.map_or("unfinished".to_owned(), |outcome| outcome.to_string());
        *ends.entry(end).or_default() += 1;
        plies += length;
    }
    println!(
        "{name}: {games} games, {} plies a game, {ends:?}",
        plies / games
    );
}
