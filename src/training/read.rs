//! Reads what [`datagen`](super::datagen) wrote.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use thiserror::Error;

use crate::batch::file::FileError;
use crate::notation::Notation;
use crate::rules::{Color, Move};
use crate::search::value::is_decisive;

use super::format::{GameError, Header, MAX_HEADER, PlayedGame, WrittenGame};

/// Why a file gives no more data.
#[derive(Debug, Error)]
pub enum DataError {
    /// The system cannot open or read it, its first line is not as it should be, or it has
    /// games of another kind.
    #[error(transparent)]
    File(#[from] FileError),
    /// One of its games is not to be read.
    #[error("{}, byte {offset}: {error}", path.display())]
    Game {
        /// The file.
        path: PathBuf,
        /// Where the game begins, counted from 0.
        offset: u64,
        /// What is wrong with it.
        error: GameError,
    },
}

/// The games of a file, in its order; after an error come no more.
#[derive(Debug)]
pub struct Games {
    path: PathBuf,
    header: Header,
    reader: BufReader<File>,
    offset: u64,
    ended: bool,
}

impl Games {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// If it cannot be opened or is not such a file.
    pub fn open(path: &Path) -> Result<Games, DataError> {
        let failed = FileError::of(path);
        let mut reader = BufReader::new(File::open(path).map_err(&failed)?);
        let mut line = Vec::new();
        let mut start = reader.by_ref().take(MAX_HEADER as u64);
        start.read_until(b'\n', &mut line).map_err(&failed)?;
        let text = String::from_utf8_lossy(&line);
        let wrong = |error: String| FileError::Content(format!("{}: {error}", path.display()));
        let header = text.trim_end().parse().map_err(wrong)?;
        Ok(Games {
            path: path.to_owned(),
            header,
            reader,
            offset: line.len() as u64,
            ended: false,
        })
    }

    /// Opens a file with games of this kind.
    ///
    /// # Errors
    ///
    /// If it cannot be opened, is not such a file or has games of another kind.
    pub fn of<P: Notation>(path: &Path) -> Result<Games, DataError> {
        let games = Games::open(path)?;
        let (path, found, expected) = (path.display(), &games.header.game, P::NAME);
        match found == expected {
            true => Ok(games),
            false => {
                let message = format!("{path}: it has games of '{found}', not of '{expected}'");
                Err(FileError::Content(message).into())
            }
        }
    }

    /// What the games are.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Where the next game begins in the file.
    pub(crate) fn offset(&self) -> u64 {
        self.offset
    }

    /// What is wrong with a game that begins there.
    pub(crate) fn error(&self, offset: u64, error: GameError) -> DataError {
        DataError::Game {
            path: self.path.clone(),
            offset,
            error,
        }
    }
}

impl Iterator for Games {
    type Item = Result<WrittenGame, DataError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let game = WrittenGame::decode(&mut self.reader, self.header.version).transpose();
        match &game {
            Some(Ok(game)) => self.offset += game.size(),
            _ => self.ended = true,
        }
        game.map(|game| game.map_err(|error| self.error(self.offset, error)))
    }
}

/// A position to learn from.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample<P> {
    /// The position.
    pub position: P,
    /// Its value by a search, in centipawns from White's view.
    pub score_white_cp: i32,
    /// How its game ended: 1 if White won, 0.5 for a draw, 0 if Black won.
    pub result_white: f32,
    /// Plies of the game before it.
    pub ply: usize,
}

/// Which of the positions that were searched are looked at.
#[derive(Args, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Leave out the first plies of each game.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub from_ply: usize,
    /// Use positions in check too.
    #[arg(long)]
    pub checks: bool,
    /// Use positions too whose best move takes a piece or promotes.
    #[arg(long)]
    pub captures: bool,
    /// Use positions too whose value is a mate.
    #[arg(long)]
    pub mates: bool,
}

impl Filter {
    /// Where a static evaluation can be compared with the value of a search.
    pub const QUIET: Filter = Filter {
        from_ply: 0,
        checks: false,
        captures: false,
        mates: false,
    };

    pub(super) fn takes<P: Notation>(
        &self,
        position: &P,
        ply: usize,
        best: Move,
        value: i32,
    ) -> bool {
        ply >= self.from_ply
            && (self.checks || !position.is_check())
            && (self.captures || !best.is_tactical())
            && (self.mates || !is_decisive(value))
    }
}

/// Positions of a file.
///
/// # Errors
///
/// At once if the file cannot be opened or is of another game; with a position if
/// the file is damaged there. No more positions come after that.
pub fn read<P: Notation>(
    path: &Path,
    filter: Filter,
) -> Result<impl Iterator<Item = Result<Sample<P>, DataError>> + use<P>, DataError> {
    let mut games = Games::of::<P>(path)?;
    let mut samples = Vec::new().into_iter();
    Ok(std::iter::from_fn(move || {
        loop {
            if let Some(sample) = samples.next() {
                return Some(Ok(sample));
            }
            let offset = games.offset;
            let game = games.next()?;
            let played = game.and_then(|game| {
                game.replay::<P>()
                    .map_err(|error| games.error(offset, error))
            });
            match played {
                Ok(game) => samples = positions(&game, filter).into_iter(),
                Err(error) => {
                    games.ended = true;
                    return Some(Err(error));
                }
            }
        }
    }))
}

/// Positions of a game, whose moves must be legal.
pub fn positions<P: Notation>(game: &PlayedGame, filter: Filter) -> Vec<Sample<P>> {
    let result_white = match game.winner {
        Some(Color::White) => 1.0,
        None => 0.5,
        Some(Color::Black) => 0.0,
    };
    let mut position = P::start();
    let mut samples = Vec::with_capacity(game.plies.len());
    for (ply, played) in game.plies.iter().enumerate() {
        let score = played.score.map(i32::from);
        let taken = score.filter(|&score| filter.takes(&position, ply, played.m, score));
        if let Some(score_white_cp) = taken {
            samples.push(Sample {
                position: position.clone(),
                score_white_cp,
                result_white,
                ply,
            });
        }
        position.play(played.m);
    }
    samples
}
