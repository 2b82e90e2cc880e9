// SPDX-License-Identifier: AGPL-3.0-or-later
//! The page of Tabiya as a table of files inside the binary.
//!
//! The build script runs Vite in `web/` and embeds its output, with the compressed versions that Vite made.
//! In every build profile, nothing is read from disk at run time. The server maps addresses to files: this
//! crate knows neither routes nor HTTP.
//!
//! ```
//! let index = tabiya_web::find("index.html").expect("every bundle has an index");
//! assert_eq!(index.content_type, "text/html; charset=utf-8");
//! assert!(tabiya_web::find("no/such/file").is_none());
//! ```
#![forbid(unsafe_code)]

/// One file of the bundle.
#[derive(Clone, Copy, Debug)]
pub struct WebFile {
    /// The path that the page uses, without the leading slash: `assets/index-C3a0hxtp.js`.
    pub path: &'static str,
    /// The value of the `content-type` header.
    pub content_type: &'static str,
    /// 16 hexadecimal digits of a hash of the content, for the entity tag.
    pub hash: &'static str,
    /// Whether the name contains a hash of the content. Browsers may then keep the file forever.
    pub immutable: bool,
    /// The uncompressed file.
    pub raw: &'static [u8],
    /// The file compressed with brotli, where that is smaller.
    pub brotli: Option<&'static [u8]>,
    /// The file compressed with gzip, where that is smaller.
    pub gzip: Option<&'static [u8]>,
}

/// A third-party package whose code or images are in the bundle.
#[derive(Clone, Copy, Debug)]
pub struct Notice {
    /// The package's name in the npm registry.
    pub name: &'static str,
    /// The version that was bundled.
    pub version: &'static str,
    /// The SPDX expression that the package declares.
    pub licence: &'static str,
    /// The full text of its licence files.
    pub text: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/table.rs"));

/// All files of the bundle, sorted by path. There is always an `index.html`.
pub fn files() -> &'static [WebFile] {
    FILES
}

/// The file at a path without its leading slash.
pub fn find(path: &str) -> Option<&'static WebFile> {
    FILES.binary_search_by(|file| file.path.cmp(path)).ok().map(|index| &FILES[index])
}

/// The third-party packages inside the bundle, sorted by name; empty when the page was left out.
pub fn notices() -> &'static [Notice] {
    NOTICES
}
