// SPDX-License-Identifier: MIT OR Apache-2.0
//! The page's tools: Node, its packages, and commands that run in `web/`.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::process::{self, Finished};
use crate::workspace;

const WANTED: &str = "the page's tools need Node 20.19 or newer (22.12 or newer of the 22 line)";

/// A copy of the lock file from which `node_modules` was installed. `tabiya-web`'s build script uses the same
/// file.
const STAMP: &str = "node_modules/.tabiya-lock";

/// Fails with one sentence if Node is missing or too old.
pub(crate) fn check_node() -> Result<(), String> {
    let mut node = process::command("node", &workspace::root());
    let version = process::capture(node.arg("--version")).map_err(|error| format!("{WANTED}: {error}"))?;
    match node_version(&version) {
        Some(found) if is_supported(found) => Ok(()),
        _ => Err(format!("{WANTED}, found {}", version.trim())),
    }
}

/// The versions that Vite and the Svelte plugin support.
fn is_supported((major, minor): (u32, u32)) -> bool {
    match major {
        20 => minor >= 19,
        22 => minor >= 12,
        _ => major > 22,
    }
}

/// Parses `v20.19.4` as `(20, 19)`.
fn node_version(text: &str) -> Option<(u32, u32)> {
    let mut parts = text.trim().strip_prefix('v')?.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

/// Whether `node_modules` was installed from the current lock file.
pub(crate) fn is_installed(web: &Path) -> bool {
    let lock = fs::read(web.join("package-lock.json"));
    let stamp = fs::read(web.join(STAMP));
    matches!((lock, stamp), (Ok(lock), Ok(stamp)) if lock == stamp)
}

/// Runs `npm ci` in `web/` if the lock file differs from the stamp.
pub(crate) fn install() -> Result<Option<Finished>, String> {
    check_node()?;
    let web = workspace::web();
    if is_installed(&web) {
        return Ok(None);
    }
    let mut npm = process::command(script("npm"), &web);
    npm.args(["ci", "--include=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]);
    let done = process::watch(&mut npm)?;
    if done.ok {
        let copied = fs::copy(web.join("package-lock.json"), web.join(STAMP));
        copied.map_err(|error| format!("cannot write web/{STAMP}: {error}"))?;
    }
    Ok(Some(done))
}

/// A command of an installed package: `tool("vitest")` runs `web/node_modules/.bin/vitest`.
pub(crate) fn tool(name: &str) -> Command {
    let web = workspace::web();
    process::command(web.join("node_modules").join(".bin").join(script(name)), &web)
}

/// Runs a test runner that writes a JSON report to `report`, and parses the report.
pub(crate) fn with_report(command: &mut Command, report: &Path) -> Result<(Finished, Option<Value>), String> {
    // An old report must not be taken for the report of this run.
    let _ = fs::remove_file(report);
    let done = process::watch(command)?;
    let text = fs::read_to_string(report).ok();
    Ok((done, text.and_then(|text| serde_json::from_str(&text).ok())))
}

/// On Windows npm's commands are `.cmd` files, which must be named in full.
fn script(name: &str) -> String {
    if cfg!(windows) { format!("{name}.cmd") } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_and_unread_versions_of_node_are_refused() {
        let supported = |text| node_version(text).is_some_and(is_supported);
        for good in ["v20.19.4\n", "v20.20.0", "v22.12.0", "v24.0.0"] {
            assert!(supported(good), "{good}");
        }
        for bad in ["v20.2.0", "v9.2.0", "v21.7.0", "v22.1.0", "20", ""] {
            assert!(!supported(bad), "{bad}");
        }
    }
}
