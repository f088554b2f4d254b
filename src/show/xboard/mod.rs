//! What both ends of XBoard's protocol know: how XBoard shows each game, and how it
//! writes moves. The engine's end is in the room `protocol`, the referee's in `arena`.

pub mod moves;
pub mod picture;
pub mod san;
pub mod shown;
pub mod variant;
