// SPDX-License-Identifier: AGPL-3.0-or-later
//! A move that was sent without asking for an answer: the line that tells of it, or of its refusal, is the answer. So a move on
//! another node costs one message less.
//!
//! Until that line has come nothing else of this client is sent, so that all arrives in the order in which it was given. If it does
//! not come, the owner is asked under the same number, and carries the move out if it has not done so.

use std::time::Duration;

use tabiya_protocol::CommandId;
use tabiya_runtime::topic::SubscriberId;
use tokio::time::sleep;

use super::super::wire::ClientDoes;
use super::super::{ask_again, send};
use super::asking::Answer;
use super::queue::Kind;
use super::{Relay, command_of};

/// How long the line that answers a move may take. The database mostly takes some milliseconds.
const ANSWERS: Duration = Duration::from_millis(400);
/// The same once the server stops: the relay has less than [`ANSWERS`] left.
const LAST_ANSWER: Duration = Duration::from_millis(100);

impl Relay {
    /// Sends a move.
    pub(super) fn send(&mut self, client: SubscriberId, id: CommandId, does: ClientDoes) {
        let wish = self.wish(client, does);
        let request = self.peers.next_request();
        let wait = match send(&self.peers, self.id, request, wish) {
            Ok(()) => self.answers_within(),
            // It is asked for as long as a request may take.
            Err(_) => Duration::ZERO,
        };
        self.wait_for_line(client, (id, request), wait);
    }

    /// The server stops: moves that were lost on their way have to be asked about soon.
    pub(super) fn hurry_moves(&mut self) {
        let sent = |(client, local): (&SubscriberId, &super::Local)| Some((*client, local.queue.sent()?));
        let all: Vec<_> = self.clients.iter().filter_map(sent).collect();
        for (client, sent) in all {
            self.wait_for_line(client, sent, self.answers_within());
        }
    }

    const fn answers_within(&self) -> Duration {
        if self.stops { LAST_ANSWER } else { ANSWERS }
    }

    fn wait_for_line(&mut self, client: SubscriberId, (id, request): (CommandId, u64), wait: Duration) {
        self.wait_for(client, Kind::Sent(id, request), async move {
            sleep(wait).await;
            Answer::NoLine
        });
    }

    /// Asks the owner about a move that no line tells of.
    pub(super) fn ask_about(&mut self, client: SubscriberId, (id, request): (CommandId, u64)) {
        let timeline = self.timeline();
        let local = self.clients.get(&client);
        let given = local.and_then(|local| local.unanswered.iter().find(|given| given.id == id));
        let Some(given) = given else { return self.advance(client) };
        let does = command_of(given, timeline);
        let (wish, peers, game) = (self.wish(client, does), self.peers.clone(), self.id);
        let asked = async move { Answer::Reply(ask_again(&peers, game, request, wish).await) };
        self.wait_for(client, Kind::Command(id), asked);
    }
}
