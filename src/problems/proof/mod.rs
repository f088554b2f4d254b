//! Proofs by trying everything: slow, and simple enough to be believed. They
//! know the rules and no evaluation.

pub mod material;
pub mod mates;

/// A proof would take more nodes than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

/// How many nodes may still be looked at.
struct Budget(u64);

impl Budget {
    fn spend(&mut self) -> Result<(), TooLarge> {
        self.0 = self.0.checked_sub(1).ok_or(TooLarge)?;
        Ok(())
    }
}
