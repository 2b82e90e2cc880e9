// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who leaves rated games too early must wait before the next one.
//!
//! Counted are a player's last rated games: one to which the player did not come, and one that the player resigned within
//! the first moves, count twice; one that the player aborted counts once.
//! From six on the player waits before another rated game, twice as long with every two more; `Entrance::enter` asks, so no way
//! into one leads around it. Staff get a note, and decide whether there is more to it: nobody is punished by the server alone. Casual games are open to everybody.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tabiya_game::{Event, PlayerId, Seat, Termination, Time};
use tabiya_rules::Color;
use tabiya_store::{ArchivedGame, GameFilter, Report, StorageError, Store};

/// How many of the last rated games are looked at.
const LOOKED_AT: u32 = 20;
/// A game that was resigned before this half-move was left.
const EARLY: u32 = 8;
/// From this sum of weights on a player waits.
const FORGIVEN: u32 = 6;
/// The first pause, in milliseconds.
const FIRST: u64 = 5 * 60 * 1000;
/// The longest.
const LONGEST: u64 = 24 * 60 * 60 * 1000;
/// Players of whom is remembered what staff have been told.
const REMEMBERED: usize = 10_000;

/// Looks at how players end their rated games.
pub struct Conduct {
    store: Store,
    /// What staff have been told of whom.
    told: Mutex<HashMap<PlayerId, u32>>,
}

impl Conduct {
    /// Reads players' games from this store, and writes its notes to staff there.
    pub fn new(store: Store) -> Self {
        Self { store, told: Mutex::default() }
    }

    /// How long this player has to wait before another rated game; `None` for most.
    ///
    /// # Errors
    /// If the storage fails.
    pub(crate) async fn pause_of(
        &self,
        player: PlayerId,
        now: Time,
    ) -> Result<Option<Duration>, StorageError> {
        let filter = GameFilter { rated: Some(true), ..GameFilter::default() };
        let games = self.store.archive.finished_of(player, &filter, None, LOOKED_AT).await?;
        let mut left = Vec::new();
        for game in &games {
            if let Some((at, weight)) = left_by(game, player)
                && self.is_to_blame(game, player).await?
            {
                left.push((at, weight));
            }
        }
        let count: u32 = left.iter().map(|(_, weight)| weight).sum();
        let last = left.iter().map(|(at, _)| *at).max();
        let Some(wait) = last.and_then(|last| wait(count, last, now)) else { return Ok(None) };
        if self.is_news(player, count) {
            let reason = format!(
                "left rated games early: {} of the last {}; no new rated game for {} minutes",
                left.len(),
                games.len(),
                wait.as_secs() / 60 + 1
            );
            let game = games.first().map(|game| game.id);
            let report = Report { number: 0, at: now, by: None, about: player, game, reason };
            self.store.desk.report(&report).await?;
        }
        Ok(Some(wait))
    }

    /// Whether this player left a game that counts as left. Only a game's log says who has aborted it, and old ones don't.
    async fn is_to_blame(&self, game: &ArchivedGame, player: PlayerId) -> Result<bool, StorageError> {
        if game.end.is_some_and(|end| end.termination != Termination::Abort) {
            return Ok(true);
        }
        let log = self.store.log.load(game.id).await?.unwrap_or_default();
        let by = log.last().and_then(|last| match last.event {
            Event::Ended { by, .. } => by,
            _ => None,
        });
        Ok(by.is_some_and(|by| game.seat(by).seat == Seat::Player(player)))
    }

    /// Whether staff have not been told this of the player yet.
    fn is_news(&self, player: PlayerId, count: u32) -> bool {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.len() >= REMEMBERED {
            told.clear();
        }
        let before = told.insert(player, count);
        before.is_none_or(|before| before < count)
    }
}

/// When the player left this game, and how much that counts; `None` if the game was played. Who has aborted it is another
/// question.
fn left_by(game: &ArchivedGame, player: PlayerId) -> Option<(Time, u32)> {
    let end = game.end?;
    let color = Color::ALL.into_iter().find(|color| game.seat(*color).seat == Seat::Player(player))?;
    let to_move = if game.half_moves.is_multiple_of(2) { Color::White } else { Color::Black };
    let weight = match end.termination {
        Termination::NoFirstMove if to_move == color => 2,
        Termination::Resignation
            if end.result.winner() == Some(color.opposite()) && game.half_moves < EARLY =>
        {
            2
        }
        Termination::Abort => 1,
        _ => return None,
    };
    Some((end.at, weight))
}

/// How much of the pause is left.
fn wait(count: u32, last: Time, now: Time) -> Option<Duration> {
    let over = count.checked_sub(FORGIVEN)?;
    let pause = FIRST.saturating_mul(1 << (over / 2).min(16)).min(LONGEST);
    let left = (last.0 + pause).checked_sub(now.0).filter(|left| *left > 0)?;
    Some(Duration::from_millis(left.min(pause)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_rise_and_pass() {
        let minutes = |count, ago: u64| {
            let wait = wait(count, Time(1_000_000_000), Time(1_000_000_000 + ago * 60_000));
            wait.map(|wait| wait.as_secs() / 60)
        };
        assert_eq!(minutes(0, 0), None);
        assert_eq!(minutes(5, 0), None);
        assert_eq!(minutes(6, 0), Some(5));
        assert_eq!(minutes(6, 3), Some(2));
        assert_eq!(minutes(6, 5), None);
        assert_eq!(minutes(8, 0), Some(10));
        assert_eq!(minutes(10, 0), Some(20));
        assert_eq!(minutes(40, 0), Some(24 * 60));
        // A clock that was set back makes nobody wait longer than the pause.
        assert_eq!(wait(6, Time(9_000_000), Time(0)), Some(Duration::from_secs(300)));
    }
}
