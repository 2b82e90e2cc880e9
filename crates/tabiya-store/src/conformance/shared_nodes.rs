// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of [`Nodes`] in a store that several servers share.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::{collections::HashMap, future::Future, sync::Arc};

use super::nodes::{Wrong, join, name, slots, take_all};
use crate::{Epoch, Formats, Incarnation, Lease, MOST_AT_ONCE, NewNode, Nodes, Renewed, Slot, StorageError};

/// A place for nodes that starts without any, and whose clock obeys.
pub trait Fixture: Send + Sync {
    /// Opens it. Called once.
    fn open(&self) -> impl Future<Output = Arc<dyn Nodes>> + Send;

    /// From now on the node's lease has ended, as if it had renewed nothing for the length of a lease.
    fn end_lease(&self, node: Incarnation) -> impl Future<Output = ()> + Send;

    /// From now on the node has renewed in time for the length of a lease.
    fn was_in_time(&self, node: Incarnation) -> impl Future<Output = ()> + Send;
}

impl Fixture for Wrong {
    async fn open(&self) -> Arc<dyn Nodes> {
        Arc::new(self.clone())
    }

    async fn end_lease(&self, node: Incarnation) {
        self.let_lease_end(node);
    }

    async fn was_in_time(&self, node: Incarnation) {
        self.let_be_in_time(node);
    }
}

crate::laws! { $ shared_nodes shared_nodes_tests Fixture:
    two_nodes_own_half_of_the_slots_each
    a_node_takes_a_part_of_its_share_at_once
    each_change_of_the_owner_raises_the_epoch
    a_node_whose_lease_has_ended_is_removed_by_another
    a_lease_that_has_ended_is_renewed_unless_the_node_was_removed
    after_an_outage_nobody_is_removed
    a_node_of_the_same_name_takes_the_place_of_the_one_before
    a_node_joins_if_it_knows_the_format_of_the_site
    the_format_rises_when_the_last_older_node_has_gone
    slots_are_handed_over_by_their_owner_alone
    a_draining_node_takes_nothing
    the_list_says_who_owns_how_much
    the_list_says_whose_clock_is_wrong
}

fn epochs(leases: &[Lease]) -> HashMap<Slot, Epoch> {
    leases.iter().map(|lease| (lease.slot, lease.epoch)).collect()
}

/// No slot has two owners.
pub async fn two_nodes_own_half_of_the_slots_each(fixture: &impl Fixture) {
    let nodes = fixture.open().await;
    let (ann, bob) = (join(&*nodes, "ann").await, join(&*nodes, "bob").await);
    take_all(&*nodes, ann).await;
    take_all(&*nodes, bob).await;
    let (anns, bobs) = (nodes.leases(ann).await.unwrap(), nodes.leases(bob).await.unwrap());
    let half = usize::from(Slot::COUNT) / 2;
    assert_eq!((anns.len(), bobs.len()), (half, half));
    let mut all = [slots(&anns), slots(&bobs)].concat();
    all.sort_unstable();
    assert_eq!(all, Slot::all().collect::<Vec<_>>());
}

/// So that several nodes share what a dead one has left.
pub async fn a_node_takes_a_part_of_its_share_at_once(fixture: &impl Fixture) {
    let nodes = fixture.open().await;
    let ann = join(&*nodes, "ann").await;
    let taken = nodes.take(ann).await.unwrap();
    assert_eq!(taken.len(), MOST_AT_ONCE as usize);
    assert_eq!(nodes.leases(ann).await, Ok(taken), "what was taken is owned");
}

