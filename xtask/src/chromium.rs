// SPDX-License-Identifier: MIT OR Apache-2.0
//! Finds a Chromium for the browser tests: `$CHROME`, else the system's, else the distribution's package.

use std::path::PathBuf;

use crate::{apt, process};

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

const HOW: &str = "no Chromium found: install one (Debian, Ubuntu: apt-get install chromium; Fedora: dnf install \
                   chromium; macOS: brew install chromium), or set CHROME to the path of one";

/// The browser to use, without installing anything.
pub(crate) fn find() -> Result<Option<PathBuf>, String> {
    if let Some(chrome) = std::env::var_os("CHROME").filter(|chrome| !chrome.is_empty()) {
        let path = PathBuf::from(&chrome);
        let found = if path.is_file() { Some(path) } else { process::on_path(&chrome.to_string_lossy()) };
        let name = chrome.to_string_lossy();
        return found.map(Some).ok_or(format!("CHROME is set to \"{name}\", but there is no such program"));
    }
    let elsewhere = || ELSEWHERE.iter().map(PathBuf::from).find(|path| path.is_file());
    Ok(NAMES.iter().find_map(|name| process::on_path(name)).or_else(elsewhere))
}

/// The browser to use. Installs the distribution's package where that is possible.
///
/// # Errors
/// One line that says how to get one.
pub(crate) fn find_or_install() -> Result<PathBuf, String> {
    if let Some(found) = find()? {
        return Ok(found);
    }
    println!("no Chromium found: installing the distribution's with apt-get");
    apt::install(&["chromium"]).map_err(|why| format!("{why}; {HOW}"))?;
    find()?.ok_or_else(|| HOW.into())
}
