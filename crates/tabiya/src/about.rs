// SPDX-License-Identifier: AGPL-3.0-or-later
//! What this binary is, and what is inside.

use std::fmt::Write;
use std::sync::LazyLock;

use tabiya_server::BuildInfo;

/// The commit that was built; empty where unknown.
pub(crate) const COMMIT: &str = env!("TABIYA_COMMIT");

static SOURCE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/source.tar.gz"));

/// For the server.
pub(crate) fn build() -> BuildInfo {
    BuildInfo {
        version: env!("CARGO_PKG_VERSION"),
        commit: COMMIT,
        source_archive: SOURCE,
        licences: licences(),
    }
}

/// The terms of everything inside, as plain text.
pub(crate) fn licences() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let mut text = [include_str!("about.txt"), include_str!("notices.txt")].concat();
        for notice in tabiya_web::notices() {
            let head = format!("{} {} ({})", notice.name, notice.version, notice.licence);
            let line = "-".repeat(head.len());
            write!(text, "\n{head}\n{line}\n{}\n", notice.text.trim()).expect("a string takes any text");
        }
        text
    });
    &TEXT
}
