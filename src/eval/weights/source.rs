//! Weights as Rust source: the files `weights.rs` of the games.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::Tunable;

/// Lists are broken before this column.
const WIDTH: usize = 96;

const INDENT: &str = "    ";

/// Source that is being written.
#[derive(Debug, Default)]
pub struct Source {
    text: String,
    depth: usize,
    /// The names needed, by module.
    imports: BTreeMap<String, BTreeSet<&'static str>>,
}

impl Source {
    /// Adds to the line.
    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Notes that the source needs a name of this module.
    pub fn import(&mut self, module: &str, name: &'static str) {
        self.imports
            .entry(module.to_owned())
            .or_default()
            .insert(name);
    }

    /// Begins a struct that is declared in this module of the crate.
    pub fn open(&mut self, module: &str, name: &'static str) {
        let path = module.split_once("::").map_or(module, |(_, path)| path);
        self.import(&format!("crate::{path}"), name);
        self.push(name);
        self.push(" {");
        self.depth += 1;
    }

    /// Writes a field of the struct.
    pub fn field(&mut self, name: &str, value: &impl Tunable) {
        self.new_line();
        self.push(name);
        self.push(": ");
        value.write(self);
        self.push(",");
    }

    /// Ends the struct.
    pub fn close(&mut self) {
        self.depth -= 1;
        self.new_line();
        self.push("}");
    }

    /// Writes an array, as much on a line as fits; what has lines of its own
    /// gets them.
    pub fn list(&mut self, items: &[impl Tunable]) {
        let written: Vec<String> = items.iter().map(|item| self.apart(item)).collect();
        let width: usize = written.iter().map(|item| item.len() + 2).sum();
        self.push("[");
        if self.column() + width < WIDTH && !written.iter().any(|item| item.contains('\n')) {
            self.push(&written.join(", "));
        } else {
            self.depth += 1;
            self.fill(&written);
            self.depth -= 1;
            self.new_line();
        }
        self.push("]");
    }

    fn fill(&mut self, items: &[String]) {
        let mut fresh = true;
        for item in items {
            let large = item.contains('\n') || item.starts_with('[');
            if fresh || large || self.column() + item.len() + 2 > WIDTH {
                self.new_line();
            } else {
                self.push(" ");
            }
            self.push(item);
            self.push(",");
            fresh = large;
        }
    }

    /// What `item` would be as an element of a list.
    fn apart(&mut self, item: &impl Tunable) -> String {
        let line = std::mem::take(&mut self.text);
        self.depth += 1;
        item.write(self);
        self.depth -= 1;
        std::mem::replace(&mut self.text, line)
    }

    fn column(&self) -> usize {
        let line = self.text.rfind('\n').map_or(0, |end| end + 1);
        self.text.len() - line
    }

    fn new_line(&mut self) {
        self.text.push('\n');
        for _ in 0..self.depth {
            self.text.push_str(INDENT);
        }
    }
}

/// The file with a game's weights. `header` says where they come from.
pub fn render(weights: &impl Tunable, header: &str) -> String {
    let mut source = Source::default();
    weights.write(&mut source);
    let kind = source.text.split(' ').next().unwrap_or_default();
    let mut file = String::new();
    for line in header.lines() {
        file.push_str("//!");
        if !line.is_empty() {
            file.push(' ');
            file.push_str(line);
        }
        file.push('\n');
    }
    file.push('\n');
    for (module, names) in &source.imports {
        let names: Vec<&str> = names.iter().copied().collect();
        let names = match names.as_slice() {
            [name] => (*name).to_owned(),
            names => format!("{{{}}}", names.join(", ")),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(file, "use {module}::{names};");
    }
    let _ = write!(
        file,
        "\n/// What the engine plays with.\n// Boards are easier to read row by row.\n#[rustfmt::skip]\npub static WEIGHTS: {kind} = {};\n",
        source.text
    );
    file
}
