//! Control-C and its like.

use crate::host::Interrupt;

/// Exit status of a program that was interrupted a second time.
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
