// SPDX-License-Identifier: AGPL-3.0-or-later
//! Whether the database still has what this node has told, once another process of it answers.
//!
//! From the moment on in which the node may not act any more, what it has told is kept. If the same process of the database
//! answers again, its log has all of it. If another one does, all is compared before the node acts: a standby that was promoted may
//! lack the last moves, and a backup those of a day. Then the node says so once, and its games go on as the log has them.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use tabiya_game::GameId;
use tabiya_store::{DatabaseSource, NodeName, Nodes, StorageError};
use tokio::sync::watch;

use super::meters;
use super::pulse::{Pulse, Steps};
use crate::room::{Rooms, Told};

/// Games that are compared at once. Their logs are in memory together.
const AT_ONCE: usize = 64;
/// Games that are named in the log.
const NAMED: usize = 5;

/// What the node has told, until it is known whether the database has it.
pub(super) struct Ledger {
    told: BTreeMap<GameId, Told>,
    /// The node.
    node: NodeName,
    /// How often another process had answered when all was compared.
    sources: u64,
    /// How many answers had come when something was kept.
    answers: u64,
    pulse: watch::Receiver<Pulse>,
}

impl Ledger {
    pub(super) const fn new(node: NodeName, pulse: watch::Receiver<Pulse>) -> Self {
        Self { told: BTreeMap::new(), node, sources: 0, answers: 0, pulse }
    }

    /// Keeps what was told. What is kept already is older, and nobody has compared it.
    pub(super) fn keep(&mut self, told: BTreeMap<GameId, Told>) {
        for (id, told) in told {
            match self.told.entry(id) {
                Entry::Vacant(place) => drop(place.insert(told)),
                Entry::Occupied(mut kept) if told.is_better_than(kept.get()) => drop(kept.insert(told)),
                Entry::Occupied(_) => {}
            }
        }
        // Only an answer that comes after this says that the log has it.
        self.answers = self.pulse.borrow().answers;
    }

    /// Compares what was told with the log, if another process of the database has answered.
    ///
    /// # Errors
    /// If the storage fails. Then it is compared at the next call.
    pub(super) async fn compare(
        &mut self,
        now: Pulse,
        (rooms, nodes): (&Rooms, &dyn Nodes),
        steps: &Steps,
    ) -> Result<(), StorageError> {
        if now.sources == self.sources {
            // The process that has stored what was told has answered since.
            if now.answers > self.answers {
                self.told.clear();
            }
            self.keep(rooms.left_behind());
            return Ok(());
        }
        // Games of other nodes that are followed here have not ended.
        self.keep(rooms.told());
        let all: Vec<(GameId, &Told)> = self.told.iter().map(|(id, told)| (*id, told)).collect();
        let mut lost = Vec::new();
        for some in all.chunks(AT_ONCE) {
            lost.extend(rooms.set_back(some).await?);
            steps.take_one();
        }
        if !lost.is_empty() {
            nodes.note_set_back(&self.node, u32::try_from(lost.len()).unwrap_or(u32::MAX)).await?;
            rooms.end_readers(&lost);
            meters::SET_BACK.inc_by(lost.len() as u64);
        }
        let place = nodes.source().map_or_else(String::new, |source| format!(" {}", source.place));
        say(&place, all.len(), &lost);
        self.told.clear();
        self.sources = now.sources;
        Ok(())
    }
}

/// What is to be said of another process of the database than the one before, up to a verb that tells what the node does.
pub(super) fn another(before: Option<&DatabaseSource>, now: Option<&DatabaseSource>) -> Option<String> {
    if before.map(|before| &before.process) == now.map(|now| &now.process) {
        return None;
    }
    let place = now.map_or("", |now| &now.place);
    let is_same = before.map(|before| &before.copy) == now.map(|now| &now.copy);
    Some(if is_same {
        format!("the database {place} was started anew; this node")
    } else {
        format!(
            "another copy of the database answers, {place}: a standby was promoted, or a backup restored; this node"
        )
    })
}

fn say(place: &str, compared: usize, lost: &[GameId]) {
    if lost.is_empty() {
        tracing::info!(games = compared, "the database{place} has all moves that this node has told");
        return;
    }
    let named: Vec<&str> = lost.iter().take(NAMED).map(GameId::as_str).collect();
    let more = lost.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    tracing::error!(
        "the database{place} lacks moves that this node had told, in {} of {compared} games: {}{more}. It was restored from a backup, \
         or it is a standby that was promoted and had not got the last moves. These games go on as it has them, and their players see \
         that. If there is a database that has all moves, stop all nodes now, and make that one the primary: see \"If the \
         database lacks moves\" in docs/clustering.md",
        lost.len(),
        named.join(", ")
    );
}
