// SPDX-License-Identifier: AGPL-3.0-or-later
//! A node that can't act for a while, because the database says nothing: what it played ends, and begins anew.

use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;

use super::*;
use crate::owned::Right;

/// The table of nodes, from which nothing comes back while it is silent.
struct Silent {
    nodes: nodes::Wrong,
    is_silent: Arc<AtomicBool>,
}

impl Silent {
    async fn waited(&self) -> &nodes::Wrong {
        while self.is_silent.load(Ordering::Acquire) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        &self.nodes
    }
}

#[async_trait]
impl Nodes for Silent {
    async fn join(&self, node: &NewNode) -> Result<Incarnation, StorageError> {
        self.waited().await.join(node).await
    }

    async fn renew(&self, node: Incarnation) -> Result<Renewed, StorageError> {
        self.waited().await.renew(node).await
    }

    async fn remove_expired(&self, by: Incarnation) -> Result<Vec<NodeName>, StorageError> {
        self.waited().await.remove_expired(by).await
    }

    async fn take(&self, node: Incarnation) -> Result<Vec<Lease>, StorageError> {
        self.waited().await.take(node).await
    }

    /// The answer of before the silence comes after it.
    async fn leases(&self, node: Incarnation) -> Result<Vec<Lease>, StorageError> {
        let leases = self.nodes.leases(node).await;
        self.waited().await;
        leases
    }

    async fn hand_over(
        &self,
        from: Incarnation,
        leases: &[Lease],
        to: Incarnation,
    ) -> Result<Vec<Slot>, StorageError> {
        self.waited().await.hand_over(from, leases, to).await
    }

    async fn leave(&self, node: Incarnation) -> Result<(), StorageError> {
        self.nodes.leave(node).await
    }

    async fn drain(&self, name: &NodeName, draining: bool) -> Result<bool, StorageError> {
        self.waited().await.drain(name, draining).await
    }

    async fn nodes(&self) -> Result<Vec<Node>, StorageError> {
        self.waited().await.nodes().await
    }

    async fn owner(&self, slot: Slot) -> Result<Option<NodeName>, StorageError> {
        self.waited().await.owner(slot).await
    }
}

#[tokio::test]
async fn after_a_gap_every_game_goes_on_with_its_turn_begun_anew() {
    let site = Site::new();
    let is_silent = Arc::new(AtomicBool::new(false));
    let way = Silent { nodes: site.nodes.clone(), is_silent: Arc::clone(&is_silent) };
    let one = site.start_over("one", None, Arc::new(way)).await;
    let me = one.membership.pulse.borrow().me;
    let lease = site.nodes.leases(me).await.unwrap()[0];
    let game = (0..).map(id).find(|game| Slot::of(*game) == lease.slot).unwrap();
    site.abandoned(game, lease.epoch).await;
    // The first room is that of whoever asks; later ones come by themselves.
    let mut length = site.length(game).await;
    for _ in 0..3 {
        let room = one.rooms.get(game).await.unwrap();
        assert!(room.view().await.is_ok());
        if length == 3 {
            length += 1;
        }
        until("its turn has begun anew", || async { site.length(game).await == length }).await;
        is_silent.store(true, Ordering::Release);
        until("it may not act", || async { !one.rooms.owns(game) }).await;
        is_silent.store(false, Ordering::Release);
        // Nobody asks for the game: it goes on by itself.
        length += 1;
        until("its turn begins anew", || async { site.length(game).await == length }).await;
        assert!(room.view().await.is_err(), "the room of before is gone");
    }
}

#[test]
fn what_was_lost_meanwhile_is_not_owned_by_an_answer_of_before() {
    let owned = Owned::leased(Arc::new(fence::Wrong::new(None).nodes()));
    assert!(!owned.act_until(owned.clock() + Duration::from_secs(3_600)), "it might not act before");
    let (game, lease) = (id(7), Lease { slot: Slot::of(id(7)), epoch: Epoch(1) });
    let gaps = owned.gaps();
    assert!(owned.own(&[lease], gaps));
    let before: Right = owned.right(game).unwrap();
    assert!(owned.holds(game, before));
    owned.lose_everything();
    assert!(!owned.own(&[lease], gaps) && owned.right(game).is_none());
    assert!(owned.own(&[lease], owned.gaps()));
    let after = owned.right(game).unwrap();
    assert_eq!(after.epoch, before.epoch);
    assert!(owned.holds(game, after) && !owned.holds(game, before), "a room of before does not go on");
    assert!(owned.act_until(owned.clock() + Duration::from_secs(3_600)), "there was no gap");
}
