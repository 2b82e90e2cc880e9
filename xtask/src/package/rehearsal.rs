// SPDX-License-Identifier: MIT OR Apache-2.0
//! `cargo xtask package --try`: the packages are installed, played on, upgraded, removed and restored, by `packaging/rehearse.sh` in a copy
//! of this machine's system.

use std::fs;

use super::parts::Parts;
use super::target::Target;
use super::{deb, tarball};
use crate::{process, workspace};

/// Lower than any version that there was: the package that is upgraded.
const OLDER: &str = "0~rehearsal";

/// Tries packages of these parts. Whether all went well; what went wrong is printed.
///
/// # Errors
/// If they can't be tried here.
pub(super) fn run(mut parts: Parts, glibc: &str) -> Result<bool, String> {
    if Some(parts.target) != Target::own() {
        return Err(format!("a program for {} can't be tried on this machine", parts.target));
    }
    let folder = workspace::target().join("package-try");
    fs::create_dir_all(&folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    let mut script = process::command("sh", &workspace::root());
    script.arg("packaging/rehearse.sh");
    let deb = deb::package(&parts, glibc)?.1;
    let archive = tarball::package(&parts, "")?.1;
    OLDER.clone_into(&mut parts.version);
    let older = deb::package(&parts, glibc)?.1;
    for (name, bytes) in [("older.deb", older), ("new.deb", deb), ("archive.tar.gz", archive)] {
        let file = folder.join(name);
        fs::write(&file, bytes).map_err(|error| format!("cannot write {}: {error}", file.display()))?;
        script.arg(file);
    }
    let status = script.status().map_err(|error| format!("cannot start sh: {error}"))?;
    Ok(status.success())
}
