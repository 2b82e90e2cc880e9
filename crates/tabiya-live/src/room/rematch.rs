// SPDX-License-Identifier: AGPL-3.0-or-later
//! Creates the game that follows another one.

use tabiya_game::{GameId, Seat, Seats, Terms};
use tabiya_protocol::Refusal;
use tabiya_rules::Color;

use super::Rooms;

/// Creates the next game, which the player `by` of this one wanted. It counts for both players.
pub(super) async fn create(rooms: &Rooms, seats: Seats, by: Color, terms: Terms) -> Result<GameId, Refusal> {
    let player = |side| match seats[side] {
        Seat::Player(player) => Some(player),
        Seat::Open | Seat::Computer(_) => None,
    };
    // Who asks comes first: a player whose own limit is reached costs the opponent nothing.
    let players: Vec<_> = [by, by.opposite()].into_iter().filter_map(player).collect();
    let asking = *players.first().expect("only a player asks for a rematch");
    let entered = rooms.enter(&players, terms.is_rated()).await;
    let _entry = entered.map_err(|error| error.refusal(asking))?;
    rooms.create(terms).await.map_err(|error| {
        tracing::error!(%error, "a rematch could not be created");
        Refusal::NotSaved
    })
}
