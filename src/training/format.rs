//! Games in a few bytes a move. `docs/datagen.md` describes the format.

use std::fmt;
use std::io::{self, Read};
use std::num::ParseIntError;
use std::str::FromStr;

use thiserror::Error;

use crate::batch::Shard;
use crate::notation::Notation;
use crate::rules::{Color, Move};

use super::written_move::{WrittenMove, moves_in_order};

/// A version of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Version {
    /// A move is its place among the legal moves in a certain order. Only read.
    One = 1,
    /// A move is its squares and promotion.
    Two = 2,
    /// The same; the first line tells of soft nodes, or of labels.
    Three = 3,
}

impl Version {
    /// The one that is written.
    pub const CURRENT: Version = Version::Three;

    /// Bytes before the plies of a game: number, plies, result and, but for version
    /// 1, how many bytes the plies take.
    const fn head(self) -> usize {
        match self {
            Version::One => 7,
            Version::Two | Version::Three => 9,
        }
    }

    /// What the first line calls the nodes searched for each move.
    const fn nodes(self) -> &'static str {
        match self {
            Version::One | Version::Two => "nodes",
            Version::Three => "soft-nodes",
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (*self as u8).fmt(f)
    }
}

/// What every file begins with.
const MAGIC: &str = "galaverna-games";

/// No header is longer, in bytes.
pub const MAX_HEADER: usize = 200;

/// No game is longer, in plies.
pub const MAX_PLIES: usize = 600;

/// Written where no search was made.
const NO_SCORE: i16 = i16::MIN;

/// Bytes of a score.
const SCORE: usize = 2;

/// Fewest and most bytes of a ply: move, score. A route has up to 17 squares.
const PLY: std::ops::RangeInclusive<usize> = 2 + SCORE..=2 + 1 + 15 + SCORE;

/// Bytes of the checksum at the end of a game.
const CHECKSUM: usize = 4;

/// The first line of a file: what its games are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The version of the format.
    pub version: Version,
    /// The game's name in the registry.
    pub game: String,
    /// Where the values are from.
    pub source: Source,
}

/// Where the values of a file are from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// The engine that played the games.
    Play {
        /// Nodes searched for each move: soft ones from version 3 on, no more than these
        /// before.
        nodes: u64,
        /// Decides the openings.
        seed: u64,
        /// The share of the games that the file is for.
        shard: Shard,
        /// The checksum of the network that the games were played with; `None` in files
        /// of programs that did not write it.
        network: Option<u32>,
        /// Pieces in the largest of the endgame tables that said who wins, 0 without any.
        table_men: usize,
    },
    /// [`relabel`](super::relabel).
    Relabel {
        /// What says what a position is worth.
        labels: Labels,
        /// The checksum of the network that it is said by.
        network: u32,
        /// The checksum of the first lines of the files whose games they are.
        data: u32,
    },
}

/// What says what a position is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Labels {
    /// The static evaluation.
    Static,
    /// A search of so many soft nodes.
    Search(u64),
}

impl fmt::Display for Labels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Labels::Static => "static".fmt(f),
            Labels::Search(nodes) => nodes.fmt(f),
        }
    }
}

impl FromStr for Labels {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Labels, ParseIntError> {
        match text {
            "static" => Ok(Labels::Static),
            nodes => nodes.parse().map(Labels::Search),
        }
    }
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Header {
            version,
            game,
            source,
        } = self;
        write!(f, "{MAGIC} {version} game={game} ")?;
        match source {
            Source::Play {
                nodes,
                seed,
                shard,
                network,
                table_men,
            } => {
                let name = version.nodes();
                write!(f, "{name}={nodes} seed={seed} shard={shard}")?;
                if let Some(network) = network {
                    write!(f, " net={network:08x}")?;
                }
                match table_men {
                    0 => Ok(()),
                    men => write!(f, " tables={men}"),
                }
            }
            Source::Relabel {
                labels,
                network,
                data,
            } => write!(f, "labels={labels} net={network:08x} data={data:08x}"),
        }
    }
}

impl FromStr for Header {
    /// Why a first line is no header.
    type Err = String;

