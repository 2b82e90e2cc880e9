// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of [`Lines`].

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::{future::Future, sync::Arc};

use async_trait::async_trait;
use tabiya_game::{GameId, PlayerId, Time};

use super::games::{ANN, BOB, EVE, id};
use crate::{
    Lines, PlayerLines, StorageError,
    tables::{Change, Database, Statement},
};

/// A place for lines that starts empty.
pub trait Fixture: Send + Sync {
    /// Opens it. Called once. The second is the database below it, in which a law does damage.
    fn open(&self) -> impl Future<Output = (Arc<dyn Lines>, Arc<dyn Database>)> + Send;
}

crate::laws! { $ lines lines_tests Fixture:
    lines_are_of_one_player_in_one_game
    of_two_changes_of_a_version_one_is_kept
    the_lines_of_some_games_are_listed
    the_lines_of_a_player_are_listed
    a_damaged_row_is_in_no_list_and_told_to_whoever_asks_for_it
    a_damaged_row_can_be_given_up_and_a_whole_one_not
    nothing_is_kept_of_who_leaves
}

fn of(game: u64, player: PlayerId, version: u32, lines: &str) -> PlayerLines {
    let changed = Time(u64::from(version) * 1_000 + game);
    PlayerLines { game: id(game), player, version, changed, lines: lines.to_owned() }
}

fn owners(mut all: Vec<PlayerLines>) -> Vec<(GameId, PlayerId)> {
    all.sort_by_key(|lines| (lines.game.to_string(), lines.player));
    all.into_iter().map(|lines| (lines.game, lines.player)).collect()
}

/// And come back as they were kept.
pub async fn lines_are_of_one_player_in_one_game(fixture: &impl Fixture) {
    let (lines, _) = fixture.open().await;
    assert_eq!(lines.lines(id(1), ANN).await.unwrap(), None);
    let first = of(1, ANN, 1, "1\nif 4 e7e5 g1f3\n");
    assert!(lines.keep_lines(&first).await.unwrap());
    assert_eq!(lines.lines(id(1), ANN).await.unwrap().as_ref(), Some(&first));
    assert_eq!(lines.lines(id(1), BOB).await.unwrap(), None);
    assert_eq!(lines.lines(id(2), ANN).await.unwrap(), None);
    for other in [of(1, BOB, 1, "of Bob"), of(2, ANN, 1, "")] {
        assert!(lines.keep_lines(&other).await.unwrap());
        assert_eq!(lines.lines(other.game, other.player).await.unwrap(), Some(other));
    }
    assert_eq!(lines.lines(id(1), ANN).await.unwrap(), Some(first));
}

/// The one that comes first.
pub async fn of_two_changes_of_a_version_one_is_kept(fixture: &impl Fixture) {
    let (lines, _) = fixture.open().await;
    assert!(!lines.keep_lines(&of(1, ANN, 2, "follows nothing")).await.unwrap());
    assert_eq!(lines.lines(id(1), ANN).await.unwrap(), None);
    for (version, text, is_kept) in [
        (1, "first", true),
        (1, "first again", false),
        (3, "too early", false),
        (2, "second", true),
        (2, "second again", false),
        (3, "third", true),
    ] {
        assert_eq!(lines.keep_lines(&of(1, ANN, version, text)).await.unwrap(), is_kept, "{text}");
    }
    assert_eq!(lines.lines(id(1), ANN).await.unwrap(), Some(of(1, ANN, 3, "third")));
}

/// All of them, however many games are asked for.
pub async fn the_lines_of_some_games_are_listed(fixture: &impl Fixture) {
    let (lines, _) = fixture.open().await;
    for (game, player) in [(1, ANN), (1, BOB), (2, ANN), (3, BOB)] {
        lines.keep_lines(&of(game, player, 1, "x")).await.unwrap();
    }
    assert_eq!(lines.lines_in(&[]).await.unwrap(), []);
    assert_eq!(lines.lines_in(&[id(4)]).await.unwrap(), []);
    let some = lines.lines_in(&[id(1), id(3)]).await.unwrap();
    assert_eq!(owners(some), [(id(1), ANN), (id(1), BOB), (id(3), BOB)]);
    let many: Vec<_> = (0..1_200).rev().map(id).collect();
    assert_eq!(lines.lines_in(&many).await.unwrap().len(), 4);
}

