// SPDX-License-Identifier: AGPL-3.0-or-later
//! When each move is due: fixed before the run, whatever the server does.
//!
//! Each game moves once in every period of the same length, at a random instant within its first four fifths. So
//! moves of all games together come at random, as they do in life, and never two of a game at once.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::Duration;

use crate::Random;

/// The share of a period within which its move falls.
const SPREAD: f64 = 0.8;

/// What is due next, in all games.
pub(super) struct Plan {
    period: Duration,
    random: Random,
    /// When, since the beginning, and in which game.
    due: BinaryHeap<Reverse<(Duration, usize)>>,
    /// The next period of each game.
    next: Vec<u64>,
}

impl Plan {
    pub(super) fn new(games: usize, moves_per_second: f64, random: Random) -> Self {
        let period = Duration::from_secs_f64(games as f64 / moves_per_second);
        Self { period, random, due: BinaryHeap::new(), next: vec![0; games] }
    }

    /// Between two moves of a game, on average.
    pub(super) const fn period(&self) -> Duration {
        self.period
    }

    /// Plans the game's next move. Instants before `not_before` are left out: nobody plans a move for a game that has not
    /// begun.
    pub(super) fn plan(&mut self, game: usize, not_before: Duration) {
        loop {
            let within = self.random.below(1 << 32) as f64 / (1_u64 << 32) as f64 * SPREAD;
            let at = self.period.mul_f64(self.next[game] as f64 + within);
            self.next[game] += 1;
            if at >= not_before {
                self.due.push(Reverse((at, game)));
                return;
            }
            // A game that waited for long starts in the period that runs now.
            let now = (not_before.as_secs_f64() / self.period.as_secs_f64()) as u64;
            self.next[game] = self.next[game].max(now);
        }
    }

    /// The next game whose move is due, and when it was.
    pub(super) fn pop(&mut self, now: Duration) -> Option<(Duration, usize)> {
        let &Reverse(first) = self.due.peek()?;
        if first.0 > now {
            return None;
        }
        self.due.pop();
        Some(first)
    }

    /// When the next move is due.
    pub(super) fn next_due(&self) -> Option<Duration> {
        self.due.peek().map(|Reverse((at, _))| *at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_moves_once_a_period_and_never_twice_at_once() {
        let mut plan = Plan::new(10, 5.0, Random::new(1));
        assert_eq!(plan.period(), Duration::from_secs(2));
        (0..10).for_each(|game| plan.plan(game, Duration::ZERO));
        let mut last = [None; 10];
        let mut moves = 0;
        while let Some((at, game)) = plan.pop(Duration::from_secs(60)) {
            if let Some(last) = last[game].replace(at) {
                assert!(at - last >= Duration::from_millis(400), "{last:?} then {at:?}");
            }
            moves += 1;
            plan.plan(game, Duration::ZERO);
        }
        assert_eq!(moves, 5 * 60);
    }

    #[test]
    fn a_game_that_begins_late_owes_nothing() {
        let mut plan = Plan::new(1, 1.0, Random::new(1));
        plan.plan(0, Duration::from_secs(1_000_000));
        let due = plan.next_due().unwrap();
        assert!(due >= Duration::from_secs(1_000_000) && due < Duration::from_secs(1_000_002), "{due:?}");
    }
}
