//! Control-C and its like.

use crate::host::Interrupt;
use crate::player::end_all_for_good;

/// Exit status of a program that is ended by an interrupt.
const INTERRUPTED: i32 = 130;

/// An interrupt that SIGINT, SIGTERM and SIGHUP raise.
///
/// # Errors
///
/// If the system does not let them be heard.
pub fn by_signals() -> Result<Interrupt, ctrlc::Error> {
    let interrupt = Interrupt::default();
    let heard = interrupt.clone();
    ctrlc::set_handler(move || {
        // The first time, games under way are broken off and engines ended in
        // order; whoever asks twice does not want to wait for that. Children then
        // end with their parent.
        if !heard.raise() {
            std::process::exit(INTERRUPTED);
        }
    })?;
    Ok(interrupt)
}

/// Lets the same signals end the program at once, and all engines that it has started.
///
/// # Errors
///
/// If the system does not let them be heard.
pub fn end_with_engines() -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(|| {
        end_all_for_good();
        std::process::exit(INTERRUPTED);
    })
}
