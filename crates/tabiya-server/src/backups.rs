// SPDX-License-Identifier: AGPL-3.0-or-later
//! A backup a day, by itself: at the start if today has none yet, and from then on whenever a day (UTC) has begun.
//!
//! It is made on a thread of low priority from a reader's view of the database, so that play goes on. What goes wrong is said
//! in the log, at the desk and by the meter, and tried again an hour later.

use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tabiya_game::Time;
use tabiya_runtime::backups::Backups;
use tabiya_runtime::beat::Beat;
use tabiya_runtime::config::Config;
use tabiya_runtime::measure::{self, IntGauge};
use tabiya_runtime::{disk, low_priority};
use tabiya_store::KeptBackups;
use time::{Date, UtcDateTime};
use tokio::sync::watch;
use tokio::time::Instant;

/// How often it is looked whether a day has begun.
const LOOK: Duration = Duration::from_secs(60);
/// How long after a backup that could not be made, or that had nothing to hold, the next one is tried.
const AGAIN: Duration = Duration::from_secs(3_600);
const AGAIN_WHEN_EMPTY: Duration = Duration::from_secs(600);

static AGE: LazyLock<IntGauge> = LazyLock::new(|| {
    measure::gauge(
        "backup_age_seconds",
        "Seconds since the last backup that was made by itself; -1 without one",
    )
});

/// Begins to make backups, if the settings say where. Needs a runtime; ends with the server.
pub(crate) fn start(config: &Config, stopping: watch::Receiver<bool>) -> Backups {
    let backups = Backups::default();
    AGE.set(-1);
    if let (Some(data), Some(folder)) = (&config.control_folder, &config.backup_folder) {
        let kept = KeptBackups::new(data, folder);
        backups.tell(|news| news.folder = Some(folder.clone()));
        let daily = Daily { kept, data: data.clone(), backups: backups.clone() };
        tokio::spawn(run(daily, stopping));
    }
    backups
}

/// The daily backups of one data folder, and where it is told how they are.
#[derive(Clone)]
struct Daily {
    kept: KeptBackups,
    data: PathBuf,
    backups: Backups,
}

async fn run(daily: Daily, stopping: watch::Receiver<bool>) {
    let mut beat = Beat::every(LOOK).until(stopping);
    let mut not_before = Instant::now();
    while beat.next().await {
        let today = UtcDateTime::now().date();
        if daily.look(today).await && Instant::now() >= not_before {
            not_before = Instant::now() + daily.make(today).await;
        }
    }
}

impl Daily {
    /// Tells how old the newest one is. Returns whether this day still has none. Files are asked on another thread: a disk that
    /// does not answer holds up no game.
    async fn look(&self, today: Date) -> bool {
        let Self { kept, data, .. } = self.clone();
        let found = low_priority::run(move || {
            let newest = kept.newest().map(|(_, made)| made);
            (newest, disk::is_shared(&data, kept.folder()).unwrap_or(false), kept.has(today))
        });
        let Ok((newest, is_same_disk, has_today)) = found.await else { return false };
        self.backups.tell(|news| (news.last, news.is_same_disk) = (newest.map(in_millis), is_same_disk));
        AGE.set(newest.map_or(-1, age));
        !has_today
    }

    /// Tries to make one, tells how it went, and says for how long not to try again.
    async fn make(&self, today: Date) -> Duration {
        let work = self.kept.clone();
        let made = low_priority::run(move || work.make(today, disk::free)).await;
        let (problem, pause) = match &made {
            Ok(Ok(Some(made))) if made.faults == 0 => (None, LOOK),
            Ok(Ok(Some(made))) => {
                let faults = made.faults;
                (
                    Some(format!(
                        "it has {faults} faults, as the data have; \"tabiya data check\" names them"
                    )),
                    LOOK,
                )
            }
            Ok(Ok(None)) => (None, AGAIN_WHEN_EMPTY),
            Ok(Err(error)) => (Some(error.to_string()), AGAIN),
            Err(error) => (Some(error.to_string()), AGAIN),
        };
        self.backups.tell(|news| news.problem.clone_from(&problem));
        // Whoever reads of it finds it and its age at the desk, too.
        self.look(today).await;
        if let Ok(Ok(Some(made))) = made {
            tracing::info!(file = %made.file.display(), removed = made.removed, "the daily backup is made");
        }
        if let Some(problem) = problem {
            tracing::warn!("the daily backup: {problem}");
        }
        pause
    }
}

fn in_millis(at: SystemTime) -> Time {
    let since = at.duration_since(UNIX_EPOCH).unwrap_or_default();
    Time(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

/// Seconds since then.
fn age(made: SystemTime) -> i64 {
    i64::try_from(made.elapsed().unwrap_or_default().as_secs()).unwrap_or(i64::MAX)
}