    fn from_str(line: &str) -> Result<Header, String> {
        let mut words = line.split(' ').peekable();
        if words.next() != Some(MAGIC) {
            return Err("not a file of galaverna datagen".to_owned());
        }
        let version = match words.next().unwrap_or_default() {
            "1" => Version::One,
            "2" => Version::Two,
            "3" => Version::Three,
            other => {
                return Err(format!(
                    "it is of version {other}, and only versions 1 to 3 can be read"
                ));
            }
        };
        let mut next = |name: &str| {
            let word = words.peek()?.strip_prefix(name)?.strip_prefix('=')?;
            words.next();
            Some(word)
        };
        let missing = |what: &str| format!("the first line should have {what}");
        let checksum = |name: &str, text: &str| {
            let checksum = u32::from_str_radix(text, 16);
            checksum.map_err(|_| missing(&format!("{name}=CHECKSUM")))
        };
        let game = next("game").ok_or_else(|| missing("game=NAME"))?.to_owned();
        let source = if let Some(labels) = next("labels") {
            let mut checksum = |name| checksum(name, next(name).unwrap_or_default());
            Source::Relabel {
                labels: labels
                    .parse()
                    .map_err(|_| missing("labels=static or labels=N"))?,
                network: checksum("net")?,
                data: checksum("data")?,
            }
        } else {
            let name = version.nodes();
            let nodes = next(name).and_then(|text| text.parse().ok());
            let seed = next("seed").and_then(|text| text.parse().ok());
            let shard = next("shard").and_then(|text| text.parse().ok());
            let network = next("net").map(|text| checksum("net", text));
            let table_men = next("tables").map(str::parse);
            Source::Play {
                nodes: nodes.ok_or_else(|| missing(&format!("{name}=N")))?,
                seed: seed.ok_or_else(|| missing("seed=N"))?,
                shard: shard.ok_or_else(|| missing("shard=I/N"))?,
                network: network.transpose()?,
                table_men: table_men
                    .transpose()
                    .map_err(|_| missing("tables=N"))?
                    .unwrap_or_default(),
            }
        };
        Ok(Header {
            version,
            game,
            source,
        })
    }
}

/// A move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move.
    pub m: Move,
    /// What the search found the position before it to be worth, from White's view, in
    /// centipawns or a mate value; `None` for a random move.
    pub score: Option<i16>,
}

/// A game from the start position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// Its number, which with the seed decides the opening.
    pub number: u32,
    /// Who won; nobody in a draw.
    pub winner: Option<Color>,
    /// Its moves, no more than [`MAX_PLIES`].
    pub plies: Vec<Ply>,
}

/// A game as it is written; nobody has looked whether its moves are legal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WrittenGame {
    /// Its number, which with the seed decides the opening.
    pub number: u32,
    /// Who won; nobody in a draw.
    pub winner: Option<Color>,
    version: Version,
    count: usize,
    plies: Vec<u8>,
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

impl PlayedGame {
    /// The bytes of the game.
    pub fn encode(&self) -> Vec<u8> {
        let mut plies = Vec::with_capacity(self.plies.len() * PLY.start());
        for ply in &self.plies {
            WrittenMove::new(ply.m).encode(&mut plies);
            plies.extend(ply.score.unwrap_or(NO_SCORE).to_le_bytes());
        }
        let mut bytes = Vec::with_capacity(Version::CURRENT.head() + plies.len() + CHECKSUM);
        bytes.extend(self.number.to_le_bytes());
        // MAX_PLIES, and their bytes too, are below the largest u16: the casts are
        // exact.
        bytes.extend((self.plies.len() as u16).to_le_bytes());
        bytes.push(match self.winner {
            Some(Color::Black) => 0,
            None => 1,
            Some(Color::White) => 2,
        });
        bytes.extend((plies.len() as u16).to_le_bytes());
        bytes.extend(plies);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }
}

