// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of [`Analyses`].

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::{future::Future, sync::Arc};

use async_trait::async_trait;
use tabiya_game::{GameId, PlayerId, Time};

use super::games::{ANN, BOB, id};
use crate::{Analyses, Analysis, AnalysisStage, StorageError};

/// A place for analyses that starts empty.
pub trait Fixture: Send + Sync {
    /// Opens it. Called once.
    fn open(&self) -> impl Future<Output = Arc<dyn Analyses>> + Send;
}

crate::laws! { $ analyses analyses_tests Fixture:
    a_game_is_asked_for_once
    those_that_wait_are_listed_in_their_order
    an_analysis_ends_once
    what_was_found_is_corrected_once
    what_cannot_be_read_is_discarded_and_asked_for_again
    what_a_player_asked_for_is_counted
    whoever_leaves_is_not_named
}

fn games(all: &[Analysis]) -> Vec<GameId> {
    all.iter().map(|analysis| analysis.game).collect()
}

/// And again only after it has failed.
pub async fn a_game_is_asked_for_once(fixture: &impl Fixture) {
    let analyses = fixture.open().await;
    assert_eq!(analyses.analysis(id(1)).await.unwrap(), None);
    assert!(analyses.ask_analysis(id(1), ANN, false, Time(10)).await.unwrap());
    assert!(!analyses.ask_analysis(id(1), BOB, true, Time(20)).await.unwrap());
    let (stage, found) = (AnalysisStage::Waiting, String::new());
    let first = Analysis { game: id(1), by: Some(ANN), by_guest: false, asked: Time(10), stage, found };
    assert_eq!(analyses.analysis(id(1)).await.unwrap().as_ref(), Some(&first));
    assert!(analyses.end_analysis(id(1), None).await.unwrap());
    assert!(analyses.ask_analysis(id(1), BOB, true, Time(20)).await.unwrap());
    let again = Analysis { by: Some(BOB), by_guest: true, asked: Time(20), ..first };
    assert_eq!(analyses.analysis(id(1)).await.unwrap(), Some(again));
    assert!(analyses.end_analysis(id(1), Some("found")).await.unwrap());
    assert!(!analyses.ask_analysis(id(1), ANN, false, Time(30)).await.unwrap());
    assert_eq!(analyses.analysis(id(1)).await.unwrap().unwrap().found, "found");
}

/// The first asked for first.
pub async fn those_that_wait_are_listed_in_their_order(fixture: &impl Fixture) {
    let analyses = fixture.open().await;
    for (number, at) in [(1, 30), (2, 10), (3, 20), (4, 20)] {
        analyses.ask_analysis(id(number), ANN, false, Time(at)).await.unwrap();
    }
    assert_eq!(games(&analyses.waiting_analyses(9).await.unwrap()), [id(2), id(3), id(4), id(1)]);
    assert_eq!(games(&analyses.waiting_analyses(2).await.unwrap()), [id(2), id(3)]);
    analyses.end_analysis(id(2), Some("")).await.unwrap();
    analyses.end_analysis(id(4), None).await.unwrap();
    assert_eq!(games(&analyses.waiting_analyses(9).await.unwrap()), [id(3), id(1)]);
}

/// And only one that waits.
pub async fn an_analysis_ends_once(fixture: &impl Fixture) {
    let analyses = fixture.open().await;
    assert!(!analyses.end_analysis(id(1), Some("x")).await.unwrap());
    for number in [1, 2] {
        analyses.ask_analysis(id(number), ANN, false, Time(1)).await.unwrap();
    }
    assert!(analyses.end_analysis(id(1), Some("first")).await.unwrap());
    assert!(!analyses.end_analysis(id(1), Some("second")).await.unwrap());
    assert!(!analyses.end_analysis(id(1), None).await.unwrap());
    let done = analyses.analyses_of(&[id(1), id(2), id(3)]).await.unwrap();
    assert_eq!(games(&done), [id(1)]);
    assert_eq!((done[0].stage, done[0].found.as_str()), (AnalysisStage::Done, "first"));
}

/// And only what is done.
pub async fn what_was_found_is_corrected_once(fixture: &impl Fixture) {
    let analyses = fixture.open().await;
    analyses.ask_analysis(id(1), ANN, false, Time(1)).await.unwrap();
    assert!(!analyses.correct_analysis(id(1), "", "early").await.unwrap());
    analyses.end_analysis(id(1), Some("first")).await.unwrap();
    assert!(analyses.correct_analysis(id(1), "first", "second").await.unwrap());
    assert!(!analyses.correct_analysis(id(1), "first", "third").await.unwrap());
    assert!(!analyses.correct_analysis(id(2), "first", "third").await.unwrap());
    let kept = analyses.analysis(id(1)).await.unwrap().unwrap();
    assert_eq!((kept.stage, kept.found.as_str()), (AnalysisStage::Done, "second"));
}

/// But not what was corrected meanwhile.
pub async fn what_cannot_be_read_is_discarded_and_asked_for_again(fixture: &impl Fixture) {
    let analyses = fixture.open().await;
    analyses.ask_analysis(id(1), ANN, false, Time(1)).await.unwrap();
    assert!(!analyses.discard_analysis(id(1), "").await.unwrap(), "it waits");
    analyses.end_analysis(id(1), Some("damaged")).await.unwrap();
    assert!(!analyses.discard_analysis(id(1), "other").await.unwrap());
    assert!(analyses.discard_analysis(id(1), "damaged").await.unwrap());
    assert!(!analyses.discard_analysis(id(1), "damaged").await.unwrap(), "once");
    let kept = analyses.analysis(id(1)).await.unwrap().unwrap();
    assert_eq!((kept.stage, kept.found.as_str()), (AnalysisStage::Failed, ""));
    assert!(analyses.ask_analysis(id(1), BOB, false, Time(2)).await.unwrap());
}

