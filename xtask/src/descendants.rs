// SPDX-License-Identifier: MIT OR Apache-2.0
//! The processes that a process has started, and that those have started.

use std::collections::BTreeMap;
use std::process::Command;
use std::{fs, iter};

/// How far back ancestors are looked for.
const MOST_GENERATIONS: usize = 100;

/// One of them.
pub(crate) struct Descendant {
    pub(crate) id: u32,
    /// Its command line, with spaces between the arguments.
    pub(crate) command: String,
}

/// The descendants of a process, by their numbers. None where the system has no `/proc`, and none of those whose parent has
/// ended.
pub(crate) fn of(ancestor: u32) -> Vec<Descendant> {
    let parents = parents();
    let has_started = |id: u32| {
        let upwards = iter::successors(Some(id), |id| parents.get(id).copied());
        upwards.skip(1).take(MOST_GENERATIONS).any(|parent| parent == ancestor)
    };
    parents
        .keys()
        .copied()
        .filter(|id| has_started(*id))
        .map(|id| Descendant { id, command: command(id) })
        .collect()
}

/// Kills them, as far as they are still there.
pub(crate) fn kill(all: &[Descendant]) {
    if !all.is_empty() {
        let _ = Command::new("kill").arg("-KILL").args(all.iter().map(|one| one.id.to_string())).status();
    }
}

/// The parent of each process.
fn parents() -> BTreeMap<u32, u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries
        .filter_map(|entry| {
            let id = entry.file_name().to_str()?.parse().ok()?;
            let stat = fs::read_to_string(entry.path().join("stat")).ok()?;
            // After the name, which may contain anything: the state, then the parent.
            let (_, rest) = stat.rsplit_once(')')?;
            Some((id, rest.split_whitespace().nth(1)?.parse().ok()?))
        })
        .collect()
}

fn command(id: u32) -> String {
    let line = fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
    String::from_utf8_lossy(&line).replace('\0', " ").trim_end().to_owned()
}
