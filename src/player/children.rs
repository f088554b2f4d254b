//! The engines' processes, and those that engines leave behind.
//!
//! On Linux whoever an engine starts is its child until the engine ends, also if it has
//! called `setsid` and its parent has gone; then it becomes the referee's. So a child of
//! the referee that is no engine has been left by one that has ended, and is ended too,
//! unless the referee may be given others' children. There, and where the system does not
//! tell, the engine's group of processes ends with it, and on Windows the engine alone.

use std::collections::BTreeSet;
use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Children of this process that stay: engines.
static KEPT: Mutex<Kept> = Mutex::new(Kept {
    #[cfg(target_os = "linux")]
    others_end: false,
    processes: BTreeSet::new(),
});

struct Kept {
    /// Whether all other children are ended when an engine has.
    #[cfg(target_os = "linux")]
    others_end: bool,
    processes: BTreeSet<u32>,
}

fn kept() -> MutexGuard<'static, Kept> {
    KEPT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Lets this process end whoever engines leave behind, however they hide (on Linux). It
/// must start no other children from now on: they would be ended too. Nothing changes where
/// it has children already, which a shell started in its place, or is the first process of
/// a container: it would be given those whom others leave.
pub fn end_what_engines_leave() {
    #[cfg(target_os = "linux")]
    if std::process::id() != 1
        && orphans::children().next().is_none()
        && rustix::process::set_child_subreaper(Some(rustix::process::Pid::INIT)).is_ok()
    {
        kept().others_end = true;
    }
}

/// Starts an engine as the head of a group of its own, so that an interrupt from the
/// terminal is the referee's alone and a wrapper script's children can be killed with
/// it. It ends with this thread too (on Linux).
pub(super) fn start(command: &mut Command) -> io::Result<Child> {
    bind_to_this_thread(command);
    let mut kept = kept();
    let child = command.spawn()?;
    kept.processes.insert(child.id());
    Ok(child)
}

/// Ends an engine and all whom it started; also one that has ended by itself: those
/// whom it started may be there still.
pub(super) fn end(child: &mut Child) {
    kill(child);
    // Once it has been waited for its number may be another engine's.
    let mut kept = kept();
    // Reaps it; there is nothing else to do with a child that cannot be.
    let _ = child.wait();
    kept.processes.remove(&child.id());
    #[cfg(target_os = "linux")]
    if kept.others_end {
        orphans::end(&kept.processes);
    }
}

/// Ends all engines, and whom they started, since this process ends; from now on none is
/// started.
pub fn end_all_for_good() {
    let kept = kept();
    for &number in &kept.processes {
        kill_group(number);
    }
    // Whoever wants to start one waits for this for ever.
    std::mem::forget(kept);
}

#[cfg(target_os = "linux")]
mod orphans {
    use std::collections::BTreeSet;
    use std::fs;

    use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};

    /// Who starts processes faster than they are ended is let go after so many rounds.
    const ROUNDS: u32 = 100;

    /// Ends all children of this process but these, and in turn those whom they leave.
    pub(super) fn end(kept: &BTreeSet<u32>) {
        for _ in 0..ROUNDS {
            let orphans: Vec<Pid> = children()
                .filter(|number| !kept.contains(number))
                .filter_map(|number| Pid::from_raw(number as i32))
                // Not one that has become another user's: nothing ends it.
                .filter(|&orphan| kill_process(orphan, Signal::KILL).is_ok())
                .collect();
            if orphans.is_empty() {
                return;
            }
            for orphan in orphans {
                // Fails only if it is no child any more.
                let _ = waitpid(Some(orphan), WaitOptions::empty());
            }
        }
    }

    /// The numbers of this process's children.
    pub(super) fn children() -> impl Iterator<Item = u32> {
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
        processes.filter_map(|process| {
            let number = process.file_name().to_str()?.parse().ok()?;
            let stat = fs::read_to_string(process.path().join("stat")).ok()?;
            // The name of the program is in brackets, and may have brackets.
            let (_, behind_name) = stat.rsplit_once(')')?;
            let parent = behind_name.split_whitespace().nth(1)?;
            (parent.parse() == Ok(std::process::id())).then_some(number)
        })
    }
}

#[cfg(unix)]
fn bind_to_this_thread(command: &mut Command) {
    use std::os::unix::process::CommandExt;

    command.process_group(0);
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Pid, Signal, set_child_subreaper, set_parent_process_death_signal};

        let bind = || {
            set_parent_process_death_signal(Some(Signal::KILL))?;
            set_child_subreaper(Some(Pid::INIT))?;
            Ok(())
        };
        // SAFETY: between fork and exec only system calls are made, which neither
        // allocate nor lock. No other way reaches a child whose parent has been
        // killed.
        unsafe {
            command.pre_exec(bind);
        }
    }
}

#[cfg(not(unix))]
fn bind_to_this_thread(_command: &mut Command) {}

/// Kills a child that has not been waited for, and its group. Until then its number is
/// not another's, even if it has ended.
#[cfg(unix)]
fn kill(child: &mut Child) {
    kill_group(child.id());
}

#[cfg(unix)]
fn kill_group(number: u32) {
    let group = i32::try_from(number)
        .ok()
        .and_then(rustix::process::Pid::from_raw);
    if let Some(group) = group {
        // Fails only if nobody is left.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

/// Kills a child; whom it started, this system does not tell.
#[cfg(not(unix))]
fn kill(child: &mut Child) {
    // Fails only if it has ended by itself.
    let _ = child.kill();
}

/// There is no group to kill: an engine ends when its input does.
#[cfg(not(unix))]
fn kill_group(_number: u32) {}
