// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of [`PuzzleSets`].

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::{future::Future, sync::Arc};

use async_trait::async_trait;
use tabiya_game::{PlayerId, Rating, Time};

use super::games::{ANN, BOB, EVE};
use crate::{
    AttemptEnd, Audience, EndedAttempt, Given, NewPuzzle, PuzzleAttempt, PuzzleInSet, PuzzleSet, PuzzleSets,
    Puzzles, StorageError,
};

/// A place for sets that starts empty, and the puzzles of the same database.
pub trait Fixture: Send + Sync {
    /// Opens it. Called once.
    fn open(&self) -> impl Future<Output = (Arc<dyn PuzzleSets>, Arc<dyn Puzzles>)> + Send;
}

crate::laws! { $ puzzle_sets puzzle_sets_tests Fixture:
    a_set_comes_back_as_it_was_kept
    of_two_changes_of_a_set_one_is_kept
    sets_made_at_once_keep_within_the_limit
    the_sets_of_a_player_are_listed
    attempts_at_some_puzzles_are_listed
    a_real_name_is_the_organisers_alone
    sets_and_names_go_with_their_player
}

const MOST: u32 = 9;

fn new(id: &str, owner: PlayerId, created: u64) -> PuzzleSet {
    let puzzle = |(id, added): (&str, u64)| PuzzleInSet { id: id.to_owned(), added: Time(added) };
    let puzzles = [("a1", 1), ("b2", 5)].map(puzzle).to_vec();
    let (id, name) = (id.to_owned(), format!("Forks, {id}"));
    PuzzleSet { id, owner, name, created: Time(created), given: None, puzzles, version: 1 }
}

/// Also without puzzles.
pub async fn a_set_comes_back_as_it_was_kept(fixture: &impl Fixture) {
    let (sets, _) = fixture.open().await;
    assert_eq!(sets.puzzle_set("s1").await.unwrap(), None);
    let first = PuzzleSet { given: Some(Given { at: Time(4), due: Time(9) }), ..new("s1", ANN, 1) };
    let empty = PuzzleSet { puzzles: Vec::new(), ..new("s2", ANN, 2) };
    for set in [&first, &empty] {
        assert!(sets.keep_set(set, MOST).await.unwrap());
        assert_eq!(sets.puzzle_set(&set.id).await.unwrap().as_ref(), Some(set));
    }
    sets.delete_set("s2").await.unwrap();
    assert_eq!(sets.puzzle_set("s2").await.unwrap(), None);
    assert_eq!(sets.puzzle_set("s1").await.unwrap(), Some(first));
}

/// The one that comes first, and only its owner's.
pub async fn of_two_changes_of_a_set_one_is_kept(fixture: &impl Fixture) {
    let (sets, _) = fixture.open().await;
    let at = |version, name: &str| PuzzleSet { version, name: name.to_owned(), ..new("s1", ANN, 1) };
    assert!(!sets.keep_set(&at(2, "too early"), MOST).await.unwrap());
    for (set, is_kept) in [
        (at(1, "first"), true),
        (at(1, "first again"), false),
        (at(3, "too early"), false),
        (PuzzleSet { owner: BOB, ..at(2, "somebody else's") }, false),
        (at(2, "second"), true),
        (at(2, "second again"), false),
    ] {
        assert_eq!(sets.keep_set(&set, MOST).await.unwrap(), is_kept, "{}", set.name);
    }
    assert_eq!(sets.puzzle_set("s1").await.unwrap(), Some(at(2, "second")));
}

