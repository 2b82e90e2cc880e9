// SPDX-License-Identifier: MIT OR Apache-2.0
//! Builds the program for Windows: there as any other, and on Linux with Debian's packages, a compiler that builds the standard
//! library and a linker (MinGW-w64).

use std::path::PathBuf;

use super::{build, build_folder};
use crate::{apt, debian_rust, process};

const TARGET: &str = "x86_64-pc-windows-gnu";
/// For every 64-bit processor, and with the C library inside: most computers have no redistributable of it.
pub(super) const FLAGS: [&str; 2] = ["-Ctarget-cpu=x86-64", "-Ctarget-feature=+crt-static"];
/// The linker, which compiles C, too; and its package.
pub(super) const LINKER: &str = "x86_64-w64-mingw32-gcc";
const LINKER_PACKAGE: &str = "gcc-mingw-w64-x86-64";

/// Builds the program with this profile.
///
/// # Errors
/// If a tool can't be had, or the program does not compile.
pub(super) fn build_for_windows(profile: &str) -> Result<PathBuf, String> {
    if cfg!(windows) {
        return build(profile);
    }
    install_linker()?;
    let tools = debian_rust::tools()?;
    let mut cargo = debian_rust::cargo(&tools, TARGET, &build_folder());
    cargo
        .args(["--package", "tabiya", "--profile", profile, "-Z", "build-std=std,panic_unwind"])
        .env("CARGO_ENCODED_RUSTFLAGS", FLAGS.join("\u{1f}"));
    if !process::stream(&mut cargo)?.ok {
        return Err("the program for Windows can't be built".to_owned());
    }
    Ok(build_folder().join(TARGET).join(profile).join("tabiya.exe"))
}

/// Installs the linker if it is missing.
///
/// # Errors
/// If it can't be had.
pub(super) fn install_linker() -> Result<(), String> {
    if process::on_path(LINKER).is_some() {
        return Ok(());
    }
    apt::install(&[LINKER_PACKAGE]).map_err(|why| format!("{LINKER_PACKAGE} is needed: {why}"))
}
