// SPDX-License-Identifier: AGPL-3.0-or-later
//! Tells the clients what the owner's lines say: each event once, and in order.

use bytes::Bytes;
use tabiya_protocol::{ConnectionMessage, GameEvent, GameMessage, ServerMessage};
use tabiya_runtime::topic::{Body, SharedMessage, SubscriberId};

use super::super::wire::{Kind, Readers, read_line};
use super::{Relay, State};
use crate::peers::{Lost, Told};

impl Relay {
    /// Asks whether the owner is still there.
    pub(super) fn look(&mut self) {
        if let Some(stream) = &mut self.stream {
            let heard = stream.look();
            self.take(heard);
        }
    }

    pub(super) fn hear(&mut self, told: Told) {
        if let Some(stream) = &mut self.stream {
            let heard = stream.take(told);
            self.take(heard);
        }
    }

    fn take(&mut self, (lines, rest): (Vec<Bytes>, Result<(), Lost>)) {
        for line in lines {
            self.deliver(&line);
        }
        if rest.is_err() && self.state == State::Good {
            self.state = State::Lost;
        }
    }

    /// Tells the clients what a line says.
    fn deliver(&mut self, line: &Bytes) {
        let Some((kind, to, message)) = read_line(line) else {
            tracing::debug!(game = %self.id, "the owner says what this version does not know");
            return;
        };
        match (kind, message) {
            (Kind::Lost, _) => self.state = State::Lost,
            (Kind::Ended, _) => {
                for (client, _) in to {
                    self.clients.remove(&SubscriberId(client));
                }
                // Somebody has taken a seat, so others may follow the game as they did no more.
                self.state = State::Ends;
            }
            (Kind::Message | Kind::Part | Kind::Everything, Some(message)) => {
                let seq = seq_of(&message);
                // Events that a client has missed have older numbers.
                let is_all = matches!(
                    &*message,
                    ServerMessage::Game(GameMessage::State { .. } | GameMessage::Synced { .. })
                );
                let has_less = seq.is_some_and(|seq| is_all && self.looks_for_less(seq));
                if let Some(seq) = seq {
                    self.head.committed(seq);
                }
                let takes_a_seat = matches!(
                    &*message,
                    ServerMessage::Game(GameMessage::Event { event: GameEvent::Joined { .. }, .. })
                );
                self.put(kind, to, &message, seq);
                if let Some(seq) = seq {
                    // While clients come to the next owner, one may have been told what another one has not.
                    if self.clients.values().all(|local| local.after >= Some(seq.into())) {
                        self.head.told(seq);
                    }
                    if has_less {
                        self.head.set_back(seq);
                    }
                }
                if takes_a_seat {
                    self.look_at_seats();
                }
            }
            (Kind::Message | Kind::Part | Kind::Everything, None) => {}
        }
    }

    /// Whoever comes is told the whole game. If it has fewer events than were told, the owner may have another copy of the database.
    /// Returns whether that is so.
    fn looks_for_less(&self, seq: u32) -> bool {
        let told = self.head.seq();
        let Some(shared) = self.rooms.upgrade().filter(|_| seq < told) else { return false };
        shared.left_behind.keep_number(self.id, told);
        // Else it was only told late.
        !shared.owned.numbers_hold()
    }

    fn put(&mut self, kind: Kind, to: Readers, message: &SharedMessage, seq: Option<u32>) {
        let only_latest_matters = matches!(&**message, ServerMessage::Game(GameMessage::Presence { .. }));
        let is_event = matches!(&**message, ServerMessage::Game(GameMessage::Event { .. }));
        let is_refusal = matches!(&**message, ServerMessage::Connection(ConnectionMessage::Refused { .. }));
        let seq = seq.map(u64::from);
        for (client, answered) in to {
            let client = SubscriberId(client);
            let Some(local) = self.clients.get_mut(&client) else { continue };
            let late = local.given_up.iter().position(|id| Some(*id) == answered);
            // The client has got an answer to this command.
            let is_late = late.map(|place| local.given_up.swap_remove(place)).is_some();
            let answers = answered.filter(|_| !is_late);
            match kind {
                Kind::Part => local.parts.push(message.clone()),
                Kind::Everything => {
                    let mut parts = std::mem::take(&mut local.parts);
                    let is_one = parts.is_empty();
                    local.wants_everything = false;
                    let last = parts.iter().filter_map(|part| seq_of(part)).max().map(u64::from);
                    local.after = last.max(seq).or(local.after);
                    parts.push(message.clone());
                    let body = if is_one {
                        Body::Everything(message.clone())
                    } else {
                        Body::EverythingIn(Box::new(parts.into_iter()))
                    };
                    // If it does not fit, the client's connection notices, and asks for everything.
                    let _ = local.outbox.send(body);
                }
                Kind::Message if is_late && is_refusal => {}
                // Who is here does not stand in everything.
                Kind::Message if only_latest_matters => local.outbox.send_latest(message.clone(), None),
                Kind::Message if local.wants_everything => {}
                // It was told this event. The answer to its own command it waits for all the same.
                Kind::Message if is_event && answers.is_none() && seq <= local.after => {}
                Kind::Message => {
                    // The answer to a command that was given again may tell of an older event.
                    local.after = local.after.max(seq);
                    // As above.
                    let _ = local.outbox.send(Body::Message { message: message.clone(), answers });
                }
                Kind::Ended | Kind::Lost => {}
            }
            if let Some(id) = answered {
                local.unanswered.retain(|given| given.id != id);
                if local.queue.answered(id) {
                    self.advance(client);
                }
            }
        }
    }
}

/// The number of the newest event that a message tells of.
fn seq_of(message: &ServerMessage) -> Option<u32> {
    let ServerMessage::Game(message) = message else { return None };
    match message {
        GameMessage::State { seq, .. } | GameMessage::Event { seq, .. } | GameMessage::Synced { seq, .. } => {
            Some(*seq)
        }
        _ => None,
    }
}