/// So that what a former owner still writes is told from what the new one writes.
pub async fn each_change_of_the_owner_raises_the_epoch(fixture: &impl Fixture) {
    let nodes = fixture.open().await;
    let mut before = HashMap::new();
    for text in ["ann", "bob", "ann"] {
        let node = join(&*nodes, text).await;
        let taken = epochs(&take_all(&*nodes, node).await);
        assert_eq!(taken.len(), usize::from(Slot::COUNT));
        for (slot, epoch) in &taken {
            assert!(*epoch > Epoch::SOLE && Some(epoch) > before.get(slot), "slot {slot}: {epoch:?}");
        }
        before = taken;
        nodes.leave(node).await.unwrap();
        assert_eq!(nodes.leases(node).await, Ok(vec![]), "who has left owns nothing");
    }
}

/// A removed node owns nothing and gets nothing back by a late renewal.
pub async fn a_node_whose_lease_has_ended_is_removed_by_another(fixture: &impl Fixture) {
    let nodes = fixture.open().await;
    let (ann, bob) = (join(&*nodes, "ann").await, join(&*nodes, "bob").await);
    let anns = epochs(&take_all(&*nodes, ann).await);
    take_all(&*nodes, bob).await;
    fixture.was_in_time(bob).await;
    assert_eq!(nodes.remove_expired(bob).await, Ok(vec![]), "its lease lasts");
    fixture.end_lease(ann).await;
    assert_eq!(nodes.remove_expired(bob).await, Ok(vec![name("ann")]));
    assert_eq!(nodes.renew(ann).await, Ok(Renewed::Gone));
    assert_eq!(nodes.leases(ann).await, Ok(vec![]));
    assert_eq!(nodes.take(ann).await, Ok(vec![]));
    let taken = take_all(&*nodes, bob).await;
    assert_eq!(taken.len(), anns.len());
    assert!(taken.iter().all(|lease| lease.epoch > anns[&lease.slot]));
    assert_eq!(nodes.renew(ann).await, Ok(Renewed::Gone));
}

/// A renewal that came late is one.
pub async fn a_lease_that_has_ended_is_renewed_unless_the_node_was_removed(fixture: &impl Fixture) {
    let nodes = fixture.open().await;
    let (ann, bob) = (join(&*nodes, "ann").await, join(&*nodes, "bob").await);
    let anns = take_all(&*nodes, ann).await;
    fixture.was_in_time(bob).await;
    fixture.end_lease(ann).await;
    assert_eq!(nodes.renew(ann).await, Ok(Renewed::Yes { draining: false }));
    assert_eq!(nodes.remove_expired(bob).await, Ok(vec![]));
    assert_eq!(nodes.leases(ann).await.map(|own| own.len()), Ok(anns.len()));
}

/// When the database comes back all leases have ended. Each node gets the time to renew its own.
pub async fn after_an_outage_nobody_is_removed(fixture: &impl Fixture) {
    let nodes = fixture.open().await;
    let (ann, bob) = (join(&*nodes, "ann").await, join(&*nodes, "bob").await);
    take_all(&*nodes, ann).await;
    for node in [ann, bob] {
        fixture.was_in_time(node).await;
        fixture.end_lease(node).await;
    }
    assert_eq!(nodes.remove_expired(bob).await, Ok(vec![]), "its own lease has ended");
    assert_eq!(nodes.renew(bob).await, Ok(Renewed::Yes { draining: false }));
    assert_eq!(nodes.remove_expired(bob).await, Ok(vec![]), "it has renewed only once");
    fixture.was_in_time(bob).await;
    assert_eq!(nodes.remove_expired(bob).await, Ok(vec![name("ann")]));
}

/// A node that was killed comes back at once, as another incarnation.
pub async fn a_node_of_the_same_name_takes_the_place_of_the_one_before(fixture: &impl Fixture) {
    let nodes = fixture.open().await;
    let first = join(&*nodes, "ann").await;
    take_all(&*nodes, first).await;
    let second = join(&*nodes, "ann").await;
    assert_ne!(first, second);
    assert_eq!(nodes.renew(first).await, Ok(Renewed::Gone));
    assert_eq!(nodes.leases(first).await, Ok(vec![]));
    assert_eq!(nodes.leases(second).await, Ok(vec![]), "a new life begins without slots");
    assert_eq!(take_all(&*nodes, second).await.len(), usize::from(Slot::COUNT));
    assert_eq!(nodes.nodes().await.unwrap().len(), 1);
}

