// SPDX-License-Identifier: MIT OR Apache-2.0
//! `cargo xtask screenshots`: makes `docs/screenshots/*.webp` from the real binary in a real browser.

use std::path::PathBuf;

use crate::{chromium, process, steps, web};

/// Takes the screenshots that the Playwright project `screenshots` defines. With a folder, it takes every
/// state in every size and theme; the documentation shows only some of them.
pub(crate) fn run(folder: Option<PathBuf>) -> Result<bool, String> {
    if let Some(done) = web::install()?
        && !done.ok
    {
        return Ok(false);
    }
    let chrome = chromium::find_or_install()?;
    let binary = steps::built_binary()?;
    let mut command = web::tool("playwright");
    command.args(["test", "--project=screenshots", "--reporter=list"]);
    command.env("CHROME", chrome).env("TABIYA_BIN", binary);
    if let Some(folder) = folder {
        let folder =
            std::path::absolute(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        command.env("TABIYA_SCREENSHOTS", folder);
    }
    Ok(process::stream(&mut command)?.ok)
}
