//! The positions to train on, more of which there may be than fit into memory.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::read::DataError;
use super::samples::{SampleError, Samples};
use crate::batch::file::FileError;

/// How many positions may be in memory, and where the others are meanwhile.
#[derive(Clone, Copy, Debug)]
pub struct Memory<'a> {
    /// So many at a time.
    pub positions: usize,
    /// A folder for the others, which is made if there are any and removed in the end.
    pub folder: &'a Path,
    /// Decides which positions are in memory together.
    pub seed: u64,
}

impl Memory<'_> {
    /// Room for about so many positions.
    pub(super) fn store(&self, positions: usize, name: &str) -> Result<Store, SampleError> {
        let chunks = positions.div_ceil(self.positions).max(1);
        let files = match chunks {
            1 => Vec::new(),
            _ => {
                let paths = (0..chunks).map(|chunk| self.folder.join(format!("{name}-{chunk}")));
                paths.map(ChunkFile::new).collect::<Result<_, _>>()?
            }
        };
        Ok(Store {
            lengths: vec![0; chunks],
            only: Samples::default(),
            files,
        })
    }
}

/// A folder that goes with this value.
#[derive(Debug)]
pub(super) struct Folder(pub PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        // One that stays is emptied by the next training of the same network.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Positions that wait.
#[derive(Debug)]
struct ChunkFile {
    path: PathBuf,
    writer: BufWriter<File>,
}

impl ChunkFile {
    fn new(path: PathBuf) -> Result<ChunkFile, SampleError> {
        let file = File::create(&path).map_err(FileError::of(&path));
        let writer = BufWriter::new(file.map_err(DataError::from)?);
        Ok(ChunkFile { path, writer })
    }
}

/// Positions in chunks at random, one of which is in memory at a time.
#[derive(Debug, Default)]
pub struct Store {
    lengths: Vec<usize>,
    /// The chunk, if there is but one.
    only: Samples,
    files: Vec<ChunkFile>,
}

impl Store {
    /// How many positions each chunk has.
    pub fn lengths(&self) -> &[usize] {
        &self.lengths
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.lengths.iter().sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The positions of a chunk.
    ///
    /// # Errors
    ///
    /// If its file cannot be read.
    pub fn chunk(&self, number: usize) -> Result<Cow<'_, Samples>, SampleError> {
        let Some(ChunkFile { path, .. }) = self.files.get(number) else {
            return Ok(Cow::Borrowed(&self.only));
        };
        let bytes = fs::read(path).map_err(FileError::of(path));
        Samples::decode(&bytes.map_err(DataError::from)?).map(Cow::Owned)
    }

    /// Adds positions, each to a chunk at random.
    pub(super) fn add(
        &mut self,
        samples: &Samples,
        random: &mut ChaCha8Rng,
    ) -> Result<(), SampleError> {
        if self.files.is_empty() {
            self.lengths[0] += samples.len();
            return self.only.append(samples);
        }
        let mut bytes = Vec::new();
        for index in 0..samples.len() {
            let chunk = random.random_range(0..self.files.len());
            let ChunkFile { path, writer } = &mut self.files[chunk];
            bytes.clear();
            samples.encode(index, &mut bytes);
            let written = writer.write_all(&bytes).map_err(FileError::of(path));
            written.map_err(DataError::from)?;
            self.lengths[chunk] += 1;
        }
        Ok(())
    }

    /// Writes out what waits to be written.
    pub(super) fn flush(&mut self) -> Result<(), SampleError> {
        for ChunkFile { path, writer } in &mut self.files {
            let flushed = writer.flush().map_err(FileError::of(path));
            flushed.map_err(DataError::from)?;
        }
        Ok(())
    }
}
