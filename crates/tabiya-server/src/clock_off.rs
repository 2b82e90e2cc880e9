// SPDX-License-Identifier: AGPL-3.0-or-later
//! A wall clock that a test sets wrong while the server runs. Only in builds with debug assertions.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tabiya_runtime::timeline::{Clocks, Timeline};

static FILE: OnceLock<PathBuf> = OnceLock::new();

/// From the start of the server on its wall clock is off by the seconds that stand in this file, whatever they are at the time.
pub fn follow(file: PathBuf) {
    // Whoever asked first is obeyed.
    let _ = FILE.set(file);
}

/// The clocks of this process.
pub(crate) fn start() -> Timeline {
    match FILE.get() {
        None => Timeline::start(),
        Some(file) => {
            let wall = || off_by(SystemTime::now(), seconds_in(file));
            Timeline::by(Clocks { wall: Box::new(wall), asleep: Box::new(|| Duration::ZERO) })
        }
    }
}

/// None while the file is being written.
fn seconds_in(file: &Path) -> i64 {
    fs::read_to_string(file).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(0)
}

fn off_by(now: SystemTime, seconds: i64) -> Duration {
    let now = now.duration_since(UNIX_EPOCH).unwrap_or_default();
    let by = Duration::from_secs(seconds.unsigned_abs());
    if seconds < 0 { now.saturating_sub(by) } else { now + by }
}