/// The newest format of this program, in which a new database begins.
const OURS: u32 = crate::formats::NEWEST;
/// The oldest one.
const OLDEST: u32 = crate::formats::OLDEST;

fn knowing(text: &str, newest: u32, oldest: u32) -> NewNode {
    let formats = Formats { newest, oldest };
    NewNode { name: name(text), address: "here".to_owned(), version: newest.to_string(), formats }
}

/// Its own row of before is no other node: it comes back with a newer program when it was the only one.
pub async fn a_node_joins_if_it_knows_the_format_of_the_site(fixture: &impl Fixture) {
    let nodes = fixture.open().await;
    nodes.join(&knowing("ann", OURS, OLDEST)).await.unwrap();
    let ann = nodes.join(&knowing("ann", OURS + 1, OLDEST)).await.unwrap();
    assert_eq!(nodes.format(), OURS + 1);
    let refused = |ours: u32| {
        Err(StorageError::OtherVersion { ours: ours.to_string(), theirs: vec![(OURS + 1).to_string()] })
    };
    assert_eq!(nodes.join(&knowing("bob", OURS, OLDEST)).await, refused(OURS), "it knows no such format");
    assert_eq!(
        nodes.join(&knowing("bob", OURS + 2, OURS + 2)).await,
        refused(OURS + 2),
        "it writes in no such format"
    );
    // A lease that has ended may be renewed: its node still counts.
    fixture.end_lease(ann).await;
    assert_eq!(nodes.join(&knowing("bob", OURS + 2, OURS + 2)).await, refused(OURS + 2));
    nodes.join(&knowing("bob", OURS + 2, OURS + 1)).await.unwrap();
}

/// Nobody writes what another node can't read.
pub async fn the_format_rises_when_the_last_older_node_has_gone(fixture: &impl Fixture) {
    let nodes = fixture.open().await;
    let ann = nodes.join(&knowing("ann", OURS, OLDEST)).await.unwrap();
    let bob = nodes.join(&knowing("bob", OURS + 1, OLDEST)).await.unwrap();
    take_all(&*nodes, bob).await;
    assert_eq!(nodes.format(), OURS, "ann knows no other");
    let eve = nodes.join(&knowing("eve", OURS + 2, OLDEST)).await.unwrap();
    nodes.leave(ann).await.unwrap();
    nodes.take(eve).await.unwrap();
    assert_eq!(nodes.format(), OURS + 1, "all that are left know it");
    let refused = nodes.join(&knowing("ann", OURS, OLDEST)).await;
    assert!(matches!(refused, Err(StorageError::OtherVersion { .. })), "{refused:?}");
    nodes.join(&knowing("ann", OURS + 1, OLDEST)).await.unwrap();
    nodes.take(bob).await.unwrap();
    assert_eq!(nodes.format(), OURS + 1);
}

/// Neither another node's slots are given, nor slots to a node that is not there, nor under an epoch that is over.
pub async fn slots_are_handed_over_by_their_owner_alone(fixture: &impl Fixture) {
    let nodes = fixture.open().await;
    let ann = join(&*nodes, "ann").await;
    let anns = take_all(&*nodes, ann).await;
    let (bob, eve) = (join(&*nodes, "bob").await, join(&*nodes, "eve").await);
    let some = &anns[3..13];
    assert_eq!(nodes.hand_over(eve, some, bob).await, Ok(vec![]), "they are Ann's");
    assert_eq!(nodes.hand_over(ann, some, Incarnation(i64::MAX)).await, Ok(vec![]), "nobody is there");
    let over: Vec<_> = some.iter().map(|lease| Lease { epoch: Epoch(lease.epoch.0 - 1), ..*lease }).collect();
    assert_eq!(nodes.hand_over(ann, &over, bob).await, Ok(vec![]), "that epoch is over");
    assert_eq!(nodes.hand_over(ann, some, bob).await, Ok(slots(some)));
    assert_eq!(nodes.hand_over(ann, some, bob).await, Ok(vec![]), "they are Bob's");
    let bobs = nodes.leases(bob).await.unwrap();
    assert_eq!(slots(&bobs), slots(some));
    assert!(bobs.iter().zip(some).all(|(now, before)| now.epoch > before.epoch), "the epoch rises");
    assert_eq!(nodes.leases(ann).await.map(|own| own.len()), Ok(anns.len() - some.len()));
}

