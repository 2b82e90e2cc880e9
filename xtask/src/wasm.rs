// SPDX-License-Identifier: MIT OR Apache-2.0
//! `cargo xtask wasm`: builds the module with the rules and the engine for the page, and puts it in its place.
//!
//! The module is committed, so that nobody needs its toolchain (`debian_rust.rs`) to build Tabiya. The same sources give the same
//! bytes.
//!
//! The page's own test (`web/tests/wasm-module.test.ts`) looks at the new module first: it must count the bench's nodes as the
//! native engine does, and be as small as it must be.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{debian_rust, process, workspace};

/// The compiler, the linker and the optimiser, as they are named beside the module.
const TOOLCHAIN: &str = "rustc-web 1.96.0+dfsg1-1~deb12u2, lld-22 1:22.1.8-1~deb12u1, binaryen 132.0.0";

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
    let tools = debian_rust::tools()?;
    let target = workspace::target().join("wasm");
    let linker = tools.join("usr/lib/llvm-22/bin/wasm-ld");
    let mut command = debian_rust::cargo(&tools, TARGET, &target);
    command
        .args(["--package", "tabiya-wasm", "--lib", "--profile", "wasm"])
        .args(["-Z", "build-std=core,alloc,std,panic_abort"])
        .args(["-Z", "build-std-features=optimize_for_size"])
        .env("CARGO_ENCODED_RUSTFLAGS", FLAGS.join("\u{1f}"))
        // Not among the flags, so that its place does not change the bytes.
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
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
