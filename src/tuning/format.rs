//! Games in a few bytes a move. `docs/datagen.md` describes the format.

use std::fmt;
use std::io::{self, Read};
use std::str::FromStr;

use thiserror::Error;

use crate::batch::Shard;
use crate::rules::{Color, Move, MoveList, Position};

/// The version of the format.
pub const VERSION: u32 = 1;

/// What every file begins with.
const MAGIC: &str = "galaverna-games";

/// No header is longer, in bytes.
pub const MAX_HEADER: usize = 200;

/// No game is longer, in plies.
pub const MAX_PLIES: usize = 600;

/// Written where no search was made.
const NO_SCORE: i16 = i16::MIN;

/// Bytes before the plies of a game: number, plies, result.
const HEAD: usize = 7;

/// Bytes of a ply: move, score.
const PLY: usize = 4;

/// Bytes of the checksum at the end of a game.
const CHECKSUM: usize = 4;

/// The first line of a file: what its games are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The game's name in the registry.
    pub game: String,
    /// Nodes searched for each move.
    pub nodes: u64,
    /// Decides the openings.
    pub seed: u64,
    /// The share of the games that the file is for.
    pub shard: Shard,
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Header {
            game,
            nodes,
            seed,
            shard,
        } = self;
        write!(
            f,
            "{MAGIC} {VERSION} game={game} nodes={nodes} seed={seed} shard={shard}"
        )
    }
}

/// Why a first line is no header.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum HeaderError {
    /// It is of another kind of file.
    #[error("not a file of galaverna datagen")]
    Foreign,
    /// Another version wrote it.
    #[error("it is of version {0}, and only version {VERSION} can be read")]
    Version(String),
    /// A setting is missing or has no sense.
    #[error("the first line should have {0}")]
    Setting(&'static str),
}

impl FromStr for Header {
    type Err = HeaderError;

    fn from_str(line: &str) -> Result<Header, HeaderError> {
        let mut words = line.split(' ');
        if words.next() != Some(MAGIC) {
            return Err(HeaderError::Foreign);
        }
        let version = words.next().unwrap_or_default();
        if version != VERSION.to_string() {
            return Err(HeaderError::Version(version.to_owned()));
        }
        let mut next = |name: &str| words.next()?.strip_prefix(name)?.strip_prefix('=');
        let game = next("game").ok_or(HeaderError::Setting("game=NAME"))?;
        let nodes = next("nodes").and_then(|text| text.parse().ok());
        let seed = next("seed").and_then(|text| text.parse().ok());
        let shard = next("shard").and_then(|text| text.parse().ok());
        Ok(Header {
            game: game.to_owned(),
            nodes: nodes.ok_or(HeaderError::Setting("nodes=N"))?,
            seed: seed.ok_or(HeaderError::Setting("seed=N"))?,
            shard: shard.ok_or(HeaderError::Setting("shard=I/N"))?,
        })
    }
}

/// A move as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The place of the move among [`ordered_moves`].
    pub choice: u16,
    /// What the search thought of the position before it, from White's view, in
    /// centipawns or a mate value; `None` for a random move.
    pub score: Option<i16>,
}

/// A game as it is written. It begins at the start position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenGame {
    /// Its number, which with the seed decides the opening.
    pub number: u32,
    /// Who won; nobody in a draw.
    pub winner: Option<Color>,
    /// Its moves.
    pub plies: Vec<Ply>,
}

/// The legal moves in an order that no change of a move generator changes.
pub fn ordered_moves<P: Position>(position: &P) -> MoveList {
    let mut moves = position.legal_moves();
    moves.sort_unstable_by_key(|m: &Move| m.to_bits());
    moves
}