/// What it would own is for the others.
pub async fn a_draining_node_takes_nothing(fixture: &impl Fixture) {
    let nodes = fixture.open().await;
    let (ann, bob) = (join(&*nodes, "ann").await, join(&*nodes, "bob").await);
    assert_eq!(nodes.drain(&name("ann"), true).await, Ok(true));
    assert_eq!(nodes.drain(&name("eve"), true).await, Ok(false), "nobody has that name");
    assert_eq!(nodes.renew(ann).await, Ok(Renewed::Yes { draining: true }));
    assert_eq!(nodes.renew(bob).await, Ok(Renewed::Yes { draining: false }));
    assert_eq!(nodes.take(ann).await, Ok(vec![]));
    assert_eq!(take_all(&*nodes, bob).await.len(), usize::from(Slot::COUNT));
    assert_eq!(nodes.drain(&name("ann"), false).await, Ok(true));
    assert_eq!(nodes.renew(ann).await, Ok(Renewed::Yes { draining: false }));
}

/// In the order of the names.
pub async fn the_list_says_who_owns_how_much(fixture: &impl Fixture) {
    let nodes = fixture.open().await;
    assert_eq!(nodes.nodes().await, Ok(vec![]));
    assert_eq!(nodes.owner(Slot::new(0).unwrap()).await, Ok(None));
    let (bob, ann) = (join(&*nodes, "bob").await, join(&*nodes, "ann").await);
    let bobs = nodes.take(bob).await.unwrap();
    nodes.drain(&name("ann"), true).await.unwrap();
    fixture.end_lease(ann).await;
    let all = nodes.nodes().await.unwrap();
    let told: Vec<_> = all
        .iter()
        .map(|node| (node.name.as_str(), node.incarnation, node.slots, node.draining, node.lasts.is_some()))
        .collect();
    assert_eq!(told, [("ann", ann, 0, true, false), ("bob", bob, MOST_AT_ONCE, false, true)]);
    assert_eq!((all[1].address.as_str(), all[1].version.as_str()), ("bob:8080", "1"));
    assert_eq!(nodes.owner(bobs[0].slot).await, Ok(Some(name("bob"))));
    nodes.leave(bob).await.unwrap();
    assert_eq!(nodes.owner(bobs[0].slot).await, Ok(None));
}

/// As long as the node says so, and until it joins again.
pub async fn the_list_says_whose_clock_is_wrong(fixture: &impl Fixture) {
    let nodes = fixture.open().await;
    let (ann, bob) = (join(&*nodes, "ann").await, join(&*nodes, "bob").await);
    let told = async || {
        let all = nodes.nodes().await.unwrap();
        all.iter().map(|node| node.clock_ahead).collect::<Vec<_>>()
    };
    assert_eq!(told().await, [0, 0]);
    nodes.note_clock(ann, -3_600).await.unwrap();
    nodes.note_clock(bob, 7).await.unwrap();
    assert_eq!(told().await, [-3_600, 7]);
    nodes.note_clock(bob, 0).await.unwrap();
    assert_eq!(told().await, [-3_600, 0]);
    join(&*nodes, "ann").await;
    nodes.note_clock(ann, 9).await.unwrap();
    assert_eq!(told().await, [0, 0], "that life is over");
}
