//! The `galaverna` binary: everything is in the library.

use std::process::ExitCode;
use std::{panic, process};

fn main() -> ExitCode {
    // A thread must not end alone: whoever waits for it would wait for ever.
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        report(panic);
        process::abort();
    }));
    galaverna::cli::run()
}
