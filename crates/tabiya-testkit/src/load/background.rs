// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the server's threads of low priority compute: the engine that searches finished games, makes lessons and analyses. It takes what
//! moves leave of the processor, so it is left out of what a move costs.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// How often the threads are looked at. What one computes after the last look before its end is missed.
const LOOKS: Duration = Duration::from_millis(100);
/// Milliseconds of a tick of proc(5).
const TICK: u64 = 10;

/// Looks at the threads of a process until it is dropped.
pub(super) struct Background {
    stop: Arc<AtomicBool>,
    ticks: Arc<AtomicU64>,
}

impl Background {
    /// Begins to look at this process.
    pub(super) fn watch(process: u32) -> Self {
        let (stop, ticks) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
        let watched = Self { stop: Arc::clone(&stop), ticks: Arc::clone(&ticks) };
        std::thread::spawn(move || {
            let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
            let mut threads = Threads::below(parsed(&stat).map_or(0, |(_, nice, _)| nice));
            while !stop.load(Ordering::Relaxed) {
                for thread in
                    std::fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten()
                {
                    let stat = std::fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
                    threads.look(&stat);
                }
                ticks.store(threads.ticks(), Ordering::Relaxed);
                std::thread::sleep(LOOKS);
            }
        });
        watched
    }

    /// What they have computed in all. What happens between two of these is the difference.
    pub(super) fn spent(&self) -> Duration {
        Duration::from_millis(self.ticks.load(Ordering::Relaxed) * TICK)
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// What each thread of low priority had computed when it was seen last, in ticks, by its id.
struct Threads {
    /// The process's own niceness: whoever starts it may have lowered its priority.
    usual: i64,
    seen: HashMap<u64, u64>,
    /// Of threads whose ids others have now.
    before: u64,
}

impl Threads {
    fn below(usual: i64) -> Self {
        Self { usual, seen: HashMap::new(), before: 0 }
    }

    /// Reads the file `stat` of a thread.
    fn look(&mut self, stat: &str) {
        let Some((id, nice, ticks)) = parsed(stat) else { return };
        if nice <= self.usual {
            return;
        }
        let last = self.seen.insert(id, ticks).unwrap_or(0);
        if last > ticks {
            self.before += last;
        }
    }

    fn ticks(&self) -> u64 {
        self.before + self.seen.values().sum::<u64>()
    }
}

/// A thread's id, its niceness, and the ticks that it has computed.
fn parsed(stat: &str) -> Option<(u64, i64, u64)> {
    // The thread's name is in brackets and may contain spaces. The times are the 14th and 15th fields, the 19th is nice (proc(5)).
    let (begin, rest) = stat.rsplit_once(')')?;
    let id = begin.split_whitespace().next()?.parse().ok()?;
    let field = |number: usize| rest.split_whitespace().nth(number - 3)?.parse::<i64>().ok();
    let ticks = u64::try_from(field(14)? + field(15)?).ok()?;
    Some((id, field(19)?, ticks))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_of_low_priority_count_also_after_their_end() {
        let stat = |id: u64, ticks: u64, nice: i64| {
            format!("{id} (a (b) c) S 1 2 3 4 5 6 7 8 9 10 {ticks} 1 0 0 30 {nice} 12 0 99 0")
        };
        let mut threads = Threads::below(5);
        for (seen, sum) in [
            (stat(7, 500, 5), 0),
            (stat(8, 20, 19), 21),
            (stat(8, 30, 19), 31),
            (stat(9, 4, 19), 36),
            // Another thread has the id now.
            (stat(8, 1, 19), 38),
            ("nonsense".to_owned(), 38),
            (String::new(), 38),
        ] {
            threads.look(&seen);
            assert_eq!(threads.ticks(), sum, "{seen}");
        }
    }
}
