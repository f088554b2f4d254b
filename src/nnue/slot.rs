//! The network that a game plays with.

use std::sync::{Arc, Mutex, PoisonError};

use super::features::FeatureSet;
use super::network::{Network, NetworkError};

/// Holds the network of a game: the one that is part of the program, until another one
/// replaces it.
#[derive(Debug)]
pub struct NetworkSlot<const H: usize> {
    embedded: &'static [u8],
    current: Mutex<Option<Arc<Network<H>>>>,
}

impl<const H: usize> NetworkSlot<H> {
    /// A slot with the network that is part of the program.
    pub const fn new(embedded: &'static [u8]) -> NetworkSlot<H> {
        NetworkSlot {
            embedded,
            current: Mutex::new(None),
        }
    }

    /// The network to play with.
    pub fn current<P: FeatureSet>(&self) -> Arc<Network<H>> {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        let network = current.get_or_insert_with(|| {
            let network = Network::from_bytes::<P>(self.embedded);
            Arc::new(network.expect("a test reads every network of the program"))
        });
        Arc::clone(network)
    }

    /// Plays with another network from the next search on, with the program's own one
    /// for `None`.
    ///
    /// # Errors
    ///
    /// If it is not a network for this game; then nothing has changed.
    pub fn replace<P: FeatureSet>(&self, bytes: Option<&[u8]>) -> Result<(), NetworkError> {
        let network = Network::from_bytes::<P>(bytes.unwrap_or(self.embedded))?;
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        *current = Some(Arc::new(network));
        Ok(())
    }
}
