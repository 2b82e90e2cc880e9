// SPDX-License-Identifier: AGPL-3.0-or-later
//! Which node gets how many slots of another one.

use std::time::Duration;

use tabiya_store::{Incarnation, Lease, Node, Slot};

use super::pulse::Pulse;

/// Slots that are given to another node at once.
const GIVEN_AT_ONCE: usize = 64;

/// Whether this is another node that takes slots.
fn takes_more(node: &Node, me: Incarnation) -> bool {
    node.incarnation != me && !node.draining && node.lasts.is_some()
}

/// How long it is until the next lease of another node ends that is not renewed before.
pub(super) fn next_end(nodes: &[Node], me: Incarnation) -> Option<Duration> {
    nodes.iter().filter(|node| node.incarnation != me).filter_map(|node| node.lasts).min()
}

/// How many slots are to be given away, and to whom.
pub(super) fn surplus(nodes: &[Node], now: Pulse, own: usize) -> Option<(usize, &Node)> {
    let others = || nodes.iter().filter(|node| takes_more(node, now.me));
    let takers = others().count() + usize::from(!now.draining);
    let to = others().min_by_key(|node| node.slots)?;
    let share = usize::from(Slot::COUNT).div_ceil(takers);
    let kept = if now.draining { 0 } else { share };
    let missing = share.saturating_sub(to.slots as usize);
    let most = own.saturating_sub(kept).min(missing).min(GIVEN_AT_ONCE);
    (most > 0).then_some((most, to))
}

/// Who gets which of these leases of a node that stops: each other node up to its share.
pub(super) fn heirs<'a>(
    nodes: &[Node],
    me: Incarnation,
    mut leases: &'a [Lease],
) -> Vec<(Incarnation, &'a [Lease])> {
    let heirs: Vec<_> = nodes.iter().filter(|node| takes_more(node, me)).collect();
    let share = usize::from(Slot::COUNT).div_ceil(heirs.len().max(1));
    let mut given = Vec::new();
    for heir in heirs {
        let missing = share.saturating_sub(heir.slots as usize).min(leases.len());
        let (own, rest) = leases.split_at(missing);
        leases = rest;
        if !own.is_empty() {
            given.push((heir.incarnation, own));
        }
    }
    given
}
