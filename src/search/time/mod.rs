//! How long a search goes on, from what `go` asks to the last look at the clock.
//!
//! - [`Limits`]: what is asked;
//! - [`Clock`]: from a clock of the game to the soft and the hard bound of one move
//!   ([`TimeBounds`]);
//! - `TimeManager`: how much of it a move is worth, by how sure it is, and whether the time
//!   is over;
//! - [`Signals`]: what is said to a search under way: stop, pause, ponderhit.

mod clock;
mod limits;
mod manager;
mod signals;

pub use clock::{Clock, TimeBounds};
pub use limits::Limits;
pub(super) use manager::TimeManager;
pub use signals::{Progress, Signals};
