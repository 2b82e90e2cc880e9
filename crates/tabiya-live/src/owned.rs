// SPDX-License-Identifier: AGPL-3.0-or-later
//! Which games this server may play: all, or those whose slots it has leased.
//!
//! A room asks before it does anything, so a room of a slot that was lost does nothing more. The store refuses its writes
//! anyway; this keeps it from answering.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tabiya_game::GameId;
use tabiya_runtime::mutants::{self, Mutant};
use tabiya_runtime::timeline::asleep;
use tabiya_store::{Epoch, Lease, NodeName, Nodes, Slot, SlotSet, StorageError};
use tokio::sync::{Notify, watch};
use tokio::time::Instant;

/// How long it is remembered who owns a slot.
const REMEMBERED: Duration = Duration::from_secs(1);
/// No epoch: slots that a node has taken begin at 1.
const NOT_OWNED: i64 = 0;

/// By what right this server plays a game. A slot that was lost and leased again, under the same epoch even, is another right: rooms
/// of before must not go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Right {
    /// The epoch under which it writes.
    pub epoch: Epoch,
    /// How often this server had lost the slot.
    losses: u64,
}

/// Which games this server may play. Cheap to clone.
#[derive(Clone, Default)]
pub struct Owned(Option<Arc<Leases>>);

struct Leases {
    /// The newest format in which another node has said something: the site writes in it.
    heard: AtomicU32,
    nodes: Arc<dyn Nodes>,
    begun: Instant,
    /// What is leased. All at once are changed under the lock; what is asked of one slot takes none.
    slots: Box<[Leased]>,
    /// How often everything was lost.
    gaps: Mutex<u64>,
    /// Until when this server may act, in milliseconds of `clock`.
    until: AtomicU64,
    /// Told whenever slots were got.
    gained: watch::Sender<()>,
    /// When another node took slots for the last time, in milliseconds of `clock`.
    others_took: AtomicU64,
    others_take: Notify,
    /// Who owned which slot when it was looked up.
    owners: Mutex<HashMap<Slot, (Instant, Option<NodeName>)>>,
}

struct Leased {
    epoch: AtomicI64,
    losses: AtomicU64,
    /// Wakes the rooms of the slot when it is lost, in the order in which they began to wait. A `watch` would wake them in a random
    /// order, and a simulation must go the same way twice.
    lost: Notify,
    /// It is being given away: rooms that are there answer what they have heard, and no room begins.
    is_closed: AtomicBool,
}

/// Hears that a server owns more slots.
pub struct Gains(Option<watch::Receiver<()>>);

impl Gains {
    /// Waits until the server owns more slots than at the last call.
    pub async fn next(&mut self) {
        if let Some(gained) = &mut self.0
            && gained.changed().await.is_ok()
        {
            return;
        }
        // There is nothing to gain.
        std::future::pending().await
    }
}

impl fmt::Debug for Owned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Owned").field("slots", &self.slots().len()).finish()
    }
}

impl Owned {
    /// All games, for ever: this server shares them with nobody.
    #[must_use]
    pub fn everything() -> Self {
        Self(None)
    }

    /// No game yet. What is leased later is owned while `act_until` says so.
    #[must_use]
    pub fn leased(nodes: Arc<dyn Nodes>) -> Self {
        let leased = |_| Leased {
            epoch: AtomicI64::new(NOT_OWNED),
            losses: AtomicU64::new(0),
            lost: Notify::new(),
            is_closed: AtomicBool::new(false),
        };
        let slots = Slot::all().map(leased).collect();
        let (begun, until) = (Instant::now(), AtomicU64::new(0));
        Self(Some(Arc::new(Leases {
            heard: AtomicU32::new(0),
            nodes,
            begun,
            slots,
            gaps: Mutex::default(),
            until,
            gained: watch::Sender::new(()),
            others_took: AtomicU64::new(0),
            others_take: Notify::new(),
            owners: Mutex::default(),
        })))
    }

    /// By what right this server begins a room of the game; `None` if it does not own the game, or is about to give it away.
    #[must_use]
    pub fn right(&self, game: GameId) -> Option<Right> {
        let Some(leases) = &self.0 else { return Some(Right { epoch: Epoch::SOLE, losses: 0 }) };
        leases.begins(Slot::of(game))
    }

    /// Whether this server still owns the game by this right.
    #[must_use]
    pub fn holds(&self, game: GameId, right: Right) -> bool {
        match &self.0 {
            None => true,
            Some(leases) => leases.right(Slot::of(game)) == right && leases.may_act(),
        }
    }

