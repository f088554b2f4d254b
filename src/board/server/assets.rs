//! The files of the page, which are part of the program.

use std::borrow::Cow;
use std::collections::BTreeSet;

use include_dir::{Dir, File, include_dir};

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/board/page");

/// The file that is the page itself.
const INDEX: &str = "index.html";

/// The modules that the page begins with: the user's own, and that of somebody at another
/// machine.
const MAIN: &str = "js/main.js";
const GUEST: &str = "js/guest.js";

/// Where in the page the pictures go.
const PICTURES_PLACE: &str = "<!-- pieces.svg -->";

/// Where in the page the modules are named, so that all of them are asked for at once.
const MODULES_PLACE: &str = "<!-- modules -->";

/// A file of the page.
pub struct Asset {
    /// What it says.
    pub bytes: Cow<'static, [u8]>,
    /// Its media type.
    pub media_type: &'static str,
    /// Changes with its content.
    pub etag: String,
}

/// The file with this path, `/` among them; `None` if there is none.
pub fn find(path: &str) -> Option<Asset> {
    let name = match path.trim_start_matches('/') {
        "" => INDEX,
        name => name,
    };
    let media_type = media_type(name)?;
    let content = FILES.get_file(name)?.contents();
    let bytes = match name {
        INDEX => complete(content),
        _ if name.ends_with(".js") || name.ends_with(".css") => {
            Cow::Owned(without_comments(&String::from_utf8_lossy(content)).into_bytes())
        }
        _ => Cow::Borrowed(content),
    };
    Some(Asset {
        etag: etag(&bytes),
        bytes,
        media_type,
    })
}

/// The same for people at other machines, whose page has only the game.
pub fn find_for_guests(path: &str) -> Option<Asset> {
    let asset = find(path)?;
    if !matches!(path.trim_start_matches('/'), "" | INDEX) {
        return Some(asset);
    }
    let page = String::from_utf8_lossy(&asset.bytes);
    let page = page.replace(&script(MAIN), &script(GUEST));
    Some(Asset {
        etag: etag(page.as_bytes()),
        bytes: Cow::Owned(page.into_bytes()),
        media_type: asset.media_type,
    })
}

/// How the page names the module that it begins with.
fn script(name: &str) -> String {
    format!("<script type=\"module\" src=\"{name}\">")
}

fn etag(bytes: &[u8]) -> String {
    format!("\"{:08x}-{}\"", crc32fast::hash(bytes), bytes.len())
}

/// The page with the pictures in it and the modules named that it begins with, so that they
/// are there at the first paint. Others are fetched with the screens that need them.
fn complete(index: &[u8]) -> Cow<'static, [u8]> {
    let pictures = FILES.get_file("pieces.svg").and_then(File::contents_utf8);
    let modules: String = modules_of(MAIN)
        .into_iter()
        .map(|name| format!("<link rel=\"modulepreload\" href=\"{name}\">\n"))
        .collect();
    let page = String::from_utf8_lossy(index)
        .replace(PICTURES_PLACE, pictures.unwrap_or_default())
        .replace(MODULES_PLACE, &modules);
    Cow::Owned(page.into_bytes())
}

/// A module and all that it imports when it is loaded.
fn modules_of(module: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::from([module.to_owned()]);
    let mut open = vec![module.to_owned()];
    while let Some(name) = open.pop() {
        let text = FILES.get_file(&name).and_then(File::contents_utf8);
        let imports = text.unwrap_or_default().split(" from './").skip(1);
        for import in imports.filter_map(|rest| Some(rest.split_once('\'')?.0)) {
            let import = format!("js/{import}");
            if found.insert(import.clone()) {
                open.push(import);
            }
        }
    }
    found
}

