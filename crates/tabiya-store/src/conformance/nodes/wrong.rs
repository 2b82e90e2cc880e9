// SPDX-License-Identifier: AGPL-3.0-or-later
//! Nodes in memory with one fault, or none.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use tabiya_game::Time;

use crate::{
    Epoch, Incarnation, Lease, MOST_AT_ONCE, NewNode, Node, NodeName, Nodes, Renewed, Slot, StorageError,
    nodes::wall_clock,
};

/// How nodes can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Leaves the last slots to nobody.
    LeavesSlotsOut,
    /// Gives slots again to those who own them.
    TakesAgain,
    /// Gives whatever nobody owns, whose share it may be.
    GivesMoreThanAShare,
    /// Gives the whole share at once.
    GivesAllAtOnce,
    /// Gives slots that another node owns.
    GivesASlotTwice,
    /// Leaves the epoch as it was.
    KeepsTheEpoch,
    /// Hands slots over under their old epochs.
    HandsOverTheEpoch,
    /// Removes nobody.
    RemovesNobody,
    /// Removes nodes whose leases last.
    RemovesTheLiving,
    /// Believes a node that was removed.
    RenewsTheRemoved,
    /// Renews no lease that has ended.
    RefusesLateRenewals,
    /// Removes nodes after the first renewal that follows an outage.
    RemovesAfterAnOutage,
    /// Gives a node of the same name the same incarnation.
    HasNoIncarnations,
    /// Admits nodes that don't know the site's format.
    AdmitsAnyFormat,
    /// Writes in the newest format of whoever joins.
    RaisesTheFormatAtOnce,
    /// Writes in the first format for ever.
    KeepsTheFormat,
    /// Hands over slots of others.
    HandsOverSlotsOfOthers,
    /// Hands over slots under whichever epoch.
    HandsOverUnderAnyEpoch,
    /// Hands slots over to nobody.
    HandsOverToNobody,
    /// Gives slots to draining nodes.
    DrainingNodesTake,
    /// Drains nodes that are not there.
    DrainsAnybody,
    /// Leaves who leaves on the list.
    KeepsWhoLeaves,
    /// Lists nodes in the order in which they joined.
    Unsorted,
    /// Forgets what a node says of its clock.
    ForgetsTheClock,
}

impl Fault {
    /// Those that the laws of a server alone catch.
    pub const ALONE: [Self; 2] = [Self::LeavesSlotsOut, Self::TakesAgain];
    /// Those that the laws of several nodes catch.
    pub const SHARED: [Self; 22] = [
        Self::GivesMoreThanAShare,
        Self::GivesAllAtOnce,
        Self::GivesASlotTwice,
        Self::KeepsTheEpoch,
        Self::HandsOverTheEpoch,
        Self::RemovesNobody,
        Self::RemovesTheLiving,
        Self::RenewsTheRemoved,
        Self::RefusesLateRenewals,
        Self::RemovesAfterAnOutage,
        Self::HasNoIncarnations,
        Self::AdmitsAnyFormat,
        Self::RaisesTheFormatAtOnce,
        Self::KeepsTheFormat,
        Self::HandsOverSlotsOfOthers,
        Self::HandsOverUnderAnyEpoch,
        Self::HandsOverToNobody,
        Self::DrainingNodesTake,
        Self::DrainsAnybody,
        Self::KeepsWhoLeaves,
        Self::Unsorted,
        Self::ForgetsTheClock,
    ];
}

#[derive(Clone, Debug)]
struct Member {
    incarnation: Incarnation,
    new: NewNode,
    lasts: bool,
    was_in_time: bool,
    draining: bool,
    clock_ahead: i64,
}

#[derive(Debug)]
struct State {
    members: Vec<Member>,
    slots: Vec<(Option<Incarnation>, Epoch)>,
    lives: i64,
    format: u32,
    is_set_back: bool,
    /// What the clock shows, if it is not this machine's.
    time: Option<Time>,
}

impl State {
    fn member(&mut self, incarnation: Incarnation) -> Option<&mut Member> {
        self.members.iter_mut().find(|member| member.incarnation == incarnation)
    }

    fn is_there(&self, incarnation: Incarnation) -> bool {
        self.members.iter().any(|member| member.incarnation == incarnation)
    }
}

/// Nodes in memory with one fault, or none. Leases don't end by themselves.
#[derive(Clone, Debug)]
pub struct Wrong {
    fault: Option<Fault>,
    state: Arc<Mutex<State>>,
}

impl Wrong {
    /// None, with this fault.
    pub fn new(fault: Option<Fault>) -> Self {
        let slots = vec![(None, Epoch(0)); usize::from(Slot::COUNT)];
        let state = State { members: Vec::new(), slots, lives: 0, format: 0, is_set_back: false, time: None };
        Self { fault, state: Arc::new(Mutex::new(state)) }
    }

