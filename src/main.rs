//! The `galaverna` binary: everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    match galaverna::cli::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("galaverna: {error}");
            ExitCode::FAILURE
        }
    }
}
