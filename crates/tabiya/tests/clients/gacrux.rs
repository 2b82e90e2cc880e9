// SPDX-License-Identifier: AGPL-3.0-or-later
//! Gacrux, FIDE's own program, pairs each round of a tournament report again. `cargo xtask test` installs the package; else
//! `TABIYA_GACRUX` names a Python that has it. Without one the test says so loudly and passes.

use std::path::{Path, PathBuf};
use std::process::Command;

/// What asks Gacrux: the script of the crate that pairs.
const CHECKER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tabiya-tournament/tests/it/fide_checker.py");

fn python() -> Option<PathBuf> {
    let named = std::env::var_os("TABIYA_GACRUX").filter(|path| !path.is_empty()).map(PathBuf::from);
    let installed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/gacrux/bin/python");
    named.or_else(|| installed.is_file().then_some(installed))
}

/// Gacrux pairs every round of this report in the same way.
pub(crate) fn accepts(report: &str) {
    let Some(python) = python() else {
        println!(
            "SKIPPED: no Python with Gacrux; cargo xtask test installs one, or name it in TABIYA_GACRUX"
        );
        return;
    };
    let folder = tempfile::tempdir().expect("a folder can be made");
    std::fs::write(folder.path().join("event.trf"), report).expect("a file can be written");
    let run = Command::new(python).arg(CHECKER).arg(folder.path()).arg("pairings").output();
    let run = run.expect("Python runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    assert_eq!(String::from_utf8_lossy(&run.stdout).trim(), "event.trf ok", "{report}");
}
