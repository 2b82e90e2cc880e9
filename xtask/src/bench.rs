// SPDX-License-Identifier: MIT OR Apache-2.0
//! `cargo xtask bench`: the benchmarks whose results stand in `docs/benchmarks.md`. Not part of the tests.

use crate::{process, workspace};

/// Runs each benchmark that the tree has, one after the other, so that they do not disturb each other.
pub(crate) fn run() -> Result<bool, String> {
    let mut ok = true;
    println!("=== perft: legal moves counted, side by side with another generator");
    let manifest = workspace::root().join("bench").join("perft").join("Cargo.toml");
    let mut perft = process::cargo();
    perft.args(["run", "--release", "--manifest-path"]).arg(manifest);
    ok &= process::stream(&mut perft)?.ok;

    println!("\n=== latency: from a mover's socket to the opponent's, and the idle server's memory");
    let mut build = process::cargo();
    build.args(["build", "--release", "--package", "tabiya", "--package", "tabiya-testkit"]);
    ok &= process::stream(&mut build)?.ok;
    let release = workspace::target().join("release");
    let mut latency = process::command(release.join("tabiya-latency"), &workspace::root());
    latency.env("TABIYA_BIN", release.join(format!("tabiya{}", std::env::consts::EXE_SUFFIX)));
    ok &= process::stream(&mut latency)?.ok;
    Ok(ok)
}
