// SPDX-License-Identifier: MIT OR Apache-2.0
//! `cargo xtask bench instructions`: counts the instructions of the rules crate's most important loops and
//! compares them with the recorded counts.
//!
//! Times are noisy on a shared machine; instruction counts are not. If a loop is no longer vectorised, or
//! gets an additional check, its count shows it at once. valgrind counts the instructions.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use crate::{process, workspace};

/// A larger ratio to the recorded count is a slowdown.
const TOLERANCE: f64 = 1.02;

/// Counts all loops. Returns false if one takes clearly more instructions than recorded. With `record`,
/// writes the counts to the file.
pub(crate) fn run(record: bool) -> Result<bool, String> {
    if process::on_path("valgrind").is_none() {
        return Err("valgrind counts the instructions, and is not installed".into());
    }
    let loops = build()?;
    let known = recorded()?;
    let names = process::capture(&mut process::command(&loops, &workspace::root()))?;
    let mut text = String::new();
    let mut ok = true;
    println!("{:<20}{:>14}{:>14}{:>10}", "loop", "recorded", "now", "change");
    for name in names.lines() {
        let now = count(&loops, name)?;
        _ = writeln!(text, "{name} {now}");
        let before = known.iter().find(|(known, _)| known == name).map(|(_, count)| *count);
        let Some(before) = before else {
            println!("{name:<20}{:>14}{now:>14}", "-");
            continue;
        };
        let ratio = now as f64 / before as f64;
        let slower = if ratio > TOLERANCE { "  slower" } else { "" };
        println!("{name:<20}{before:>14}{now:>14}{:>9.1}%{slower}", 100.0 * (ratio - 1.0));
        ok &= ratio <= TOLERANCE;
    }
    if record {
        fs::write(file(), text).map_err(|error| format!("{}: {error}", file().display()))?;
        return Ok(true);
    }
    Ok(ok)
}

fn file() -> PathBuf {
    workspace::root().join("bench").join("instructions.txt")
}

/// The loops and counts in the file.
fn recorded() -> Result<Vec<(String, u64)>, String> {
    let text = match fs::read_to_string(file()) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(format!("{}: {error}", file().display())),
    };
    text.lines()
        .map(|line| {
            let parsed =
                line.split_once(' ').and_then(|(name, count)| Some((name.into(), count.parse().ok()?)));
            parsed.ok_or_else(|| format!("{}: expected a name and a count, found {line:?}", file().display()))
        })
        .collect()
}

fn build() -> Result<PathBuf, String> {
    let target = workspace::target().join("peers");
    let manifest = workspace::root().join("bench").join("peers").join("Cargo.toml");
    let mut build = process::cargo();
    build.args(["build", "--release", "--bin", "loops", "--manifest-path"]).arg(manifest);
    build.arg("--target-dir").arg(&target);
    if !process::stream(&mut build)?.ok {
        return Err("the loops don't build".into());
    }
    Ok(target.join("release").join("loops"))
}

/// The instructions of one loop, without those of its setup.
fn count(loops: &Path, name: &str) -> Result<u64, String> {
    let mut valgrind = process::command("valgrind", &workspace::root());
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=*measured*"]);
    let output = valgrind.arg(loops).arg(name).output();
    let output = output.map_err(|error| format!("cannot start valgrind: {error}"))?;
    let text = String::from_utf8_lossy(&output.stderr);
    let total = text.lines().find_map(|line| line.split_once("Collected : ")?.1.trim().parse().ok());
    total.filter(|total| *total > 0).ok_or_else(|| format!("{name}: valgrind counted nothing: {text}"))
}
