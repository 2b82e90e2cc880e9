// SPDX-License-Identifier: AGPL-3.0-or-later
//! A backup a day, by itself: at the start if today has none yet, and from then on whenever a day (UTC) has begun.
//!
//! It is made on a thread of low priority from a reader's view of the database, so that play goes on. What goes wrong is said
//! in the log, at the desk and by the meter, and tried again an hour later.

mod kept;

use std::sync::LazyLock;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tabiya_game::Time;
use tabiya_runtime::backups::Backups;
use tabiya_runtime::beat::Beat;
use tabiya_runtime::config::Config;
use tabiya_runtime::low_priority;
use tabiya_runtime::measure::{self, IntGauge};
use tabiya_runtime::spawn::spawn;
use tabiya_store::{DatabaseUrl, KeepError};
use time::{Date, UtcDateTime};
use tokio::sync::watch;
use tokio::time::Instant;

use kept::{Found, Kept};

/// How often it is looked whether a day has begun.
const LOOK: Duration = Duration::from_secs(60);
/// How long after a backup that could not be made, or that had nothing to hold, the next one is tried.
const AGAIN: Duration = Duration::from_secs(3_600);
const DAY: Duration = Duration::from_secs(24 * 3_600);
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
    let command = config.database.as_ref().map(DatabaseUrl::dump_command);
    backups.tell(|news| news.command = command);
    if let Some(kept) = Kept::of(config) {
        // Without a program that makes them the desk says that none are made, and not where they would be.
        let folder = kept.can_be_made().then(|| kept.folder().to_owned());
        backups.tell(|news| news.folder = folder);
        let daily = Daily { kept, backups: backups.clone(), stopping: stopping.clone() };
        spawn(run(daily, stopping));
    }
    backups
}

/// The daily backups, and where it is told how they are.
struct Daily {
    kept: Kept,
    backups: Backups,
    stopping: watch::Receiver<bool>,
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
        let kept = self.kept.clone();
        // A database that does not answer says so elsewhere.
        let Ok(Ok(found)) = low_priority::run(move || kept.look(today)).await else { return false };
        let Found { newest, is_same_disk, has_today } = found;
        self.backups.tell(|news| (news.last, news.is_same_disk) = (newest.map(in_millis), is_same_disk));
        AGE.set(newest.map_or(-1, age));
        !has_today
    }

    /// Tries to make one, tells how it went, and says for how long not to try again.
    async fn make(&self, today: Date) -> Duration {
        let (kept, stopping) = (self.kept.clone(), self.stopping.clone());
        let made = low_priority::run(move || kept.make(today, stopping)).await;
        let made = made.unwrap_or_else(|error| Err(error.to_string()));
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
            // Somebody must install it, or back the database up in another way: no reason to say it each hour.
            Ok(Err(error @ KeepError::NoProgram)) => (Some(error.to_string()), DAY),
            Ok(Err(error)) => (Some(error.to_string()), AGAIN),
            Err(error) => (Some(error.clone()), AGAIN),
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
