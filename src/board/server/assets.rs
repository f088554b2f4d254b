//! The files of the page, which are part of the program.

use std::borrow::Cow;

use include_dir::{Dir, File, include_dir};

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/board/page");

/// The file that is the page itself.
const INDEX: &str = "index.html";

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
        _ => Cow::Borrowed(content),
    };
    Some(Asset {
        etag: format!("\"{:08x}-{}\"", crc32fast::hash(&bytes), bytes.len()),
        bytes,
        media_type,
    })
}

/// The page with the pictures in it and the modules named, so that they are there at the
/// first paint.
fn complete(index: &[u8]) -> Cow<'static, [u8]> {
    let pictures = FILES.get_file("pieces.svg").and_then(File::contents_utf8);
    let modules: String = names()
        .filter(|name| name.ends_with(".js"))
        .map(|name| format!("<link rel=\"modulepreload\" href=\"{name}\">\n"))
        .collect();
    let page = String::from_utf8_lossy(index)
        .replace(PICTURES_PLACE, pictures.unwrap_or_default())
        .replace(MODULES_PLACE, &modules);
    Cow::Owned(page.into_bytes())
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
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_and_all_that_it_needs_is_small() {
        let sizes = names().filter_map(find).map(|asset| asset.bytes.len());
        let total: usize = sizes.sum();
        assert!(total < 400_000, "{total} bytes");
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
