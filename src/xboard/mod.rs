//! What both ends of XBoard's protocol know: how XBoard shows each game, and how it
//! writes moves. The engine speaks it in [`protocol`](crate::protocol), the referee
//! in [`arena`](crate::arena).

pub mod moves;
pub mod picture;
pub mod window;

pub use window::Window;
