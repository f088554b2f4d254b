//! In XBoard's window every legal move has a text that only it has.

use std::collections::BTreeSet;

use galaverna::notation::Notation;
use galaverna::rules::Bitboard;
use galaverna::show::Game;
use galaverna::show::xboard::moves::WindowMoves;

use crate::common::play_random_games;

for_each_game!(texts_name_one_move_each);

fn texts_name_one_move_each<P: Notation>() {
    let game = Game::named(P::NAME).expect("a game of the registry");
    let mut session = game.open();
    play_random_games::<P>(8, 20, 100, |position, _| {
        let fen = position.fen();
        session
            .set_position(Some(&fen), &[])
            .expect("a legal position");
        let moves = WindowMoves::of(session.as_ref(), game.window);
        let mut texts = BTreeSet::new();
        for m in moves.iter() {
            let text = m.text();
            assert!(texts.insert(text.clone()), "{fen}: {text} twice");
            let spoken = m.spoken(Bitboard::EMPTY).concat();
            for text in [&text, &spoken, &m.m.to_string()] {
                let found = moves.find(session.as_ref(), text);
                let found = found.unwrap_or_else(|error| panic!("{fen}: {error}"));
                assert_eq!(found.m, m.m, "{fen}: {text}");
            }
        }
        assert_eq!(texts.len(), position.count_legal_moves(), "{fen}");
    });
}
