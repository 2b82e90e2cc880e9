// SPDX-License-Identifier: AGPL-3.0-or-later
//! Whether the players of other nodes reach the games of this one, and for how long they did not.
//!
//! They come over the bus. While this node has no connection to it, no command of theirs arrives, so their time must not count.
//! When the connection is back they need a moment to join their games again.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tabiya_cluster::bus::State;
use tabiya_game::{Millis, Time};
use tabiya_runtime::timeline::Timeline;
use tokio::sync::watch;

/// How long players may take to come again when the connection is back: their nodes may get theirs back later, and their pages
/// wait between two tries.
pub(super) const RETURN: Millis = Millis::from_secs(10);

/// Whether the players of other nodes reach this one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Way {
    /// They do.
    #[default]
    Open,
    /// They don't: this node has no connection to the bus.
    Cut,
    /// The connection is back, but not for long. Whoever was not heard since may be on the way.
    Mending,
}

/// The way to other nodes now, and for how long it was not open in all, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reach {
    pub(crate) way: Way,
    /// So long it was cut.
    pub(crate) cut: u64,
    /// So long it was mending.
    pub(crate) mending: u64,
    /// How often it was lost.
    pub(crate) outages: u32,
    /// When the last cut ended, on the process's line; now while it is cut.
    pub(crate) back: Time,
}

/// Follows the connection to the bus. Without a bus the way is always open. Clones are the same.
#[derive(Clone, Default)]
pub(super) struct ReachMeter(Arc<Mutex<Spans>>);

#[derive(Default)]
struct Spans {
    cut: u64,
    mending: u64,
    outages: u32,
    /// Since when the way is cut.
    lost: Option<Time>,
    /// When it was cut for the last time until.
    back: Option<Time>,
}

impl ReachMeter {
    /// Follows the connection until it is closed.
    pub(super) async fn follow(self, mut state: watch::Receiver<State>, timeline: Timeline) {
        loop {
            let is_away = *state.borrow_and_update() == State::Away;
            self.spans().change(is_away, timeline.now());
            if state.changed().await.is_err() {
                return;
            }
        }
    }

    /// Whether this node has no connection to the bus.
    pub(super) fn is_cut(&self) -> bool {
        self.spans().lost.is_some()
    }

    /// How often it was lost.
    pub(super) fn outages(&self) -> u32 {
        self.spans().outages
    }

    /// How it is at this time of the process's line.
    pub(super) fn read(&self, now: Time) -> Reach {
        self.spans().read(now)
    }

    fn spans(&self) -> MutexGuard<'_, Spans> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Spans {
    fn change(&mut self, is_away: bool, now: Time) {
        match (self.lost, is_away) {
            (None, true) => {
                self.mending += self.back.take().map_or(0, |back| passed(back, now).min(RETURN.0.into()));
                self.lost = Some(now);
                self.outages += 1;
            }
            (Some(lost), false) => {
                self.cut += passed(lost, now);
                (self.lost, self.back) = (None, Some(now));
            }
            (None, false) | (Some(_), true) => {}
        }
    }

    fn read(&self, now: Time) -> Reach {
        let Self { cut, mending, outages, lost, back } = *self;
        let reach = Reach { way: Way::Open, cut, mending, outages, back: back.unwrap_or_default() };
        match (lost, back.map(|back| passed(back, now))) {
            (Some(lost), _) => Reach { way: Way::Cut, cut: cut + passed(lost, now), back: now, ..reach },
            (None, Some(since)) if since < u64::from(RETURN.0) => {
                Reach { way: Way::Mending, mending: mending + since, ..reach }
            }
            (None, Some(_)) => Reach { mending: mending + u64::from(RETURN.0), ..reach },
            (None, None) => reach,
        }
    }
}

fn passed(since: Time, now: Time) -> u64 {
    now.0.saturating_sub(since.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_each_outage_and_of_the_return_from_it_is_added_up() {
        let mut spans = Spans::default();
        let read = |spans: &Spans, now| {
            let Reach { way, cut, mending, .. } = spans.read(Time(now));
            (way, cut, mending)
        };
        spans.change(false, Time(1_000));
        assert_eq!(read(&spans, 5_000), (Way::Open, 0, 0));
        spans.change(true, Time(5_000));
        spans.change(true, Time(6_000));
        assert_eq!(read(&spans, 25_000), (Way::Cut, 20_000, 0));
        spans.change(false, Time(26_000));
        assert_eq!(read(&spans, 28_000), (Way::Mending, 21_000, 2_000));
        // It is lost again before all have come.
        spans.change(true, Time(30_000));
        assert_eq!(read(&spans, 31_000), (Way::Cut, 22_000, 4_000));
        spans.change(false, Time(32_000));
        assert_eq!(read(&spans, 41_999), (Way::Mending, 23_000, 13_999));
        assert_eq!(read(&spans, 42_000), (Way::Open, 23_000, 14_000));
        assert_eq!(spans.read(Time(42_000)).back, Time(32_000));
        assert_eq!(read(&spans, 900_000), (Way::Open, 23_000, 14_000));
        spans.change(true, Time(900_000));
        assert_eq!(read(&spans, 901_000), (Way::Cut, 24_000, 14_000));
        assert_eq!(spans.read(Time(901_000)).outages, 3);
        assert_eq!(spans.read(Time(901_000)).back, Time(901_000));
    }
}