/// A script or style without the lines of comments, which are for those who read the source.
/// The others keep their numbers, which a browser tells with an error.
fn without_comments(text: &str) -> String {
    let mut in_comment = false;
    let lines = text.lines().map(|line| {
        let trimmed = line.trim();
        let begins = trimmed.starts_with("/*");
        let ends = trimmed.ends_with("*/");
        let is_block = in_comment || begins && (ends || !trimmed.contains("*/"));
        in_comment = is_block && !ends;
        match is_block || trimmed.starts_with("//") {
            true => "",
            false => line,
        }
    });
    lines.flat_map(|line| [line, "\n"]).collect()
}

fn media_type(name: &str) -> Option<&'static str> {
    Some(match name.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        "json" => "application/json",
        "tsv" => "text/tab-separated-values; charset=utf-8",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The paths of all files.
    fn names() -> impl Iterator<Item = &'static str> {
        let files = FILES.files().chain(FILES.dirs().flat_map(Dir::files));
        files.filter_map(|file| file.path().to_str())
    }

    #[test]
    fn what_the_page_begins_with_is_small() {
        let first = modules_of(MAIN);
        assert!(first.contains("js/play-screen.js") && !first.contains("js/solve.js"));
        let size = |name: &str| find(name).map_or(0, |asset| asset.bytes.len());
        // Problems and openings are fetched by the game, words by those who do not read
        // English, and modules with the screens that need them.
        let (later, begin): (Vec<_>, Vec<_>) = names().partition(|name| {
            ["problems/", "explorer/", "words/"]
                .iter()
                .any(|folder| name.starts_with(folder))
                || name.ends_with(".js") && !first.contains(*name)
        });
        let total: usize = begin.into_iter().map(size).sum();
        assert!(total < 400_000, "{total} bytes");
        for name in later {
            let most = if name.starts_with("words/") {
                150_000
            } else {
                50_000
            };
            assert!((1..most).contains(&size(name)), "{name}");
        }
    }

    #[test]
    fn comments_stay_at_home_and_lines_keep_their_numbers() {
        let text =
            "// one\nlet a = '//'; // two\n/**\n * three\n */\n/** four */\n/** five */ (b);\n";
        let expected = "\nlet a = '//'; // two\n\n\n\n\n/** five */ (b);\n";
        assert_eq!(without_comments(text), expected);
        // A text over several lines could have one that looks like a comment.
        for name in names().filter(|name| name.ends_with(".js")) {
            let asset = find(name).unwrap();
            for line in String::from_utf8_lossy(&asset.bytes).lines() {
                assert!(line.matches('`').count() % 2 == 0, "{name}: {line}");
            }
        }
    }

    #[test]
    fn the_face_of_the_headings_comes_with_its_licence() {
        let face = find("/fonts/serif.woff2").unwrap();
        assert_eq!(
            (face.media_type, &face.bytes[..4]),
            ("font/woff2", &b"wOF2"[..])
        );
        let licence = find("/fonts/OFL.txt").unwrap();
        assert!(String::from_utf8_lossy(&licence.bytes).contains("SIL OPEN FONT LICENSE"));
    }

    #[test]
    fn guests_begin_with_their_own_module() {
        let page = |asset: Option<Asset>| String::from_utf8(asset.unwrap().bytes.into()).unwrap();
        let (own, guests) = (page(find("/")), page(find_for_guests("")));
        assert!(own.contains(&script(MAIN)) && !own.contains(&script(GUEST)));
        assert!(guests.contains(&script(GUEST)) && !guests.contains(&script(MAIN)));
        assert!(find(GUEST).is_some());
    }

    #[test]
    fn the_page_holds_the_pictures_and_nothing_else_is_found() {
        let index = find("/").unwrap();
        assert!(String::from_utf8_lossy(&index.bytes).contains("<symbol id=\"K\""));
        assert!(find("/js/main.js").is_some());
        for path in [
            "/../Cargo.toml",
            "/nothing.js",
            "/js/",
            "//etc/passwd",
            "/js/../../mod.rs",
        ] {
            assert!(find(path).is_none(), "{path}");
        }
    }
}
