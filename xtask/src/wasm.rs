// SPDX-License-Identifier: MIT OR Apache-2.0
//! `cargo xtask wasm`: builds the module with the rules and the engine for the page, and puts it in its place.
//!
//! The module is committed, so that nobody needs its toolchain to build Tabiya. That toolchain is one exact version of Debian's
//! packages for browsers: a compiler, the sources of the standard library, and a linker. They are unpacked below `target/`, and
//! nothing is installed. The same sources give the same bytes.
//!
//! The page's own test (`web/tests/wasm-module.test.ts`) looks at the new module first: it must count the bench's nodes as the
//! native engine does, and be as small as it must be.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{process, workspace};

/// The compiler and the linker, as they are named beside the module.
const TOOLCHAIN: &str = "rustc-web 1.96.0+dfsg1-1~deb12u2, lld-22 1:22.1.8-1~deb12u1, binaryen 132.0.0";

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

/// The optimiser, from npm. Only this command needs it.
const BINARYEN: &str = "binaryen@132.0.0";

const TARGET: &str = "wasm32-unknown-unknown";

/// Vector instructions, which every browser has since 2023. A panic ends the worker, so its message would only cost bytes.
/// Positions in the sources are left out, so that the bytes do not depend on where the project lies.
const FLAGS: [&str; 7] = [
    "-Ctarget-feature=+simd128",
    "-Zunstable-options",
    "-Cpanic=immediate-abort",
    "-Zlocation-detail=none",
    "-Zfmt-debug=shallow",
    "-Cstrip=symbols",
    // The search is recursive.
    "-Clink-arg=-zstack-size=4194304",
];

/// Builds the module.
///
/// # Errors
/// If the toolchain can't be had, or the module does not compile.
pub(crate) fn run() -> Result<bool, String> {
    let tools = toolchain()?;
    let target = workspace::target().join("wasm");
    let libraries = tools.join("usr/lib/x86_64-linux-gnu");
    let linker = tools.join("usr/lib/llvm-22/bin/wasm-ld");
    let mut command = process::command(tools.join("usr/bin/cargo"), &workspace::root());
    command
        .args(["build", "--locked", "--package", "tabiya-wasm", "--lib", "--profile", "wasm"])
        .args(["--target", TARGET, "-Z", "build-std=core,alloc,std,panic_abort"])
        .args(["-Z", "build-std-features=optimize_for_size"])
        .env("CARGO_TARGET_DIR", &target)
        .env("CARGO_ENCODED_RUSTFLAGS", FLAGS.join("\u{1f}"))
        // Not among the flags, so that its place does not change the bytes.
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker)
        .env("RUSTC", tools.join("usr/bin/rustc"))
        // Building the standard library needs features that are not stable.
        .env("RUSTC_BOOTSTRAP", "1")
        .env("LD_LIBRARY_PATH", libraries)
        .env_remove("RUSTFLAGS");
    if !process::stream(&mut command)?.ok {
        return Err("the module does not compile".into());
    }
    let built = target.join(TARGET).join("wasm").join("tabiya_wasm.wasm");
    put(&optimised(&built)?)
}

/// The module after Binaryen, whose code is as fast and weighs 4 % less as it is sent.
fn optimised(built: &Path) -> Result<PathBuf, String> {
    let folder = workspace::target().join("wasm-binaryen");
    let program = folder.join("node_modules/binaryen/bin/wasm-opt");
    if !program.exists() {
        fs::create_dir_all(&folder)
            .map_err(|error| format!("cannot create {}: {error}", folder.display()))?;
        let mut npm = process::command("npm", &folder);
        npm.args(["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix"]);
        if !process::stream(npm.arg(&folder).arg(BINARYEN))?.ok {
            return Err(format!("npm can't install {BINARYEN}"));
        }
    }
    let smaller = built.with_extension("opt.wasm");
    let mut command = process::command("node", &folder);
    command.arg(program).args(["-O3", "--enable-simd", "--enable-bulk-memory", "--enable-sign-ext"]);
    command.args(["--enable-nontrapping-float-to-int", "--enable-mutable-globals"]);
    command.args(["--enable-multivalue", "--enable-reference-types"]).arg(built).arg("-o").arg(&smaller);
    process::capture(&mut command)?;
    Ok(smaller)
}

/// The page's test checks the module and puts it in its place.
fn put(built: &Path) -> Result<bool, String> {
    let mut command = process::command("node", &workspace::web());
    command.args(["node_modules/vitest/vitest.mjs", "run", "tests/wasm-module.test.ts"]);
    command.env("TABIYA_WASM_BUILT", built).env("TABIYA_WASM_TOOLCHAIN", TOOLCHAIN);
    Ok(process::stream(&mut command)?.ok)
}

/// The folder of the unpacked toolchain. It is fetched once.
fn toolchain() -> Result<PathBuf, String> {
    let folder = workspace::target().join("wasm-toolchain-1.96.0");
    let (root, complete) = (folder.join("root"), folder.join("complete"));
    if complete.exists() {
        return Ok(root);
    }
    if process::on_path("apt-get").is_none() || process::on_path("dpkg-deb").is_none() {
        return Err(format!(
            "the module is built with packages of Debian 12 ({TOOLCHAIN}), and this system has no apt-get. \
             Nothing else needs it: the module that is committed stays"
        ));
    }
    fs::create_dir_all(&root).map_err(|error| format!("cannot create {}: {error}", root.display()))?;
    let mut download = process::command("apt-get", &folder);
    if !process::stream(download.arg("download").args(PACKAGES))?.ok {
        return Err(format!(
            "apt-get can't fetch {TOOLCHAIN}: is this Debian 12, with fresh lists (apt-get update)?"
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
    fs::write(&complete, TOOLCHAIN)
        .map_err(|error| format!("cannot write {}: {error}", complete.display()))?;
    Ok(root)
}
