// SPDX-License-Identifier: AGPL-3.0-or-later
//! How many games one player may have, and how fast they may get new ones.

use std::time::Duration;

use tabiya_game::PlayerId;
use tabiya_limits::rate_limit::RateLimit;
use tabiya_runtime::config::Limits;
use tabiya_store::Archive;

use super::NoGame;
use super::places::{Place, Places};

/// How long, and how often, a game waits for the others of the same player that are beginning: where they would be
/// too many, or where the player is held alone.
const TURN: Duration = Duration::from_millis(50);
const TURNS: u32 = 20;

/// The limits of every player.
pub struct GameQuota {
    /// Unfinished games that one player may have.
    unfinished: u32,
    rate: RateLimit<PlayerId>,
    /// The games that are beginning: they are counted before they are stored.
    places: Places,
}

/// Leave for some players to get one more game. Held until the game is stored.
pub struct Entry {
    _of: Vec<Place>,
}

impl GameQuota {
    /// The limits from the settings. Nobody has been charged yet.
    pub fn new(limits: &Limits) -> Self {
        Self {
            unfinished: u32::try_from(limits.unfinished_games).unwrap_or(u32::MAX),
            rate: RateLimit::new(limits.games_per_minute, limits.games_per_hour),
            places: Places::default(),
        }
    }

    /// Limits that no test reaches by accident.
    #[cfg(any(test, feature = "testing"))]
    pub fn wide() -> Self {
        let rate = RateLimit::new(1_000_000, 1_000_000);
        Self { unfinished: 50, rate, places: Places::default() }
    }

    /// Waits until there is a place, for a while.
    async fn wait_for(
        &self,
        player: PlayerId,
        place: impl Fn(&Places, PlayerId) -> Option<Place> + Send,
    ) -> Result<Place, NoGame> {
        for _ in 0..TURNS {
            if let Some(place) = place(&self.places, player) {
                return Ok(place);
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
            entry._of.push(self.wait_for(player, Places::alone).await?);
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
            let place = self.wait_for(player, Places::enter).await?;
            self.check_room(player, &place, archive).await?;
            entry._of.push(place);
        }
        for &player in players {
            self.rate.take(&player, 1).map_err(|wait| NoGame::TooFast { player, wait })?;
        }
        Ok(entry)
    }

    /// Whether the player may have the game of this place beside those that are beginning. Waits for these only where
    /// they would be too many: one may be refused, and one that is stored already is counted twice for a moment.
    async fn check_room(&self, player: PlayerId, place: &Place, archive: &dyn Archive) -> Result<(), NoGame> {
        for _ in 0..TURNS {
            // First those that are beginning: one that is stored between the two looks is counted twice, not missed.
            let before = place.before();
            let unfinished = archive.unfinished_count_of(player).await?;
            if unfinished.saturating_add(before) < self.unfinished {
                return Ok(());
            }
            if unfinished >= self.unfinished {
                break;
            }
            tokio::time::sleep(TURN).await;
        }
        Err(NoGame::TooMany { player, limit: self.unfinished })
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
    use tabiya_game::{Game, GameId, Seat, Seats, Terms, Time};
    use tabiya_rules::{Color, Position};
    use tabiya_store::{GameLog, SqliteStore};
    use tokio::time::timeout;

    use super::*;

    /// Longer than anything here takes, and than a test may wait for nothing.
    const LONG: Duration = Duration::from_secs(20);

    fn of(unfinished: u32) -> GameQuota {
        GameQuota { unfinished, ..GameQuota::wide() }
    }

    const ANN: PlayerId = PlayerId::from_bytes([1; 16]);
    const BOB: PlayerId = PlayerId::from_bytes([2; 16]);
    const EVE: PlayerId = PlayerId::from_bytes([3; 16]);

    async fn stored(store: &SqliteStore, number: u64) {
        let seats = Seats::new(ANN, Color::White, Seat::Player(BOB));
        let terms = Terms::new(Position::start(), None, seats).unwrap();
        store.create_game(GameId::from_bits(number), vec![Game::create(terms, Time(1)).1]).await.unwrap();
    }

    /// Ann accepts several challenges at once, and the storage is slow.
    #[tokio::test]
    async fn games_of_one_player_that_begin_at_once_do_not_wait_for_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let (store, quota) = (SqliteStore::open(folder.path()).unwrap(), of(5));
        let _first = quota.enter(&[ANN, BOB], &store).await.unwrap();
        let second = timeout(LONG, quota.enter(&[EVE, ANN], &store)).await.expect("it waits for nothing");
        let _second = second.unwrap();
    }

    #[tokio::test]
    async fn games_that_are_beginning_count() {
        let folder = tempfile::tempdir().unwrap();
        let (store, quota) = (SqliteStore::open(folder.path()).unwrap(), of(2));
        stored(&store, 1).await;
        let first = quota.enter(&[ANN, BOB], &store).await.unwrap();
        let refused = quota.enter(&[ANN, EVE], &store).await;
        assert!(matches!(refused, Err(NoGame::TooMany { player: ANN, limit: 2 })), "there would be three");
        let _other = quota.enter(&[EVE], &store).await.expect("Eve has no game");
        // The first one came to nothing while another waited.
        let soon = async {
            tokio::time::sleep(TURN).await;
            drop(first);
        };
        let (second, ()) = tokio::join!(quota.enter(&[ANN, EVE], &store), soon);
        assert!(second.is_ok());
        drop(second);
        stored(&store, 2).await;
        let refused = timeout(LONG, quota.enter(&[ANN], &store)).await.expect("nothing is waited for");
        assert!(matches!(refused, Err(NoGame::TooMany { player: ANN, limit: 2 })));
    }

    #[tokio::test(start_paused = true)]
    async fn no_game_begins_while_the_player_is_held_and_not_for_ever() {
        let folder = tempfile::tempdir().unwrap();
        let (store, quota) = (SqliteStore::open(folder.path()).unwrap(), of(9));
        let held = quota.hold(&[BOB, ANN]).await.unwrap();
        let soon = async {
            tokio::time::sleep(TURN * 3).await;
            drop(held);
        };
        let (entered, ()) = tokio::join!(quota.wait_for(ANN, Places::enter), soon);
        let _entered = entered.unwrap();
        assert!(matches!(quota.hold(&[ANN]).await, Err(NoGame::TooFast { .. })), "a game is beginning");
        let _others = quota.enter(&[BOB], &store).await.unwrap();
    }
}
