// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of [`Desk`].

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::{future::Future, sync::Arc};

use async_trait::async_trait;
use tabiya_game::{PlayerId, Time};

use super::games::{ANN, BOB, EVE, id};
use crate::{Desk, MOST_WAITING_REPORTS, Report, StaffAction, StorageError, Store, Told, WaitingReport};

/// A place for one store that starts empty.
pub trait Fixture: Send + Sync {
    /// Opens the store. Called once.
    fn open(&self) -> impl Future<Output = Store> + Send;
}

/// Makes a test of each law. The argument is an expression for a fresh [`Fixture`].
#[macro_export]
macro_rules! desk_tests {
    ($fixture:expr) => {
        $crate::desk_tests!($fixture;
            actions_are_numbered_and_listed_backwards a_report_is_settled_once
            reports_of_the_same_are_one waiting_reports_are_bounded
        );
    };
    ($fixture:expr; $($law:ident)*) => {
        $(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $law() {
                $crate::conformance::desk::$law(&$fixture).await;
            }
        )*
    };
}

crate::laws! { Fixture,
    actions_are_numbered_and_listed_backwards a_report_is_settled_once
    reports_of_the_same_are_one waiting_reports_are_bounded
}

fn action(deed: &str, subject: Option<PlayerId>) -> StaffAction {
    StaffAction {
        number: 0,
        at: Time(7),
        actor: Some(BOB),
        by_name: "Bob".to_owned(),
        deed: deed.to_owned(),
        subject,
        details: "“why”".to_owned(),
    }
}

/// Also where many are noted at once; before a number, and about one player.
pub async fn actions_are_numbered_and_listed_backwards(fixture: &impl Fixture) {
    let store = fixture.open().await;
    store.desk.note_action(&action("warn", Some(ANN))).await.unwrap();
    let by_hand = StaffAction { actor: None, ..action("site", None) };
    store.desk.note_action(&by_hand).await.unwrap();
    let many: Vec<_> = (0..8)
        .map(|_| {
            let desk = Arc::clone(&store.desk);
            tokio::spawn(async move { desk.note_action(&action("close", Some(EVE))).await.unwrap() })
        })
        .collect();
    for one in many {
        one.await.unwrap();
    }
    let numbers = async |subject, before, limit| {
        let actions = store.desk.actions(subject, before, limit).await.unwrap();
        actions.iter().map(|action| action.number).collect::<Vec<_>>()
    };
    assert_eq!(numbers(None, u64::MAX, 99).await, (1..=10).rev().collect::<Vec<_>>());
    assert_eq!(numbers(None, 4, 2).await, [3, 2]);
    assert_eq!(numbers(Some(ANN), u64::MAX, 9).await, [1]);
    assert_eq!(store.desk.actions(None, 3, 1).await.unwrap(), [StaffAction { number: 2, ..by_hand }]);
}

fn report(by: Option<PlayerId>, reason: &str) -> Report {
    Report { number: 0, at: Time(3), by, about: EVE, game: Some(id(5)), reason: reason.to_owned() }
}

/// The numbers of the reports that wait, each with how many players have told it.
async fn waiting(store: &Store) -> Vec<(u64, u32)> {
    let waiting = store.desk.waiting_reports(9).await.unwrap();
    waiting.iter().map(|waiting| (waiting.report.number, waiting.reporters)).collect()
}

/// By whoever is first.
pub async fn a_report_is_settled_once(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let told = report(Some(ANN), "<b>rude</b>");
    store.desk.report(&told).await.unwrap();
    store.desk.report(&Report { by: None, game: None, ..told.clone() }).await.unwrap();
    let listed = store.desk.waiting_reports(9).await.unwrap();
    assert_eq!(listed[0], WaitingReport { report: Report { number: 1, ..told }, reporters: 1 });
    assert_eq!((listed.len(), listed[1].report.number, listed[1].report.by), (2, 2, None));
    assert_eq!(store.desk.settle_report(1, BOB, Time(9)).await, Ok(true));
    for settled in [1, 77] {
        assert_eq!(store.desk.settle_report(settled, ANN, Time(9)).await, Ok(false));
    }
    assert_eq!(waiting(&store).await, [(2, 1)]);
}

