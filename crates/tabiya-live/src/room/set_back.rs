// SPDX-License-Identifier: AGPL-3.0-or-later
//! Whether the log still has what was told of games, and what clients are told while that is in doubt.

use std::collections::BTreeMap;

use tabiya_game::{Game, GameId, Stamped};
use tabiya_store::StorageError;

use super::registry::Rooms;
use super::told::Told;

impl Rooms {
    /// What was told of the games that rooms have left behind since the last call.
    pub(crate) fn left_behind(&self) -> BTreeMap<GameId, Told> {
        self.shared().left_behind.take()
    }

    /// The same, and the numbers of all games that are open here, and of the finished ones that somebody reads.
    pub(crate) fn told(&self) -> BTreeMap<GameId, Told> {
        let mut all = self.left_behind();
        let numbers = |seq| Told { seq, game: None };
        for room in self.all_opened() {
            all.entry(room.game()).or_insert(numbers(room.head()));
        }
        for (id, seq) in self.readers().heads() {
            all.entry(id).or_insert(numbers(seq));
        }
        all
    }

    /// Which of these games the log has not, as they were told.
    ///
    /// # Errors
    /// If the log can't be read.
    pub(crate) async fn set_back(&self, told: &[(GameId, &Told)]) -> Result<Vec<GameId>, StorageError> {
        let ids = told.iter().map(|(id, _)| *id).collect();
        let logs = self.shared().ports.log.load_all(ids).await?;
        let mut lost = Vec::new();
        for ((id, told), log) in told.iter().zip(logs) {
            let holds = match log {
                Ok(log) => self.holds(told, &log.unwrap_or_default()),
                Err(StorageError::Unreadable { .. }) => false,
                Err(error) => return Err(error),
            };
            if !holds {
                lost.push(*id);
            }
        }
        Ok(lost)
    }

    /// The log may have more: what was stored and not told any more.
    fn holds(&self, told: &Told, log: &[Stamped]) -> bool {
        let Some(known) = log.get(..=told.seq as usize) else { return false };
        let Some(game) = &told.game else { return true };
        let Ok(mut stored) = Game::replay(known) else { return false };
        let mut game = (**game).clone();
        // An account may have been closed meanwhile.
        if let Some(names) = &self.shared().people {
            [&mut stored, &mut game].into_iter().for_each(|game| names.ghosts.hide_in(game));
        }
        stored == game
    }

    /// Ends the subscriptions of those who read these finished games: whoever subscribes again is shown what the log has.
    pub(crate) fn end_readers(&self, games: &[GameId]) {
        let mut readers = self.readers();
        games.iter().for_each(|game| drop(readers.take(*game)));
    }

    /// After which event a client goes on that names this one. None while the same number may have been another event's.
    pub(crate) fn goes_on_after(&self, after: Option<u64>) -> Option<u64> {
        after.filter(|_| self.shared().owned.numbers_hold())
    }
}
