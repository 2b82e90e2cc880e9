// SPDX-License-Identifier: AGPL-3.0-or-later
//! A tab in a simulation of a topic: it comes, loses its line, reads slowly, and comes back with the number of what it has.

use serde_json::Value;

use super::outbox::{Body, Outbox, OutboxSender, Outgoing, SubscriberId};
use super::shared::Dialect;

/// A tab, over all its lines.
#[derive(Default)]
pub struct SimulatedTab {
    line: Option<(Outbox, SubscriberId)>,
    seq: Option<u64>,
    overflows: u32,
}

impl SimulatedTab {
    /// Its subscription; `None` while its line is lost.
    pub fn id(&self) -> Option<SubscriberId> {
        self.line.as_ref().map(|(_, id)| *id)
    }

    /// The number of the last message, which it comes back with.
    pub const fn seq(&self) -> Option<u64> {
        self.seq
    }

    /// How often it has read too slowly, over all its lines.
    pub const fn overflows(&self) -> u32 {
        self.overflows
    }

    /// Subscribes on a new line. `add` is given the number of the last message.
    pub fn come(&mut self, add: impl FnOnce(OutboxSender, Option<u64>)) {
        let mut outbox = Outbox::default();
        let sender = outbox.subscribe();
        self.line = Some((outbox, sender.id()));
        add(sender, self.seq);
    }

    /// Loses the line, with all that waits on it. Returns the subscription, which the topic may be told of.
    pub fn lose(&mut self) -> Option<SubscriberId> {
        self.line.take().map(|(_, id)| id)
    }

    /// Reads what is there, `most` times at most. `hear` is given the number that the tab had before, and the message as the
    /// page reads it. `missed` stands for the connection, which asks for everything where the tab was too slow. Returns the
    /// subscription if the topic has ended it.
    pub fn read(
        &mut self,
        most: usize,
        mut missed: impl FnMut(SubscriberId),
        mut hear: impl FnMut(Option<u64>, &Value),
    ) -> Option<SubscriberId> {
        for _ in 0..most {
            let (outbox, id) = self.line.as_mut()?;
            match outbox.try_next()? {
                Outgoing::Message { body, .. } => {
                    let answers = if let Body::Message { answers, .. } = &body { *answers } else { None };
                    for message in body.messages() {
                        let text = serde_json::from_str(&message.text(Dialect::Page));
                        let mut text: Value = text.expect("the page reads every message");
                        // The copy of the client whose command caused it.
                        if let Some(id) = answers {
                            text["id"] = id.into();
                        }
                        hear(self.seq, &text);
                        // A refusal tells nothing of the topic, as in the page.
                        if text["type"] != "refused" {
                            self.seq = text["seq"].as_u64().or(self.seq);
                        }
                    }
                }
                Outgoing::Missed(_) => {
                    self.overflows += 1;
                    missed(*id);
                }
                Outgoing::Ended(_) | Outgoing::Dismissed => return self.lose(),
            }
        }
        None
    }
}
