// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a node asks one other node, by the number under which that one speaks: what is in its memory, and moves to no other.
//!
//! A question comes twice where it or its answer was lost. So only what may be done twice is asked like this.

use std::future::ready;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use bytes::Bytes;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tabiya_cluster::route::{AskError, Outcome, Request, Target, Wanted, ask, requests_to};
use tabiya_cluster::seal::Heard;
use tabiya_runtime::spawn::spawn;
use tabiya_store::{Epoch, Incarnation};

use super::Everybody;

/// Why one node has not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// It is not there any more.
    Gone,
    /// It may have heard the question.
    InDoubt,
}

impl Everybody {
    /// Answers what other nodes ask this one about this, until this server ends. `about` is a word of letters.
    pub async fn answer<Q, A>(&self, about: &'static str, answers: impl Fn(Q) -> A + Send + Sync + 'static)
    where
        Q: DeserializeOwned + Send,
        A: Future<Output: Serialize> + Send + 'static,
    {
        let Ok(mut asked) = self.0.0.bus.subscribe(&requests_to(&Target::Node(self.0.me()))).await else {
            return tracing::warn!(about, "the bus is closed; other nodes can't ask this one");
        };
        let peers = Arc::downgrade(&self.0.0);
        let task = spawn(async move {
            while let Some(heard) = asked.next().await {
                let Heard::Message { reply, body, .. } = heard else { continue };
                let Some(Request { id, wanted: Wanted::Command(command), .. }) = Request::decode(body) else {
                    continue;
                };
                let Some(question) = read(about, &command) else { continue };
                let (answered, peers) = (answers(question), peers.clone());
                // One that waits for the database keeps no other waiting.
                spawn(async move {
                    let answer = serde_json::to_vec(&answered.await).expect("an answer is JSON");
                    if let Some(peers) = peers.upgrade() {
                        super::Peers(peers).answer(id, reply, Outcome::Done(answer.into()));
                    }
                });
            }
        });
        self.0.listens(task.abort_handle());
    }

    /// Asks one node about this.
    ///
    /// # Errors
    /// If it does not answer, or in words that this version does not know.
    pub async fn ask<A: DeserializeOwned>(
        &self,
        node: i64,
        about: &str,
        question: &impl Serialize,
    ) -> Result<A, NoAnswer> {
        let target = Target::Node(Incarnation(node));
        let id = self.0.0.last_request.fetch_add(1, Ordering::Relaxed) + 1;
        let wanted = Wanted::Command(write(about, question));
        match ask(&self.0.0.bus, &target, (id, Epoch(0)), wanted, |_| ready(None)).await {
            Ok(Outcome::Done(answer)) => serde_json::from_slice(&answer).map_err(|_| NoAnswer::InDoubt),
            Err(AskError::NotDone) => Err(NoAnswer::Gone),
            Ok(_) | Err(AskError::InDoubt) => Err(NoAnswer::InDoubt),
        }
    }
}

/// A question: what it is about, a space, and the question.
fn write(about: &str, question: &impl Serialize) -> Bytes {
    let mut text = format!("{about} ").into_bytes();
    serde_json::to_writer(&mut text, question).expect("a question is JSON");
    text.into()
}

fn read<Q: DeserializeOwned>(about: &str, command: &[u8]) -> Option<Q> {
    let question = command.strip_prefix(about.as_bytes())?.strip_prefix(b" ")?;
    serde_json::from_slice(question).ok()
}