    /// From now on the clock stands still at this time.
    pub fn set_time(&self, time: Time) {
        self.state().time = Some(time);
    }

    fn is(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on the node's lease has ended.
    pub(crate) fn let_lease_end(&self, node: Incarnation) {
        let mut state = self.state();
        let member = state.member(node).unwrap();
        (member.lasts, member.was_in_time) = (false, false);
    }

    /// From now on the node has renewed in time for the length of a lease.
    pub(crate) fn let_be_in_time(&self, node: Incarnation) {
        self.state().member(node).unwrap().was_in_time = true;
    }

    /// Whether a slot is owned under this epoch.
    pub(crate) fn is_owned(&self, slot: Slot, epoch: Epoch) -> bool {
        let state = self.state();
        let (owner, now) = state.slots[usize::from(slot.number())];
        now == epoch && owner.is_some()
    }
}

impl super::Fixture for Wrong {
    async fn open(&self) -> Arc<dyn Nodes> {
        Arc::new(self.clone())
    }
}

#[async_trait]
impl Nodes for Wrong {
    async fn join(&self, new: &NewNode) -> Result<Incarnation, StorageError> {
        let mut state = self.state();
        let others = state.members.iter().filter(|member| member.new.name != new.name);
        let theirs: BTreeSet<_> = others.map(|member| member.new.version.clone()).collect();
        if theirs.is_empty() || self.is(Fault::RaisesTheFormatAtOnce) {
            state.format = state.format.max(new.formats.newest);
        }
        if !new.formats.fit(state.format) && !self.is(Fault::AdmitsAnyFormat) {
            let (ours, theirs) = (new.version.clone(), theirs.into_iter().collect());
            return Err(StorageError::OtherVersion { ours, theirs });
        }
        let before = state.members.iter().position(|member| member.new.name == new.name);
        if let Some(place) = before {
            let before = state.members.remove(place);
            if self.is(Fault::HasNoIncarnations) {
                let incarnation = before.incarnation;
                state.members.push(before);
                return Ok(incarnation);
            }
        }
        state.lives += 1;
        let incarnation = Incarnation(state.lives);
        let new = new.clone();
        let (lasts, was_in_time, draining, clock_ahead) = (true, false, false, 0);
        state.members.push(Member { incarnation, new, lasts, was_in_time, draining, clock_ahead });
        Ok(incarnation)
    }

    async fn renew(&self, node: Incarnation) -> Result<Renewed, StorageError> {
        let (late, removed) = (self.is(Fault::RefusesLateRenewals), self.is(Fault::RenewsTheRemoved));
        let after_an_outage = self.is(Fault::RemovesAfterAnOutage);
        let mut state = self.state();
        let Some(member) = state.member(node) else {
            return Ok(if removed { Renewed::Yes { draining: false } } else { Renewed::Gone });
        };
        if !member.lasts && late {
            return Ok(Renewed::Gone);
        }
        if !member.lasts && after_an_outage {
            member.was_in_time = true;
        }
        member.lasts = true;
        Ok(Renewed::Yes { draining: member.draining })
    }

    async fn remove_expired(&self, by: Incarnation) -> Result<Vec<NodeName>, StorageError> {
        let mut state = self.state();
        let may = state.member(by).is_some_and(|member| member.lasts && member.was_in_time);
        if !may || self.is(Fault::RemovesNobody) {
            return Ok(Vec::new());
        }
        let living = self.is(Fault::RemovesTheLiving);
        let (removed, kept): (Vec<_>, Vec<_>) =
            state.members.drain(..).partition(|each| each.incarnation != by && (living || !each.lasts));
        state.members = kept;
        Ok(removed.into_iter().map(|member| member.new.name).collect())
    }

    async fn take(&self, node: Incarnation) -> Result<Vec<Lease>, StorageError> {
        let mut state = self.state();
        let known = state.members.iter().map(|member| member.new.formats.newest).min();
        if !self.is(Fault::KeepsTheFormat) {
            state.format = state.format.max(known.unwrap_or(0));
        }
        let draining = self.is(Fault::DrainingNodesTake);
        if !state.member(node).is_some_and(|member| !member.draining || draining) {
            return Ok(Vec::new());
        }
        let all = if self.is(Fault::LeavesSlotsOut) { 1_000 } else { state.slots.len() };
        let takers = state.members.iter().filter(|member| !member.draining).count().max(1);
        let own = state.slots.iter().filter(|(owner, _)| *owner == Some(node)).count();
        let share = if self.is(Fault::GivesMoreThanAShare) { all } else { all.div_ceil(takers) };
        let most = if self.is(Fault::GivesAllAtOnce) { all } else { MOST_AT_ONCE as usize };
        let mut most = most.min(share.saturating_sub(own));
        if self.is(Fault::TakesAgain) && own == all {
            most = 1;
        }
        let mut taken = Vec::new();
        for slot in Slot::all().take(all) {
            let (owner, epoch) = state.slots[usize::from(slot.number())];
            let is_free = match owner {
                None => true,
                Some(owner) if owner == node => self.is(Fault::TakesAgain) && own == all,
                Some(owner) => !state.is_there(owner) || self.is(Fault::GivesASlotTwice),
            };
            if is_free && taken.len() < most {
                let epoch = if self.is(Fault::KeepsTheEpoch) { epoch } else { Epoch(epoch.0 + 1) };
                state.slots[usize::from(slot.number())] = (Some(node), epoch);
                taken.push(Lease { slot, epoch });
            }
        }
        Ok(taken)
    }

