//! What the rooms ask of the machine under them: what time it is, random numbers, where
//! output goes, whether somebody has said stop, what goes on beside the caller, and how much
//! memory is free.
//!
//! On most machines the standard library knows all but the last. A platform that has no
//! clock of that kind, no standard output or no threads [supplies](supply) them.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::io::{self, Write};
use std::ops::{Add, AddAssign};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use once_cell::sync::{Lazy, OnceCell};

/// What a platform can supply.
#[derive(Clone, Copy, Debug)]
pub struct Platform {
    /// The time since some moment long before the program began, the same moment at every
    /// call; never less than before.
    pub now: fn() -> Duration,
    /// A number that nobody can guess.
    pub random: fn() -> u64,
    /// Whether somebody has said stop to all that runs. It is asked often, by whatever
    /// takes long.
    pub is_stopped: fn() -> bool,
    /// Writes to standard output, at once.
    pub write: fn(&str) -> io::Result<()>,
    /// How to do without threads; `None` where there are some.
    pub one_thread: Option<OneThread>,
}

/// Work that goes on beside whoever has begun it.
pub type Work = Box<dyn FnOnce() + Send>;

/// How a platform does without threads.
#[derive(Clone, Copy, Debug)]
pub struct OneThread {
    /// Keeps work until all who call have returned, and does it then.
    pub defer: fn(Work),
    /// Lets come in what is to be waited for. It may return before.
    pub wait: fn(),
}

static PLATFORM: OnceCell<Platform> = OnceCell::new();

impl Platform {
    /// What the standard library has. Threads say stop by an [`Interrupt`].
    const STANDARD: Platform = Platform {
        now: || {
            static BEGIN: Lazy<std::time::Instant> = Lazy::new(std::time::Instant::now);
            // Before the begin there is a time too.
            const BEFORE: Duration = Duration::from_secs(1 << 30);
            BEFORE + BEGIN.elapsed()
        },
        // Each state has keys of its own, which the system draws.
        random: || RandomState::new().hash_one(0),
        is_stopped: || false,
        write: |text| {
            let mut output = io::stdout().lock();
            output.write_all(text.as_bytes())?;
            output.flush()
        },
        one_thread: None,
    };

    fn current() -> &'static Platform {
        PLATFORM.get_or_init(|| Platform::STANDARD)
    }
}

/// Replaces what the standard library has.
///
/// # Errors
///
/// If it was supplied or asked for before; then nothing has changed.
pub fn supply(platform: Platform) -> Result<(), Platform> {
    PLATFORM.set(platform)
}

/// A random number, by which generators are seeded.
pub fn random() -> u64 {
    (Platform::current().random)()
}

/// Writes a text to standard output.
///
/// # Errors
///
/// If it cannot be written.
pub fn write(text: &str) -> io::Result<()> {
    (Platform::current().write)(text)
}

/// How to do without threads; `None` where there are some.
pub fn one_thread() -> Option<OneThread> {
    Platform::current().one_thread
}

/// A moment on the platform's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant(Duration);

impl Instant {
    /// This moment.
    #[inline]
    pub fn now() -> Instant {
        Instant((Platform::current().now)())
    }

    /// The time since then.
    #[inline]
    pub fn elapsed(self) -> Duration {
        Instant::now().saturating_duration_since(self)
    }

    /// The time from an earlier moment to this one; nothing if it is a later one.
    pub fn saturating_duration_since(self, earlier: Instant) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// The moment so long after; `None` if the clock does not reach so far.
    pub fn checked_add(self, time: Duration) -> Option<Instant> {
        self.0.checked_add(time).map(Instant)
    }

    /// The moment so long before; `None` if the clock does not reach back so far.
    pub fn checked_sub(self, time: Duration) -> Option<Instant> {
        self.0.checked_sub(time).map(Instant)
    }
}

impl Add<Duration> for Instant {
    type Output = Instant;

    fn add(self, time: Duration) -> Instant {
        Instant(self.0.saturating_add(time))
    }
}

impl AddAssign<Duration> for Instant {
    fn add_assign(&mut self, time: Duration) {
        *self = *self + time;
    }
}

/// Tells everybody to stop; copies are the same.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Tells everybody. Whether it is the first time.
    pub fn raise(&self) -> bool {
        !self.0.swap(true, Ordering::SeqCst)
    }

    /// Whether everybody is to stop.
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::SeqCst) || (Platform::current().is_stopped)()
    }
}

/// Processors that the program may use; 1 where the system does not say.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Bytes of memory that programs can have before the system runs out of it, caches given
/// up; `None` where the system does not say.
pub fn available_memory() -> Option<u64> {
    let text = match cfg!(target_os = "linux") {
        true => std::fs::read_to_string("/proc/meminfo").ok()?,
        false => return None,
    };
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kibibytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_runs_and_knows_times_before_the_program() {
        let now = Instant::now();
        let hour = Duration::from_secs(3600);
        let before = now.checked_sub(hour).expect("an hour ago");
        assert!(before.elapsed() >= hour && before + hour == now);
        assert_eq!(before.saturating_duration_since(now), Duration::ZERO);
        assert_ne!(random(), random());
    }

    #[test]
    fn copies_of_an_interrupt_are_one() {
        let interrupt = Interrupt::default();
        let copy = interrupt.clone();
        assert!(!copy.is_raised() && interrupt.raise());
        assert!(copy.is_raised() && !copy.raise());
    }
}
