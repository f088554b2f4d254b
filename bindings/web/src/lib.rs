//! Galaverna in WebAssembly, for the modules in JavaScript beside it: the engine by UCI, the
//! board's conversation, and the rules, which are there without the feature `engine` too.

#[cfg(feature = "engine")]
mod engine;
mod host;
#[cfg(feature = "engine")]
mod platform;
mod rules;

use std::panic;
use std::sync::Once;

/// Answers the next message, which is a request for the rules. It may come while a search lets
/// messages come in.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn answer() {
    begin();
    if let Some((_, request)) = host::read() {
        host::write(host::RULES, &rules::answer(&request));
    }
}

/// Does all that the messages ask that have come, and returns when there is nothing more to do.
// SAFETY: no other function of the module has this name.
#[cfg(feature = "engine")]
#[unsafe(no_mangle)]
pub extern "C" fn run() {
    begin();
    engine::run();
}

/// Tells the library what it stands on, the first time.
fn begin() {
    static FIRST: Once = Once::new();
    FIRST.call_once(|| {
        panic::set_hook(Box::new(|info| {
            host::write(host::PANIC, &info.to_string().replace('\n', " "));
        }));
        #[cfg(feature = "engine")]
        engine::supply();
    });
}
