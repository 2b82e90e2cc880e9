// SPDX-License-Identifier: AGPL-3.0-or-later
//! Ruling flags: whether a side could still mate by any series of legal moves (FIDE 6.9).
//!
//! That takes up to milliseconds of CPU, and many flags may fall together. It is therefore done on threads of its own,
//! a few at a time, and never on the threads that serve the players. A game that waits for its ruling ends with it, so
//! nobody is charged for the wait; all other games go on meanwhile.

use std::sync::Arc;

use tabiya_rules::{Color, Position, Winnable};
use tokio::sync::Semaphore;

/// So many of the machine's cores in a hundred may rule at the same time; at least one.
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
        // A proof that was not found proves nothing.
        ruled.unwrap_or(Winnable::Unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Flags of many games fall at the same time in a position that takes long to rule.
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
        // This runtime has one thread. If the rulings were made on it, all would be done before it came here again.
        tokio::task::yield_now().await;
        tokio::task::yield_now().await;
        assert!(ruled.iter().any(|each| !each.is_finished()), "the rulings held everybody up");
        let expected = hard.winnable(Color::Black);
        for each in ruled.drain(..) {
            assert_eq!(each.await.unwrap(), expected);
        }
    }
}
