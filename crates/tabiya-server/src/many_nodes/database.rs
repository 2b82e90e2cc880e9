// SPDX-License-Identifier: AGPL-3.0-or-later
//! The database of a site, in memory and in virtual time: nodes, slots and the logs of games, with the laws of [`Nodes`] and of
//! [`GameLog::append_under`], and a history of all that happened for the judge.
//!
//! `postgres/nodes.rs` and `postgres/fenced.rs` of `tabiya-store` are what it stands for. Each method is one transaction. A
//! [mutant](tabiya_runtime::mutants) leaves one of its rules out.
//!
//! [`Nodes`]: tabiya_store::Nodes
//! [`GameLog::append_under`]: tabiya_store::GameLog::append_under

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use tabiya_game::{Event, GameId, Stamped, Time};
use tabiya_runtime::mutants::{self, Mutant};
use tabiya_store::{
    AppendError, Epoch, Incarnation, LEASE, Lease, MOST_AT_ONCE, NewNode, Node, NodeName, Renewed, Slot,
    SlotSet, UnfinishedGame, UnfinishedPage,
};

/// The time at which all simulations begin, in milliseconds since 1970.
pub(super) const BEGINNING: u64 = 1_795_000_000_000;
const LASTS: u64 = LEASE.as_millis() as u64;

struct Member {
    incarnation: Incarnation,
    new: NewNode,
    joined: u64,
    expires: u64,
    renewed_since: u64,
    draining: bool,
}

/// Who writes: a life of a node, counted by the simulation. What the program says of itself is not believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Life {
    pub(super) node: usize,
    pub(super) number: u32,
}

/// An event in a log, and how it came there.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) stamped: Stamped,
    pub(super) at: u64,
    pub(super) epoch: Epoch,
    pub(super) by: Option<Life>,
}

/// Since when a slot has been owned in an epoch, and by which life.
#[derive(Clone, Copy, Debug)]
pub(super) struct Claim {
    pub(super) at: u64,
    pub(super) epoch: Epoch,
    pub(super) by: Life,
}

/// What happened, for the judge.
#[derive(Default)]
pub(super) struct History {
    /// The owners of each slot that has games.
    pub(super) claims: BTreeMap<Slot, Vec<Claim>>,
    /// Which lives were removed by others, since the judge last looked.
    pub(super) removed: Vec<Life>,
    /// Which lives have renewed, since the world last looked.
    pub(super) renewed: Vec<Life>,
}

#[derive(Default)]
pub(super) struct Database {
    /// Milliseconds since the beginning.
    pub(super) now: u64,
    members: Vec<Member>,
    lives: BTreeMap<Incarnation, Life>,
    slots: Vec<(Option<Incarnation>, Epoch)>,
    last_incarnation: i64,
    logs: BTreeMap<GameId, Vec<Entry>>,
    of_games: BTreeSet<Slot>,
    pub(super) history: History,
    pub(super) secret: Option<String>,
}

impl Database {
    pub(super) fn new() -> Self {
        let slots = vec![(None, Epoch(0)); usize::from(Slot::COUNT)];
        Self { slots, ..Self::default() }
    }

    pub(super) fn time(&self) -> Time {
        Time(BEGINNING + self.now)
    }

    /// A game that began before the simulation.
    pub(super) fn begin(&mut self, id: GameId, created: Stamped) {
        let entry = Entry { stamped: created, at: 0, epoch: Epoch(0), by: None };
        self.logs.insert(id, vec![entry]);
        self.of_games.insert(Slot::of(id));
    }

    pub(super) fn log(&self, id: GameId) -> &[Entry] {
        &self.logs[&id]
    }

    pub(super) fn events(&self, id: GameId) -> Option<Vec<Stamped>> {
        Some(self.logs.get(&id)?.iter().map(|entry| entry.stamped.clone()).collect())
    }

    fn member(&self, incarnation: Incarnation) -> Option<&Member> {
        self.members.iter().find(|member| member.incarnation == incarnation)
    }

