// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who is connected to a room, and how each is told.

use std::collections::HashMap;

use axum::extract::ws::Utf8Bytes;
use tabiya_game::PlayerId;
use tabiya_rules::Color;

use crate::socket::{Gallery, OutboxSender};

/// One socket, in all of this process's life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ConnectionId(pub(crate) u64);

pub(super) struct Connected {
    pub(super) player: Option<PlayerId>,
    /// Whose side it plays; none for one who watches.
    pub(super) side: Option<Color>,
    outbox: OutboxSender,
}

pub(super) struct Connections {
    gallery: Gallery,
    all: HashMap<ConnectionId, Connected>,
    /// Those of them who play: a few, however many watch.
    players: Vec<(ConnectionId, Color)>,
}

impl Connections {
    pub(super) fn none(gallery: Gallery) -> Self {
        Self { gallery, all: HashMap::new(), players: Vec::new() }
    }

    pub(super) fn add(
        &mut self,
        id: ConnectionId,
        player: Option<PlayerId>,
        side: Option<Color>,
        outbox: OutboxSender,
    ) {
        self.players.extend(side.map(|side| (id, side)));
        self.all.insert(id, Connected { player, side, outbox });
    }

    pub(super) fn remove(&mut self, id: ConnectionId) {
        self.all.remove(&id);
        self.players.retain(|(player, _)| *player != id);
    }

    pub(super) fn get(&self, id: ConnectionId) -> Option<&Connected> {
        self.all.get(&id)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Gives every connection of this player its side.
    pub(super) fn seat(&mut self, player: PlayerId, side: Color) {
        for (id, connected) in self.all.iter_mut().filter(|(_, connected)| connected.player == Some(player)) {
            if connected.side.replace(side).is_none() {
                self.players.push((*id, side));
            }
        }
    }

    /// The connections of those who play, each with its side.
    pub(super) fn players(&self) -> Vec<(ConnectionId, Color)> {
        self.players.clone()
    }

    /// Tells one. A player whose outbox overflows is let go and resumes by number; one who watches asks for the
    /// latest state when there is room again.
    pub(super) fn tell(&mut self, id: ConnectionId, text: Utf8Bytes) {
        if let Some(connected) = self.all.get(&id)
            && connected.outbox.send(text).is_err()
            && connected.side.is_some()
        {
            self.remove(id);
        }
    }

    /// What comes next tells this one everything. Returns its side, if it is still here.
    pub(super) fn catch_up(&self, id: ConnectionId) -> Option<Option<Color>> {
        let connected = self.all.get(&id)?;
        connected.outbox.catch_up();
        Some(connected.side)
    }

    /// Tells all, but sends `to_sender` in its place to the player whose command it answers. Players come first, and
    /// who watches hears of it in turn.
    pub(super) fn tell_all(&mut self, text: &Utf8Bytes, to_sender: Option<(ConnectionId, Utf8Bytes)>) {
        for (id, _) in self.players() {
            let own = to_sender.as_ref().filter(|(sender, _)| *sender == id).map(|(_, own)| own);
            self.tell(id, own.unwrap_or(text).clone());
        }
        for watcher in self.all.values().filter(|connected| connected.side.is_none()) {
            // Too slow, it asks for the latest state when there is room again.
            let _ = watcher.outbox.send_in_turn(text.clone(), &self.gallery);
        }
    }

    /// Tells the players alone.
    pub(super) fn tell_players(&mut self, text: &Utf8Bytes) {
        for (id, _) in self.players() {
            self.tell(id, text.clone());
        }
    }

    /// Whether anybody who is here plays this side.
    pub(super) fn plays(&self, side: Color) -> bool {
        self.players.iter().any(|(_, played)| *played == side)
    }

    /// How many watch.
    pub(super) fn watchers(&self) -> usize {
        self.all.len() - self.players.len()
    }
}
