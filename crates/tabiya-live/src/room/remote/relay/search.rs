// SPDX-License-Identifier: AGPL-3.0-or-later
//! Once the owner does not answer: looks for whoever owns the game now, which may be the same node, and follows the game there.

use std::collections::BTreeSet;
use std::time::Duration;

use futures_util::stream::FuturesUnordered;
use tabiya_protocol::Refusal;
use tabiya_runtime::topic::SubscriberId;
use tokio::time::Instant;

use super::super::meters::REJOINED;
use super::super::repeating::may_be_repeated;
use super::{Relay, State};

/// How long the next owner is looked for.
const PATIENCE: Duration = Duration::from_secs(15);
/// The time from one try to join to the next.
const PAUSE: Duration = Duration::from_millis(100);
/// So many clients come at once; the others come after them. For each the owner may have to read an account.
const COME_AT_ONCE: usize = 32;

/// How the relay gets to the owner.
#[derive(Default)]
pub(super) struct Search {
    /// Since when the owner is looked for.
    since: Option<Instant>,
    /// The last try to join.
    tried: Option<Instant>,
    /// When it is tried again.
    next: Option<Instant>,
    /// How many clients are coming.
    coming: usize,
    /// Those that come after them. Whoever followed the game first comes first.
    to_come: BTreeSet<SubscriberId>,
    /// Those that go when nobody is coming.
    to_go: BTreeSet<SubscriberId>,
}

impl Search {
    /// Whether nobody is asked yet.
    pub(super) const fn waits(&self) -> bool {
        self.next.is_some()
    }

    pub(super) const fn next(&self) -> Option<Instant> {
        self.next
    }

    pub(super) const fn is_coming(&self) -> bool {
        self.coming > 0
    }

    /// The client is told to go [later](Relay::has_come).
    pub(super) fn goes_later(&mut self, client: SubscriberId) {
        self.to_go.insert(client);
    }

    /// Whether the client may come now. If not, it is told to [later](Relay::has_come).
    pub(super) fn comes(&mut self, client: SubscriberId) -> bool {
        let may_come = self.coming < COME_AT_ONCE;
        if may_come {
            self.coming += 1;
        } else {
            self.to_come.insert(client);
        }
        may_come
    }
}

impl Relay {
    /// The owner is gone, or was out of reach.
    pub(super) fn lose(&mut self) {
        (self.stream, self.state) = (None, State::Good);
        self.waits = FuturesUnordered::new();
        self.search = Search { since: self.search.since, tried: self.search.tried, ..Search::default() };
        let all: Vec<SubscriberId> = self.clients.keys().copied().collect();
        all.into_iter().for_each(|id| self.begin_again(id));
        if self.clients.is_empty() {
            self.search = Search::default();
            return;
        }
        let now = Instant::now();
        let since = *self.search.since.get_or_insert(now);
        if now > since + PATIENCE {
            tracing::debug!(game = %self.id, "no owner of this game was found");
            self.state = State::Ends;
        }
        self.search.next = Some(self.search.tried.map_or(now, |tried| now.max(tried + PAUSE)));
    }

    /// Has a client come again, and give the commands again that nobody has answered. A move that was played is not played twice.
    /// Of what may not be repeated the client is told that nobody knows whether it has happened.
    fn begin_again(&mut self, client: SubscriberId) {
        let Some(local) = self.clients.get_mut(&client) else { return };
        let unanswered = std::mem::take(&mut local.unanswered);
        let (again, once): (Vec<_>, Vec<_>) =
            unanswered.into_iter().partition(|given| may_be_repeated(&given.command));
        let comes = local.queue.begin_again(again);
        // The rest of what it was being told comes no more.
        local.parts.clear();
        local.given_up.clear();
        local.is_there = false;
        for given in once {
            self.refuse((client, given.id), Refusal::NotKnown);
        }
        if !comes {
            self.clients.remove(&client);
        }
    }

    /// Tries to join.
    pub(super) fn join(&mut self) {
        REJOINED.inc();
        (self.search.next, self.search.tried) = (None, Some(Instant::now()));
        let all: Vec<SubscriberId> = self.clients.keys().copied().collect();
        all.into_iter().for_each(|id| self.advance(id));
    }

    /// A client follows the game or is refused, and the next one may come.
    pub(super) fn has_come(&mut self) {
        self.search.coming = self.search.coming.saturating_sub(1);
        while self.search.coming < COME_AT_ONCE
            && let Some(next) = self.search.to_come.pop_first()
        {
            self.advance(next);
        }
        if self.search.coming == 0 {
            self.search.since = None;
            std::mem::take(&mut self.search.to_go).into_iter().for_each(|id| self.advance(id));
        }
    }
}
