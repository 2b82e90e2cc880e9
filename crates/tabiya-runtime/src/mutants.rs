// SPDX-License-Identifier: AGPL-3.0-or-later
//! Mutants: programs that leave out one thing on which the protocol of several nodes rests. The simulation of several nodes
//! (`cargo xtask simulate --nodes 3 --mutants`) chooses one after the other, and must notice each, but for those two that
//! `membership/tests/mutants.rs` of `tabiya-live` chooses.
//!
//! Without the feature `testing`, as in all programs that are given to users, [`is`] is always false and costs nothing.

/// What is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mutant {
    /// The database does not compare the epoch of an append.
    NoFence,
    /// A node removes others by the clock of its own machine.
    ExpiryByOwnClock,
    /// A node that starts again under its name is taken for the same life.
    NoIncarnation,
    /// An append without an answer counts as done.
    SilenceIsSuccess,
    /// A node removes others without having renewed in time before.
    RemovesAfterOutage,
    /// The right to act counts from the answer of a renewal.
    CountsFromAnswer,
    /// A node acts however old its last renewal is.
    NeverLapses,
    /// Work of the whole site goes on without a lease.
    WorksWithoutLease,
    /// A node that could not act for a while goes on as if nothing had been.
    IgnoresGaps,
    /// A room rules a flag before it looks whether it may act.
    TimersBeforeFence,
    /// A turn that was handed over begins anew.
    RestartsHandedTurns,
    /// A turn that was handed over goes on by the new owner's clock as it is.
    NoOffset,
    /// A write without an answer is refused.
    RefusesInDoubt,
    /// A request that is sent again has another number.
    NewNumberWhenRepeated,
    /// Nobody tells or asks for the number of the last line.
    NoHeads,
    /// The clients of a node that is gone stay in the room.
    KeepsPresence,
}

#[cfg(feature = "testing")]
thread_local! {
    static CHOSEN: std::cell::Cell<Option<Mutant>> = const { std::cell::Cell::new(None) };
}

/// From now on this thread runs this mutant, or the right program.
#[cfg(feature = "testing")]
pub fn choose(mutant: Option<Mutant>) {
    CHOSEN.set(mutant);
}

/// Whether this thread runs this mutant.
#[cfg(feature = "testing")]
pub fn is(mutant: Mutant) -> bool {
    CHOSEN.get() == Some(mutant)
}

/// Never: there are no mutants in this program.
#[cfg(not(feature = "testing"))]
#[inline(always)]
pub const fn is(_: Mutant) -> bool {
    false
}