    fn is_there(&self, incarnation: Incarnation) -> bool {
        self.member(incarnation).is_some()
    }

    /// Which life owns a slot; `None` if nobody does.
    pub(super) fn owner_of(&self, slot: Slot) -> Option<Life> {
        let owner = self.slots[usize::from(slot.number())].0?;
        self.is_there(owner).then(|| self.lives[&owner])
    }

    pub(super) fn join(&mut self, life: Life, new: &NewNode) -> Incarnation {
        let before = self.members.iter().position(|member| member.new.name == new.name);
        let before = before.map(|place| self.members.remove(place));
        let incarnation = match before {
            Some(before) if mutants::is(Mutant::NoIncarnation) => before.incarnation,
            _ => {
                self.last_incarnation += 1;
                Incarnation(self.last_incarnation)
            }
        };
        self.lives.insert(incarnation, life);
        self.members.push(Member {
            incarnation,
            new: new.clone(),
            joined: self.now,
            expires: self.now + LASTS,
            renewed_since: self.now,
            draining: false,
        });
        incarnation
    }

    pub(super) fn renew(&mut self, node: Incarnation) -> Renewed {
        let now = self.now;
        let Some(member) = self.members.iter_mut().find(|member| member.incarnation == node) else {
            return Renewed::Gone;
        };
        if member.expires < now + LASTS / 3 {
            member.renewed_since = now;
        }
        member.expires = now + LASTS;
        self.history.renewed.push(self.lives[&node]);
        Renewed::Yes { draining: member.draining }
    }

    /// `theirs` is what the clock of the caller's machine shows: a right database does not look at it.
    pub(super) fn remove_expired(&mut self, by: Incarnation, theirs: u64) -> Vec<NodeName> {
        let now = if mutants::is(Mutant::ExpiryByOwnClock) { theirs } else { self.now };
        let at_once = mutants::is(Mutant::RemovesAfterOutage);
        let may = self.member(by).is_some_and(|mine| {
            at_once || (mine.expires >= self.now && mine.renewed_since + LASTS <= self.now)
        });
        if !may {
            return Vec::new();
        }
        let is_over = |member: &Member| member.expires < now && member.incarnation != by;
        let (removed, kept): (Vec<_>, Vec<_>) = self.members.drain(..).partition(is_over);
        self.members = kept;
        for member in &removed {
            self.history.removed.push(self.lives[&member.incarnation]);
        }
        removed.into_iter().map(|member| member.new.name).collect()
    }

    fn give(&mut self, slot: Slot, to: Incarnation) -> Lease {
        let (owner, epoch) = &mut self.slots[usize::from(slot.number())];
        (*owner, *epoch) = (Some(to), Epoch(epoch.0 + 1));
        let epoch = *epoch;
        if self.of_games.contains(&slot) {
            let claim = Claim { at: self.now, epoch, by: self.lives[&to] };
            self.history.claims.entry(slot).or_default().push(claim);
        }
        Lease { slot, epoch }
    }

    pub(super) fn take(&mut self, node: Incarnation) -> Vec<Lease> {
        if self.member(node).is_none_or(|member| member.draining) {
            return Vec::new();
        }
        let takers = self.members.iter().filter(|member| !member.draining).count().max(1);
        let own = self.slots.iter().filter(|(owner, _)| *owner == Some(node)).count();
        let most = (MOST_AT_ONCE as usize).min(self.slots.len().div_ceil(takers).saturating_sub(own));
        let there: BTreeSet<_> = self.members.iter().map(|member| member.incarnation).collect();
        let is_free = |slot: &Slot| {
            self.slots[usize::from(slot.number())].0.is_none_or(|owner| !there.contains(&owner))
        };
        let free: Vec<_> = Slot::all().filter(is_free).take(most).collect();
        free.into_iter().map(|slot| self.give(slot, node)).collect()
    }

    pub(super) fn leases(&self, node: Incarnation) -> Vec<Lease> {
        if !self.is_there(node) {
            return Vec::new();
        }
        let own = Slot::all().zip(&self.slots).filter(|(_, (owner, _))| *owner == Some(node));
        own.map(|(slot, (_, epoch))| Lease { slot, epoch: *epoch }).collect()
    }

