// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of [`Nodes`]: here those that also hold where one server has the store for itself; those of several nodes
//! stand in [`shared_nodes`](super::shared_nodes).

#![allow(clippy::unwrap_used, reason = "these are tests")]

mod wrong;

use std::{future::Future, sync::Arc};

pub use wrong::{Fault, Wrong};

use crate::{Formats, Incarnation, Lease, MOST_AT_ONCE, NewNode, NodeName, Nodes, Renewed, Slot, SlotSet};

/// A place for nodes that starts without any.
pub trait Fixture: Send + Sync {
    /// Opens it. Called once.
    fn open(&self) -> impl Future<Output = Arc<dyn Nodes>> + Send;
}

crate::laws! { $ nodes nodes_tests Fixture:
    a_server_that_is_alone_owns_everything
    what_is_owned_stays_owned
}

pub(super) fn name(text: &str) -> NodeName {
    text.parse().unwrap()
}

pub(super) async fn join(nodes: &dyn Nodes, text: &str) -> Incarnation {
    let new = NewNode {
        name: name(text),
        address: format!("{text}:8080"),
        version: "1".to_owned(),
        formats: Formats::own(),
    };
    nodes.join(&new).await.unwrap()
}

/// Takes until there is nothing more to take. Returns what was taken.
pub(super) async fn take_all(nodes: &dyn Nodes, node: Incarnation) -> Vec<Lease> {
    let mut all = Vec::new();
    for _ in 0..=Slot::COUNT {
        let taken = nodes.take(node).await.unwrap();
        assert!(taken.len() <= MOST_AT_ONCE as usize, "{} at once", taken.len());
        if taken.is_empty() {
            return all;
        }
        all.extend(taken);
    }
    panic!("there is always something to take");
}

pub(super) fn slots(leases: &[Lease]) -> Vec<Slot> {
    leases.iter().map(|lease| lease.slot).collect()
}

/// Each slot once.
pub async fn a_server_that_is_alone_owns_everything(fixture: &impl Fixture) {
    let nodes = fixture.open().await;
    let node = join(&*nodes, "ann").await;
    assert_eq!(nodes.renew(node).await, Ok(Renewed::Yes { draining: false }));
    take_all(&*nodes, node).await;
    let own = nodes.leases(node).await.unwrap();
    assert_eq!(slots(&own), Slot::all().collect::<Vec<_>>());
    assert_eq!(slots(&own).into_iter().collect::<SlotSet>().len(), u32::from(Slot::COUNT));
}

/// Neither a renewal nor a second try to take changes an epoch.
pub async fn what_is_owned_stays_owned(fixture: &impl Fixture) {
    let nodes = fixture.open().await;
    let node = join(&*nodes, "ann").await;
    take_all(&*nodes, node).await;
    let before = nodes.leases(node).await.unwrap();
    for _ in 0..3 {
        assert_eq!(nodes.renew(node).await, Ok(Renewed::Yes { draining: false }));
        assert_eq!(nodes.take(node).await, Ok(vec![]));
        assert_eq!(nodes.remove_expired(node).await, Ok(vec![]));
    }
    assert_eq!(nodes.leases(node).await, Ok(before));
}
