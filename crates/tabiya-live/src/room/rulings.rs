// SPDX-License-Identifier: AGPL-3.0-or-later
//! Rulings when time runs out: whether a side could still mate by any series of legal moves (FIDE 6.9).
//!
//! A ruling takes up to milliseconds of processor time, and many games may need one at the same time. So
//! rulings are made on blocking threads, a few at a time, and never on the threads that serve the players. A
//! game that waits for its ruling ends with it, so no player is charged for the wait. All other games
//! continue.

use std::sync::Arc;

use tabiya_rules::{Color, Position, Winnable};
use tokio::sync::Semaphore;

/// The percentage of the machine's cores that may make rulings at the same time; at least one core.
const SHARE_OF_CORES: usize = 25;

/// The bounded pool. Cheap to clone.
#[derive(Clone)]
pub(super) struct Rulings(Arc<Semaphore>);

impl Default for Rulings {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self(Arc::new(Semaphore::new((cores * SHARE_OF_CORES / 100).max(1))))
    }
}

impl Rulings {
    /// Whether `winner` could still mate.
    pub(super) async fn rule(&self, position: Position, winner: Color) -> Winnable {
        let _turn = self.0.acquire().await.expect("nobody closes the semaphore");
        let ruled = tokio::task::spawn_blocking(move || position.winnable(winner)).await;
        // If the task failed, nothing was proven.
        ruled.unwrap_or(Winnable::Unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Many games need a ruling at the same time, in a position that takes long.
    #[tokio::test]
    async fn other_games_go_on_while_many_flags_are_ruled() {
        let hard = Position::from_fen("8/8/p7/PBp3p1/2PpK1Pp/2kP3P/7b/8 w - - 0 1").unwrap();
        let rulings = Rulings::default();
        let mut ruled: Vec<_> = (0..20)
            .map(|_| {
                let rulings = rulings.clone();
                tokio::spawn(async move { rulings.rule(hard, Color::Black).await })
            })
            .collect();
        // This runtime has one thread. If rulings were made on it, all would be done before it returns here.
        tokio::task::yield_now().await;
        tokio::task::yield_now().await;
        assert!(ruled.iter().any(|each| !each.is_finished()), "the rulings held everybody up");
        let expected = hard.winnable(Color::Black);
        for each in ruled.drain(..) {
            assert_eq!(each.await.unwrap(), expected);
        }
    }
}
