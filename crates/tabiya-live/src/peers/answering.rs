// SPDX-License-Identifier: AGPL-3.0-or-later
//! Answers the requests for one slot.

use std::sync::{Arc, Weak};

use tabiya_cluster::node::Sender;
use tabiya_cluster::route::{Answer, Outcome, Request, Taken, Target, Wanted};
use tabiya_cluster::seal::{Heard, SealedSubscription};
use tabiya_cluster::subject::Subject;
use tabiya_runtime::spawn::spawn;
use tabiya_store::Slot;

use super::{Answers, LOBBY, Peers, Shared};

/// Until the task is aborted, or the bus is closed.
pub(super) async fn answer(
    peers: Weak<Shared>,
    slot: Slot,
    mut requests: SealedSubscription,
    answers: Arc<dyn Answers>,
) {
    while let Some(heard) = requests.next().await {
        // Whoever asked what was missed asks again.
        let Heard::Message { from, reply, body } = heard else { continue };
        let Some(peers) = Weak::upgrade(&peers) else { return };
        match Request::decode(body) {
            Some(request) => Peers(peers).take(slot, (from, reply), request, &answers),
            None => tracing::debug!(node = %from.node, "a node asks what this version does not know"),
        }
    }
}

impl Peers {
    fn take(
        &self,
        slot: Slot,
        (from, reply): (Sender, Option<Subject>),
        request: Request,
        answers: &Arc<dyn Answers>,
    ) {
        let taken = self.desk().take(&Target::Slot(slot), &from, &request, reply.as_ref());
        match taken {
            Taken::Joined | Taken::Outdated => {}
            Taken::Answer(outcome) => self.answer(request.id, reply, outcome),
            Taken::Do => {
                let Request { id, wanted, .. } = request;
                let lobby = self.0.lobby.get();
                let carried_out = match (wanted, lobby) {
                    (Wanted::Command(command), Some(lobby)) if command.starts_with(LOBBY) => {
                        lobby.carry_out(from.clone(), slot, command.slice(LOBBY.len()..))
                    }
                    (Wanted::Lines { topic, from }, Some(lobby)) if topic.as_str().starts_with("lobby:") => {
                        lobby.lines(topic, from)
                    }
                    (Wanted::Command(command), _) => answers.carry_out(from.clone(), slot, command),
                    (Wanted::Lines { topic, from }, _) => answers.lines(topic, from),
                };
                let peers = self.clone();
                // A game that has to be read first does not keep other games of the slot waiting.
                spawn(async move {
                    let outcome = carried_out.await;
                    let to = peers.desk().done(&from, id, &outcome);
                    peers.answer(id, to, outcome);
                });
            }
        }
    }

    pub(super) fn answer(&self, id: u64, to: impl IntoIterator<Item = Subject>, outcome: Outcome) {
        let answer = Answer { id, outcome }.encode();
        for to in to {
            if let Err(error) = self.0.bus.publish(&to, &answer) {
                tracing::debug!(%error, "a node could not be answered");
            }
        }
    }
}
