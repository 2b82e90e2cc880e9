// SPDX-License-Identifier: MIT OR Apache-2.0
//! `cargo xtask screenshots`: `docs/screenshots/*.png` from the real binary in a real browser.

use crate::{chromium, process, steps, web, workspace};

/// Takes all screenshots; the Playwright project `screenshots` says of what.
pub(crate) fn run() -> Result<bool, String> {
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
    command.env("TABIYA_SCREENSHOTS", workspace::root().join("docs").join("screenshots"));
    Ok(process::stream(&mut command)?.ok)
}
