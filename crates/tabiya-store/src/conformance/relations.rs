// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of [`Relations`].

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::{future::Future, sync::Arc};

use async_trait::async_trait;
use tabiya_game::PlayerId;

use super::games::{ANN, BOB, EVE};
use crate::{Relation, Relations, StorageError};

/// A place for relations that starts empty.
pub trait Fixture: Send + Sync {
    /// Opens them. Called once.
    fn open(&self) -> impl Future<Output = Arc<dyn Relations>> + Send;
}

crate::laws! { $ relations relations_tests Fixture:
    a_relation_is_one_sided
    each_part_is_changed_alone
    bios_are_kept
}

const NOTHING: Relation = Relation { follows: false, blocks: false, note: String::new() };

/// Whom Ann follows has no opinion of Ann, and neither has Ann of a third.
pub async fn a_relation_is_one_sided(fixture: &impl Fixture) {
    let relations = fixture.open().await;
    relations.follow(ANN, BOB, true).await.unwrap();
    assert_eq!(relations.relation(ANN, BOB).await.unwrap(), Relation { follows: true, ..NOTHING });
    for (player, other) in [(BOB, ANN), (ANN, EVE), (EVE, BOB)] {
        assert_eq!(relations.relation(player, other).await.unwrap(), NOTHING);
    }
}

/// In whichever order; and what says nothing any more is not counted.
pub async fn each_part_is_changed_alone(fixture: &impl Fixture) {
    let relations = fixture.open().await;
    let now = async || relations.relation(ANN, BOB).await.unwrap();
    let note = "plays the \"Dutch\"; asks for draws".to_owned();
    relations.note_about(ANN, BOB, &note).await.unwrap();
    relations.follow(ANN, BOB, true).await.unwrap();
    relations.follow(ANN, EVE, true).await.unwrap();
    assert_eq!(now().await, Relation { follows: true, blocks: false, note: note.clone() });
    relations.block(ANN, BOB, true).await.unwrap();
    assert_eq!(now().await, Relation { follows: false, blocks: true, note: note.clone() });
    assert_eq!(relations.blocked_by(ANN).await.unwrap(), [BOB]);
    assert_eq!(relations.blocked_by(BOB).await.unwrap(), []);
    relations.note_about(ANN, BOB, "").await.unwrap();
    relations.follow(ANN, BOB, true).await.unwrap();
    assert_eq!(now().await, Relation { follows: true, blocks: true, note: String::new() });
    relations.block(ANN, BOB, false).await.unwrap();
    assert_eq!(now().await, Relation { follows: true, ..NOTHING });
    assert_eq!(relations.relation_count_of(ANN).await.unwrap(), 2);
    let mut all =
        [(BOB, Relation { follows: true, ..NOTHING }), (EVE, Relation { follows: true, ..NOTHING })];
    all.sort_by_key(|(other, _)| *other);
    assert_eq!(relations.relations_of(ANN, 9).await.unwrap(), all);
    assert_eq!(relations.relations_of(ANN, 1).await.unwrap(), all[..1]);
    assert_eq!(relations.relations_of(BOB, 9).await.unwrap(), []);
    relations.follow(ANN, BOB, false).await.unwrap();
    assert_eq!(now().await, NOTHING);
    assert_eq!(relations.relation_count_of(ANN).await.unwrap(), 1);
    assert_eq!(relations.relation_count_of(BOB).await.unwrap(), 0);
}

/// One for each player; the last one counts.
pub async fn bios_are_kept(fixture: &impl Fixture) {
    let relations = fixture.open().await;
    assert_eq!(relations.bio_of(ANN).await.unwrap(), "");
    for bio in ["first", "Żółw 🐢\nsecond line"] {
        relations.set_bio(ANN, bio).await.unwrap();
        assert_eq!(relations.bio_of(ANN).await.unwrap(), bio);
    }
    assert_eq!(relations.bio_of(BOB).await.unwrap(), "");
}

/// How relations can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// What one thinks of the other is what the other thinks.
    Mutual,
    /// Following somebody removes the note.
    ForgetsTheNote,
    /// One can follow whom one blocks.
    BlocksAndFollows,
    /// Everybody has the same bio.
    SharesTheBio,
}

impl Fault {
    /// All of them.
    pub const ALL: [Self; 4] =
        [Self::Mutual, Self::ForgetsTheNote, Self::BlocksAndFollows, Self::SharesTheBio];
}

/// A fixture whose relations have one fault.
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
    async fn open(&self) -> Arc<dyn Relations> {
        Arc::new(WrongRelations { right: self.right.open().await, fault: self.fault })
    }
}

struct WrongRelations {
    right: Arc<dyn Relations>,
    fault: Fault,
}

#[async_trait]
impl Relations for WrongRelations {
    async fn relation(&self, player: PlayerId, other: PlayerId) -> Result<Relation, StorageError> {
        let found = self.right.relation(player, other).await?;
        if self.fault == Fault::Mutual && found == NOTHING {
            return self.right.relation(other, player).await;
        }
        Ok(found)
    }

    async fn follow(&self, player: PlayerId, other: PlayerId, follows: bool) -> Result<(), StorageError> {
        if self.fault == Fault::ForgetsTheNote {
            self.right.note_about(player, other, "").await?;
        }
        self.right.follow(player, other, follows).await
    }

    async fn block(&self, player: PlayerId, other: PlayerId, blocks: bool) -> Result<(), StorageError> {
        let before = self.right.relation(player, other).await?;
        self.right.block(player, other, blocks).await?;
        if self.fault == Fault::BlocksAndFollows && before.follows {
            self.right.follow(player, other, true).await?;
        }
        Ok(())
    }

    async fn note_about(&self, player: PlayerId, other: PlayerId, note: &str) -> Result<(), StorageError> {
        self.right.note_about(player, other, note).await
    }

    async fn relations_of(
        &self,
        player: PlayerId,
        limit: u32,
    ) -> Result<Vec<(PlayerId, Relation)>, StorageError> {
        self.right.relations_of(player, limit).await
    }

    async fn blocked_by(&self, player: PlayerId) -> Result<Vec<PlayerId>, StorageError> {
        self.right.blocked_by(player).await
    }

    async fn relation_count_of(&self, player: PlayerId) -> Result<u64, StorageError> {
        self.right.relation_count_of(player).await
    }

    async fn bio_of(&self, player: PlayerId) -> Result<String, StorageError> {
        self.right.bio_of(if self.fault == Fault::SharesTheBio { ANN } else { player }).await
    }

    async fn set_bio(&self, player: PlayerId, bio: &str) -> Result<(), StorageError> {
        self.right.set_bio(player, bio).await
    }
}
