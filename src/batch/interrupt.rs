//! The way to stop all threads of a run.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Tells everybody to stop; copies are the same.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Tells everybody. Whether it is the first time.
    pub fn raise(&self) -> bool {
        !self.0.swap(true, Ordering::SeqCst)
    }

    /// Whether everybody is to stop.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}