    /// Waits until this server has lost the game that it owned by this right.
    pub(crate) async fn lost(&self, game: GameId, right: Right) {
        let Some(leases) = &self.0 else { return std::future::pending().await };
        let slot = Slot::of(game);
        loop {
            // Created before the check, so that a loss between the two wakes it, too.
            let lost = leases.of(slot).lost.notified();
            if leases.right(slot) != right {
                return;
            }
            lost.await;
        }
    }

    /// Another node says that it has taken slots.
    pub(crate) fn others_take(&self) {
        if let Some(leases) = &self.0 {
            leases.others_took.store(leases.now(), Ordering::Release);
            leases.others_take.notify_waiters();
        }
    }

    /// Waits until another node has taken slots since this server lost its right to act: then the database answers others, and not this
    /// one.
    pub(crate) async fn overtaken(&self) {
        let Some(leases) = &self.0 else { return std::future::pending().await };
        loop {
            let others_take = leases.others_take.notified();
            let took = leases.others_took.load(Ordering::Acquire);
            if !leases.may_act() && took >= leases.until.load(Ordering::Acquire) {
                return;
            }
            others_take.await;
        }
    }

    /// Whether the site writes in this format: then every node that may read what this one writes, or hear what it says, knows it.
    #[must_use]
    pub fn writes(&self, format: u32) -> bool {
        let newest = |leases: &Leases| leases.nodes.format().max(leases.heard.load(Ordering::Relaxed));
        self.0.as_ref().is_none_or(|leases| newest(leases) >= format)
    }

    /// Another node has said what only this format has. So the site writes in it, also where this node has not read so yet.
    pub(crate) fn hears_format(&self, format: u32) {
        if let Some(leases) = &self.0 {
            leases.heard.fetch_max(format, Ordering::Relaxed);
        }
    }

    /// Whether an event's number says which event it is; see [`Nodes::numbers_hold`].
    pub(crate) fn numbers_hold(&self) -> bool {
        self.0.as_ref().is_none_or(|leases| leases.nodes.numbers_hold())
    }

    /// Whether this server does the work that belongs to this id, which the whole site does once: for an event, say. Of several
    /// nodes that is the one that owns the id's slot.
    #[must_use]
    pub fn does(&self, id: &str) -> bool {
        self.0.as_ref().is_none_or(|leases| {
            let slot = Slot::of_work(id);
            leases.begins(slot).is_some()
                || (mutants::is(Mutant::WorksWithoutLease) && leases.right(slot).epoch != Epoch(NOT_OWNED))
        })
    }

    /// Hears that this server has got more slots: it does the work that belongs to them from now on.
    #[must_use]
    pub fn gains(&self) -> Gains {
        Gains(self.0.as_ref().map(|leases| leases.gained.subscribe()))
    }

    /// The slots that are leased, whether this server may act or not; all where it shares them with nobody.
    #[must_use]
    pub fn slots(&self) -> SlotSet {
        match &self.0 {
            None => Slot::all().collect(),
            Some(leases) => {
                Slot::all().filter(|slot| leases.right(*slot).epoch != Epoch(NOT_OWNED)).collect()
            }
        }
    }

    /// The epoch of a leased slot.
    pub(crate) fn lease(&self, slot: Slot) -> Option<Epoch> {
        let epoch = self.0.as_ref()?.right(slot).epoch;
        (epoch != Epoch(NOT_OWNED)).then_some(epoch)
    }

    /// How often everything was lost.
    pub(crate) fn gaps(&self) -> u64 {
        self.0.as_ref().map_or(0, |leases| *leases.gaps())
    }

    /// From now on this server owns these slots, unless everything has been lost since there were so many `gaps`. Returns whether it
    /// does.
    #[must_use]
    pub(crate) fn own(&self, new: &[Lease], gaps: u64) -> bool {
        let Some(leases) = &self.0 else { return true };
        let now = leases.gaps();
        if *now == gaps {
            for lease in new {
                let leased = leases.of(lease.slot);
                leased.is_closed.store(false, Ordering::Release);
                leased.epoch.store(lease.epoch.0, Ordering::Release);
            }
            leases.gained.send_replace(());
        }
        *now == gaps
    }

    /// From now on no room of the slot begins. Those that are there go on, so that nothing that they have heard is left without
    /// an answer.
    pub(crate) fn close(&self, slot: Slot) {
        if let Some(leases) = &self.0 {
            leases.of(slot).is_closed.store(true, Ordering::Release);
        }
    }

    /// From now on this server does not own the slot.
    pub(crate) fn lose(&self, slot: Slot) {
        if let Some(leases) = &self.0 {
            leases.lose(slot);
        }
    }