/// However many players report a line, the desk has one thing to do. Other words, another game or another player is another.
pub async fn reports_of_the_same_are_one(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let tell = async |report: &Report| store.desk.report(report).await.unwrap();
    let line = report(Some(ANN), "rude");
    for (told, expected) in [
        (line.clone(), Told::Stored),
        (line.clone(), Told::Known),
        (Report { by: Some(BOB), ..line.clone() }, Told::Stored),
        (Report { reason: "ruder".to_owned(), ..line.clone() }, Told::Stored),
        (Report { game: Some(id(6)), ..line.clone() }, Told::Stored),
        (Report { game: None, ..line.clone() }, Told::Stored),
        (Report { game: None, ..line.clone() }, Told::Known),
        (Report { about: BOB, ..line.clone() }, Told::Stored),
    ] {
        assert_eq!(tell(&told).await, expected, "{told:?}");
    }
    assert_eq!(waiting(&store).await, [(1, 2), (3, 1), (4, 1), (5, 1), (6, 1)]);
    assert_eq!(store.desk.settle_report(1, BOB, Time(9)).await, Ok(true));
    assert_eq!(waiting(&store).await, [(3, 1), (4, 1), (5, 1), (6, 1)]);
    assert_eq!(store.desk.settle_report(2, BOB, Time(9)).await, Ok(false), "it was settled with the first");
    // It can be told again once staff have dealt with it.
    assert_eq!((tell(&line).await, waiting(&store).await.len()), (Told::Stored, 5));
}

/// Staff finds the oldest of those that wait, however many there were.
pub async fn waiting_reports_are_bounded(fixture: &impl Fixture) {
    let store = fixture.open().await;
    const TASKS: u32 = 8;
    let many = (0..TASKS).map(|task| {
        let desk = Arc::clone(&store.desk);
        tokio::spawn(async move {
            for number in (task..MOST_WAITING_REPORTS).step_by(TASKS as usize) {
                let told = desk.report(&report(Some(ANN), &number.to_string())).await;
                assert_eq!(told, Ok(Told::Stored), "{number}");
            }
        })
    });
    for task in many.collect::<Vec<_>>() {
        task.await.unwrap();
    }
    assert_eq!(store.desk.report(&report(Some(ANN), "one more")).await, Ok(Told::TooMany));
    assert_eq!(store.desk.settle_report(1, BOB, Time(9)).await, Ok(true));
    assert_eq!(store.desk.report(&report(Some(ANN), "one more")).await, Ok(Told::Stored));
    assert_eq!(waiting(&store).await[0], (2, 1));
}

/// How a desk can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Lists the oldest first.
    Forwards,
    /// Lists everybody's.
    AboutAll,
    /// Settles a report again.
    SettlesAgain,
    /// Takes any number of reports, or the same again.
    TakesAll,
}

impl Fault {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Forwards, Self::AboutAll, Self::SettlesAgain, Self::TakesAll];
}

/// A fixture whose desk has one fault.
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
    async fn open(&self) -> Store {
        let mut store = self.right.open().await;
        store.desk = Arc::new(WrongDesk { desk: Arc::clone(&store.desk), fault: self.fault });
        store
    }
}

struct WrongDesk {
    desk: Arc<dyn Desk>,
    fault: Fault,
}

#[async_trait]
impl Desk for WrongDesk {
    async fn note_action(&self, action: &StaffAction) -> Result<(), StorageError> {
        self.desk.note_action(action).await
    }

    async fn actions(
        &self,
        subject: Option<PlayerId>,
        before: u64,
        limit: u32,
    ) -> Result<Vec<StaffAction>, StorageError> {
        let subject = subject.filter(|_| self.fault != Fault::AboutAll);
        let mut actions = self.desk.actions(subject, before, limit).await?;
        if self.fault == Fault::Forwards {
            actions.reverse();
        }
        Ok(actions)
    }

    async fn report(&self, report: &Report) -> Result<Told, StorageError> {
        let told = self.desk.report(report).await?;
        Ok(if self.fault == Fault::TakesAll { Told::Stored } else { told })
    }

    async fn waiting_reports(&self, limit: u32) -> Result<Vec<WaitingReport>, StorageError> {
        self.desk.waiting_reports(limit).await
    }

    async fn settle_report(&self, number: u64, by: PlayerId, at: Time) -> Result<bool, StorageError> {
        let settled = self.desk.settle_report(number, by, at).await?;
        Ok(settled || self.fault == Fault::SettlesAgain)
    }
}
