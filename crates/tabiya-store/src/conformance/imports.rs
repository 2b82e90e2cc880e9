// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of [`Imports`].

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::{future::Future, sync::Arc};

use async_trait::async_trait;
use tabiya_game::{GameId, PlayerId, Time};

use super::games::{ANN, BOB, id};
use crate::{Imports, PageKey, StorageError};

/// A place for imports that starts empty.
pub trait Fixture: Send + Sync {
    /// Opens it. Called once.
    fn open(&self) -> impl Future<Output = Arc<dyn Imports>> + Send;
}

crate::laws! { $ imports imports_tests Fixture:
    a_list_holds_what_its_player_brought
    a_page_follows_the_place_of_the_one_before
    those_who_brought_a_game_are_named
}

/// The last first, each once.
pub async fn a_list_holds_what_its_player_brought(fixture: &impl Fixture) {
    let imports = fixture.open().await;
    for (player, number, at) in [(ANN, 1, 10), (ANN, 2, 30), (BOB, 1, 5), (ANN, 3, 20), (ANN, 1, 10)] {
        imports.note_import(player, id(number), Time(at)).await.unwrap();
    }
    assert_eq!(imports.imports_of(ANN, None, 9).await.unwrap(), [id(2), id(3), id(1)]);
    assert_eq!(imports.imports_of(ANN, None, 2).await.unwrap(), [id(2), id(3)]);
    assert_eq!(imports.imports_of(BOB, None, 9).await.unwrap(), [id(1)]);
    for (player, number, has) in [(ANN, 2, true), (BOB, 1, true), (BOB, 2, false), (ANN, 9, false)] {
        assert_eq!(imports.has_imported(player, id(number)).await, Ok(has), "{number}");
    }
}

/// As a list of finished games is read.
pub async fn a_page_follows_the_place_of_the_one_before(fixture: &impl Fixture) {
    let imports = fixture.open().await;
    for (number, at) in [(1, 10), (2, 20), (3, 20), (4, 30)] {
        imports.note_import(ANN, id(number), Time(at)).await.unwrap();
    }
    let after = |at, number| Some(PageKey { ended: Time(at), game: id(number) });
    assert_eq!(imports.imports_of(ANN, after(30, 4), 9).await.unwrap(), [id(3), id(2), id(1)]);
    assert_eq!(imports.imports_of(ANN, after(20, 3), 1).await.unwrap(), [id(2)]);
    // Another list's game.
    assert_eq!(imports.imports_of(ANN, after(20, 9), 1).await.unwrap(), [id(3)]);
    assert_eq!(imports.imports_of(ANN, after(10, 1), 9).await.unwrap(), []);
}

/// Also where the same one brings it twice.
pub async fn those_who_brought_a_game_are_named(fixture: &impl Fixture) {
    let imports = fixture.open().await;
    for (player, number, at) in [(ANN, 1, 10), (BOB, 1, 5), (ANN, 2, 20), (ANN, 1, 30)] {
        imports.note_import(player, id(number), Time(at)).await.unwrap();
    }
    for (number, expected) in [(1, vec![ANN, BOB]), (2, vec![ANN]), (3, vec![])] {
        let mut found = imports.importers_of(id(number)).await.unwrap();
        found.sort_unstable();
        assert_eq!(found, expected, "{number}");
    }
}

/// How imports can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Everybody's are listed.
    ListsAll,
    /// The first comes first.
    FirstFirst,
    /// Every page is the first.
    FirstPage,
    /// Of those who brought a game one is named.
    NamesOne,
}

impl Fault {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::ListsAll, Self::FirstFirst, Self::FirstPage, Self::NamesOne];
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

    async fn imports_of(
        &self,
        player: PlayerId,
        after: Option<PageKey>,
        limit: u32,
    ) -> Result<Vec<GameId>, StorageError> {
        let after = after.filter(|_| self.fault != Fault::FirstPage);
        let mut games = self.right.imports_of(player, after, limit).await?;
        if self.fault == Fault::FirstFirst {
            games.reverse();
        }
        Ok(games)
    }

    async fn importers_of(&self, game: GameId) -> Result<Vec<PlayerId>, StorageError> {
        let mut players = self.right.importers_of(game).await?;
        if self.fault == Fault::NamesOne {
            players.truncate(1);
        }
        Ok(players)
    }

    async fn has_imported(&self, player: PlayerId, game: GameId) -> Result<bool, StorageError> {
        let player = if self.fault == Fault::ListsAll { ANN } else { player };
        self.right.has_imported(player, game).await
    }
}