/// Those of others don't count, and what is there can still be changed.
pub async fn sets_made_at_once_keep_within_the_limit(fixture: &impl Fixture) {
    let (sets, _) = fixture.open().await;
    assert!(sets.keep_set(&new("b0", BOB, 1), MOST).await.unwrap());
    assert!(sets.keep_set(&new("a0", ANN, 1), MOST).await.unwrap());
    let making = (1..9).map(|number| {
        let sets = Arc::clone(&sets);
        let set = new(&format!("a{number}"), ANN, number);
        tokio::spawn(async move { sets.keep_set(&set, 4).await.unwrap() })
    });
    let mut kept = 0;
    for each in making.collect::<Vec<_>>() {
        kept += usize::from(each.await.unwrap());
    }
    assert_eq!((kept, sets.sets_of(ANN, 99).await.unwrap().len()), (3, 4));
    assert!(sets.keep_set(&PuzzleSet { version: 2, ..new("a0", ANN, 1) }, 4).await.unwrap());
}

/// The latest first.
pub async fn the_sets_of_a_player_are_listed(fixture: &impl Fixture) {
    let (sets, _) = fixture.open().await;
    for (id, owner, created) in [("s1", ANN, 1), ("s2", ANN, 3), ("s3", BOB, 2), ("s4", ANN, 2)] {
        assert!(sets.keep_set(&new(id, owner, created), MOST).await.unwrap());
    }
    let listed = |owner, limit| {
        let sets = Arc::clone(&sets);
        async move { sets.sets_of(owner, limit).await.unwrap().into_iter().map(|set| set.id).collect::<Vec<_>>() }
    };
    assert_eq!(listed(ANN, 9).await, ["s2", "s4", "s1"]);
    assert_eq!(listed(ANN, 1).await, ["s2"]);
    assert_eq!(listed(EVE, 9).await, [""; 0]);
}

/// Of no other player, and at no other puzzle.
pub async fn attempts_at_some_puzzles_are_listed(fixture: &impl Fixture) {
    let (sets, puzzles) = fixture.open().await;
    let puzzle = |id: &str| NewPuzzle {
        id: id.to_owned(),
        line: "line".to_owned(),
        themes: Vec::new(),
        rating: Rating::set(1500, 100).unwrap(),
        audience: Audience::Everybody,
    };
    puzzles.add_puzzles(&["a1", "b2", "c3"].map(puzzle)).await.unwrap();
    for (player, id) in [(ANN, "a1"), (ANN, "c3"), (BOB, "b2"), (EVE, "a1")] {
        let ended = EndedAttempt { end: AttemptEnd::Solved, at: Time(1), due: None, may_count: true };
        puzzles.end_attempt(player, id, ended).await.unwrap();
    }
    let ids = ["a1", "b2"].map(str::to_owned);
    let mut found = sets.attempts_at(&ids, &[ANN, BOB]).await.unwrap();
    found.sort_by_key(|(player, _)| *player);
    let found: Vec<_> = found.iter().map(|(player, attempt)| (*player, attempt.puzzle.as_str())).collect();
    assert_eq!(found, [(ANN, "a1"), (BOB, "b2")]);
    assert_eq!(sets.attempts_at(&[], &[ANN]).await.unwrap(), []);
    assert_eq!(sets.attempts_at(&ids, &[]).await.unwrap(), []);
}

/// Until it is taken away.
pub async fn a_real_name_is_the_organisers_alone(fixture: &impl Fixture) {
    let (sets, _) = fixture.open().await;
    for name in ["Beth", "Bethany Müller"] {
        sets.name_pupil(ANN, BOB, Some(name)).await.unwrap();
    }
    assert_eq!(sets.pupil_names(ANN).await.unwrap(), [(BOB, "Bethany Müller".to_owned())]);
    assert_eq!(sets.pupil_names(EVE).await.unwrap(), []);
    assert_eq!(sets.pupil_names(BOB).await.unwrap(), []);
    sets.name_pupil(EVE, BOB, None).await.unwrap();
    assert_eq!(sets.pupil_names(ANN).await.unwrap().len(), 1);
    sets.name_pupil(ANN, BOB, None).await.unwrap();
    assert_eq!(sets.pupil_names(ANN).await.unwrap(), []);
}

