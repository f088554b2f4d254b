//! The thread that searches, kept from one search to the next: on a busy machine a
//! thread that sleeps is woken at once, and a new one waits its turn.

use std::io;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use crate::search::STACK_BYTES;
use crate::search::history::History;

/// A search to be run; it returns the histories that it was lent.
pub type Job = Box<dyn FnOnce() -> Vec<History> + Send>;

/// The search has panicked, and its thread is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lost;

/// A thread that runs one job after the other, and ends when this is dropped.
#[derive(Debug)]
pub struct SearchThread {
    jobs: Sender<Job>,
    finished: Receiver<Vec<History>>,
}

impl SearchThread {
    /// A thread that waits for its first job.
    ///
    /// # Errors
    ///
    /// If the system gives no thread.
    pub fn spawn() -> io::Result<SearchThread> {
        let (jobs, queue) = mpsc::channel::<Job>();
        let (results, finished) = mpsc::channel();
        thread::Builder::new()
            .name("search".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(move || {
                for job in queue {
                    if results.send(job()).is_err() {
                        return;
                    }
                }
            })?;
        Ok(SearchThread { jobs, finished })
    }

    /// Begins a job.
    ///
    /// # Errors
    ///
    /// If the thread is gone.
    pub fn start(&self, job: Job) -> Result<(), Lost> {
        self.jobs.send(job).map_err(|_| Lost)
    }

    /// Waits for the end of the job that was begun last.
    ///
    /// # Errors
    ///
    /// If it has panicked; the thread is gone then.
    pub fn wait(&self) -> Result<Vec<History>, Lost> {
        self.finished.recv().map_err(|_| Lost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_are_run_one_after_the_other() {
        let thread = SearchThread::spawn().unwrap();
        for count in 0..3 {
            let job = Box::new(move || (0..count).map(|_| History::default()).collect());
            assert_eq!(thread.start(job), Ok(()));
            assert_eq!(thread.wait().map(|histories| histories.len()), Ok(count));
        }
    }

    #[test]
    fn a_panic_is_not_waited_for() {
        let thread = SearchThread::spawn().unwrap();
        assert_eq!(thread.start(Box::new(|| panic!("on purpose"))), Ok(()));
        assert!(thread.wait().is_err());
        assert_eq!(thread.start(Box::new(Vec::new)), Err(Lost));
    }
}
