// SPDX-License-Identifier: AGPL-3.0-or-later
//! The one way to do something again and again.
//!
//! ```
//! # async fn tidy() {}
//! # async fn example(stopping: tokio::sync::watch::Receiver<bool>) {
//! use std::time::Duration;
//! use tabiya_runtime::beat::Beat;
//!
//! let mut beat = Beat::every(Duration::from_secs(60)).until(stopping);
//! while beat.next().await {
//!     tidy().await;
//! }
//! # }
//! ```
//!
//! What is done ends before the next round begins, and where it took longer than a period, the rounds that
//! were missed are left out. A round that has begun is carried out to its end, also when the server is told
//! to stop meanwhile.

use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval, interval_at};

use crate::stopping::stops;

/// Tells when the next round is due.
pub struct Beat {
    interval: Interval,
    stopping: Option<watch::Receiver<bool>>,
}

#[expect(clippy::disallowed_methods, reason = "this is the one way")]
impl Beat {
    /// The first round begins at once. `period` is not zero. Must be called inside a running Tokio runtime.
    pub fn every(period: Duration) -> Self {
        Self::of(interval(period))
    }

    /// The first round begins after one period. `period` is not zero. Must be called inside a running Tokio
    /// runtime.
    pub fn after_each(period: Duration) -> Self {
        Self::of(interval_at(Instant::now() + period, period))
    }

    fn of(mut interval: Interval) -> Self {
        interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self { interval, stopping: None }
    }

    /// The rounds end when the server stops: when `stopping` turns true, or its sender is gone.
    #[must_use]
    pub fn until(self, stopping: watch::Receiver<bool>) -> Self {
        Self { stopping: Some(stopping), ..self }
    }

    /// Waits until the next round is due; returns `false` when there is none any more. It may be dropped at any
    /// time, so it can stand in a `select`.
    pub async fn next(&mut self) -> bool {
        let Some(stopping) = &mut self.stopping else {
            self.interval.tick().await;
            return true;
        };
        tokio::select! {
            biased;
            () = stops(stopping) => false,
            _ = self.interval.tick() => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PERIOD: Duration = Duration::from_secs(10);

    #[tokio::test(start_paused = true)]
    async fn the_first_round_is_at_once_or_after_a_period() {
        let begun = Instant::now();
        let mut beat = Beat::every(PERIOD);
        assert!(beat.next().await && begun.elapsed() == Duration::ZERO);
        assert!(beat.next().await && begun.elapsed() == PERIOD);
        let begun = Instant::now();
        assert!(Beat::after_each(PERIOD).next().await && begun.elapsed() == PERIOD);
    }

    #[tokio::test(start_paused = true)]
    async fn rounds_that_were_missed_are_left_out() {
        let mut beat = Beat::every(PERIOD);
        beat.next().await;
        tokio::time::sleep(3 * PERIOD + PERIOD / 2).await;
        let late = Instant::now();
        assert!(beat.next().await && late.elapsed() == Duration::ZERO, "it is due");
        assert!(beat.next().await && late.elapsed() == PERIOD, "and the next one a period later");
    }

    #[tokio::test(start_paused = true)]
    async fn it_ends_when_the_server_stops_and_when_the_server_is_gone() {
        let (stop, stopping) = watch::channel(false);
        let mut beat = Beat::every(PERIOD).until(stopping.clone());
        assert!(beat.next().await);
        let begun = Instant::now();
        let waiting = tokio::spawn(async move { beat.next().await });
        tokio::task::yield_now().await;
        stop.send(true).unwrap();
        assert!(
            !waiting.await.unwrap() && begun.elapsed() < PERIOD,
            "it does not wait for the end of the period"
        );
        drop(stop);
        assert!(!Beat::every(PERIOD).until(stopping).next().await);
    }
}
