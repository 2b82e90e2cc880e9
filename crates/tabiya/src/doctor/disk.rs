// SPDX-License-Identifier: AGPL-3.0-or-later
//! The disk with the data: whether it can be written, how fast a move is durable, and how much room is left.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tabiya_server::free_bytes;

use super::finding::{Finding, broken, look, well};

/// How often a small write is made durable, to time it.
const WRITES: usize = 15;
/// Bytes of such a write: a page.
const PAGE: usize = 4_096;
/// A move that takes so long is felt.
const SLOW: Duration = Duration::from_millis(30);
/// Below so many bytes it is time to make room.
const LITTLE: u64 = 1 << 30;
/// Below so many the server will soon stand still.
const TOO_LITTLE: u64 = 64 << 20;

pub(super) fn examine(folder: &Path) -> Vec<Finding> {
    // What is not there yet will be made there.
    let Some(place) = existing(folder) else { return Vec::new() };
    let mut findings = vec![match median_write(&place) {
        Ok(took) => speed(took),
        Err(error) => broken(
            "disk",
            format!(
                "{} can't be written: {error}; check who owns it, and do this as the server's user",
                place.display()
            ),
        ),
    }];
    findings.extend(free_bytes(&place).map(room));
    findings
}

/// The folder, or the nearest one above it that is there.
fn existing(folder: &Path) -> Option<PathBuf> {
    let whole = std::path::absolute(folder).ok()?;
    whole.ancestors().find(|each| each.is_dir()).map(Path::to_owned)
}

/// How long a small write takes until it is durable.
fn median_write(folder: &Path) -> io::Result<Duration> {
    let path = folder.join(format!(".tabiya-doctor-{}", std::process::id()));
    let mut file = File::options().write(true).create_new(true).open(&path)?;
    let mut write = || -> io::Result<Duration> {
        let began = Instant::now();
        file.write_all(&[0; PAGE])?;
        file.sync_data()?;
        Ok(began.elapsed())
    };
    let took: io::Result<Vec<_>> = (0..WRITES).map(|_| write()).collect();
    let removed = fs::remove_file(&path);
    let mut took = took?;
    removed?;
    took.sort_unstable();
    Ok(took[WRITES / 2])
}

fn speed(took: Duration) -> Finding {
    let shown = format!("a small write is durable after {:.1} ms", took.as_secs_f64() * 1_000.0);
    if took < SLOW {
        well("disk", shown)
    } else {
        look(
            "disk",
            format!(
                "{shown}, and each move waits for one; put the data on an SSD, not on a stick or a network drive"
            ),
        )
    }
}

fn room(free: u64) -> Finding {
    let shown = format!("{} MiB are free", free >> 20);
    if free < TOO_LITTLE {
        broken("room", format!("{shown}, and without room no move can be stored; make room now"))
    } else if free < LITTLE {
        look("room", format!("{shown}; make room before games stand still"))
    } else {
        well("room", shown)
    }
}

#[cfg(test)]
mod tests {
    use super::super::finding::State;
    use super::*;

    #[test]
    fn slow_disks_and_full_ones_are_told_by_degrees() {
        assert_eq!(speed(Duration::from_millis(1)).state, State::Well);
        assert_eq!(speed(Duration::from_millis(80)).state, State::Look);
        assert_eq!(room(5 << 30).state, State::Well);
        assert_eq!(room(500 << 20).state, State::Look);
        assert_eq!(room(1 << 20).state, State::Broken);
    }

    #[test]
    fn the_trial_leaves_nothing_behind_and_a_folder_to_be_is_tried_above() {
        let folder = tempfile::tempdir().unwrap();
        assert!(median_write(folder.path()).is_ok());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        let found = existing(&folder.path().join("a/b/c")).unwrap();
        assert_eq!(found, folder.path());
    }
}
