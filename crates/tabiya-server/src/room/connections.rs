// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who is connected to a room, and how each is told.

use std::collections::HashMap;

use axum::extract::ws::Utf8Bytes;
use tabiya_game::PlayerId;
use tabiya_rules::Color;

use crate::socket::OutboxSender;

/// One socket, in all of this process's life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ConnectionId(pub(crate) u64);

pub(super) struct Connected {
    pub(super) player: Option<PlayerId>,
    /// Whose side it plays; none for one who watches.
    pub(super) side: Option<Color>,
    outbox: OutboxSender,
}

#[derive(Default)]
pub(super) struct Connections {
    all: HashMap<ConnectionId, Connected>,
    /// How many of them play each side.
    playing: [usize; 2],
}

impl Connections {
    pub(super) fn add(
        &mut self,
        id: ConnectionId,
        player: Option<PlayerId>,
        side: Option<Color>,
        outbox: OutboxSender,
    ) {
        if let Some(side) = side {
            self.playing[side as usize] += 1;
        }
        self.all.insert(id, Connected { player, side, outbox });
    }

    pub(super) fn remove(&mut self, id: ConnectionId) {
        if let Some(side) = self.all.remove(&id).and_then(|connected| connected.side) {
            self.playing[side as usize] -= 1;
        }
    }

    pub(super) fn get(&self, id: ConnectionId) -> Option<&Connected> {
        self.all.get(&id)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Gives every connection of this player its side.
    pub(super) fn seat(&mut self, player: PlayerId, side: Color) {
        for connected in self.all.values_mut().filter(|connected| connected.player == Some(player)) {
            if connected.side.replace(side).is_none() {
                self.playing[side as usize] += 1;
            }
        }
    }

    /// All connections, each with its side.
    pub(super) fn all(&self) -> Vec<(ConnectionId, Option<Color>)> {
        self.all.iter().map(|(id, connected)| (*id, connected.side)).collect()
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

    /// Tells all, but sends `to_sender` in its place to the one whose command it answers. Players come first.
    pub(super) fn tell_all(&mut self, text: &Utf8Bytes, to_sender: Option<(ConnectionId, Utf8Bytes)>) {
        let mut slow = Vec::new();
        for plays in [true, false] {
            for (id, connected) in self.all.iter().filter(|(_, connected)| connected.side.is_some() == plays)
            {
                let own = to_sender.as_ref().filter(|(sender, _)| sender == id).map(|(_, own)| own);
                if connected.outbox.send(own.unwrap_or(text).clone()).is_err() && plays {
                    slow.push(*id);
                }
            }
        }
        for id in slow {
            self.remove(id);
        }
    }

    /// Tells the players alone.
    pub(super) fn tell_players(&mut self, text: &Utf8Bytes) {
        let players: Vec<_> = self.all().into_iter().filter(|(_, side)| side.is_some()).collect();
        for (id, _) in players {
            self.tell(id, text.clone());
        }
    }

    /// Whether anybody who is here plays this side.
    pub(super) const fn plays(&self, side: Color) -> bool {
        self.playing[side as usize] > 0
    }

    /// How many watch.
    pub(super) fn watchers(&self) -> usize {
        self.all.len() - self.playing.iter().sum::<usize>()
    }
}
