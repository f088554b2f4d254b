//! Starts the board in the browser.

use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use clap::Args;

use crate::board::server::{DEFAULT_PORT, ListenAddress, Server};
use crate::engine::tables::{self, Found};
use crate::output::say;
use crate::player::configuration::Configuration;
use crate::search::tablebase::Tablebases;

use super::interrupt;

/// What the board is to have.
#[derive(Debug, Args)]
pub struct BoardArguments {
    /// The port of this machine; if it is taken, the next one that is free
    #[arg(long, value_name = "PORT", default_value_t = DEFAULT_PORT)]
    port: u16,
    /// Let people at other machines play whom you invite: this machine's address in your
    /// network, with a port if you wish
    #[arg(long, value_name = "ADDRESS[:PORT]")]
    listen: Option<ListenAddress>,
    /// Show what endgame tables of 'galaverna tables make' know: a folder, or a list of them as
    /// the system writes it
    #[arg(long, value_name = "DIR")]
    tables: Option<OsString>,
    /// The same for orthodox chess, by Syzygy's tables
    #[arg(long, value_name = "PATH")]
    syzygy: Option<OsString>,
    /// The engines to play against and to analyse with besides Galaverna, those that speak
    /// UCI [default: engines.toml, or what comes with the program]
    #[arg(long, value_name = "FILE")]
    engines: Option<PathBuf>,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
}

impl BoardArguments {
    /// The endgame tables that are named, and tells what was found.
    fn load_tables(&self) -> Result<Tablebases, Box<dyn Error>> {
        let mut loaded = Tablebases::default();
        if let Some(folders) = &self.tables {
            let found = tables::load_own(Some(folders), &mut loaded);
            tell("--tables", folders, &found.unwrap_or_default())?;
        }
        if let Some(folders) = &self.syzygy {
            let found = tables::load_syzygy(Some(folders), &mut loaded);
            tell("--syzygy", folders, &found.unwrap_or_default())?;
        }
        Ok(loaded)
    }
}

/// Tells what tables were found; without any there is something wrong with the option.
fn tell(option: &str, folders: &OsStr, found: &Found) -> Result<(), Box<dyn Error>> {
    for what in &found.left_out {
        say!("{option}: {what}; left out")?;
    }
    if !found.any {
        return Err(format!("{option}: no tables in '{}'", folders.display()).into());
    }
    say!("{}", found.summary)?;
    Ok(())
}

/// Serves the board until the program is ended, and opens a browser on it unless told
/// not to; with an address, people at other machines can be invited. It offers the engines
/// of a file, the usual one if none is named.
///
/// # Errors
///
/// If no port can be had, the file is not as it should be, or there are no tables where they
/// should be.
pub fn run(arguments: &BoardArguments) -> Result<(), Box<dyn Error>> {
    let configuration = Configuration::load(arguments.engines.as_deref())?;
    let tables = arguments.load_tables()?;
    interrupt::end_with_engines()?;
    let server = Server::bind(arguments.port)?;
    let mut server = server.with_tables(tables).offer(&configuration);
    if let Some(listen) = arguments.listen {
        server = server.listen(listen)?;
    }
    let address = server.address();
    say!("The board is at {address} (Control-C ends it)")?;
    if let Some(network) = server.network_address() {
        say!("Whom you invite to a game there comes in by {network}, and nobody else")?;
    }
    if !arguments.no_open
        && let Err(error) = open::that_detached(server.address_for_once())
    {
        say!("No browser could be started ({error}): open the address yourself")?;
    }
    Ok(server.run()?)
}
