//! Starts the board in the browser.

use std::error::Error;

use crate::board::server::{ListenAddress, Server};
use crate::output::say;

/// Serves the board until the program is ended, and opens a browser on it unless told
/// not to; with an address, people at other machines can be invited.
///
/// # Errors
///
/// If no port can be had.
pub fn run(
    port: u16,
    listen: Option<ListenAddress>,
    opens_browser: bool,
) -> Result<(), Box<dyn Error>> {
    let mut server = Server::bind(port)?;
    if let Some(listen) = listen {
        server = server.listen(listen)?;
    }
    let address = server.address();
    say!("The board is at {address} (Control-C ends it)")?;
    if let Some(network) = server.network_address() {
        say!("Whom you invite to a game there comes in by {network}, and nobody else")?;
    }
    if opens_browser && let Err(error) = open::that_detached(server.address_for_once()) {
        say!("No browser could be started ({error}): open the address yourself")?;
    }
    Ok(server.run()?)
}
