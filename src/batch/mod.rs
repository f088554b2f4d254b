//! What long runs of many games need, whoever plays them: a share of the games for
//! each machine, a file that no other run has, a way to stop, and a sign of how far
//! they are.

pub mod file;
mod interrupt;
mod progress;
mod shard;

pub use interrupt::Interrupt;
pub use progress::Progress;
pub use shard::{Shard, ShardError};
