// SPDX-License-Identifier: AGPL-3.0-or-later
//! What one client of a relay wants of the owner, in the order in which it came.
//!
//! The owner is asked for one thing after the other, so that all arrives in that order. Other clients of the relay do not wait
//! for it.

use std::collections::VecDeque;

use futures_util::future::AbortHandle;
use tabiya_protocol::CommandId;

use super::Given;

/// What a client wants.
pub(super) enum Request {
    /// To follow the game.
    Come,
    /// A command to be carried out.
    Command(Given),
    /// Everything, because it has missed messages.
    Miss,
    /// The number of the newest event.
    Ping,
    /// To follow the game no longer. `lost` says that its connection broke.
    Go {
        /// Whether its connection broke.
        lost: bool,
    },
}

/// What the owner has been told or asked, and has not answered.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// To let the client follow the game.
    Come,
    /// A command.
    Command(CommandId),
    /// A move that was sent under this number. The line that tells of it is the answer.
    Sent(CommandId, u64),
    /// To let the client go.
    Go,
    /// Something else.
    Other,
}

struct Pending {
    number: u64,
    kind: Kind,
    /// Ends the wait for the answer.
    wait: AbortHandle,
}

/// The queue of one client.
#[derive(Default)]
pub(super) struct Queue {
    waiting: VecDeque<Request>,
    pending: Option<Pending>,
    /// The client has gone. What it has asked for before is still done.
    leaves: bool,
}

impl Queue {
    pub(super) fn push(&mut self, request: Request) {
        let is_same = |other: &Request| {
            matches!((other, &request), (Request::Ping, Request::Ping) | (Request::Miss, Request::Miss))
        };
        if self.waiting.iter().any(is_same) {
            return;
        }
        self.leaves |= matches!(request, Request::Go { .. });
        self.waiting.push_back(request);
    }

    /// The next request, where the owner has answered the one before.
    pub(super) fn next(&mut self) -> Option<Request> {
        if self.pending.is_some() { None } else { self.waiting.pop_front() }
    }

    /// The next request, which stays in the queue.
    pub(super) fn peek(&self) -> Option<&Request> {
        if self.pending.is_some() { None } else { self.waiting.front() }
    }

    /// The owner was asked under this number. `wait` ends the wait for its answer.
    pub(super) fn asked(&mut self, number: u64, kind: Kind, wait: AbortHandle) {
        if let Some(before) = self.pending.replace(Pending { number, kind, wait }) {
            before.wait.abort();
        }
    }

    /// The wait of this number has ended. `None` if nobody waits for it any more.
    pub(super) fn ended(&mut self, number: u64) -> Option<Kind> {
        self.pending.take_if(|pending| pending.number == number).map(|pending| pending.kind)
    }

    /// A line has answered this command. Returns whether the queue has waited for it.
    pub(super) fn answered(&mut self, id: CommandId) -> bool {
        let is_it = |pending: &mut Pending| match pending.kind {
            Kind::Command(asked) | Kind::Sent(asked, _) => asked == id,
            Kind::Come | Kind::Go | Kind::Other => false,
        };
        let Some(pending) = self.pending.take_if(is_it) else { return false };
        pending.wait.abort();
        true
    }

    /// The move for which no answer has come.
    pub(super) fn sent(&self) -> Option<(CommandId, u64)> {
        match self.pending.as_ref()?.kind {
            Kind::Sent(id, request) => Some((id, request)),
            Kind::Come | Kind::Command(_) | Kind::Go | Kind::Other => None,
        }
    }

    /// How many commands wait.
    pub(super) fn commands(&self) -> usize {
        self.waiting.iter().filter(|request| matches!(request, Request::Command(_))).count()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.pending.is_none() && self.waiting.is_empty()
    }

    /// The owner was lost: the client has to come again, and then these commands are given again. Returns whether it does: for a
    /// client that has gone it does so only if some of its commands are not answered yet.
    pub(super) fn begin_again(&mut self, commands: Vec<Given>) -> bool {
        if let Some(pending) = self.pending.take() {
            pending.wait.abort();
        }
        let waiting = std::mem::take(&mut self.waiting).into_iter();
        let waiting = waiting.filter(|request| !matches!(request, Request::Come | Request::Miss));
        let commands = commands.into_iter().map(Request::Command);
        self.waiting = std::iter::once(Request::Come).chain(commands).chain(waiting).collect();
        if !self.leaves {
            return true;
        }
        if !self.waiting.iter().any(|request| matches!(request, Request::Go { .. })) {
            self.waiting.push_back(Request::Go { lost: true });
        }
        self.commands() > 0
    }
}
