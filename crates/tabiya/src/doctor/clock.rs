// SPDX-License-Identifier: AGPL-3.0-or-later
//! The machine's clock: ratings, deadlines of days, certificates and the names of backups depend on it.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tabiya_store::KeptBackups;

use super::finding::{Finding, broken, look, well};

/// No program of ours is older: 1 November 2026, in seconds.
const OLDEST: u64 = 1_793_491_200;
/// A clock may be so much behind what it has shown.
const TOLERANCE: Duration = Duration::from_secs(3_600);

/// `kept`: the daily backups, whose times the clock has shown before.
pub(super) fn examine(kept: Option<&KeptBackups>) -> Finding {
    let shown = kept.and_then(KeptBackups::newest).map(|(_, made)| made);
    judge(SystemTime::now(), shown)
}

fn judge(now: SystemTime, shown_before: Option<SystemTime>) -> Finding {
    let set = "set it (timedatectl set-ntp true), then start the server again";
    if now < UNIX_EPOCH + Duration::from_secs(OLDEST) {
        return broken("clock", format!("it shows a time before this program was made; {set}"));
    }
    match shown_before {
        Some(before) if before > now + TOLERANCE => look(
            "clock",
            format!("the newest backup is from the future, so it was wrong then or is now; {set}"),
        ),
        _ => well("clock", "it shows a time that can be"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::finding::State;
    use super::*;

    #[test]
    fn a_clock_of_1970_and_one_that_went_back_are_told() {
        let now = UNIX_EPOCH + Duration::from_secs(OLDEST + 1_000_000);
        let state = |now, before| judge(now, before).state;
        assert_eq!(state(now, None), State::Well);
        assert_eq!(state(now, Some(now - TOLERANCE)), State::Well);
        assert_eq!(state(now, Some(now + 2 * TOLERANCE)), State::Look);
        assert_eq!(state(UNIX_EPOCH, None), State::Broken);
    }
}