    async fn leases(&self, node: Incarnation) -> Result<Vec<Lease>, StorageError> {
        let state = self.state();
        if !state.is_there(node) {
            return Ok(Vec::new());
        }
        let own = Slot::all().zip(&state.slots).filter(|(_, (owner, _))| *owner == Some(node));
        Ok(own.map(|(slot, (_, epoch))| Lease { slot, epoch: *epoch }).collect())
    }

    async fn hand_over(
        &self,
        from: Incarnation,
        leases: &[Lease],
        to: Incarnation,
    ) -> Result<Vec<Slot>, StorageError> {
        let mut state = self.state();
        if !state.is_there(from) || (!state.is_there(to) && !self.is(Fault::HandsOverToNobody)) {
            return Ok(Vec::new());
        }
        let mut given = Vec::new();
        for lease in leases {
            let (owner, epoch) = state.slots[usize::from(lease.slot.number())];
            let is_own = owner == Some(from) || self.is(Fault::HandsOverSlotsOfOthers);
            if is_own && (epoch == lease.epoch || self.is(Fault::HandsOverUnderAnyEpoch)) {
                let epoch = if self.is(Fault::HandsOverTheEpoch) { epoch } else { Epoch(epoch.0 + 1) };
                state.slots[usize::from(lease.slot.number())] = (Some(to), epoch);
                given.push(lease.slot);
            }
        }
        Ok(given)
    }

    async fn leave(&self, node: Incarnation) -> Result<(), StorageError> {
        if !self.is(Fault::KeepsWhoLeaves) {
            self.state().members.retain(|member| member.incarnation != node);
        }
        Ok(())
    }

    async fn drain(&self, name: &NodeName, draining: bool) -> Result<bool, StorageError> {
        let mut state = self.state();
        let Some(member) = state.members.iter_mut().find(|member| member.new.name == *name) else {
            return Ok(self.is(Fault::DrainsAnybody));
        };
        member.draining = draining;
        Ok(true)
    }

    async fn note_clock(&self, node: Incarnation, ahead: i64) -> Result<(), StorageError> {
        if !self.is(Fault::ForgetsTheClock)
            && let Some(member) = self.state().member(node)
        {
            member.clock_ahead = ahead;
        }
        Ok(())
    }

    async fn nodes(&self) -> Result<Vec<Node>, StorageError> {
        let state = self.state();
        let mut members: Vec<_> = state.members.iter().collect();
        if !self.is(Fault::Unsorted) {
            members.sort_by(|one, other| one.new.name.cmp(&other.new.name));
        }
        let slots_of = |node| state.slots.iter().filter(|(owner, _)| *owner == Some(node)).count() as u32;
        Ok(members
            .into_iter()
            .map(|member| Node {
                name: member.new.name.clone(),
                incarnation: member.incarnation,
                address: member.new.address.clone(),
                version: member.new.version.clone(),
                joined: Time(1),
                lasts: member.lasts.then_some(Duration::from_secs(1)),
                draining: member.draining,
                slots: slots_of(member.incarnation),
                clock_ahead: member.clock_ahead,
            })
            .collect())
    }

    fn format(&self) -> u32 {
        self.state().format
    }

    fn numbers_hold(&self) -> bool {
        !self.state().is_set_back
    }

    async fn note_set_back(&self, _: &NodeName, _: u32) -> Result<(), StorageError> {
        self.state().is_set_back = true;
        Ok(())
    }

    async fn now(&self) -> Result<Time, StorageError> {
        Ok(self.state().time.unwrap_or_else(wall_clock))
    }

    async fn owner(&self, slot: Slot) -> Result<Option<NodeName>, StorageError> {
        let state = self.state();
        let (owner, _) = state.slots[usize::from(slot.number())];
        let member = state.members.iter().find(|member| Some(member.incarnation) == owner);
        Ok(member.map(|member| member.new.name.clone()))
    }
}
