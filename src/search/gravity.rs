//! How entries of histories learn.

/// Moves an entry by `bonus`, less the nearer it is to `±most`, which must not be
/// less than the bonus nor more than 16 bits hold.
pub(super) fn apply_gravity(entry: &mut i16, bonus: i32, most: i32) {
    let value = i32::from(*entry);
    // Stays within the bounds, so that the cast keeps the value.
    *entry = (value + bonus - value * bonus.abs() / most) as i16;
}
