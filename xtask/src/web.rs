// SPDX-License-Identifier: MIT OR Apache-2.0
//! The page's tools: Node, its packages, and commands that run in `web/`.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::process::{self, Finished};
use crate::workspace;

/// The oldest Node that the page's tools run on.
const OLDEST_NODE: (u32, u32) = (20, 19);

/// A copy of the lock file that `node_modules` was installed from. `tabiya-web`'s build script keeps the same file.
const STAMP: &str = "node_modules/.tabiya-lock";

/// Fails with one plain sentence when Node is missing or too old.
pub(crate) fn check_node() -> Result<(), String> {
    let (major, minor) = OLDEST_NODE;
    let wanted = format!("Node {major}.{minor} or newer is needed to build the page");
    let mut node = process::command("node", &workspace::root());
    let version = process::capture(node.arg("--version")).map_err(|error| format!("{wanted}: {error}"))?;
    match node_version(&version) {
        Some(found) if found >= OLDEST_NODE => Ok(()),
        _ => Err(format!("{wanted}, found {}", version.trim())),
    }
}

/// `v20.19.4` as `(20, 19)`.
fn node_version(text: &str) -> Option<(u32, u32)> {
    let mut parts = text.trim().strip_prefix('v')?.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

/// Whether `node_modules` was installed from the lock file as it is now.
pub(crate) fn is_installed(web: &Path) -> bool {
    let lock = fs::read(web.join("package-lock.json"));
    let stamp = fs::read(web.join(STAMP));
    matches!((lock, stamp), (Ok(lock), Ok(stamp)) if lock == stamp)
}

/// Runs `npm ci` in `web/` where the lock file differs from the stamp.
pub(crate) fn install() -> Result<Option<Finished>, String> {
    check_node()?;
    let web = workspace::web();
    if is_installed(&web) {
        return Ok(None);
    }
    let mut npm = process::command(script("npm"), &web);
    npm.args(["ci", "--no-audit", "--no-fund"]).env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
    let done = process::stream(&mut npm)?;
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

/// Runs a test runner that writes a JSON report to `report`, and reads the report.
pub(crate) fn with_report(command: &mut Command, report: &Path) -> Result<(Finished, Option<Value>), String> {
    // An old report must not be taken for this run's.
    let _ = fs::remove_file(report);
    let done = process::stream(command)?;
    let text = fs::read_to_string(report).ok();
    Ok((done, text.and_then(|text| serde_json::from_str(&text).ok())))
}

/// npm's commands are `.cmd` files on Windows, which a program must name in full.
fn script(name: &str) -> String {
    if cfg!(windows) { format!("{name}.cmd") } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node_versions_compare_as_numbers() {
        assert_eq!(node_version("v20.19.4\n"), Some((20, 19)));
        assert_eq!(node_version("v9.2.0"), Some((9, 2)));
        assert!(node_version("v22.1.0") > Some(OLDEST_NODE));
        assert!(node_version("v20.2.0") < Some(OLDEST_NODE));
        assert_eq!(node_version("20"), None);
    }
}
