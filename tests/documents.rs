//! What the documents point at is there.

use std::fs;
use std::path::{Path, PathBuf};

/// The documents of a folder and of those in it.
fn documents(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            found.extend(documents(&path));
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
    found
}

/// A document without its blocks of code.
fn prose(document: &Path) -> String {
    let text = fs::read_to_string(document).expect("a document");
    let outside = text.split("```").step_by(2);
    outside.collect()
}

/// What stands behind `#` in a link to a heading, as GitHub makes it.
fn anchor(heading: &str) -> String {
    let title = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = title.chars().filter_map(|character| match character {
        ' ' => Some('-'),
        '-' | '_' => Some(character),
        _ => character.is_alphanumeric().then_some(character),
    });
    kept.collect()
}

/// All documents: those in front and those in `docs`.
fn all_documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = documents(&root.join("docs"));
    all.extend(["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|name| root.join(name)));
    all
}

#[test]
fn every_relative_link_leads_somewhere() {
    let mut broken = Vec::new();
    let mut links = 0;
    for document in &all_documents() {
        let text = prose(document);
        let targets = text.split("](").skip(1);
        for target in targets.filter_map(|rest| rest.split(')').next()) {
            if target.contains("://") {
                continue;
            }
            links += 1;
            let (path, heading) = target.split_once('#').unwrap_or((target, ""));
            let file = match path {
                "" => document.clone(),
                path => document.parent().expect("a folder").join(path),
            };
            let found = heading.is_empty() && file.exists()
                || file.is_file()
                    && prose(&file)
                        .lines()
                        .any(|line| line.starts_with('#') && anchor(line) == heading);
            if !found {
                broken.push(format!("{}: {target}", document.display()));
            }
        }
    }
    assert!(links > 0, "no links were found");
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// Folders of the repository whose files documents name.
const FOLDERS: [&str; 8] = [
    "src/",
    "tests/",
    "docs/",
    "nets/",
    "books/",
    "scripts/",
    "fuzz/",
    "examples/",
];

#[test]
fn every_file_that_is_named_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut missing = Vec::new();
    for document in all_documents() {
        let text = prose(&document);
        for word in text
            .split('`')
            .skip(1)
            .step_by(2)
            .flat_map(str::split_whitespace)
        {
            // `GAME`, `*` and `mygame` stand for names.
            let stands_for_others =
                word.contains(|c: char| c.is_uppercase() || c == '*') || word.contains("mygame");
            let is_path = FOLDERS.iter().any(|folder| word.starts_with(folder));
            if is_path && !stands_for_others && !root.join(word).exists() {
                missing.push(format!("{}: {word}", document.display()));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
