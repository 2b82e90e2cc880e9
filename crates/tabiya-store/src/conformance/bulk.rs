// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of [`BulkPairings`].

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::{future::Future, sync::Arc};

use async_trait::async_trait;
use tabiya_game::{PlayerId, Time};

use super::games::{ANN, BOB};
use crate::{BulkPairing, BulkPairings, BulkStage, StorageError};

/// A place for rounds that starts empty.
pub trait Fixture: Send + Sync {
    /// Opens it. Called once.
    fn open(&self) -> impl Future<Output = Arc<dyn BulkPairings>> + Send;
}

crate::laws! { $ bulk bulk_tests Fixture:
    a_round_is_kept_for_its_organiser
    rounds_are_due_in_their_order
    a_round_goes_on_once
    only_a_round_to_come_is_taken_back
}

/// A round of `owner`, ordered at `ordered`.
fn round(id: &str, owner: PlayerId, ordered: u64, due: Option<u64>) -> BulkPairing {
    BulkPairing {
        id: id.to_owned(),
        owner,
        ordered: Time(ordered),
        stage: BulkStage::Ordered,
        due: due.map(Time),
        round: format!("{{\"games\":[],\"name\":\"{id}\"}}"),
    }
}

fn ids(rounds: &[BulkPairing]) -> Vec<&str> {
    rounds.iter().map(|round| round.id.as_str()).collect()
}

/// As it was ordered, and for nobody else.
pub async fn a_round_is_kept_for_its_organiser(fixture: &impl Fixture) {
    let rounds = fixture.open().await;
    let all = [
        round("a", ANN, 1, Some(50)),
        round("b", ANN, 2, None),
        round("c", BOB, 3, Some(7)),
        round("d", ANN, 4, Some(60)),
    ];
    for round in &all {
        rounds.order_bulk(round).await.unwrap();
    }
    assert!(rounds.order_bulk(&all[0]).await.is_err(), "an id is used once");
    assert_eq!(rounds.bulk(ANN, "a").await.unwrap().as_ref(), Some(&all[0]));
    assert_eq!(rounds.bulk(ANN, "b").await.unwrap().as_ref(), Some(&all[1]));
    assert_eq!(rounds.bulk(BOB, "a").await.unwrap(), None);
    assert_eq!(ids(&rounds.bulks_of(ANN, 9).await.unwrap()), ["d", "a"]);
    assert_eq!(ids(&rounds.bulks_of(ANN, 1).await.unwrap()), ["d"]);
}

/// The earliest first.
pub async fn rounds_are_due_in_their_order(fixture: &impl Fixture) {
    let rounds = fixture.open().await;
    for (id, due) in [("a", Some(30)), ("b", Some(10)), ("c", None), ("d", Some(20)), ("e", Some(31))] {
        rounds.order_bulk(&round(id, ANN, 1, due)).await.unwrap();
    }
    assert_eq!(ids(&rounds.bulks_due(Time(30), 9).await.unwrap()), ["b", "d", "a"]);
    assert_eq!(ids(&rounds.bulks_due(Time(u64::MAX), 2).await.unwrap()), ["b", "d"]);
    assert_eq!(ids(&rounds.bulks_due(Time(u64::MAX), 9).await.unwrap()), ["b", "d", "a", "e"]);
}

/// Only from the stage that it is in.
pub async fn a_round_goes_on_once(fixture: &impl Fixture) {
    let rounds = fixture.open().await;
    rounds.order_bulk(&round("a", ANN, 1, Some(10))).await.unwrap();
    let [ordered, paired, started] = BulkStage::ALL;
    assert!(!rounds.advance_bulk("a", [paired, started], None).await.unwrap());
    assert!(rounds.advance_bulk("a", [ordered, paired], Some(Time(40))).await.unwrap());
    assert!(!rounds.advance_bulk("a", [ordered, paired], Some(Time(50))).await.unwrap());
    let found = rounds.bulk(ANN, "a").await.unwrap().unwrap();
    assert_eq!((found.stage, found.due), (paired, Some(Time(40))));
    assert!(rounds.advance_bulk("a", [paired, started], None).await.unwrap());
    assert_eq!(rounds.bulks_due(Time(u64::MAX), 9).await.unwrap(), []);
}