    /// From now on this server owns nothing.
    pub(crate) fn lose_everything(&self) {
        if let Some(leases) = &self.0 {
            let mut gaps = leases.gaps();
            *gaps += 1;
            Slot::all().for_each(|slot| leases.lose(slot));
        }
    }

    /// The clock by which this server may act: it counts the time for which the machine sleeps.
    pub(crate) fn clock(&self) -> Duration {
        self.0.as_ref().map_or(Duration::ZERO, |leases| leases.clock())
    }

    /// This server may act as an owner until then, by `clock`. Returns whether it might all the time before.
    pub(crate) fn act_until(&self, until: Duration) -> bool {
        let Some(leases) = &self.0 else { return true };
        let until = u64::try_from(until.as_millis()).unwrap_or(u64::MAX);
        let before = leases.until.swap(until, Ordering::AcqRel);
        // Read after the change: nothing can end between the two without being seen.
        leases.now() < before
    }

    /// Whether there has been a time in which this server might not act, or is one now.
    #[cfg(test)]
    pub(crate) fn has_had_a_gap(&self) -> bool {
        self.0.as_ref().is_some_and(|leases| !leases.may_act() || *leases.gaps() > 0)
    }

    /// Whether this server may act as an owner.
    pub(crate) fn may_act(&self) -> bool {
        self.0.as_ref().is_none_or(|leases| leases.may_act())
    }

    /// The refusal of what is wanted of a game that this server does not own.
    pub(crate) async fn elsewhere(&self, game: GameId) -> StorageError {
        let node = match &self.0 {
            Some(leases) => leases.owner(Slot::of(game)).await,
            None => None,
        };
        StorageError::Elsewhere { game, node }
    }
}

#[cfg(any(test, feature = "testing"))]
thread_local! {
    static NEVER_SLEEPS: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// From now on the machine has never slept, as far as this thread knows: a simulation must not see the moment between the readings
/// of two clocks.
#[cfg(any(test, feature = "testing"))]
pub fn never_sleeps() {
    NEVER_SLEEPS.set(true);
}

/// How long the machine has slept.
fn slept() -> Duration {
    #[cfg(any(test, feature = "testing"))]
    if NEVER_SLEEPS.get() {
        return Duration::ZERO;
    }
    asleep()
}

impl Leases {
    fn of(&self, slot: Slot) -> &Leased {
        &self.slots[usize::from(slot.number())]
    }

    fn right(&self, slot: Slot) -> Right {
        let Leased { epoch, losses, .. } = self.of(slot);
        loop {
            let before = losses.load(Ordering::Acquire);
            let right = Right { epoch: Epoch(epoch.load(Ordering::Acquire)), losses: before };
            // Else the slot was lost in this moment, and perhaps leased again.
            if losses.load(Ordering::Acquire) == before {
                return right;
            }
        }
    }

    /// By what right something begins in a slot; `None` if it is not owned, or about to be given away.
    fn begins(&self, slot: Slot) -> Option<Right> {
        let right = self.right(slot);
        let begins = right.epoch != Epoch(NOT_OWNED) && !self.of(slot).is_closed.load(Ordering::Acquire);
        (begins && self.may_act()).then_some(right)
    }

    fn lose(&self, slot: Slot) {
        let Leased { epoch, losses, lost, .. } = self.of(slot);
        epoch.store(NOT_OWNED, Ordering::Release);
        losses.fetch_add(1, Ordering::AcqRel);
        lost.notify_waiters();
    }

    fn gaps(&self) -> MutexGuard<'_, u64> {
        self.gaps.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn clock(&self) -> Duration {
        self.begun.elapsed() + slept()
    }

    /// The same in milliseconds.
    fn now(&self) -> u64 {
        u64::try_from(self.clock().as_millis()).unwrap_or(u64::MAX)
    }

    fn may_act(&self) -> bool {
        mutants::is(Mutant::NeverLapses) || self.now() < self.until.load(Ordering::Acquire)
    }

    /// The node that owns a slot; `None` where nobody does, or nobody can say.
    async fn owner(&self, slot: Slot) -> Option<NodeName> {
        let known = self.owners.lock().unwrap_or_else(PoisonError::into_inner).get(&slot).cloned();
        if let Some((at, owner)) = known
            && at.elapsed() < REMEMBERED
        {
            return owner;
        }
        let owner = self.nodes.owner(slot).await.ok()?;
        let mut owners = self.owners.lock().unwrap_or_else(PoisonError::into_inner);
        owners.insert(slot, (Instant::now(), owner.clone()));
        owner
    }
}
