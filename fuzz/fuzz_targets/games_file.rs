//! Any bytes as a file of datagen's games, with the right checksums so that more than
//! these is read: what is legal is the same when it is written and read again.

#![no_main]

use galaverna::notation::Notation;
use galaverna::show::{GAMES, Game};
use galaverna::training::format::{Header, Version, WrittenGame};
use galaverna::training::read::{Filter, positions};
use galaverna::with_type_of;
use galaverna_fuzz::{split_at_byte, text};
use libfuzzer_sys::fuzz_target;

const CHECKSUM: usize = 4;

fn check<P: Notation>(version: Version, games: &[u8]) {
    let mut reader = games;
    let length = reader.len();
    let mut size = 0;
    while let Ok(Some(written)) = WrittenGame::decode(&mut reader, version) {
        size += written.size() as usize;
        assert_eq!(size, length - reader.len());
        let Ok(played) = written.replay::<P>() else {
            continue;
        };
        assert_eq!(played.plies.len(), written.plies());
        let bytes = played.encode();
        let again = WrittenGame::decode(&mut bytes.as_slice(), Version::CURRENT);
        let again = again.expect("a game that we have written").expect("one");
        assert_eq!(again.replay::<P>().expect("a legal game"), played);
        let samples = positions::<P>(&played, Filter::QUIET);
        assert!(samples.len() <= played.plies.len());
    }
}

/// The games with checksums that are right, as far as their lengths go.
fn with_checksums(games: &[u8], version: Version) -> Vec<u8> {
    let mut games = games.to_vec();
    let mut start = 0;
    while let Some(head) = games.get(start..start + 9) {
        let [count, length] = [[head[4], head[5]], [head[7], head[8]]];
        let [count, length] = [count, length].map(|bytes| usize::from(u16::from_le_bytes(bytes)));
        let end = match version {
            Version::One => start + 7 + 4 * count,
            Version::Two | Version::Three => start + 9 + length,
        };
        let Some(content) = games.get(start..end) else {
            break;
        };
        let checksum = crc32fast::hash(content).to_le_bytes();
        match games.get_mut(end..end + CHECKSUM) {
            Some(place) => place.copy_from_slice(&checksum),
            None => {
                games.truncate(end);
                games.extend(checksum);
            }
        }
        start = end + CHECKSUM;
    }
    games
}

fuzz_target!(|data: &[u8]| {
    let (line, games) = split_at_byte(data, b'\n');
    let Ok(header) = text(line).trim_end().parse::<Header>() else {
        return;
    };
    let written = header.to_string();
    assert_eq!(written.parse(), Ok(header.clone()), "{written}");
    let game = Game::named(&header.game).unwrap_or(&GAMES[0]);
    for games in [games.to_vec(), with_checksums(games, header.version)] {
        with_type_of!(game, P => check::<P>(header.version, &games));
    }
});
