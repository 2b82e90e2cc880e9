// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of [`Imports`].

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::{future::Future, sync::Arc};

use async_trait::async_trait;
use tabiya_game::{GameId, PlayerId, Time};

use super::games::{ANN, BOB, id};
use crate::{Imports, StorageError};

/// A place for imports that starts empty.
pub trait Fixture: Send + Sync {
    /// Opens it. Called once.
    fn open(&self) -> impl Future<Output = Arc<dyn Imports>> + Send;
}

/// Makes a test of each law. The argument is an expression for a fresh [`Fixture`].
#[macro_export]
macro_rules! imports_tests {
    ($fixture:expr) => {
        #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn a_list_holds_what_its_player_brought() {
            $crate::conformance::imports::a_list_holds_what_its_player_brought(&$fixture).await;
        }
    };
}

crate::laws! { Fixture, a_list_holds_what_its_player_brought }

/// The last first, each once.
pub async fn a_list_holds_what_its_player_brought(fixture: &impl Fixture) {
    let imports = fixture.open().await;
    for (player, number, at) in [(ANN, 1, 10), (ANN, 2, 30), (BOB, 1, 5), (ANN, 3, 20), (ANN, 1, 10)] {
        imports.note_import(player, id(number), Time(at)).await.unwrap();
    }
    assert_eq!(imports.imports_of(ANN, 9).await.unwrap(), [id(2), id(3), id(1)]);
    assert_eq!(imports.imports_of(ANN, 2).await.unwrap(), [id(2), id(3)]);
    assert_eq!(imports.imports_of(BOB, 9).await.unwrap(), [id(1)]);
}

/// How imports can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Everybody's are listed.
    ListsAll,
    /// The first comes first.
    FirstFirst,
}

impl Fault {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::ListsAll, Self::FirstFirst];
}

/// A fixture whose imports have one fault.
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
    async fn open(&self) -> Arc<dyn Imports> {
        Arc::new(WrongImports { right: self.right.open().await, fault: self.fault })
    }
}

struct WrongImports {
    right: Arc<dyn Imports>,
    fault: Fault,
}

#[async_trait]
impl Imports for WrongImports {
    async fn note_import(&self, player: PlayerId, game: GameId, at: Time) -> Result<(), StorageError> {
        let player = if self.fault == Fault::ListsAll { ANN } else { player };
        self.right.note_import(player, game, at).await
    }

    async fn imports_of(&self, player: PlayerId, limit: u32) -> Result<Vec<GameId>, StorageError> {
        let mut games = self.right.imports_of(player, limit).await?;
        if self.fault == Fault::FirstFirst {
            games.reverse();
        }
        Ok(games)
    }
}