impl WrittenGame {
    /// Reads the next game of a file of this version; `None` at the end of the file.
    ///
    /// # Errors
    ///
    /// If what comes is not a whole game.
    pub fn decode(
        reader: &mut impl Read,
        version: Version,
    ) -> Result<Option<WrittenGame>, GameError> {
        let head = version.head();
        let mut bytes = Vec::with_capacity(head);
        match read_up_to(reader, &mut bytes, head)? {
            0 => return Ok(None),
            read if read < head => return Err(GameError::CutOff),
            _ => {}
        }
        let count = usize::from(u16::from_le_bytes([bytes[4], bytes[5]]));
        if count > MAX_PLIES {
            return Err(GameError::Corrupt("it is too long"));
        }
        let length = match version {
            Version::One => count * PLY.start(),
            Version::Two | Version::Three => usize::from(u16::from_le_bytes([bytes[7], bytes[8]])),
        };
        if !(count * PLY.start()..=count * PLY.end()).contains(&length) {
            return Err(GameError::Corrupt("its length is wrong"));
        }
        let rest = length + CHECKSUM;
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
        Ok(Some(WrittenGame {
            number: u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]),
            winner,
            version,
            count,
            plies: content[head..].to_vec(),
        }))
    }

    /// Plays the game again.
    ///
    /// # Errors
    ///
    /// If a move cannot be read or is not legal.
    pub fn replay<P: Notation>(&self) -> Result<PlayedGame, GameError> {
        let mut bytes = self.plies.as_slice();
        let mut position = P::start();
        let mut plies = Vec::with_capacity(self.count);
        for _ in 0..self.count {
            let ply = self.next_ply(&position, &mut bytes)?;
            plies.push(ply);
            position.play(ply.m);
        }
        match bytes {
            [] => Ok(PlayedGame {
                number: self.number,
                winner: self.winner,
                plies,
            }),
            _ => Err(GameError::Corrupt("its length is wrong")),
        }
    }

    /// Plays the game again from its start, and goes on as long as it is told to by what is
    /// given each position after a move.
    ///
    /// # Errors
    ///
    /// If a move cannot be read or is not legal.
    pub fn walk<P: Notation>(&self, mut goes_on: impl FnMut(&P) -> bool) -> Result<(), GameError> {
        let mut bytes = self.plies.as_slice();
        let mut position = P::start();
        for _ in 0..self.count {
            position.play(self.next_ply(&position, &mut bytes)?.m);
            if !goes_on(&position) {
                break;
            }
        }
        Ok(())
    }

    fn next_ply<P: Notation>(&self, position: &P, bytes: &mut &[u8]) -> Result<Ply, GameError> {
        let m = self.next_move(position, bytes);
        let m = m.ok_or(GameError::Corrupt("a move is not legal"))?;
        let score = take_u16(bytes).ok_or(GameError::Corrupt("a score is missing"))?;
        let score = score as i16;
        Ok(Ply {
            m,
            score: (score != NO_SCORE).then_some(score),
        })
    }

    fn next_move<P: Notation>(&self, position: &P, bytes: &mut &[u8]) -> Option<Move> {
        match self.version {
            Version::One => {
                let place = usize::from(take_u16(bytes)?);
                moves_in_order(position).get(place).copied()
            }
            Version::Two | Version::Three => WrittenMove::decode(bytes)?.find(position),
        }
    }

    /// How many plies it has.
    pub fn plies(&self) -> usize {
        self.count
    }

    /// How many bytes the game takes.
    pub fn size(&self) -> u64 {
        (self.version.head() + self.plies.len() + CHECKSUM) as u64
    }
}

/// Takes a number from the front.
fn take_u16(bytes: &mut &[u8]) -> Option<u16> {
    let (number, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u16::from_le_bytes(*number))
}

