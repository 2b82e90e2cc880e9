// SPDX-License-Identifier: MIT OR Apache-2.0
//! `cargo xtask codegen`: writes files that are generated from code. They are committed, and a test checks
//! that they are up to date.

use crate::{notices, process};

/// Writes the licence notices of the linked crates, and from the protocol crate `protocol.ts` (its types) and
/// `routes.ts` (the page's addresses) in `web/src/platform`, and from the archive the names of openings for the page. The tests that check these files write them when
/// `TABIYA_CODEGEN` is set.
pub(crate) fn run() -> Result<bool, String> {
    notices::write()?;
    let mut command = process::cargo();
    command.args(["test", "--package", "tabiya-protocol", "--all-features", "--test", "it", "fresh"]);
    let mut names = process::cargo();
    names.args(["test", "--package", "tabiya-archive", "--lib", "openings::page"]);
    Ok(process::stream(command.env("TABIYA_CODEGEN", "1"))?.ok
        && process::stream(names.env("TABIYA_CODEGEN", "1"))?.ok)
}
