//! The files of the page, which are part of the program.

use std::borrow::Cow;

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

/// Whether it is a part of the game between two machines, which is fetched where the server
/// lets other machines in.
fn is_of_network(name: &str) -> bool {
    name == GUEST || name.starts_with("js/network-")
}

/// The page with the pictures in it and the modules named, so that they are there at the
/// first paint.
fn complete(index: &[u8]) -> Cow<'static, [u8]> {
    let pictures = FILES.get_file("pieces.svg").and_then(File::contents_utf8);
    let modules: String = names()
        .filter(|name| name.ends_with(".js") && !is_of_network(name))
        .map(|name| format!("<link rel=\"modulepreload\" href=\"{name}\">\n"))
        .collect();
    let page = String::from_utf8_lossy(index)
        .replace(PICTURES_PLACE, pictures.unwrap_or_default())
        .replace(MODULES_PLACE, &modules);
    Cow::Owned(page.into_bytes())
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

/// The paths of all files.
fn names() -> impl Iterator<Item = &'static str> {
    let files = FILES.files().chain(FILES.dirs().flat_map(Dir::files));
    files.filter_map(|file| file.path().to_str())
}

fn media_type(name: &str) -> Option<&'static str> {
    Some(match name.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        "tsv" => "text/tab-separated-values; charset=utf-8",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_and_all_that_it_needs_is_small() {
        // A file of problems is fetched when somebody solves those of its game.
        let (problems, others): (Vec<_>, Vec<_>) =
            names().partition(|name| name.starts_with("problems/"));
        let size = |name| find(name).map_or(0, |asset| asset.bytes.len());
        let (network, others): (Vec<_>, Vec<_>) =
            others.into_iter().partition(|name| is_of_network(name));
        let total: usize = others.into_iter().map(size).sum();
        assert!(total < 400_000, "{total} bytes");
        let network: usize = network.into_iter().map(size).sum();
        assert!((1..30_000).contains(&network), "{network} bytes");
        assert_eq!(problems.len(), 5);
        for name in problems {
            assert!((1..50_000).contains(&size(name)), "{name}");
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