/// The last changed first.
pub async fn the_lines_of_a_player_are_listed(fixture: &impl Fixture) {
    let (lines, _) = fixture.open().await;
    for (game, player) in [(1, ANN), (2, ANN), (3, ANN), (4, BOB)] {
        lines.keep_lines(&of(game, player, 1, "x")).await.unwrap();
    }
    lines.keep_lines(&of(1, ANN, 2, "y")).await.unwrap();
    let games = |all: Vec<PlayerLines>| all.into_iter().map(|each| each.game).collect::<Vec<_>>();
    assert_eq!(games(lines.lines_of(ANN, 9).await.unwrap()), [id(1), id(3), id(2)]);
    assert_eq!(games(lines.lines_of(ANN, 2).await.unwrap()), [id(1), id(3)]);
    assert_eq!(lines.lines_of(EVE, 9).await.unwrap(), []);
}

/// The others are there as before.
pub async fn a_damaged_row_is_in_no_list_and_told_to_whoever_asks_for_it(fixture: &impl Fixture) {
    let (lines, database) = fixture.open().await;
    for (game, player) in [(1, ANN), (1, BOB), (2, ANN)] {
        lines.keep_lines(&of(game, player, 1, "x")).await.unwrap();
    }
    damage(&*database, 1, ANN).await;
    assert_eq!(owners(lines.lines_in(&[id(1), id(2)]).await.unwrap()), [(id(1), BOB), (id(2), ANN)]);
    assert_eq!(owners(lines.lines_of(ANN, 1).await.unwrap()), [(id(2), ANN)]);
    let asked = lines.lines(id(1), ANN).await;
    assert!(matches!(asked, Err(StorageError::Damaged { .. })), "{asked:?}");
    assert!(lines.lines(id(2), ANN).await.unwrap().is_some());
}

/// Then there is room for new lines.
pub async fn a_damaged_row_can_be_given_up_and_a_whole_one_not(fixture: &impl Fixture) {
    let (lines, database) = fixture.open().await;
    for (game, player) in [(1, ANN), (1, BOB), (2, ANN)] {
        lines.keep_lines(&of(game, player, 1, "x")).await.unwrap();
    }
    damage(&*database, 1, ANN).await;
    for (game, player) in [(1, ANN), (1, BOB), (2, ANN), (3, ANN)] {
        lines.give_up_damaged(id(game), player).await.unwrap();
    }
    assert_eq!(lines.lines(id(1), ANN).await.unwrap(), None);
    assert_eq!(owners(lines.lines_in(&[id(1), id(2)]).await.unwrap()), [(id(1), BOB), (id(2), ANN)]);
    assert!(lines.keep_lines(&of(1, ANN, 1, "new")).await.unwrap());
}

async fn damage(database: &dyn Database, game: u64, player: PlayerId) {
    let sql = "UPDATE player_lines SET version = -1 WHERE game = $1 AND player = $2";
    let damage = Statement::new(sql, vec![id(game).as_str().into(), player.into()]).touching(1);
    database.change(Change::new(vec![damage]).unwrap()).await.unwrap();
}

/// Others keep theirs.
pub async fn nothing_is_kept_of_who_leaves(fixture: &impl Fixture) {
    let (lines, _) = fixture.open().await;
    for (game, player) in [(1, ANN), (2, ANN), (1, BOB)] {
        lines.keep_lines(&of(game, player, 1, "x")).await.unwrap();
    }
    lines.forget_lines_of(ANN).await.unwrap();
    assert_eq!(lines.lines_of(ANN, 9).await.unwrap(), []);
    assert_eq!(lines.lines(id(1), ANN).await.unwrap(), None);
    assert_eq!(owners(lines.lines_in(&[id(1), id(2)]).await.unwrap()), [(id(1), BOB)]);
    // Nor do they find anything in their way when they come back.
    assert!(lines.keep_lines(&of(1, ANN, 1, "new")).await.unwrap());
}