    pub(super) fn hand_over(&mut self, from: Incarnation, leases: &[Lease], to: Incarnation) -> Vec<Slot> {
        if !self.is_there(from) || !self.is_there(to) {
            return Vec::new();
        }
        let mut given = Vec::new();
        for lease in leases {
            if self.slots[usize::from(lease.slot.number())] == (Some(from), lease.epoch) {
                self.give(lease.slot, to);
                given.push(lease.slot);
            }
        }
        given
    }

    pub(super) fn leave(&mut self, node: Incarnation) {
        self.members.retain(|member| member.incarnation != node);
    }

    pub(super) fn drain(&mut self, name: &NodeName, draining: bool) -> bool {
        let member = self.members.iter_mut().find(|member| member.new.name == *name);
        member.map(|member| member.draining = draining).is_some()
    }

    pub(super) fn nodes(&self) -> Vec<Node> {
        let mut counts = BTreeMap::<Incarnation, u32>::new();
        self.slots
            .iter()
            .filter_map(|(owner, _)| *owner)
            .for_each(|owner| *counts.entry(owner).or_default() += 1);
        let mut nodes: Vec<_> = self
            .members
            .iter()
            .map(|member| Node {
                name: member.new.name.clone(),
                incarnation: member.incarnation,
                address: member.new.address.clone(),
                version: member.new.version.clone(),
                joined: Time(BEGINNING + member.joined),
                lasts: member
                    .expires
                    .checked_sub(self.now)
                    .filter(|lasts| *lasts > 0)
                    .map(Duration::from_millis),
                draining: member.draining,
                slots: counts.get(&member.incarnation).copied().unwrap_or(0),
                clock_ahead: 0,
            })
            .collect();
        nodes.sort_by(|one, other| one.name.cmp(&other.name));
        nodes
    }

    pub(super) fn name_of_owner(&self, slot: Slot) -> Option<NodeName> {
        let owner = self.slots[usize::from(slot.number())].0?;
        self.member(owner).map(|member| member.new.name.clone())
    }

    /// Whether the game's slot is owned in this epoch.
    pub(super) fn is_owned(&self, id: GameId, epoch: Epoch) -> bool {
        let (owner, now) = self.slots[usize::from(Slot::of(id).number())];
        (now == epoch && owner.is_some()) || mutants::is(Mutant::NoFence)
    }

    /// Writes without a look at the fence, which the caller has looked at.
    pub(super) fn append(
        &mut self,
        (id, epoch, by): (GameId, Epoch, Life),
        first_seq: u32,
        events: Vec<Stamped>,
    ) -> Result<(), AppendError> {
        let at = self.now;
        let Some(log) = self.logs.get_mut(&id) else { return Err(AppendError::UnknownGame { id }) };
        let next_seq = u32::try_from(log.len()).expect("a short log");
        let has_ended = log.last().is_some_and(|entry| matches!(entry.stamped.event, Event::Ended { .. }));
        let entry = |stamped| Entry { stamped, at, epoch, by: Some(by) };
        if first_seq != next_seq || has_ended {
            return Err(AppendError::Conflict { id, first_seq, next_seq });
        }
        log.extend(events.into_iter().map(entry));
        Ok(())
    }

    pub(super) fn unfinished(&self, slots: Option<&SlotSet>) -> UnfinishedPage {
        let is_wanted = |id: GameId| slots.is_none_or(|slots| slots.contains(Slot::of(id)));
        let ids = self.logs.iter().filter(|(id, log)| {
            is_wanted(**id)
                && !log.last().is_some_and(|last| matches!(last.stamped.event, Event::Ended { .. }))
        });
        let games =
            ids.map(|(id, _)| UnfinishedGame { id: *id, log: Ok(self.events(*id).expect("it is there")) });
        UnfinishedPage { games: games.collect(), next: None }
    }
}
