// SPDX-License-Identifier: AGPL-3.0-or-later
//! When the server is killed.

use std::fs::{File, read_dir};
use std::io;
use std::path::Path;
use std::time::Duration;

use crate::Random;

/// The remaining kills.
pub(super) struct Kills {
    left: u32,
    done: u32,
    /// The average time between two kills.
    gap: Duration,
    next: Option<Duration>,
}

impl Kills {
    /// `total` kills, spread over `seconds`.
    pub(super) fn new(total: u32, seconds: f64) -> Self {
        let gap = Duration::from_secs_f64(seconds / f64::from(total.max(1)));
        Self { left: total, done: 0, gap, next: None }
    }

    pub(super) const fn done(&self) -> u32 {
        self.done
    }

    pub(super) const fn all_done(&self) -> bool {
        self.left == 0
    }

    /// The server listens from `now` on. The next kill comes at a random time, perhaps immediately.
    pub(super) fn up(&mut self, now: Duration, random: &mut Random) {
        if self.left > 0 {
            let share = random.below(1 << 20) as f64 / f64::from(1 << 19);
            self.next = Some(now + self.gap.mul_f64(share));
        }
    }

    /// Whether the server must be killed now.
    pub(super) fn due(&mut self, now: Duration) -> bool {
        let due = self.next.is_some_and(|at| at <= now);
        if due {
            self.next = None;
            self.left -= 1;
            self.done += 1;
        }
        due
    }
}

/// Cuts off the newer half of every write-ahead log in the folder, as a disk that does not flush would. This
/// is the negative control of the history checker.
pub(super) fn lose_newest_writes(folder: &Path) -> io::Result<()> {
    for entry in read_dir(folder)? {
        let path = entry?.path();
        if path.to_string_lossy().ends_with("-wal") {
            let file = File::options().write(true).open(&path)?;
            let length = file.metadata()?.len();
            file.set_len(length / 2)?;
        }
    }
    Ok(())
}