/// How a place for lines can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Everybody in a game is shown the lines of both.
    ShowsOthers,
    /// The last change wins.
    LastWins,
    /// Of many games only the first are looked at.
    ListsFew,
    /// The lists are not sorted.
    AnyOrder,
    /// Nobody is forgotten.
    ForgetsNobody,
    /// The opponent's lines are forgotten with one's own.
    ForgetsAll,
    /// A damaged row is taken for none.
    HidesDamage,
    /// A damaged row costs the list of its game.
    ListsNoneBesideDamage,
    /// A damaged row stays for ever.
    KeepsDamage,
    /// Whole rows are given up, too.
    GivesUpAll,
}

impl Fault {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::ShowsOthers,
        Self::LastWins,
        Self::ListsFew,
        Self::AnyOrder,
        Self::ForgetsNobody,
        Self::ForgetsAll,
        Self::HidesDamage,
        Self::ListsNoneBesideDamage,
        Self::KeepsDamage,
        Self::GivesUpAll,
    ];
}

/// A fixture whose lines have one fault.
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
    async fn open(&self) -> (Arc<dyn Lines>, Arc<dyn Database>) {
        let (right, database) = self.right.open().await;
        (Arc::new(WrongLines { right, fault: self.fault }), database)
    }
}

struct WrongLines {
    right: Arc<dyn Lines>,
    fault: Fault,
}

#[async_trait]
impl Lines for WrongLines {
    async fn lines(&self, game: GameId, player: PlayerId) -> Result<Option<PlayerLines>, StorageError> {
        if self.fault == Fault::ShowsOthers {
            return Ok(self.right.lines_in(&[game]).await?.into_iter().next());
        }
        match self.right.lines(game, player).await {
            Err(StorageError::Damaged { .. }) if self.fault == Fault::HidesDamage => Ok(None),
            found => found,
        }
    }

    async fn lines_in(&self, games: &[GameId]) -> Result<Vec<PlayerLines>, StorageError> {
        if self.fault == Fault::ListsNoneBesideDamage {
            for (game, player) in games.iter().flat_map(|game| [ANN, BOB].map(|player| (*game, player))) {
                self.right.lines(game, player).await?;
            }
        }
        let few = if self.fault == Fault::ListsFew { &games[..games.len().min(500)] } else { games };
        self.right.lines_in(few).await
    }

    async fn keep_lines(&self, new: &PlayerLines) -> Result<bool, StorageError> {
        if self.fault == Fault::LastWins {
            let there = self.right.lines(new.game, new.player).await?;
            let version = there.map_or(0, |there| there.version) + 1;
            return self.right.keep_lines(&PlayerLines { version, ..new.clone() }).await;
        }
        self.right.keep_lines(new).await
    }

    async fn give_up_damaged(&self, game: GameId, player: PlayerId) -> Result<(), StorageError> {
        match self.fault {
            Fault::KeepsDamage => Ok(()),
            Fault::GivesUpAll => self.right.forget_lines_of(player).await,
            Fault::ShowsOthers
            | Fault::LastWins
            | Fault::ListsFew
            | Fault::AnyOrder
            | Fault::ForgetsNobody
            | Fault::ForgetsAll
            | Fault::HidesDamage
            | Fault::ListsNoneBesideDamage => self.right.give_up_damaged(game, player).await,
        }
    }

    async fn lines_of(&self, player: PlayerId, limit: u32) -> Result<Vec<PlayerLines>, StorageError> {
        let mut all = self.right.lines_of(player, limit).await?;
        if self.fault == Fault::AnyOrder {
            all.reverse();
        }
        Ok(all)
    }

    async fn forget_lines_of(&self, player: PlayerId) -> Result<(), StorageError> {
        match self.fault {
            Fault::ForgetsNobody => Ok(()),
            Fault::ForgetsAll => {
                for player in [ANN, BOB, EVE, player] {
                    self.right.forget_lines_of(player).await?;
                }
                Ok(())
            }
            Fault::ShowsOthers
            | Fault::LastWins
            | Fault::ListsFew
            | Fault::AnyOrder
            | Fault::HidesDamage
            | Fault::ListsNoneBesideDamage
            | Fault::KeepsDamage
            | Fault::GivesUpAll => self.right.forget_lines_of(player).await,
        }
    }
}
