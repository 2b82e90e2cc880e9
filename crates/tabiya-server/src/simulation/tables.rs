// SPDX-License-Identifier: AGPL-3.0-or-later
//! What rooms want of the store besides the log: deadlines that outlive the process and fail as the log does, and the
//! one number that they ask the archive for.

use std::time::Duration;

use async_trait::async_trait;
use tabiya_game::{GameId, PlayerId, Time};
use tabiya_rules::Color;
use tabiya_store::{
    Archive, ArchivedGame, Deadlines, Filling, GameFilter, PageKey, PlayerOutcome, StorageError,
};
use tokio::time::sleep;

use super::ledger::Ledger;

fn failed() -> StorageError {
    StorageError::Failed { detail: "simulated".to_owned() }
}

#[async_trait]
impl Deadlines for Ledger {
    async fn note(&self, games: &[(GameId, Time)]) -> Result<(), StorageError> {
        let only = if let [(game, _)] = games { Some(*game) } else { None };
        let (mut random, write_faults) = self.next_choice(only);
        sleep(Duration::from_millis(1 + random.below(4))).await;
        match random.below(1000) {
            drawn if drawn < write_faults.fails => return Err(StorageError::Full),
            drawn if drawn < write_faults.fails + write_faults.slow => {
                sleep(Duration::from_millis(500 + random.below(4_000))).await;
            }
            _ => {}
        }
        self.with_deadlines(|deadlines| deadlines.noted.extend(games.iter().copied()));
        Ok(())
    }

    async fn due(
        &self,
        after: Option<(GameId, Time)>,
        until: Time,
        limit: u32,
    ) -> Result<Vec<(GameId, Time)>, StorageError> {
        let (mut random, write_faults) = self.next_choice(None);
        sleep(Duration::from_millis(1)).await;
        if random.below(1000) < write_faults.unreadable {
            return Err(failed());
        }
        Ok(self.with_deadlines(|deadlines| {
            let due = deadlines.noted.iter().filter(|(_, due)| **due <= until);
            let mut due: Vec<_> = due.map(|(game, due)| (*due, *game)).collect();
            due.sort_unstable();
            due.retain(|row| after.is_none_or(|(game, due)| *row > (due, game)));
            deadlines.woken += due.len() as u64;
            due.into_iter().map(|(due, game)| (game, due)).take(limit as usize).collect()
        }))
    }

    async fn forget(&self, games: &[GameId], until: Time) -> Result<(), StorageError> {
        let (mut random, write_faults) = self.next_choice(None);
        sleep(Duration::from_millis(1 + random.below(4))).await;
        if random.below(1000) < write_faults.fails {
            return Err(StorageError::Full);
        }
        self.with_deadlines(|deadlines| {
            deadlines.noted.retain(|game, due| !games.contains(game) || *due > until);
        });
        Ok(())
    }
}

/// Rooms ask for the limit of unfinished games, of which nobody has too many here. They ask for nothing else.
#[async_trait]
impl Archive for Ledger {
    async fn unfinished_count_of(&self, _: PlayerId) -> Result<u32, StorageError> {
        Ok(0)
    }

    async fn ends_after(
        &self,
        _: Option<GameId>,
        _: u32,
    ) -> Result<Vec<(GameId, Option<Time>)>, StorageError> {
        Err(failed())
    }

    async fn name_openings(&self, _: &[(GameId, String)]) -> Result<(), StorageError> {
        Err(failed())
    }

    async fn game(&self, _: GameId) -> Result<Option<ArchivedGame>, StorageError> {
        Err(failed())
    }

    async fn games(&self, _: &[GameId]) -> Result<Vec<ArchivedGame>, StorageError> {
        Err(failed())
    }

    async fn finished_of(
        &self,
        _: PlayerId,
        _: &GameFilter,
        _: Option<PageKey>,
        _: u32,
    ) -> Result<Vec<ArchivedGame>, StorageError> {
        Err(failed())
    }

    async fn unfinished_of(&self, _: PlayerId, _: u32) -> Result<Vec<ArchivedGame>, StorageError> {
        Err(failed())
    }

    async fn finished_count_of(&self, _: PlayerId, _: &GameFilter) -> Result<u64, StorageError> {
        Err(failed())
    }

    async fn results_of(
        &self,
        _: PlayerId,
        _: Option<PlayerId>,
        _: Option<Time>,
    ) -> Result<Vec<(Color, PlayerOutcome, u64)>, StorageError> {
        Err(failed())
    }

    async fn filling(&self) -> Result<Option<Filling>, StorageError> {
        Err(failed())
    }
}
