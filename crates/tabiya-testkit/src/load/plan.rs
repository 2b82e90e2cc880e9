// SPDX-License-Identifier: AGPL-3.0-or-later
//! When each move is due. The plan does not depend on the server.
//!
//! Each game moves once in every period, at a random time within the first four fifths of it, so that two of
//! its moves are never close together. All periods have the same length, and each game's periods begin at a
//! random offset. So the moves of all games together come at random times and at a steady rate, as in
//! reality.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::Duration;

use crate::Random;

/// The part of a period in which its move is due.
const SPREAD: f64 = 0.8;

/// The next due times of all games.
pub(super) struct Plan {
    /// The average time between two moves of a game.
    period: Duration,
    random: Random,
    /// The time since the start of the plan, and the game.
    due: BinaryHeap<Reverse<(Duration, usize)>>,
    /// Each game's offset within the run's first period, from 0 to 1.
    shift: Vec<f64>,
    /// The number of each game's next period. The period that was running at the start is the first.
    next: Vec<u64>,
}

impl Plan {
    pub(super) fn new(games: usize, moves_per_second: f64, mut random: Random) -> Self {
        let period = Duration::from_secs_f64(games as f64 / moves_per_second);
        let shift = (0..games).map(|_| fraction(&mut random)).collect();
        Self { period, random, due: BinaryHeap::new(), shift, next: vec![0; games] }
    }

    /// Plans the game's next move. Times before `not_before` are skipped, because the game had not begun.
    pub(super) fn plan(&mut self, game: usize, not_before: Duration) {
        // A game that waited for long continues in the current period.
        let running = not_before.as_secs_f64() / self.period.as_secs_f64() - self.shift[game] + 1.0;
        self.next[game] = self.next[game].max(running as u64);
        loop {
            let within = fraction(&mut self.random) * SPREAD;
            let at = self.next[game] as f64 - 1.0 + self.shift[game] + within;
            self.next[game] += 1;
            let at = self.period.mul_f64(at.max(0.0));
            if at > not_before {
                self.due.push(Reverse((at, game)));
                return;
            }
        }
    }

    /// The next game whose move is due, and its planned time.
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

/// A random number from 0 to 1, without 1.
fn fraction(random: &mut Random) -> f64 {
    random.below(1 << 32) as f64 / (1_u64 << 32) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moves of this many games within this many seconds.
    fn played(plan: &mut Plan, games: usize, seconds: u64) -> Vec<(Duration, usize)> {
        (0..games).for_each(|game| plan.plan(game, Duration::ZERO));
        let mut moves = Vec::new();
        while let Some((at, game)) = plan.pop(Duration::from_secs(seconds)) {
            moves.push((at, game));
            plan.plan(game, Duration::ZERO);
        }
        moves
    }

    #[test]
    fn every_game_moves_once_a_period_and_never_twice_at_once() {
        let mut plan = Plan::new(10, 5.0, Random::new(1));
        assert_eq!(plan.period, Duration::from_secs(2));
        let mut of_game = vec![Vec::new(); 10];
        for (at, game) in played(&mut plan, 10, 60) {
            of_game[game].push(at);
        }
        for moves in of_game {
            assert!((29..=31).contains(&moves.len()), "{moves:?}");
            assert!(
                moves.windows(2).all(|pair| pair[1] - pair[0] >= Duration::from_millis(400)),
                "{moves:?}"
            );
        }
    }

    #[test]
    fn the_rate_is_steady() {
        let moves = played(&mut Plan::new(10_000, 10_000.0, Random::new(1)), 10_000, 3);
        for tenth in 0..30_u128 {
            let count = moves.iter().filter(|(at, _)| at.as_millis() / 100 == tenth).count();
            assert!((850..=1150).contains(&count), "{count} moves in tenth {tenth}");
        }
    }

    #[test]
    fn a_game_that_waited_goes_on_in_the_running_period() {
        let mut plan = Plan::new(1, 1.0, Random::new(1));
        plan.plan(0, Duration::from_secs(100));
        let (at, _) = plan.pop(Duration::from_secs(200)).unwrap();
        assert!((100..102).contains(&at.as_secs()), "{at:?}");
    }
}
