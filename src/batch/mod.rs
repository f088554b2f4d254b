//! What long runs of many games need, whoever plays them: a share of the games for
//! each machine, a file that no other run has, and a sign of how far they are.

pub mod file;
mod progress;
mod replace;
mod shard;

pub use progress::{Progress, bar};
pub use replace::{replace, replace_durably};
pub use shard::{Shard, ShardError};
