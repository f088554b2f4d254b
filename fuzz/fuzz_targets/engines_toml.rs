//! Any text as `engines.toml`: it is read the same twice, or refused. Nothing is started.

#![no_main]

use std::path::Path;

use galaverna::player::configuration::Configuration;
use galaverna::show::GAMES;
use libfuzzer_sys::fuzz_target;

/// What a configuration says of an engine that it does not have: the names of all.
fn names(configuration: &Configuration) -> Vec<String> {
    let missing = configuration.engine("\u{1}missing");
    let error = missing.err().map(|error| error.to_string());
    let error = error.unwrap_or_default();
    let names = error.split_once("it has: ").map_or("", |(_, names)| names);
    names.split(", ").map(str::to_owned).collect()
}

fuzz_target!(|text: &str| {
    let path = Path::new("engines.toml");
    match (
        Configuration::parse(text, path),
        Configuration::parse(text, path),
    ) {
        (Ok(one), Ok(other)) => {
            assert_eq!(format!("{one:?}"), format!("{other:?}"));
            for name in names(&one) {
                if let Ok(engine) = one.engine(&name) {
                    assert_eq!(engine.name.get_ref(), &name);
                    assert!(engine.games.is_some() || GAMES.iter().all(|game| engine.plays(game)));
                }
            }
        }
        (Err(one), Err(other)) => {
            assert_eq!(one.to_string(), other.to_string());
            assert!(one.to_string().starts_with("engines.toml"), "{one}");
        }
        _ => panic!("it is read once"),
    }
});
