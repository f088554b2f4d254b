//! Starts the board in the browser.

use std::error::Error;

use crate::board::server::Server;
use crate::output::say;

/// Serves the board until the program is ended, and opens a browser on it unless told
/// not to.
///
/// # Errors
///
/// If no port can be had.
pub fn run(port: u16, opens_browser: bool) -> Result<(), Box<dyn Error>> {
    let server = Server::bind(port)?;
    let address = server.address();
    say!("The board is at {address} (Control-C ends it)")?;
    if opens_browser && let Err(error) = open::that_detached(server.address_for_once()) {
        say!("No browser could be started ({error}): open the address yourself")?;
    }
    Ok(server.run()?)
}
