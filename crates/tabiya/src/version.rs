// SPDX-License-Identifier: AGPL-3.0-or-later
//! What `--version` says.

use std::fmt::Write;
use std::sync::LazyLock;

use crate::about;

/// The number and the commit, for `-V`.
pub(crate) fn short() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let commit = if about::COMMIT.is_empty() { "unknown commit" } else { about::COMMIT };
        format!("{} ({commit})", env!("CARGO_PKG_VERSION"))
    });
    &TEXT
}

/// With what is inside and under which licences, for `--version`.
pub(crate) fn long() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let mut text = String::from(short());
        text +=
            "\nLicence: AGPL-3.0-or-later; some of its crates also MIT OR Apache-2.0.\nThe page contains:";
        for notice in tabiya_web::notices() {
            write!(text, "\n  {} {} ({})", notice.name, notice.version, notice.licence)
                .expect("a string takes any text");
        }
        text += "\nThe server contains SQLite (public domain) and Rust libraries under permissive licences.";
        text += "\nA running server shows all terms under /licenses and offers its source.";
        text
    });
    &TEXT
}
