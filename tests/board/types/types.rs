//! What the board says, as the page's scripts are checked against it: `types.d.ts` is
//! written from the Rust types.

#![cfg(test)]

// Nothing here reads what it says.
#[allow(dead_code, unused_imports)]
#[path = "../../../src/board/messages/mod.rs"]
mod messages;

#[allow(dead_code)]
#[path = "../../../src/show/view.rs"]
mod view;

/// The messages find it here.
mod show {
    pub(crate) use crate::view;
}

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use ts_rs::{Config, TS, TypeVisitor};

const FILE: &str = "../../../src/board/page/js/types.d.ts";

const HEAD: &str =
    "// What the board says. Written by tests/board/types from src/board/messages/ and
// src/show/view.rs: not to be changed by hand.
";

/// The types that were visited, by their names.
struct Types {
    config: Config,
    texts: BTreeMap<String, String>,
}

impl TypeVisitor for Types {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        let name = T::ident(&self.config);
        if T::output_path().is_none() || self.texts.contains_key(&name) {
            return;
        }
        let documentation = T::docs().unwrap_or_default();
        let text = format!("{documentation}export {}\n", T::decl(&self.config));
        self.texts.insert(name, text);
        T::visit_dependencies(self);
    }
}

#[test]
fn the_page_knows_the_types_of_the_messages() {
    let mut types = Types {
        // JSON has no numbers that JavaScript would call `bigint`.
        config: Config::default().with_large_int("number"),
        texts: BTreeMap::new(),
    };
    types.visit::<messages::Reply>();
    types.visit::<messages::GameLine>();
    let texts: Vec<String> = types.texts.into_values().collect();
    let text = format!("{HEAD}\n{}", texts.join("\n"))
        .replace("/**\n * ", "/** ")
        .replace("\n */", " */")
        .replace(" \n", "\n");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    if fs::read_to_string(&file).unwrap() != text {
        fs::write(&file, text).unwrap();
        panic!("types.d.ts was out of date and is written anew");
    }
}