/// Why there is no game to be read.
#[derive(Debug, Error)]
pub enum GameError {
    /// The file ends in the middle of it: whoever wrote it was killed.
    #[error("the game is cut off")]
    CutOff,
    /// It is not what was written.
    #[error("the game is corrupt: {0}")]
    Corrupt(&'static str),
    /// The system cannot read it.
    #[error(transparent)]
    File(#[from] io::Error),
}

impl WrittenGame {
    /// The bytes of the game. It has no more than [`MAX_PLIES`].
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEAD + PLY * self.plies.len() + CHECKSUM);
        bytes.extend(self.number.to_le_bytes());
        // MAX_PLIES is far below the largest u16: the cast is exact.
        bytes.extend((self.plies.len() as u16).to_le_bytes());
        bytes.push(match self.winner {
            Some(Color::Black) => 0,
            None => 1,
            Some(Color::White) => 2,
        });
        for ply in &self.plies {
            bytes.extend(ply.choice.to_le_bytes());
            bytes.extend(ply.score.unwrap_or(NO_SCORE).to_le_bytes());
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the next game; `None` at the end of the file.
    ///
    /// # Errors
    ///
    /// If what comes is not a whole game.
    pub fn decode(reader: &mut impl Read) -> Result<Option<WrittenGame>, GameError> {
        let mut bytes = Vec::with_capacity(HEAD);
        match read_up_to(reader, &mut bytes, HEAD)? {
            0 => return Ok(None),
            HEAD => {}
            _ => return Err(GameError::CutOff),
        }
        let plies = usize::from(u16::from_le_bytes([bytes[4], bytes[5]]));
        if plies > MAX_PLIES {
            return Err(GameError::Corrupt("it is too long"));
        }
        let rest = PLY * plies + CHECKSUM;
        if read_up_to(reader, &mut bytes, rest)? < rest {
            return Err(GameError::CutOff);
        }
        let (content, checksum) = bytes.split_at(bytes.len() - CHECKSUM);
        if checksum != crc32fast::hash(content).to_le_bytes() {
            return Err(GameError::Corrupt("its checksum is wrong"));
        }
        let winner = match content[6] {
            0 => Some(Color::Black),
            1 => None,
            2 => Some(Color::White),
            _ => return Err(GameError::Corrupt("it has no result")),
        };
        let (plies, _) = content[HEAD..].as_chunks();
        Ok(Some(WrittenGame {
            number: u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]),
            winner,
            plies: plies.iter().copied().map(ply).collect(),
        }))
    }

    /// How many bytes the game takes.
    pub fn size(&self) -> u64 {
        (HEAD + PLY * self.plies.len() + CHECKSUM) as u64
    }
}

fn ply([move_low, move_high, score_low, score_high]: [u8; PLY]) -> Ply {
    let score = i16::from_le_bytes([score_low, score_high]);
    Ply {
        choice: u16::from_le_bytes([move_low, move_high]),
        score: (score != NO_SCORE).then_some(score),
    }
}

/// Appends so many bytes, fewer only at the end of the file; returns how many.
fn read_up_to(reader: &mut impl Read, bytes: &mut Vec<u8>, count: usize) -> io::Result<usize> {
    reader.take(count as u64).read_to_end(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game() -> WrittenGame {
        let ply = |choice, score| Ply { choice, score };
        WrittenGame {
            number: 70_000,
            winner: Some(Color::Black),
            plies: vec![ply(3, None), ply(299, Some(-31_990)), ply(0, Some(0))],
        }
    }

    #[test]
    fn games_are_read_as_written() {
        let mut bytes = game().encode();
        assert_eq!(bytes.len() as u64, game().size());
        bytes.extend(game().encode());
        let mut reader = bytes.as_slice();
        for _ in 0..2 {
            let read = WrittenGame::decode(&mut reader).unwrap();
            assert_eq!(read, Some(game()));
        }
        assert!(WrittenGame::decode(&mut reader).unwrap().is_none());
    }

    #[test]
    fn damage_is_noticed() {
        let bytes = game().encode();
        for end in 1..bytes.len() {
            let read = WrittenGame::decode(&mut &bytes[..end]);
            assert!(matches!(read, Err(GameError::CutOff)), "{end}: {read:?}");
        }
        for place in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[place] ^= 1;
            assert!(WrittenGame::decode(&mut damaged.as_slice()).is_err());
        }
    }

    #[test]
    fn headers_are_read_as_written() {
        let header = Header {
            game: "alice".to_owned(),
            nodes: 1500,
            seed: 7,
            shard: Shard { index: 2, count: 4 },
        };
        assert_eq!(header.to_string().parse(), Ok(header.clone()));
        let later = header.to_string().replacen('1', "9", 1);
        assert_eq!(
            later.parse::<Header>(),
            Err(HeaderError::Version("9".to_owned()))
        );
        let foreign = "[Event \"match\"]".parse::<Header>();
        assert_eq!(foreign, Err(HeaderError::Foreign));
        let shard = header.to_string().replace("2/4", "5/4");
        assert_eq!(
            shard.parse::<Header>(),
            Err(HeaderError::Setting("shard=I/N"))
        );
    }
}
