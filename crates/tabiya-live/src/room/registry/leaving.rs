// SPDX-License-Identifier: AGPL-3.0-or-later
//! How rooms end together: their games go to another node, or the server stops.

use tabiya_game::GameId;
use tabiya_store::{Slot, SlotSet};

use super::Rooms;
use crate::room::handed::Turn;
use crate::room::handle::RoomHandle;
use crate::room::readers::AllReaders;

impl Rooms {
    /// Ends the rooms of games in these slots, after what they are committing. Returns when they have ended.
    pub(crate) async fn end_rooms_in(&self, slots: &SlotSet) {
        let ended = self.rooms_taken_from(slots);
        for room in &ended {
            room.close().await;
        }
        for room in ended {
            room.closed().await;
        }
    }

    /// The same, because another node goes on with the games. Returns the turns under way, after what the rooms have committed.
    pub(crate) async fn give_rooms_in(&self, slots: &SlotSet) -> Vec<Turn> {
        Self::give(self.rooms_taken_from(slots)).await
    }

    /// Asked all at once, the rooms share their last commits.
    async fn give(rooms: Vec<RoomHandle>) -> Vec<Turn> {
        let mut given = Vec::new();
        for room in rooms {
            given.push((room.give().await, room));
        }
        let mut turns = Vec::new();
        for (turn, room) in given {
            turns.extend(turn.await);
            room.closed().await;
        }
        turns
    }

    /// Takes the rooms of these slots out of their places.
    fn rooms_taken_from(&self, slots: &SlotSet) -> Vec<RoomHandle> {
        let mut ended = Vec::new();
        self.places().retain(|id, place| {
            // A relay is no room: it finds the owner, whoever that is.
            let stays = !slots.contains(Slot::of(*id)) || place.get().is_some_and(RoomHandle::is_relay);
            if !stays {
                ended.extend(place.get().map(|room| (*id, room.clone())));
            }
            stays
        });
        in_order(ended)
    }

    /// Ends every room, after what it is committing.
    pub async fn close_all(&self) {
        if let Some(waker) = self.0.waker.get() {
            waker.abort();
        }
        // No game may be opened again here, or its turn would begin anew. Relays on other nodes wait for the next owner.
        Slot::all().for_each(|slot| self.0.owned.close(slot));
        if let Some(way) = self.0.elsewhere.get() {
            way.fall_silent();
        }
        let rooms =
            self.places().drain().filter_map(|(id, place)| Some((id, place.get()?.clone()))).collect();
        let mut rooms = in_order(rooms);
        // Relays commit nothing, so nobody waits for them. Their clients must hear that the server stops.
        self.0.stopping.send_replace(true);
        rooms.retain(|room| !room.is_relay());
        let turns = Self::give(rooms).await;
        if let Some(way) = self.0.elsewhere.get() {
            // Before this server gives its lease back, so that the next owners know it in time.
            way.hand_over(&turns).await;
        }
        // Dropped, they tell their clients that it is over.
        *self.readers() = AllReaders::default();
    }
}

/// The rooms by their games, so that a simulation always ends them in one order.
fn in_order(mut rooms: Vec<(GameId, RoomHandle)>) -> Vec<RoomHandle> {
    rooms.sort_unstable_by_key(|(id, _)| *id);
    rooms.into_iter().map(|(_, room)| room).collect()
}
