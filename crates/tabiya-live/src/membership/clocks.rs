// SPDX-License-Identifier: AGPL-3.0-or-later
//! Whether the wall clock of this machine is that of the database: when the node joins, and while it runs.

use std::time::Duration;

use tabiya_runtime::timeline::Timeline;
use tabiya_store::{Incarnation, Nodes, StorageError};

use super::meters;

/// How far the wall clock of a node may be from the database's. Machines whose clocks are kept differ by less than one tenth of a
/// second.
pub(super) const CLOCKS_DIFFER: Duration = Duration::from_secs(5);
/// The clocks are compared at every tenth look of the steward: at least every five seconds.
const LOOKS: u32 = 10;

/// How far this machine's clock is from the database's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Apart {
    pub(super) by: Duration,
    /// Whether it shows a later time than the database's.
    pub(super) is_ahead: bool,
}

impl Apart {
    /// Asks the database what time it is.
    pub(super) async fn ask(nodes: &dyn Nodes, timeline: Timeline) -> Result<Self, StorageError> {
        let asked = timeline.machine();
        let theirs = nodes.now().await?;
        let answered = timeline.machine();
        // However long the question took: the answer is from between both.
        let ahead = Duration::from_millis(asked.0.saturating_sub(theirs.0));
        let behind = Duration::from_millis(theirs.0.saturating_sub(answered.0));
        Ok(Self { by: ahead.max(behind), is_ahead: ahead > behind })
    }

    /// In whole seconds, below 0 where it is behind.
    fn seconds_ahead(self) -> i64 {
        let seconds = i64::try_from(self.by.as_secs()).unwrap_or(i64::MAX);
        if self.is_ahead { seconds } else { -seconds }
    }

    pub(super) fn is_too_much(self) -> bool {
        self.by > CLOCKS_DIFFER
    }

    pub(super) const fn in_words(self) -> &'static str {
        if self.is_ahead { "ahead of" } else { "behind" }
    }
}

/// What has changed since the last look.
#[derive(Debug, PartialEq, Eq)]
enum Turned {
    Wrong,
    Right,
}

/// Looks at the clock while the node runs.
#[derive(Debug, Default)]
pub(super) struct ClockWatch {
    looks: u32,
    is_wrong: bool,
    /// What the others know of the clock of this life, in seconds; 0 where it is right, as for whoever has just joined.
    noted: Option<(Incarnation, i64)>,
}

impl ClockWatch {
    /// To be called at each look of the steward.
    pub(super) async fn look(
        &mut self,
        nodes: &dyn Nodes,
        me: Incarnation,
        timeline: Timeline,
    ) -> Result<(), StorageError> {
        let is_due = self.looks.is_multiple_of(LOOKS);
        self.looks = self.looks.wrapping_add(1);
        if !is_due {
            return Ok(());
        }
        let apart = Apart::ask(nodes, timeline).await?;
        meters::CLOCK.set(apart.seconds_ahead());
        match self.turn(apart) {
            Some(Turned::Wrong) => tracing::warn!(
                "the clock of this machine is {} s {} the database's, and games are stored with its times; set both by a time \
                 server (NTP)",
                apart.by.as_secs(),
                apart.in_words()
            ),
            Some(Turned::Right) => tracing::info!("the clock of this machine is that of the database again"),
            None => {}
        }
        let now = (me, if self.is_wrong { apart.seconds_ahead() } else { 0 });
        if self.noted.unwrap_or((me, 0)) != now {
            nodes.note_clock(me, now.1).await?;
            self.noted = Some(now);
        }
        Ok(())
    }

    fn turn(&mut self, apart: Apart) -> Option<Turned> {
        let was_wrong = std::mem::replace(&mut self.is_wrong, apart.is_too_much());
        match (was_wrong, self.is_wrong) {
            (false, true) => Some(Turned::Wrong),
            (true, false) => Some(Turned::Right),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_is_set_wrong_is_spoken_of_once_and_once_more_when_it_is_right() {
        let mut watch = ClockWatch::default();
        let mut at = |seconds| watch.turn(Apart { by: Duration::from_secs(seconds), is_ahead: false });
        assert_eq!([at(0), at(3_600), at(3_601), at(6)], [None, Some(Turned::Wrong), None, None]);
        assert_eq!([at(5), at(0), at(60)], [Some(Turned::Right), None, Some(Turned::Wrong)]);
    }
}
