// SPDX-License-Identifier: MIT OR Apache-2.0
//! `cargo xtask package`: what people download, in `target/package`.
//!
//! A package holds one program that every 64-bit processor of its kind runs, its licences and notices, a list of what is inside
//! (CycloneDX) and how to begin. `SHA256SUMS` beside them names each by its checksum. They are made from this machine's build,
//! or from a program that was built elsewhere; times and owners in them are fixed, so the same build gives the same bytes.

mod ar;
mod checksums;
mod deb;
mod glibc;
mod notices;
mod parts;
mod sbom;
#[cfg(test)]
mod scripts;
mod tarball;
#[cfg(test)]
mod tests;
mod zip;

use std::fs;
use std::path::{Path, PathBuf};

use parts::Parts;

use crate::{process, workspace};

/// What kinds of packages there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// For any Linux, and for macOS: a `.tar.gz`.
    Tar,
    /// For Debian and Ubuntu, with a service.
    Deb,
    /// For Windows: a folder in a ZIP.
    Zip,
}

impl Kind {
    pub(crate) const ALL: [Self; 3] = [Self::Tar, Self::Deb, Self::Zip];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Tar => "tar",
            Self::Deb => "deb",
            Self::Zip => "zip",
        }
    }
}

/// What is to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(crate) kinds: Vec<Kind>,
    /// The program to pack; `None` builds it here.
    pub(crate) program: Option<PathBuf>,
    /// Whether it is built to be published: slower to build, smaller and without symbols.
    pub(crate) dist: bool,
}

/// Makes the packages. `false` is never returned: what goes wrong is an error.
pub(crate) fn run(plan: &Plan) -> Result<bool, String> {
    let program = match &plan.program {
        Some(program) => program.clone(),
        None => build(plan.dist)?,
    };
    let bytes = fs::read(&program).map_err(|error| format!("cannot read {}: {error}", program.display()))?;
    let folder = workspace::target().join("package");
    fs::create_dir_all(&folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    let parts = Parts::gather(bytes)?;
    let mut made = Vec::new();
    for kind in &plan.kinds {
        let (name, package) = match kind {
            Kind::Tar => tarball::package(&parts, &needs(&program)?)?,
            Kind::Deb => deb::package(&parts, &needed_glibc(&program)?)?,
            Kind::Zip => zip::package(&parts)?,
        };
        let path = folder.join(&name);
        fs::write(&path, &package).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        println!("{} ({} MiB)", path.display(), package.len() >> 20);
        made.push((name, package));
    }
    let sums = folder.join("SHA256SUMS");
    fs::write(&sums, checksums::list(&made))
        .map_err(|error| format!("cannot write {}: {error}", sums.display()))?;
    println!("{}", sums.display());
    Ok(true)
}

/// Builds the program for every processor of this machine's kind. In a folder of its own, because the usual build is for newer
/// ones, and would be made again.
fn build(dist: bool) -> Result<PathBuf, String> {
    let target = workspace::target().join("package-build");
    let profile = if dist { "dist" } else { "release" };
    let mut cargo = process::cargo();
    cargo.args(["build", "--locked", "--package", "tabiya", "--profile", profile]);
    cargo.env("CARGO_TARGET_DIR", &target);
    if cfg!(target_arch = "x86_64") {
        cargo.env("RUSTFLAGS", "-C target-cpu=x86-64");
    }
    let status = cargo.status().map_err(|error| format!("cannot start cargo: {error}"))?;
    if !status.success() {
        return Err("the program can't be built".to_owned());
    }
    Ok(target.join(profile).join(format!("tabiya{}", std::env::consts::EXE_SUFFIX)))
}

/// What runs the program, in words.
fn needs(program: &Path) -> Result<String, String> {
    if cfg!(target_os = "macos") {
        return Ok("macOS".to_owned());
    }
    Ok(format!("Linux with glibc {} or later", needed_glibc(program)?))
}

/// The oldest C library that runs the program, as objdump tells it.
fn needed_glibc(program: &Path) -> Result<String, String> {
    let mut objdump = process::command("objdump", &workspace::root());
    let symbols = process::capture(objdump.arg("-T").arg(program))?;
    glibc::newest(&symbols).ok_or_else(|| format!("{} is no program for Linux with glibc", program.display()))
}
