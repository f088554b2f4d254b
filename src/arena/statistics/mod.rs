//! What games between engines prove.
//!
//! The figures and their names are fastchess's. Formulae:
//!
//! - Elo, its error, normalized Elo, likelihood of superiority: fastchess,
//!   `app/src/elo/elo_pentanomial.cpp` and `elo_wdl.cpp`
//!   (<https://github.com/Disservin/fastchess>);
//! - normalized Elo and the generalised sequential probability ratio test: Michel
//!   Van den Bergh, 'Comments on Normalized Elo'
//!   (<https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>), as in
//!   fastchess's `app/src/matchmaking/sprt/sprt.cpp` and in Fishtest.
//!
//! Two games with colours exchanged from the same opening are not independent of
//! each other, so that the unit of the statistics is the pair where there are
//! pairs (five results, pentanomial), and the game elsewhere (three results,
//! trinomial).

mod elo;
mod report;
mod sprt;
mod standings;
#[cfg(test)]
mod testing;

pub use elo::{Estimate, Sample};
pub use sprt::{Sprt, SprtDecision, SprtError, SprtModel};
pub use standings::{GameSummary, Score, Standings};