/// Those of others stay.
pub async fn sets_and_names_go_with_their_player(fixture: &impl Fixture) {
    let (sets, _) = fixture.open().await;
    for (id, owner) in [("s1", ANN), ("s2", BOB)] {
        assert!(sets.keep_set(&new(id, owner, 1), MOST).await.unwrap());
    }
    for pupil in [BOB, EVE] {
        sets.name_pupil(ANN, pupil, Some("a name")).await.unwrap();
    }
    sets.forget_sets(BOB).await.unwrap();
    assert_eq!(sets.pupil_names(ANN).await.unwrap(), [(EVE, "a name".to_owned())]);
    assert_eq!(sets.sets_of(BOB, 9).await.unwrap(), []);
    assert_eq!(sets.sets_of(ANN, 9).await.unwrap().len(), 1);
    sets.forget_sets(ANN).await.unwrap();
    assert_eq!(sets.pupil_names(ANN).await.unwrap(), []);
    assert_eq!(sets.sets_of(ANN, 9).await.unwrap(), []);
}

/// How a place for sets can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It keeps any number of sets.
    KnowsNoLimit,
    /// It says of each change that it was kept.
    KeepsNothing,
    /// A set is nobody's.
    ListsNone,
    /// Attempts of nobody are listed.
    LeavesOutPlayers,
    /// Real names are there for all.
    TellsNames,
    /// Nobody is forgotten.
    ForgetsNobody,
}

impl Fault {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::KnowsNoLimit,
        Self::KeepsNothing,
        Self::ListsNone,
        Self::LeavesOutPlayers,
        Self::TellsNames,
        Self::ForgetsNobody,
    ];
}

/// A fixture whose sets have one fault.
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
    async fn open(&self) -> (Arc<dyn PuzzleSets>, Arc<dyn Puzzles>) {
        let (right, puzzles) = self.right.open().await;
        (Arc::new(WrongSets { right, fault: self.fault }), puzzles)
    }
}

struct WrongSets {
    right: Arc<dyn PuzzleSets>,
    fault: Fault,
}

#[async_trait]
impl PuzzleSets for WrongSets {
    async fn keep_set(&self, set: &PuzzleSet, most: u32) -> Result<bool, StorageError> {
        let most = if self.fault == Fault::KnowsNoLimit { u32::MAX } else { most };
        if self.fault == Fault::KeepsNothing { Ok(true) } else { self.right.keep_set(set, most).await }
    }

    async fn puzzle_set(&self, id: &str) -> Result<Option<PuzzleSet>, StorageError> {
        self.right.puzzle_set(id).await
    }

    async fn sets_of(&self, owner: PlayerId, limit: u32) -> Result<Vec<PuzzleSet>, StorageError> {
        if self.fault == Fault::ListsNone { Ok(Vec::new()) } else { self.right.sets_of(owner, limit).await }
    }

    async fn delete_set(&self, id: &str) -> Result<(), StorageError> {
        self.right.delete_set(id).await
    }

    async fn attempts_at(
        &self,
        puzzles: &[String],
        players: &[PlayerId],
    ) -> Result<Vec<(PlayerId, PuzzleAttempt)>, StorageError> {
        let players = if self.fault == Fault::LeavesOutPlayers { &[] } else { players };
        self.right.attempts_at(puzzles, players).await
    }

    async fn name_pupil(
        &self,
        organiser: PlayerId,
        pupil: PlayerId,
        name: Option<&str>,
    ) -> Result<(), StorageError> {
        self.right.name_pupil(organiser, pupil, name).await
    }

    async fn pupil_names(&self, organiser: PlayerId) -> Result<Vec<(PlayerId, String)>, StorageError> {
        let organiser = if self.fault == Fault::TellsNames { ANN } else { organiser };
        self.right.pupil_names(organiser).await
    }

    async fn forget_sets(&self, player: PlayerId) -> Result<(), StorageError> {
        if self.fault == Fault::ForgetsNobody { Ok(()) } else { self.right.forget_sets(player).await }
    }
}
