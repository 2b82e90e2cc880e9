// SPDX-License-Identifier: MIT OR Apache-2.0
//! `cargo xtask package`: what people download, in `target/package`.
//!
//! A package holds one program that every 64-bit processor of its kind runs, its licences and notices, a list of what is inside
//! (CycloneDX) and how to begin. `SHA256SUMS` beside them names each by its checksum. They are made from this machine's build,
//! or from a program that was built elsewhere; times and owners in them are fixed, so the same build gives the same bytes.

mod ar;
mod checksums;
mod container;
mod deb;
mod debian;
mod glibc;
mod image;
mod notices;
mod oci;
mod parts;
mod rehearsal;
mod sbom;
#[cfg(test)]
mod scripts;
mod tarball;
mod target;
#[cfg(test)]
mod tests;
mod windows;
mod wine;
mod zip;

use std::fs;
use std::path::{Path, PathBuf};

use image::Image;
use parts::Parts;
use target::{System, Target};

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
    /// For containers: an archive with an image.
    Oci,
}

impl Kind {
    pub(crate) const ALL: [Self; 4] = [Self::Tar, Self::Deb, Self::Zip, Self::Oci];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Tar => "tar",
            Self::Deb => "deb",
            Self::Zip => "zip",
            Self::Oci => "oci",
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
    /// Whether they are tried: the ZIP is played on under Wine, the image in a folder that is its whole system; the others are
    /// installed, played on and removed in a copy of this machine's system.
    pub(crate) is_tried: bool,
}

/// Makes the packages. `false` where they were tried, and that failed; all else that goes wrong is an error.
pub(crate) fn run(plan: &Plan) -> Result<bool, String> {
    let folder = workspace::target().join("package");
    fs::create_dir_all(&folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    let (mut made, mut on_linux) = (Vec::new(), None);
    for kind in &plan.kinds {
        let program = match &plan.program {
            Some(program) => program.clone(),
            None if *kind == Kind::Zip => windows::build_for_windows(profile(plan.dist))?,
            None => build(profile(plan.dist))?,
        };
        let bytes =
            fs::read(&program).map_err(|error| format!("cannot read {}: {error}", program.display()))?;
        let parts = Parts::gather(bytes)?;
        let glibc = match parts.target.system {
            System::Linux => Some(needed_glibc(&program)?),
            System::MacOs | System::Windows => None,
        };
        if let Some(glibc) = glibc.as_deref().filter(|_| plan.dist) {
            glibc::old_enough(glibc)?;
        }
        let needed = || glibc.as_deref().ok_or("the package for Debian is for programs for Linux");
        let (name, package) = match kind {
            Kind::Tar => {
                tarball::package(&parts, &needs(parts.target, glibc.as_deref().unwrap_or_default()))?
            }
            Kind::Deb => deb::package(&parts, needed()?)?,
            Kind::Zip => zip::package(&parts)?,
            Kind::Oci => oci::package(&parts, &program)?,
        };
        let path = folder.join(&name);
        fs::write(&path, &package).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        println!("{} ({} MiB)", path.display(), package.len() >> 20);
        match kind {
            Kind::Zip if plan.is_tried => wine::play(&path)?,
            Kind::Zip => {}
            Kind::Oci => {
                let image = Image::read(&package)?;
                println!("  loaded, it is called {}", image.names[0]);
                if plan.is_tried {
                    container::play(&image)?;
                }
            }
            Kind::Tar | Kind::Deb => on_linux = glibc.map(|glibc| (parts, glibc)),
        }
        made.push((name, package));
    }
    let sums = folder.join("SHA256SUMS");
    fs::write(&sums, checksums::list(&made))
        .map_err(|error| format!("cannot write {}: {error}", sums.display()))?;
    println!("{}", sums.display());
    if let Some((parts, glibc)) = on_linux.filter(|_| plan.is_tried) {
        return rehearsal::run(parts, &glibc);
    }
    Ok(true)
}

const fn profile(dist: bool) -> &'static str {
    if dist { "dist" } else { "release" }
}

/// The folder of builds for packages. It is one of its own, because the usual build is for newer processors, and would be made again.
fn build_folder() -> PathBuf {
    workspace::target().join("package-build")
}

/// Builds the program for every processor of this machine's kind.
fn build(profile: &str) -> Result<PathBuf, String> {
    let mut cargo = process::cargo();
    cargo.args(["build", "--locked", "--package", "tabiya", "--profile", profile]);
    cargo.env("CARGO_TARGET_DIR", build_folder());
    if cfg!(windows) {
        cargo.env("RUSTFLAGS", windows::FLAGS.join(" "));
    } else if cfg!(target_arch = "x86_64") {
        cargo.env("RUSTFLAGS", "-Ctarget-cpu=x86-64");
    }
    let status = cargo.status().map_err(|error| format!("cannot start cargo: {error}"))?;
    if !status.success() {
        return Err("the program can't be built".to_owned());
    }
    Ok(build_folder().join(profile).join(format!("tabiya{}", std::env::consts::EXE_SUFFIX)))
}

/// What runs the program, in words.
fn needs(target: Target, glibc: &str) -> String {
    let processor = target.processor.name();
    match target.system {
        System::Linux => format!("Linux on {processor} with glibc {glibc} or later"),
        System::MacOs => format!("macOS on {processor}"),
        System::Windows => format!("Windows on {processor}"),
    }
}

/// The oldest C library that runs the program, as objdump tells it.
fn needed_glibc(program: &Path) -> Result<String, String> {
    let mut objdump = process::command("objdump", &workspace::root());
    let symbols = process::capture(objdump.arg("-T").arg(program))?;
    glibc::newest(&symbols).ok_or_else(|| format!("{} is no program for Linux with glibc", program.display()))
}
