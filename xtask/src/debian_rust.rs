// SPDX-License-Identifier: MIT OR Apache-2.0
//! A compiler that can build the standard library for other systems: one exact version of Debian's packages for browsers. They are
//! unpacked below `target/`, and nothing is installed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{process, workspace};

/// The packages, with the version where it decides about the bytes; the others are libraries of Cargo.
const PACKAGES: [&str; 12] = [
    "cargo-web=1.96.0+dfsg1-1~deb12u2",
    "libstd-rust-web-1.96=1.96.0+dfsg1-1~deb12u2",
    "libstd-rust-web-dev=1.96.0+dfsg1-1~deb12u2",
    "rust-web-src=1.96.0+dfsg1-1~deb12u2",
    "rustc-web=1.96.0+dfsg1-1~deb12u2",
    "libllvm22=1:22.1.8-1~deb12u1",
    "lld-22=1:22.1.8-1~deb12u1",
    "libgit2-1.5",
    "libhttp-parser2.9",
    "libmbedcrypto7",
    "libmbedtls14",
    "libmbedx509-1",
];

/// Its cargo in the workspace's root, which builds for `target` into the folder `into`.
pub(crate) fn cargo(tools: &Path, target: &str, into: &Path) -> Command {
    let mut cargo = process::command(tools.join("usr/bin/cargo"), &workspace::root());
    cargo
        .args(["build", "--locked", "--target", target])
        .env("CARGO_TARGET_DIR", into)
        .env("RUSTC", tools.join("usr/bin/rustc"))
        // Building the standard library needs features that are not stable.
        .env("RUSTC_BOOTSTRAP", "1")
        .env("LD_LIBRARY_PATH", tools.join("usr/lib/x86_64-linux-gnu"))
        .env_remove("RUSTFLAGS");
    cargo
}

/// The folder of the unpacked packages. They are fetched once.
///
/// # Errors
/// One line that says why they can't be had.
pub(crate) fn tools() -> Result<PathBuf, String> {
    let folder = workspace::target().join("wasm-toolchain-1.96.0");
    let (root, complete) = (folder.join("root"), folder.join("complete"));
    if complete.exists() {
        return Ok(root);
    }
    let wanted = PACKAGES.join(", ");
    if process::on_path("apt-get").is_none() || process::on_path("dpkg-deb").is_none() {
        return Err(format!(
            "this is built with packages of Debian 12 ({wanted}), and this system has no apt-get"
        ));
    }
    fs::create_dir_all(&root).map_err(|error| format!("cannot create {}: {error}", root.display()))?;
    let mut download = process::command("apt-get", &folder);
    if !process::stream(download.arg("download").args(PACKAGES))?.ok {
        return Err(format!(
            "apt-get can't fetch {wanted}: is this Debian 12, with fresh lists (apt-get update)?"
        ));
    }
    let packages =
        fs::read_dir(&folder).map_err(|error| format!("cannot list {}: {error}", folder.display()))?;
    for package in packages.flatten().map(|entry| entry.path()) {
        if package.extension().is_some_and(|end| end == "deb") {
            let mut unpack = process::command("dpkg-deb", &folder);
            process::capture(unpack.arg("--extract").args([&package, &root]))?;
            // Unpacked it is needed no more.
            let _ = fs::remove_file(package);
        }
    }
    fs::write(&complete, wanted).map_err(|error| format!("cannot write {}: {error}", complete.display()))?;
    Ok(root)
}
