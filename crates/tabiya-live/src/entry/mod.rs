// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who may get another game now, and who may sit down with whom.
//!
//! Each way into a game asks [`Entrance::enter`] first, those that seat two players for both. Otherwise one way would lead
//! around the limit of another.

mod error;
mod places;
mod quota;

use std::sync::Arc;

use tabiya_accounts::people::{Between, Unwanted};
use tabiya_game::{GameId, PlayerId, Seat, Seats};
use tabiya_rules::Color;
use tabiya_runtime::timeline::Timeline;
use tabiya_store::{Archive, StorageError, Store};

use crate::ratings::Conduct;

pub use error::{NoGame, too_many_new_games};
pub use quota::{Entry, GameQuota};

/// What every way into a game asks. Cheap to clone.
#[derive(Clone)]
pub struct Entrance(Arc<Shared>);

struct Shared {
    quota: GameQuota,
    archive: Arc<dyn Archive>,
    timeline: Timeline,
    /// Accounts, and how they have behaved; `None` where there are none, as in tests of rooms alone.
    people: Option<(Store, Arc<Conduct>)>,
}

impl Entrance {
    /// An entrance that looks players up in `store`, and asks `conduct` who must wait before another rated game.
    pub fn new(quota: GameQuota, store: Store, conduct: Arc<Conduct>, timeline: Timeline) -> Self {
        let archive = Arc::clone(&store.archive);
        Self(Arc::new(Shared { quota, archive, timeline, people: Some((store, conduct)) }))
    }

    /// An entrance where all players are guests, with limits that no test reaches by accident.
    #[cfg(any(test, feature = "testing"))]
    pub fn of_guests(archive: Arc<dyn Archive>, timeline: Timeline) -> Self {
        Self(Arc::new(Shared { quota: GameQuota::wide(), archive, timeline, people: None }))
    }

    /// Asks for leave to give these players one more game each, and charges them for it. What is returned must be held
    /// until the game is stored. Whoever left too many rated games early gets no rated one for a while.
    ///
    /// # Errors
    /// Which player may have no more games, or no more now.
    pub async fn enter(&self, players: &[PlayerId], is_rated: bool) -> Result<Entry, NoGame> {
        if is_rated && let Some((_, conduct)) = &self.0.people {
            for &player in players {
                let pause = conduct.pause_of(player, self.0.timeline.wall()).await;
                if let Some(wait) = pause? {
                    return Err(NoGame::Paused { player, wait });
                }
            }
        }
        self.0.quota.enter(players, &*self.0.archive).await
    }

    /// Waits until no game is being given to these players, and lets none begin while what is returned is held.
    ///
    /// # Errors
    /// If others go first for long.
    pub async fn hold(&self, players: &[PlayerId]) -> Result<Entry, NoGame> {
        self.0.quota.hold(players).await
    }

    /// Why this player may not sit at a board with who sits there already: a block, or kid mode.
    pub(crate) async fn may_meet(&self, seats: &Seats, player: PlayerId) -> Result<(), Unwanted> {
        match &self.0.people {
            // What can't be read may be a block.
            Some((store, _)) => meets(store, seats, player).await.unwrap_or(Err(Unwanted::Blocked)),
            None => Ok(()),
        }
    }

    /// Why this player may not take over the games that a guest plays now: the player may not sit down with an
    /// opponent in one of them. Both must be held, else the guest gets another game after this look.
    ///
    /// # Errors
    /// Why not. What can't be read counts as a block.
    pub async fn may_take_over(&self, guest: PlayerId, player: PlayerId) -> Result<(), Unwanted> {
        match &self.0.people {
            Some((store, _)) => {
                meets_opponents_of(store, guest, player).await.unwrap_or(Err(Unwanted::Blocked))
            }
            None => Ok(()),
        }
    }

    /// Why this player may not play a game again: one of its players has blocked the other since, or is in kid mode.
    ///
    /// # Errors
    /// Why not. What can't be read counts as a block.
    pub async fn may_meet_again(&self, id: GameId, player: PlayerId) -> Result<(), Unwanted> {
        match &self.0.people {
            Some((store, _)) => meets_again(store, id, player).await.unwrap_or(Err(Unwanted::Blocked)),
            None => Ok(()),
        }
    }
}

/// Whether this player may sit at a board with who sits there already.
async fn meets(store: &Store, seats: &Seats, player: PlayerId) -> Result<Result<(), Unwanted>, StorageError> {
    for other in Color::ALL.into_iter().filter_map(|side| seats[side].player()) {
        if other != player
            && let Err(unwanted) = Between::read(store, player, other).await?.may_meet()
        {
            return Ok(Err(unwanted));
        }
    }
    Ok(Ok(()))
}

/// The same with the opponents of a guest in games that are not over. An opponent who has left keeps nobody away.
async fn meets_opponents_of(
    store: &Store,
    guest: PlayerId,
    player: PlayerId,
) -> Result<Result<(), Unwanted>, StorageError> {
    // All of them: the limit of unfinished games keeps them few.
    for row in store.archive.unfinished_of(guest, u32::MAX).await? {
        let mut seats = row.seats();
        for seat in [&mut seats.white, &mut seats.black] {
            if seat.player() == Some(guest) {
                // Whoever sits there would be the player.
                *seat = Seat::Open;
            }
        }
        match meets(store, &seats, player).await? {
            Ok(()) | Err(Unwanted::Closed) => {}
            Err(unwanted) => return Ok(Err(unwanted)),
        }
    }
    Ok(Ok(()))
}

/// The same with the players of a game that is over.
async fn meets_again(
    store: &Store,
    id: GameId,
    player: PlayerId,
) -> Result<Result<(), Unwanted>, StorageError> {
    match store.archive.game(id).await? {
        Some(row) => meets(store, &row.seats(), player).await,
        None => Ok(Ok(())),
    }
}
