//! The thread that searches, kept from one search to the next: on a busy machine a
//! thread that sleeps is woken at once, and a new one waits its turn.
//!
//! On a platform without threads the caller's own takes its place: a job is begun when all
//! who call have returned, or have nothing left to do but to wait for it.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::host::{self, OneThread};
use crate::search::STACK_BYTES;
use crate::search::history::History;

/// A search to be run; it returns the histories that it was lent.
pub type Job = Box<dyn FnOnce() -> Vec<History> + Send>;

/// The search has panicked, and its thread is gone; or it is the search that waits for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lost;

/// A thread that runs one job after the other, and ends when this is dropped.
pub struct SearchThread {
    jobs: Sender<Job>,
    finished: Receiver<Vec<History>>,
    /// What does its work where there are no threads.
    stand_in: Option<(Arc<StandIn>, OneThread)>,
}

/// Does the work of a thread when it is told to.
struct StandIn {
    queue: Mutex<Receiver<Job>>,
    results: Sender<Vec<History>>,
    is_at_work: AtomicBool,
}

impl StandIn {
    /// Runs the next job, if there is one.
    fn run_next(&self) {
        let queue = || self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let next = queue().try_recv();
        if let Ok(job) = next {
            self.is_at_work.store(true, Ordering::Relaxed);
            // Nobody may want it any more.
            let _ = self.results.send(job());
            self.is_at_work.store(false, Ordering::Relaxed);
        }
    }
}

impl SearchThread {
    /// A thread that waits for its first job.
    ///
    /// # Errors
    ///
    /// If the system gives no thread.
    pub fn spawn() -> io::Result<SearchThread> {
        SearchThread::on(host::one_thread())
    }

    fn on(one_thread: Option<OneThread>) -> io::Result<SearchThread> {
        let (jobs, queue) = mpsc::channel::<Job>();
        let (results, finished) = mpsc::channel();
        let started = |stand_in| SearchThread {
            jobs,
            finished,
            stand_in,
        };
        if let Some(platform) = one_thread {
            let stand_in = Arc::new(StandIn {
                queue: Mutex::new(queue),
                results,
                is_at_work: AtomicBool::new(false),
            });
            return Ok(started(Some((stand_in, platform))));
        }
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
        Ok(started(None))
    }

    /// Begins a job.
    ///
    /// # Errors
    ///
    /// If the thread is gone.
    pub fn start(&self, job: Job) -> Result<(), Lost> {
        self.jobs.send(job).map_err(|_| Lost)?;
        if let Some((stand_in, platform)) = &self.stand_in {
            let stand_in = Arc::clone(stand_in);
            (platform.defer)(Box::new(move || stand_in.run_next()));
        }
        Ok(())
    }

    /// Whether it is the job that calls: it cannot end before the caller has returned.
    pub fn is_below(&self) -> bool {
        let stand_in = self.stand_in.as_ref();
        stand_in.is_some_and(|(stand_in, _)| stand_in.is_at_work.load(Ordering::Relaxed))
    }

    /// Waits for the end of the job that was begun last.
    ///
    /// # Errors
    ///
    /// If it has panicked; the thread is gone then. If it is the job that [calls](Self::is_below).
    pub fn wait(&self) -> Result<Vec<History>, Lost> {
        if let Some((stand_in, _)) = &self.stand_in {
            stand_in.run_next();
            return self.finished.try_recv().map_err(|_| Lost);
        }
        self.finished.recv().map_err(|_| Lost)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use crate::host::Work;

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

    thread_local! {
        static WORK: RefCell<Vec<Work>> = RefCell::default();
        static THREAD: SearchThread = SearchThread::on(Some(OneThread {
            defer: |work| WORK.with_borrow_mut(|waiting| waiting.push(work)),
            wait: || {},
        }))
        .unwrap();
    }

    #[test]
    fn without_threads_a_job_begins_when_its_turn_has_come_or_it_is_waited_for() {
        let job = || {
            THREAD.with(|thread| assert!(thread.is_below() && thread.wait().is_err()));
            vec![History::default()]
        };
        let do_work = || WORK.take().into_iter().for_each(|work| work());
        THREAD.with(|thread| {
            for is_waited_for in [false, true] {
                assert_eq!(thread.start(Box::new(job)), Ok(()));
                if !is_waited_for {
                    do_work();
                }
                assert_eq!(thread.wait().map(|histories| histories.len()), Ok(1));
                assert!(!thread.is_below());
            }
            // What was waited for is not begun again.
            do_work();
            assert_eq!(thread.wait().map(|histories| histories.len()), Err(Lost));
        });
    }

    #[test]
    fn a_panic_is_not_waited_for() {
        let thread = SearchThread::spawn().unwrap();
        assert_eq!(thread.start(Box::new(|| panic!("on purpose"))), Ok(()));
        assert!(thread.wait().is_err());
        assert_eq!(thread.start(Box::new(Vec::new)), Err(Lost));
    }
}
