// SPDX-License-Identifier: MIT OR Apache-2.0
//! Finds a Chromium for the browser tests: `$CHROME`, else its shell without windows, else any Chromium.
//!
//! The shell (`chromium-headless-shell`) is preferred, also to a full Chromium that is there: the full browser paints
//! twice as much without a window, and the stories take 1.7 times as long in it.

use std::path::PathBuf;

use crate::{apt, process};

/// The shell's program, and the distribution's package with it.
const SHELL: &str = "chromium-headless-shell";

const NAMES: [&str; 6] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "brave-browser",
];

const ELSEWHERE: [&str; 3] = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/snap/bin/chromium",
];

const HOW: &str = "no Chromium found: install one (Debian: apt-get install chromium-headless-shell; Ubuntu: apt-get \
                   install chromium; Fedora: dnf install chromium; macOS: brew install chromium), or set CHROME to the \
                   path of one";

/// The browser to use, without installing anything.
pub(crate) fn find() -> Result<Option<PathBuf>, String> {
    if let Some(chrome) = std::env::var_os("CHROME").filter(|chrome| !chrome.is_empty()) {
        let path = PathBuf::from(&chrome);
        let found = if path.is_file() { Some(path) } else { process::on_path(&chrome.to_string_lossy()) };
        let name = chrome.to_string_lossy();
        return found.map(Some).ok_or(format!("CHROME is set to \"{name}\", but there is no such program"));
    }
    let full = || NAMES.iter().find_map(|name| process::on_path(name));
    let elsewhere = || ELSEWHERE.iter().map(PathBuf::from).find(|path| path.is_file());
    Ok(process::on_path(SHELL).or_else(full).or_else(elsewhere))
}

/// The browser to use. Installs the distribution's shell where that is possible, else its full Chromium.
///
/// # Errors
/// One line that says how to get one.
pub(crate) fn find_or_install() -> Result<PathBuf, String> {
    let found = find()?;
    if found.as_ref().is_some_and(|path| std::env::var_os("CHROME").is_some() || path.ends_with(SHELL)) {
        return found.ok_or_else(|| HOW.into());
    }
    println!("no {SHELL} found: installing the distribution's with apt-get");
    match (apt::install(&[SHELL]), found) {
        (Ok(()), _) => {}
        (Err(why), Some(full)) => {
            println!("{why}; {} serves, the stories take longer in it", full.display());
            return Ok(full);
        }
        (Err(_), None) => apt::install(&["chromium"]).map_err(|why| format!("{why}; {HOW}"))?,
    }
    find()?.ok_or_else(|| HOW.into())
}
