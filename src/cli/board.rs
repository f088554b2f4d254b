//! Starts the board in the browser.

use std::error::Error;
use std::path::Path;

use crate::board::server::{ListenAddress, Server};
use crate::output::say;
use crate::player::configuration::Configuration;

use super::interrupt;

/// Serves the board until the program is ended, and opens a browser on it unless told
/// not to; with an address, people at other machines can be invited. It offers the engines
/// of a file, the usual one if none is named.
///
/// # Errors
///
/// If no port can be had, or the file is not as it should be.
pub fn run(
    port: u16,
    listen: Option<ListenAddress>,
    engines: Option<&Path>,
    opens_browser: bool,
) -> Result<(), Box<dyn Error>> {
    let configuration = Configuration::load(engines)?;
    interrupt::end_with_engines()?;
    let mut server = Server::bind(port)?.offer(&configuration);
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
