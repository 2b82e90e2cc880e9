// SPDX-License-Identifier: MIT OR Apache-2.0
//! Installs the distribution's packages. It works only as root, and only where `apt-get` exists.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::{process, workspace};

/// Whether this run has fetched the lists of packages.
static HAS_LISTS: AtomicBool = AtomicBool::new(false);

/// Installs packages.
///
/// # Errors
/// One line that says why the installation failed.
pub(crate) fn install(packages: &[&str]) -> Result<(), String> {
    if process::on_path("apt-get").is_none() {
        return Err("there is no apt-get to install it with".into());
    }
    if !is_root() {
        return Err("only root can install it".into());
    }
    let install = [&["install", "--yes", "--no-install-recommends"], packages].concat();
    let update = (!HAS_LISTS.swap(true, Ordering::Relaxed)).then_some(&["update"][..]);
    for arguments in update.into_iter().chain([&install[..]]) {
        let mut command = process::command("apt-get", &workspace::root());
        let done = process::watch(command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive"))?;
        if !done.ok {
            return Err(format!("apt-get {} failed", arguments.join(" ")));
        }
    }
    Ok(())
}

fn is_root() -> bool {
    process::capture(process::command("id", &workspace::root()).arg("-u")).is_ok_and(|id| id.trim() == "0")
}
