// SPDX-License-Identifier: AGPL-3.0-or-later
//! The way to games that other nodes own.
//!
//! Where a server shares its games with others and reaches them, it gives such a game a *relay* in place of a room: a task
//! that takes the same messages, asks the owner, and tells its clients what the owner's room tells them (`remote`).
//! Nobody who holds a [`RoomHandle`] notices the difference.

use futures_util::future::BoxFuture;
use tabiya_game::{Game, GameId, Terms};
use tabiya_store::StorageError;

use super::handed::Turn;
use super::handle::RoomHandle;

/// A way to games that other nodes own.
pub(super) trait Elsewhere: Send + Sync {
    /// Starts a relay for a game of another node.
    fn relay(&self, id: GameId, game: &Game) -> RoomHandle;

    /// Answers other nodes no longer: this server stops.
    fn fall_silent(&self);

    /// Tells the next owners of these games how their turns stand. To be called before any of them can own one. Done when they
    /// have most probably heard so.
    fn hand_over<'a>(&'a self, turns: &'a [Turn]) -> BoxFuture<'a, ()>;

    /// Has the owner create a game under this id. Returns whether it did: not if another game has the id.
    fn create(&self, id: GameId, terms: Terms) -> BoxFuture<'static, Result<bool, StorageError>>;
}
