// SPDX-License-Identifier: AGPL-3.0-or-later
//! Finds out which commit is built, and packs its source: the AGPL asks to offer it, and a server without
//! internet can offer only what it carries.

use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo names the output folder"));
    println!("cargo::rerun-if-changed=build.rs");
    stay_at_one_address();
    let commit = commit().unwrap_or_default();
    println!("cargo::rustc-env=TABIYA_COMMIT={commit}");
    let archive = out.join("source.tar.gz");
    if commit.is_empty() || !pack(&archive) {
        // Built outside a checkout, from a package say: the program says so where the source is asked for.
        std::fs::write(&archive, []).expect("the output folder can be written");
    }
}

/// Links what is built for tests to one address. Tests start the program thousands of times. One that can be loaded at any address has
/// 330,000 pointers to correct at each start, more than a third of the time of a short command. Releases can be loaded anywhere all the
/// same, because that makes attacks harder.
fn stay_at_one_address() {
    let is = |name: &str, wanted: &str| std::env::var(name).is_ok_and(|value| value == wanted);
    if is("PROFILE", "debug") && is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}

/// The commit's first twelve digits, where this is a checkout and there is a git. Asks to run again when the
/// checkout moves on.
fn commit() -> Option<String> {
    for name in ["HEAD", "logs/HEAD"] {
        let path = git(&["rev-parse", "--git-path", name])?;
        if Path::new(&path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    git(&["rev-parse", "--short=12", "HEAD"])
}

/// Pictures are left out: they are large, and nobody builds with them.
fn pack(archive: &Path) -> bool {
    let root = git(&["rev-parse", "--show-toplevel"]).unwrap_or_default();
    let output = format!("--output={}", archive.display());
    let arguments = [
        "-C",
        &root,
        "archive",
        "--format=tar.gz",
        "--prefix=tabiya/",
        &output,
        "HEAD",
        "--",
        ".",
        ":!docs/*.png",
    ];
    git(&arguments).is_some()
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
