// SPDX-License-Identifier: AGPL-3.0-or-later
//! Which games this server may play: all, or those whose slots it has leased.
//!
//! A room asks before it does anything, so a room of a slot that was lost does nothing more. The store refuses its writes
//! anyway; this keeps it from answering.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tabiya_game::GameId;
use tabiya_store::{Epoch, Lease, NodeName, Nodes, Slot, SlotSet, StorageError};
use tokio::time::Instant;

/// How long it is remembered who owns a slot.
const REMEMBERED: Duration = Duration::from_secs(1);
/// No epoch: slots that a node has taken begin at 1.
const NOT_OWNED: i64 = 0;

/// Which games this server may play. Cheap to clone.
#[derive(Clone, Default)]
pub struct Owned(Option<Arc<Leases>>);

struct Leases {
    nodes: Arc<dyn Nodes>,
    begun: Instant,
    /// The epoch of each slot.
    epochs: Box<[AtomicI64]>,
    /// Until when this server may act, in milliseconds since `begun`.
    until: AtomicU64,
    /// Who owned which slot when it was looked up.
    owners: Mutex<HashMap<Slot, (Instant, Option<NodeName>)>>,
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
        let epochs = Slot::all().map(|_| AtomicI64::new(NOT_OWNED)).collect();
        let (begun, until, owners) = (Instant::now(), AtomicU64::new(0), Mutex::default());
        Self(Some(Arc::new(Leases { nodes, begun, epochs, until, owners })))
    }

    /// Under which epoch this server writes the game; `None` if it does not own it.
    #[must_use]
    pub fn epoch(&self, game: GameId) -> Option<Epoch> {
        let Some(leases) = &self.0 else { return Some(Epoch::SOLE) };
        let epoch = leases.epoch(Slot::of(game));
        (epoch != Epoch(NOT_OWNED) && leases.may_act()).then_some(epoch)
    }

    /// Whether this server still owns the game under this epoch.
    #[must_use]
    pub fn holds(&self, game: GameId, epoch: Epoch) -> bool {
        match &self.0 {
            None => true,
            Some(leases) => leases.epoch(Slot::of(game)) == epoch && leases.may_act(),
        }
    }

    /// The slots that are leased, whether this server may act or not; all where it shares them with nobody.
    #[must_use]
    pub fn slots(&self) -> SlotSet {
        match &self.0 {
            None => Slot::all().collect(),
            Some(leases) => Slot::all().filter(|slot| leases.epoch(*slot) != Epoch(NOT_OWNED)).collect(),
        }
    }

    /// The epoch of a leased slot.
    pub(crate) fn lease(&self, slot: Slot) -> Option<Epoch> {
        let epoch = self.0.as_ref()?.epoch(slot);
        (epoch != Epoch(NOT_OWNED)).then_some(epoch)
    }

    /// From now on this server owns the slot.
    pub(crate) fn own(&self, lease: Lease) {
        self.set(lease.slot, lease.epoch);
    }

    /// From now on this server does not own the slot.
    pub(crate) fn lose(&self, slot: Slot) {
        self.set(slot, Epoch(NOT_OWNED));
    }

    /// From now on this server owns nothing.
    pub(crate) fn lose_everything(&self) {
        Slot::all().for_each(|slot| self.lose(slot));
    }

    fn set(&self, slot: Slot, epoch: Epoch) {
        if let Some(leases) = &self.0 {
            leases.epochs[usize::from(slot.number())].store(epoch.0, Ordering::Release);
        }
    }

    /// This server may act as an owner until then, by its own clock.
    pub(crate) fn act_until(&self, until: Instant) {
        if let Some(leases) = &self.0 {
            let until = until.saturating_duration_since(leases.begun).as_millis();
            leases.until.store(u64::try_from(until).unwrap_or(u64::MAX), Ordering::Release);
        }
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

impl Leases {
    fn epoch(&self, slot: Slot) -> Epoch {
        Epoch(self.epochs[usize::from(slot.number())].load(Ordering::Acquire))
    }

    fn may_act(&self) -> bool {
        let now = self.begun.elapsed().as_millis();
        now < u128::from(self.until.load(Ordering::Acquire))
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