/// And only by its organiser.
pub async fn only_a_round_to_come_is_taken_back(fixture: &impl Fixture) {
    let rounds = fixture.open().await;
    for id in ["a", "b"] {
        rounds.order_bulk(&round(id, ANN, 1, Some(10))).await.unwrap();
    }
    assert!(!rounds.cancel_bulk(BOB, "a").await.unwrap());
    assert!(rounds.cancel_bulk(ANN, "a").await.unwrap());
    assert!(!rounds.cancel_bulk(ANN, "a").await.unwrap());
    rounds.advance_bulk("b", [BulkStage::Ordered, BulkStage::Paired], None).await.unwrap();
    assert!(!rounds.cancel_bulk(ANN, "b").await.unwrap());
    assert!(rounds.bulk(ANN, "b").await.unwrap().is_some());
    assert_eq!(rounds.bulk(ANN, "a").await.unwrap(), None);
}

/// How a place for rounds can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Everybody reads every round.
    ForEverybody,
    /// What is due is not sorted.
    AnyOrder,
    /// A round goes on from any stage.
    FromAnyStage,
    /// Also a round that has begun is taken back.
    TakesBackAll,
}

impl Fault {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::ForEverybody, Self::AnyOrder, Self::FromAnyStage, Self::TakesBackAll];
}

/// A fixture whose rounds have one fault.
pub struct Wrong<F> {
    right: F,
    fault: Fault,
}

impl<F> Wrong<F> {
    /// Over a right one.
    pub const fn new(right: F, fault: Fault) -> Self {
        Self { right, fault }
    }
}

impl<F: Fixture> Fixture for Wrong<F> {
    async fn open(&self) -> Arc<dyn BulkPairings> {
        Arc::new(WrongRounds { right: self.right.open().await, fault: self.fault })
    }
}

struct WrongRounds {
    right: Arc<dyn BulkPairings>,
    fault: Fault,
}

#[async_trait]
impl BulkPairings for WrongRounds {
    async fn order_bulk(&self, bulk: &BulkPairing) -> Result<(), StorageError> {
        self.right.order_bulk(bulk).await
    }

    async fn bulk(&self, owner: PlayerId, id: &str) -> Result<Option<BulkPairing>, StorageError> {
        match self.right.bulk(owner, id).await? {
            None if self.fault == Fault::ForEverybody => self.right.bulk(ANN, id).await,
            found => Ok(found),
        }
    }

    async fn bulks_of(&self, owner: PlayerId, limit: u32) -> Result<Vec<BulkPairing>, StorageError> {
        self.right.bulks_of(owner, limit).await
    }

    async fn bulks_due(&self, until: Time, limit: u32) -> Result<Vec<BulkPairing>, StorageError> {
        let mut due = self.right.bulks_due(until, limit).await?;
        if self.fault == Fault::AnyOrder {
            due.sort_by(|one, other| one.id.cmp(&other.id));
        }
        Ok(due)
    }

    async fn advance_bulk(
        &self,
        id: &str,
        stages: [BulkStage; 2],
        due: Option<Time>,
    ) -> Result<bool, StorageError> {
        let advanced = self.right.advance_bulk(id, stages, due).await?;
        Ok(advanced || self.fault == Fault::FromAnyStage)
    }

    async fn cancel_bulk(&self, owner: PlayerId, id: &str) -> Result<bool, StorageError> {
        if self.fault == Fault::TakesBackAll {
            for stage in [BulkStage::Paired, BulkStage::Started] {
                self.right.advance_bulk(id, [stage, BulkStage::Ordered], None).await?;
            }
        }
        self.right.cancel_bulk(owner, id).await
    }
}
