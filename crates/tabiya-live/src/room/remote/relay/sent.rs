// SPDX-License-Identifier: AGPL-3.0-or-later
//! A move that was sent without asking for an answer: the line that tells of it, or of its refusal, is the answer. So a move on
//! another node costs one message less.
//!
//! Until that line has come the relay sends nothing else, so that all arrives in the order in which it was given. If it does not come,
//! the owner is asked under the same number, and carries the move out if it has not done so.

use std::time::Duration;

use tabiya_protocol::CommandId;
use tabiya_runtime::topic::SubscriberId;
use tokio::time::Instant;

use super::super::wire::{ClientDoes, Reply, Wish};
use super::super::{ask_again, send};
use super::{Relay, command_of};

/// How long the line that answers a move may take. The database mostly takes some milliseconds.
const ANSWERS: Duration = Duration::from_millis(400);

pub(super) struct Sent {
    client: SubscriberId,
    id: CommandId,
    /// Under which number the owner carries it out once.
    request: u64,
    ask_at: Instant,
}

impl Sent {
    /// When the owner is asked.
    pub(super) const fn ask_at(&self) -> Instant {
        self.ask_at
    }

    /// Whether it is this command of this client.
    pub(super) fn is(&self, client: SubscriberId, id: CommandId) -> bool {
        (self.client, self.id) == (client, id)
    }
}

impl Relay {
    /// Sends a move.
    pub(super) fn send(&mut self, client: SubscriberId, id: CommandId, does: ClientDoes) {
        let Some(stream) = &mut self.stream else { return };
        stream.asks();
        let wish = Wish::Client { stream: stream.number(), client: client.0, does };
        let request = self.peers.next_request();
        let wait = match send(&self.peers, self.id, request, wish) {
            Ok(()) => ANSWERS,
            // It is asked for as long as a request may take.
            Err(_) => Duration::ZERO,
        };
        self.sent = Some(Sent { client, id, request, ask_at: Instant::now() + wait });
    }

    /// Asks the owner about a move that no line tells of.
    pub(super) async fn ask_about(&mut self, Sent { client, id, request, .. }: Sent) {
        let timeline = self.rooms.upgrade().map(|shared| shared.timeline);
        let local = self.clients.get(&client);
        let given = local.and_then(|local| local.unanswered.iter().find(|given| given.id == id));
        let (Some(given), Some(stream)) = (given, &mut self.stream) else { return };
        stream.asks();
        let does = command_of(given, timeline);
        let wish = Wish::Client { stream: stream.number(), client: client.0, does };
        let reply = ask_again(&self.peers, self.id, request, wish).await;
        if let Some(Reply::Refused(refusal)) = self.answered(reply) {
            // The owner's program does not know this command.
            self.refuse((client, id), refusal);
        }
    }
}
