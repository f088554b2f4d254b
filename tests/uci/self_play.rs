//! The engine plays complete games against itself on real clocks, 1 s + 10 ms:
//! every move is legal and none comes too late.
//!
//! One game of each kind by default; `GALAVERNA_SELF_PLAY_GAMES=100 cargo test
//! --release uci::self_play -- --nocapture` plays more and prints the results.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use galaverna::notation::Notation;
use galaverna::rules::{Color, Outcome};
use galaverna::show::Game;

use super::client::Client;

const TIME: Duration = Duration::from_secs(1);
const INCREMENT: Duration = Duration::from_millis(10);

/// Games that no rule ends are stopped here and count as unfinished.
const MOST_PLIES: usize = 1000;

/// Random moves at the start, so that no two games are the same.
const OPENING_PLIES: usize = 6;

/// A small random sequence (xorshift): openings need no more.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

/// Plays a game and returns its outcome and length in plies.
fn play(game: &Game, players: &mut [Client; 2], random: &mut Random) -> (Option<Outcome>, usize) {
    let mut session = game.open();
    let mut moves = Vec::new();
    let mut clocks = [TIME; 2];
    for player in players.iter_mut() {
        player.send("ucinewgame");
        player.expect_silence();
    }
    while moves.len() < MOST_PLIES {
        if let Some(outcome) = session.outcome() {
            return (Some(outcome), moves.len());
        }
        let text = if moves.len() < OPENING_PLIES {
            let legal = session.legal_moves();
            session.coordinates(legal[random.below(legal.len())])
        } else {
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
            let left = clocks[side].checked_sub(spent);
            clocks[side] = INCREMENT
                + left.unwrap_or_else(|| {
                    panic!(
                        "{} loses on time: {spent:?} of {:?}",
                        game.name, clocks[side]
                    )
                });
            text
        };
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
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let mut ends: BTreeMap<String, usize> = BTreeMap::new();
    let mut plies = 0;
    for _ in 0..games {
        let (outcome, length) = play(game, &mut players, &mut random);
        let end = outcome.map_or("unfinished".to_owned(), |outcome| outcome.to_string());
        *ends.entry(end).or_default() += 1;
        plies += length;
    }
    println!(
        "{name}: {games} games, {} plies a game, {ends:?}",
        plies / games
    );
}