/// Whatever has become of it.
pub async fn what_a_player_asked_for_is_counted(fixture: &impl Fixture) {
    let analyses = fixture.open().await;
    for (number, by, at) in [(1, ANN, 10), (2, ANN, 20), (3, BOB, 20), (4, ANN, 30)] {
        analyses.ask_analysis(id(number), by, false, Time(at)).await.unwrap();
    }
    analyses.end_analysis(id(2), Some("x")).await.unwrap();
    analyses.end_analysis(id(4), None).await.unwrap();
    for (by, since, count) in [(ANN, 0, 3), (ANN, 20, 2), (ANN, 31, 0), (BOB, 0, 1)] {
        assert_eq!(analyses.analyses_asked(by, Time(since)).await.unwrap(), count, "{since}");
    }
    let asked = analyses.analyses_by(ANN, 2).await.unwrap();
    assert_eq!(asked, [(id(4), Time(30)), (id(2), Time(20))]);
}

/// What was found stays.
pub async fn whoever_leaves_is_not_named(fixture: &impl Fixture) {
    let analyses = fixture.open().await;
    for (number, by) in [(1, ANN), (2, BOB)] {
        analyses.ask_analysis(id(number), by, false, Time(1)).await.unwrap();
        analyses.end_analysis(id(number), Some("x")).await.unwrap();
    }
    analyses.forget_who_asked(ANN).await.unwrap();
    let by = |number| {
        let analyses = Arc::clone(&analyses);
        async move { analyses.analysis(id(number)).await.unwrap().unwrap().by }
    };
    assert_eq!((by(1).await, by(2).await), (None, Some(BOB)));
    assert_eq!(analyses.analyses_by(ANN, 9).await.unwrap(), []);
}

/// How a place for analyses can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// An analysis can be asked for anew at any time.
    AsksAgain,
    /// Those that wait are not sorted.
    AnyOrder,
    /// It says of every end that it was the first.
    EndsAgain,
    /// A correction overwrites an earlier one.
    CorrectsAnything,
    /// An analysis is discarded although it was corrected meanwhile.
    DiscardsAnything,
    /// What waits is among what is done.
    ListsAll,
    /// Everything that was ever asked for is counted.
    CountsAll,
    /// Nobody is forgotten.
    ForgetsNobody,
}

impl Fault {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::AsksAgain,
        Self::AnyOrder,
        Self::EndsAgain,
        Self::CorrectsAnything,
        Self::DiscardsAnything,
        Self::ListsAll,
        Self::CountsAll,
        Self::ForgetsNobody,
    ];
}

/// A fixture whose analyses have one fault.
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
    async fn open(&self) -> Arc<dyn Analyses> {
        Arc::new(WrongAnalyses { right: self.right.open().await, fault: self.fault })
    }
}

struct WrongAnalyses {
    right: Arc<dyn Analyses>,
    fault: Fault,
}

#[async_trait]
impl Analyses for WrongAnalyses {
    async fn ask_analysis(
        &self,
        game: GameId,
        by: PlayerId,
        by_guest: bool,
        asked: Time,
    ) -> Result<bool, StorageError> {
        if self.fault == Fault::AsksAgain {
            self.right.end_analysis(game, None).await?;
        }
        self.right.ask_analysis(game, by, by_guest, asked).await
    }

    async fn analysis(&self, game: GameId) -> Result<Option<Analysis>, StorageError> {
        self.right.analysis(game).await
    }

    async fn analyses_of(&self, games: &[GameId]) -> Result<Vec<Analysis>, StorageError> {
        let mut found = self.right.analyses_of(games).await?;
        if self.fault == Fault::ListsAll {
            found.extend(self.right.waiting_analyses(9).await?);
        }
        Ok(found)
    }

    async fn waiting_analyses(&self, limit: u32) -> Result<Vec<Analysis>, StorageError> {
        let mut waiting = self.right.waiting_analyses(limit).await?;
        if self.fault == Fault::AnyOrder {
            waiting.reverse();
        }
        Ok(waiting)
    }

    async fn end_analysis(&self, game: GameId, found: Option<&str>) -> Result<bool, StorageError> {
        let ended = self.right.end_analysis(game, found).await?;
        Ok(ended || self.fault == Fault::EndsAgain)
    }

    async fn correct_analysis(&self, game: GameId, before: &str, found: &str) -> Result<bool, StorageError> {
        let kept = self.right.analysis(game).await?.map(|analysis| analysis.found).unwrap_or_default();
        let before = if self.fault == Fault::CorrectsAnything { &kept } else { before };
        self.right.correct_analysis(game, before, found).await
    }

    async fn discard_analysis(&self, game: GameId, found: &str) -> Result<bool, StorageError> {
        let kept = self.right.analysis(game).await?.map(|analysis| analysis.found).unwrap_or_default();
        let found = if self.fault == Fault::DiscardsAnything { &kept } else { found };
        self.right.discard_analysis(game, found).await
    }

    async fn analyses_asked(&self, by: PlayerId, since: Time) -> Result<u32, StorageError> {
        let since = if self.fault == Fault::CountsAll { Time(0) } else { since };
        self.right.analyses_asked(by, since).await
    }

    async fn analyses_by(&self, by: PlayerId, limit: u32) -> Result<Vec<(GameId, Time)>, StorageError> {
        self.right.analyses_by(by, limit).await
    }

    async fn forget_who_asked(&self, by: PlayerId) -> Result<(), StorageError> {
        if self.fault == Fault::ForgetsNobody { Ok(()) } else { self.right.forget_who_asked(by).await }
    }
}
