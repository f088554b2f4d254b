//! The files of the page, which are part of the program.

use std::borrow::Cow;

use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "src/board/page/"]
struct Files;

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
    let file = Files::get(name)?;
    let hash = file.metadata.sha256_hash();
    let etag: String = hash
        .iter()
        .take(12)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let bytes = match name {
        INDEX => complete(&file.data),
        _ => file.data,
    };
    Some(Asset {
        etag: format!("\"{etag}-{}\"", bytes.len()),
        bytes,
        media_type,
    })
}

/// The page with the pictures in it and the modules named, so that they are there at the
/// first paint.
fn complete(index: &[u8]) -> Cow<'static, [u8]> {
    let pictures = Files::get("pieces.svg").map(|file| file.data);
    let pictures = String::from_utf8_lossy(pictures.as_deref().unwrap_or_default()).into_owned();
    let modules: String = Files::iter()
        .filter(|name| name.ends_with(".js"))
        .map(|name| format!("<link rel=\"modulepreload\" href=\"/{name}\">\n"))
        .collect();
    let page = String::from_utf8_lossy(index)
        .replace(PICTURES_PLACE, &pictures)
        .replace(MODULES_PLACE, &modules);
    Cow::Owned(page.into_bytes())
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
        let sizes = Files::iter()
            .filter_map(|name| find(&name))
            .map(|asset| asset.bytes.len());
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
