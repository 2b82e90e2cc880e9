// SPDX-License-Identifier: AGPL-3.0-or-later
//! How many games one player may have, and how fast they may get new ones.

use std::time::Duration;

use tabiya_game::PlayerId;
use tabiya_limits::rate_limit::RateLimit;
use tabiya_limits::tally::{Present, Tally};
use tabiya_runtime::config::Limits;
use tabiya_store::Archive;

use super::NoGame;

/// How long, and how often, one way into a game waits for another of the same player to be done.
const TURN: Duration = Duration::from_millis(50);
const TURNS: u32 = 20;

/// The limits of every player.
pub struct GameQuota {
    /// Unfinished games that one player may have.
    unfinished: u32,
    rate: RateLimit<PlayerId>,
    /// Who is being given a game now. One at a time: two at once would both be counted before either is stored.
    entering: Tally<PlayerId>,
}

/// Leave for some players to get one more game. Held until the game is stored.
pub struct Entry {
    _of: Vec<Present<PlayerId>>,
}

impl GameQuota {
    /// The limits from the settings. Nobody has been charged yet.
    pub fn new(limits: &Limits) -> Self {
        Self {
            unfinished: u32::try_from(limits.unfinished_games).unwrap_or(u32::MAX),
            rate: RateLimit::new(limits.games_per_minute, limits.games_per_hour),
            entering: Tally::default(),
        }
    }

    /// Limits that no test reaches by accident.
    #[cfg(any(test, feature = "testing"))]
    pub fn wide() -> Self {
        let rate = RateLimit::new(1_000_000, 1_000_000);
        Self { unfinished: 50, rate, entering: Tally::default() }
    }

    /// Waits until no other game is being given to this player.
    async fn turn_of(&self, player: PlayerId) -> Result<Present<PlayerId>, NoGame> {
        for _ in 0..TURNS {
            if let Some(present) = self.entering.enter(player, 1) {
                return Ok(present);
            }
            tokio::time::sleep(TURN).await;
        }
        Err(NoGame::TooFast { player, wait: Duration::from_secs(1) })
    }

    /// Lets no game of these players begin while what is returned is held.
    ///
    /// # Errors
    /// If others go first for long.
    pub(super) async fn hold(&self, players: &[PlayerId]) -> Result<Entry, NoGame> {
        let mut entry = Entry { _of: Vec::with_capacity(players.len()) };
        for player in in_order(players) {
            entry._of.push(self.turn_of(player).await?);
        }
        Ok(entry)
    }

    /// Counts one more game for each of these players. What one player is charged stays charged where another is
    /// refused.
    ///
    /// # Errors
    /// Whose limit is reached; or the games can't be counted.
    pub(super) async fn enter(&self, players: &[PlayerId], archive: &dyn Archive) -> Result<Entry, NoGame> {
        let mut entry = Entry { _of: Vec::with_capacity(players.len()) };
        for player in in_order(players) {
            entry._of.push(self.turn_of(player).await?);
            let unfinished = archive.unfinished_count_of(player).await?;
            if unfinished >= self.unfinished {
                return Err(NoGame::TooMany { player, limit: self.unfinished });
            }
        }
        for &player in players {
            self.rate.take(&player, 1).map_err(|wait| NoGame::TooFast { player, wait })?;
        }
        Ok(entry)
    }
}

/// In one order everywhere, so that two callers with the same players don't wait for each other.
fn in_order(players: &[PlayerId]) -> Vec<PlayerId> {
    let mut players = players.to_vec();
    players.sort_unstable();
    players
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_second_way_into_a_game_waits_for_the_first() {
        let (ann, quota) = (PlayerId::from_bytes([1; 16]), GameQuota::wide());
        let first = quota.turn_of(ann).await.unwrap();
        let soon = async {
            tokio::time::sleep(TURN * 3).await;
            drop(first);
        };
        let (second, ()) = tokio::join!(quota.turn_of(ann), soon);
        let _second = second.unwrap();
        assert!(matches!(quota.turn_of(ann).await, Err(NoGame::TooFast { .. })), "but not for ever");
    }
}
