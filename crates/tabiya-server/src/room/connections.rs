// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who is connected to a room, and how each is told.

use std::collections::HashMap;

use axum::extract::ws::Utf8Bytes;
use tabiya_game::PlayerId;
use tabiya_protocol::ServerMessage;
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
pub(super) struct Connections(HashMap<ConnectionId, Connected>);

impl Connections {
    pub(super) fn add(
        &mut self,
        id: ConnectionId,
        player: Option<PlayerId>,
        side: Option<Color>,
        outbox: OutboxSender,
    ) {
        self.0.insert(id, Connected { player, side, outbox });
    }

    pub(super) fn remove(&mut self, id: ConnectionId) {
        self.0.remove(&id);
    }

    pub(super) fn get(&self, id: ConnectionId) -> Option<&Connected> {
        self.0.get(&id)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Gives every connection of this player its side.
    pub(super) fn seat(&mut self, player: PlayerId, side: Color) {
        for connected in self.0.values_mut().filter(|connected| connected.player == Some(player)) {
            connected.side = Some(side);
        }
    }

    /// All connections, each with its side.
    pub(super) fn all(&self) -> Vec<(ConnectionId, Option<Color>)> {
        self.0.iter().map(|(id, connected)| (*id, connected.side)).collect()
    }

    /// Tells one. A player whose outbox overflows is let go and resumes by number; one who watches asks for the
    /// latest state when there is room again.
    pub(super) fn tell(&mut self, id: ConnectionId, text: Utf8Bytes) {
        if let Some(connected) = self.0.get(&id)
            && connected.outbox.send(text).is_err()
            && connected.side.is_some()
        {
            self.0.remove(&id);
        }
    }

    /// What comes next tells this one everything. Returns its side, if it is still here.
    pub(super) fn catch_up(&self, id: ConnectionId) -> Option<Option<Color>> {
        let connected = self.0.get(&id)?;
        connected.outbox.catch_up();
        Some(connected.side)
    }

    /// Tells all, but sends `to_sender` in its place to the one whose command it answers. Players come first.
    pub(super) fn tell_all(&mut self, text: &Utf8Bytes, to_sender: Option<(ConnectionId, Utf8Bytes)>) {
        let mut slow = Vec::new();
        for plays in [true, false] {
            for (id, connected) in self.0.iter().filter(|(_, connected)| connected.side.is_some() == plays) {
                let own = to_sender.as_ref().filter(|(sender, _)| sender == id).map(|(_, own)| own);
                if connected.outbox.send(own.unwrap_or(text).clone()).is_err() && plays {
                    slow.push(*id);
                }
            }
        }
        for id in slow {
            self.0.remove(&id);
        }
    }

    /// Who is here; `always` are the computer's sides.
    pub(super) fn presence(&self, always: impl Fn(Color) -> bool) -> ServerMessage {
        let here = |side| always(side) || self.0.values().any(|connected| connected.side == Some(side));
        let watchers = self.0.values().filter(|connected| connected.side.is_none()).count();
        ServerMessage::Presence {
            white: here(Color::White),
            black: here(Color::Black),
            watchers: u32::try_from(watchers).unwrap_or(u32::MAX),
        }
    }
}
