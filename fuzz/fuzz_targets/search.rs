//! A short search of any position: it ends, its move is legal, and it finds the same
//! again.

#![no_main]

use std::sync::LazyLock;
use std::thread;

use galaverna::engine::session::{Answer, Session, search_alone};
use galaverna::search::STACK_BYTES;
use galaverna::search::time::Limits;
use galaverna::search::transposition::TranspositionTable;
use galaverna::show::GAMES;
use libfuzzer_sys::fuzz_target;

const NODES: u64 = 200;

/// Without optimisation and with a sanitizer frames are larger.
const STACKS: usize = 4;

static TABLE: LazyLock<TranspositionTable> =
    LazyLock::new(|| TranspositionTable::new(1).expect("memory for a small table"));

fn search(session: &dyn Session, lines: usize) -> Answer {
    TABLE.clear();
    let limits = Limits {
        nodes: Some(NODES),
        lines,
        ..Limits::default()
    };
    search_alone(session, limits, &TABLE)
}

fn check(fen: &str) {
    for game in &GAMES {
        let mut session = game.session();
        if session.set_position(Some(fen), &[]).is_err() {
            continue;
        }
        let lines = 1 + fen.len() % 2;
        let answer = search(session.as_ref(), lines);
        assert_eq!(answer, search(session.as_ref(), lines), "{}", game.name);
        if let Some(best) = &answer.best {
            let found = session.find_move(&best.coordinates);
            assert!(found.is_ok(), "{}: {fen}: {best:?}", game.name);
            assert_eq!(session.play(&best.coordinates).as_ref(), Ok(&best.san));
            if let Some(ponder) = &answer.ponder {
                assert!(session.find_move(ponder).is_ok(), "{fen}: {ponder}");
            }
        }
    }
}

fuzz_target!(|fen: &str| {
    let searching = thread::Builder::new().stack_size(STACKS * STACK_BYTES);
    thread::scope(|scope| {
        let searched = searching.spawn_scoped(scope, || check(fen));
        searched.expect("a thread").join().expect("no panic");
    });
});