/// Appends so many bytes, fewer only at the end of the file; returns how many.
fn read_up_to(reader: &mut impl Read, bytes: &mut Vec<u8>, count: usize) -> io::Result<usize> {
    reader.take(count as u64).read_to_end(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Position;
    use crate::rules::clupso::Clupso;

    fn game() -> PlayedGame {
        let mut position = Clupso::start();
        let mut ply = |text: &str, score| {
            let m = position.parse_coordinates(text).unwrap();
            position.play(m);
            Ply { m, score }
        };
        PlayedGame {
            number: 70_000,
            winner: Some(Color::Black),
            plies: vec![
                ply("b1c3", None),
                ply("g8f6", Some(-31_990)),
                ply("c3d5", Some(0)),
            ],
        }
    }

    fn bytes() -> Vec<u8> {
        game().encode()
    }

    #[test]
    fn games_are_read_as_written() {
        let mut twice = bytes();
        twice.extend(bytes());
        let mut reader = twice.as_slice();
        for _ in 0..2 {
            let read = WrittenGame::decode(&mut reader, Version::CURRENT);
            let read = read.unwrap().unwrap();
            assert_eq!(read.size(), bytes().len() as u64);
            assert_eq!(read.replay::<Clupso>().unwrap(), game());
        }
        let end = WrittenGame::decode(&mut reader, Version::CURRENT);
        assert!(end.unwrap().is_none());
    }

    #[test]
    fn the_bytes_are_as_documented() {
        let bytes = bytes();
        let (content, _) = bytes.split_at(21);
        let expected = [
            [112, 17, 1, 0, 3, 0, 0, 12, 0].as_slice(),
            // b1 is 1, c3 is 18; g8 is 62, f6 is 45; d5 is 35.
            &[0x81, 0x04, 0, 0x80],
            &[0x7e, 0x0b, 0x0a, 0x83],
            &[0xd2, 0x08, 0, 0],
        ];
        assert_eq!(content, expected.concat());
    }

    #[test]
    fn damage_is_noticed() {
        let bytes = bytes();
        for end in 1..bytes.len() {
            let read = WrittenGame::decode(&mut &bytes[..end], Version::CURRENT);
            assert!(matches!(read, Err(GameError::CutOff)), "{end}: {read:?}");
        }
        for place in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[place] ^= 1;
            assert!(WrittenGame::decode(&mut damaged.as_slice(), Version::CURRENT).is_err());
        }
    }

    #[test]
    fn headers_are_read_as_written() {
        let played_with = |version, network, table_men| Header {
            version,
            game: "alice".to_owned(),
            source: Source::Play {
                nodes: 1500,
                seed: 7,
                shard: Shard { index: 2, count: 4 },
                network,
                table_men,
            },
        };
        let played = |version, network| played_with(version, network, 0);
        let relabelled = |labels| Header {
            version: Version::Three,
            game: "alice".to_owned(),
            source: Source::Relabel {
                labels,
                network: 0xbeef,
                data: 0xcafe,
            },
        };
        let text = "galaverna-games 3 game=alice soft-nodes=1500 seed=7 shard=2/4 net=0000beef";
        let hard = text.replacen('3', "2", 1).replace("soft-nodes", "nodes");
        let label = "galaverna-games 3 game=alice labels=static net=0000beef data=0000cafe";
        for (line, header) in [
            (text.to_owned(), played(Version::Three, Some(0xbeef))),
            (
                format!("{text} tables=3"),
                played_with(Version::Three, Some(0xbeef), 3),
            ),
            (hard.clone(), played(Version::Two, Some(0xbeef))),
            (
                hard.replacen('2', "1", 1).replace(" net=0000beef", ""),
                played(Version::One, None),
            ),
            (label.to_owned(), relabelled(Labels::Static)),
            (
                label.replace("static", "5000"),
                relabelled(Labels::Search(5000)),
            ),
        ] {
            assert_eq!(header.to_string(), line);
            assert_eq!(line.parse(), Ok(header));
        }
        for (line, why) in [
            (text.replacen('3', "9", 1), "it is of version 9, and only"),
            (text.replacen('3', "2", 1), "should have nodes=N"),
            (hard.replacen('2', "3", 1), "should have soft-nodes=N"),
            (label.replace("static", "fast"), "labels=static or labels=N"),
            (label.replace(" data", " date"), "should have data=CHECKSUM"),
            ("[Event \"match\"]".to_owned(), "not a file of galaverna"),
            (text.replace("2/4", "5/4"), "should have shard=I/N"),
            (text.replace("0000beef", "beet"), "have net=CHECKSUM"),
        ] {
            let error = line.parse::<Header>().unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        }
    }
}
