// SPDX-License-Identifier: MIT OR Apache-2.0
//! Where the tests keep the data folders of hundreds of servers: in memory, where there is room.
//!
//! The store's tests make and delete hundreds of databases. After many deletions ext4 searches long for a free inode: that took
//! more than a quarter of their processor time.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, Command};

use crate::process as programs;

/// The file system in memory.
const MEMORY: &str = "/dev/shm";
/// What must be free there, and how much memory the machine must have to spare, in KiB. A run takes less than one of these six GiB.
const NEEDED: u64 = 6 * 1024 * 1024;
/// How the names of our folders begin. The number of the process follows.
const NAME: &str = "tabiya-tests-";
/// The variable that says where temporary files go.
const VARIABLE: &str = "TMPDIR";

/// A folder in memory, deleted with this value. Without room it is the system's place for temporary files.
pub(crate) struct Scratch(Option<PathBuf>);

impl Scratch {
    pub(crate) fn new() -> Self {
        let memory = Path::new(MEMORY);
        clear(memory, |process| Path::new("/proc").join(process).exists());
        let has_room = std::env::var_os(VARIABLE).is_none() && runs_programs() && free() >= Some(NEEDED);
        let folder = memory.join(format!("{NAME}{}", process::id()));
        Self((has_room && fs::create_dir(&folder).is_ok()).then_some(folder))
    }

    /// Lets a program keep its temporary files there, and the servers that it starts spare the processors.
    pub(crate) fn give(&self, command: &mut Command) {
        command.env("TABIYA_UNDER_TEST", "1");
        if let Some(folder) = &self.0 {
            command.env(VARIABLE, folder);
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Some(folder) = &self.0 {
            // What is left is deleted by the next run.
            let _ = fs::remove_dir_all(folder);
        }
    }
}

/// Deletes what runs have left that were killed: memory is not given back by a restart of programs.
fn clear(memory: &Path, is_alive: impl Fn(&OsStr) -> bool) {
    for entry in fs::read_dir(memory).into_iter().flatten().flatten() {
        let name = entry.file_name();
        if let Some(process) = name.to_str().and_then(|name| name.strip_prefix(NAME))
            && !is_alive(OsStr::new(process))
        {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Whether programs may be started from there, as some tests do; containers often forbid it.
fn runs_programs() -> bool {
    let mounts = fs::read_to_string("/proc/mounts").unwrap_or_default();
    let mut options = mounts.lines().filter_map(|line| {
        let mut words = line.split(' ').skip(1);
        (words.next()? == MEMORY).then_some(words.nth(1)?)
    });
    options.next_back().is_some_and(|options| options.split(',').all(|option| option != "noexec"))
}

/// The KiB that are free there and in the machine.
fn free() -> Option<u64> {
    let folder = Path::new(MEMORY);
    let place =
        programs::capture(programs::command("df", folder).args(["--output=avail", "-k", "."])).ok()?;
    let place: u64 = place.lines().last()?.trim().parse().ok()?;
    let machine = fs::read_to_string("/proc/meminfo").ok()?;
    let machine = machine.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let machine: u64 = machine.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(place.min(machine))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_run_has_left_is_deleted_and_nothing_else() {
        let folder = std::env::temp_dir().join(format!("tabiya-scratch-{}", process::id()));
        let names = ["tabiya-tests-1", "tabiya-tests-2", "others"];
        for name in names {
            fs::create_dir_all(folder.join(name).join("database")).expect("a folder can be made");
        }
        clear(&folder, |process| process == "2");
        assert_eq!(names.map(|name| folder.join(name).exists()), [false, true, true]);
        fs::remove_dir_all(&folder).expect("it can be deleted");
    }

    #[test]
    fn a_folder_is_deleted_with_its_value_and_told_to_programs() {
        let folder = std::env::temp_dir().join(format!("tabiya-scratch-own-{}", process::id()));
        fs::create_dir_all(&folder).expect("a folder can be made");
        let scratch = Scratch(Some(folder.clone()));
        let mut command = Command::new("true");
        scratch.give(&mut command);
        let given = (OsStr::new("TMPDIR"), Some(folder.as_os_str()));
        assert!(command.get_envs().any(|variable| variable == given));
        drop(scratch);
        assert!(!folder.exists());
    }
}
