// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of [`Notices`].

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::{future::Future, sync::Arc};

use async_trait::async_trait;
use tabiya_game::{GameId, PlayerId, Time};

use super::challenges::challenge;
use super::games::{ANN, BOB, id};
use crate::{
    ChallengeKept, ChallengeLimits, ChallengeStage, ChallengeStep, DueLetter, NewAct, Notice, Notices,
    StorageError, Store,
};

/// A place for one store that starts empty.
pub trait Fixture: Send + Sync {
    /// Opens the store. Called once.
    fn open(&self) -> impl Future<Output = Store> + Send;
}

crate::laws! { $ notices notices_tests Fixture:
    notices_are_numbered_and_bounded
    a_notice_about_a_game_takes_the_older_ones_place
    notices_of_answered_challenges_are_taken_back
    what_was_read_stays_read
    a_letter_is_due_until_it_is_sent
    a_letter_is_put_off_by_one_server_alone
}

fn notice(at: u64, kind: &str, game: Option<GameId>) -> Notice {
    let data = r#"{"text":"é"}"#.to_owned();
    Notice { number: 0, at: Time(at), kind: kind.to_owned(), game, data, letter_at: None }
}

async fn numbers(store: &Store, player: PlayerId) -> Vec<u64> {
    let (notices, _) = store.notices.notices_of(player).await.unwrap();
    notices.iter().map(|notice| notice.number).collect()
}

/// Each player's for themselves; the latest hundred are kept.
pub async fn notices_are_numbered_and_bounded(fixture: &impl Fixture) {
    let store = fixture.open().await;
    assert_eq!(store.notices.notices_of(ANN).await, Ok((vec![], 0)));
    assert_eq!(store.notices.notify(BOB, &notice(1, "result", None)).await, Ok(1));
    for number in 1..=105 {
        let told = notice(number, "staff", Some(id(number)));
        assert_eq!(store.notices.notify(ANN, &told).await, Ok(number));
    }
    assert_eq!(numbers(&store, ANN).await, (6..=105).rev().collect::<Vec<_>>());
    let (notices, _) = store.notices.notices_of(ANN).await.unwrap();
    assert_eq!(notices[0], Notice { number: 105, ..notice(105, "staff", Some(id(105))) });
    assert_eq!(numbers(&store, BOB).await, [1]);
    // One that changes again and again pushes out nobody else's.
    for number in 1..=200 {
        store.notices.notify(BOB, &notice(number, "challenge", Some(id(7)))).await.unwrap();
    }
    assert_eq!(numbers(&store, BOB).await, [201, 1]);
}

/// And can be taken back; those of other kinds, about other games or about none stay.
pub async fn a_notice_about_a_game_takes_the_older_ones_place(fixture: &impl Fixture) {
    let store = fixture.open().await;
    for (kind, game) in [
        ("your_move", Some(1)),
        ("your_move", Some(2)),
        ("result", Some(1)),
        ("staff", None),
        ("staff", None),
        ("your_move", Some(1)),
    ] {
        store.notices.notify(ANN, &notice(7, kind, game.map(id))).await.unwrap();
    }
    assert_eq!(numbers(&store, ANN).await, [6, 5, 4, 3, 2]);
    assert_eq!(store.notices.withdraw(ANN, "your_move", id(1)).await, Ok(true));
    for (player, kind, game) in [(ANN, "your_move", 1), (ANN, "challenge", 2), (BOB, "your_move", 2)] {
        assert_eq!(store.notices.withdraw(player, kind, id(game)).await, Ok(false));
    }
    assert_eq!(numbers(&store, ANN).await, [5, 4, 3, 2]);
    assert_eq!(store.notices.notify(ANN, &notice(8, "staff", None)).await, Ok(7));
}

/// A later word for an earlier notice changes nothing, nor does one for a notice that is not there.
pub async fn what_was_read_stays_read(fixture: &impl Fixture) {
    let store = fixture.open().await;
    store.notices.read_notices(ANN, 5).await.unwrap();
    for at in 1..=3 {
        store.notices.notify(ANN, &notice(at, "staff", None)).await.unwrap();
    }
    for (up_to, read) in [(2, 2), (1, 2), (99, 2), (3, 3)] {
        store.notices.read_notices(ANN, up_to).await.unwrap();
        assert_eq!(store.notices.notices_of(ANN).await.unwrap().1, read, "{up_to}");
    }
    store.notices.notify(ANN, &notice(4, "staff", None)).await.unwrap();
    assert_eq!(store.notices.notices_of(ANN).await.unwrap().1, 3);
}

/// Or until its notice is taken back or replaced; the one that has waited longest comes first.
pub async fn a_letter_is_due_until_it_is_sent(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let at = |at: u64, kind: &str, game| Notice { letter_at: Some(Time(at)), ..notice(1, kind, game) };
    for told in [
        at(30, "result", None),
        at(20, "your_move", Some(id(1))),
        at(25, "your_move", Some(id(2))),
        notice(1, "staff", None),
    ] {
        store.notices.notify(ANN, &told).await.unwrap();
    }
    store.notices.notify(BOB, &at(10, "result", None)).await.unwrap();
    store.notices.read_notices(ANN, 1).await.unwrap();
    let due = async |now, limit| {
        let due = store.notices.letters_due(Time(now), limit).await.unwrap();
        due.iter().map(|due| (due.player, due.notice.number, due.is_read)).collect::<Vec<_>>()
    };
    assert_eq!(due(9, 9).await, []);
    assert_eq!(due(20, 9).await, [(BOB, 1, false), (ANN, 2, false)]);
    assert_eq!(due(99, 9).await, [(BOB, 1, false), (ANN, 2, false), (ANN, 3, false), (ANN, 1, true)]);
    assert_eq!(due(99, 1).await, [(BOB, 1, false)]);
    store.notices.letter_sent(BOB, 1).await.unwrap();
    store.notices.withdraw(ANN, "your_move", id(1)).await.unwrap();
    store.notices.notify(ANN, &at(200, "your_move", Some(id(2)))).await.unwrap();
    assert_eq!(due(99, 9).await, [(ANN, 1, true)]);
    let first = store.notices.letters_due(Time(99), 1).await.unwrap().remove(0);
    let result = Notice { number: 1, ..at(30, "result", None) };
    assert_eq!(first, DueLetter { player: ANN, is_read: true, notice: result });
    assert_eq!(store.notices.notices_of(BOB).await.unwrap().0[0].letter_at, None, "the notice itself stays");
}

/// Two servers that see the same letter due don't both send it.
pub async fn a_letter_is_put_off_by_one_server_alone(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let told = Notice { letter_at: Some(Time(10)), ..notice(1, "result", None) };
    store.notices.notify(ANN, &told).await.unwrap();
    let put_off = async |from, to| store.notices.put_off_letter(ANN, 1, Time(from), Time(to)).await;
    assert_eq!(put_off(10, 50).await, Ok(true));
    assert_eq!(put_off(10, 60).await, Ok(false), "another server was faster");
    assert_eq!(store.notices.letters_due(Time(49), 9).await.unwrap(), []);
    // Who put it off has died: it is due again.
    assert_eq!(store.notices.letters_due(Time(50), 9).await.unwrap().len(), 1);
    assert_eq!(put_off(50, 90).await, Ok(true));
    store.notices.letter_sent(ANN, 1).await.unwrap();
    assert_eq!(put_off(90, 99).await, Ok(false), "it was sent");
    assert_eq!(store.notices.put_off_letter(BOB, 1, Time(10), Time(50)).await, Ok(false));
}

/// Those of others, and of challenges that wait, stay; numbers go on.
pub async fn notices_of_answered_challenges_are_taken_back(fixture: &impl Fixture) {
    let store = fixture.open().await;
    for (number, to) in [(1, ANN), (2, ANN), (3, BOB)] {
        let limits = ChallengeLimits { sent: 9, received: 9, all: 9 };
        let new = challenge(number, if to == ANN { BOB } else { ANN }, to);
        assert_eq!(store.challenges.make_challenge(&new, limits).await, Ok(ChallengeKept::Kept));
    }
    let declined = ChallengeStep::new(ChallengeStage::Open, ChallengeStage::Declined, Time(9));
    assert_eq!(store.challenges.step_challenge(id(1), &declined).await, Ok(true));
    for (player, kind, about) in [
        (ANN, "challenge", Some(1)),
        (ANN, "staff", None),
        (ANN, "challenge", Some(2)),
        (ANN, "challenge", Some(3)),
        (BOB, "challenge", Some(77)),
        (BOB, "challenge", Some(3)),
    ] {
        store.notices.notify(player, &notice(1, kind, about.map(id))).await.unwrap();
    }
    let told = store.notices.withdraw_answered("challenge").await;
    assert_eq!(told, Ok(vec![ANN, BOB]));
    assert_eq!(store.notices.withdraw_answered("challenge").await, Ok(vec![]), "there is none any more");
    assert_eq!((numbers(&store, ANN).await, numbers(&store, BOB).await), (vec![3, 2], vec![2]));
    assert_eq!(store.notices.notify(ANN, &notice(2, "challenge", None)).await, Ok(5));
}

/// How notices can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Keeps all notices.
    KeepsAll,
    /// Takes nothing back.
    Insists,
    /// Takes no kind back as a whole.
    InsistsOnKinds,
    /// Takes an earlier word for the newest.
    Unreads,
    /// Sends letters again and again.
    SendsAgain,
    /// Lets two servers send the same letter.
    LetsTwoSend,
    /// Sends letters too early.
    Hurries,
}

impl Fault {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::KeepsAll,
        Self::Insists,
        Self::InsistsOnKinds,
        Self::Unreads,
        Self::SendsAgain,
        Self::LetsTwoSend,
        Self::Hurries,
    ];
}

/// A fixture whose notices have one fault.
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
        let store = self.right.open().await;
        let notices = Arc::clone(&store.notices);
        let last = std::sync::Mutex::default();
        let wrong = Arc::new(WrongNotices { notices, fault: self.fault, last });
        store.with(|handles| handles.notices = wrong)
    }
}

struct WrongNotices {
    notices: Arc<dyn Notices>,
    fault: Fault,
    /// The last word on what was read, and the notices that were ever told.
    last: std::sync::Mutex<(u64, Vec<Notice>)>,
}

impl WrongNotices {
    fn last<T>(&self, with: impl FnOnce(&mut (u64, Vec<Notice>)) -> T) -> T {
        with(&mut self.last.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
    }
}

#[async_trait]
impl Notices for WrongNotices {
    async fn notify(&self, player: PlayerId, notice: &Notice) -> Result<u64, StorageError> {
        let number = self.notices.notify(player, notice).await?;
        self.last(|last| last.1.insert(0, Notice { number, ..notice.clone() }));
        Ok(number)
    }

    async fn notify_by(&self, player: PlayerId, notice: &Notice, _: &NewAct) -> Result<u64, StorageError> {
        self.notify(player, notice).await
    }

    async fn withdraw(&self, player: PlayerId, kind: &str, game: GameId) -> Result<bool, StorageError> {
        match self.fault {
            Fault::Insists => Ok(true),
            _ => self.notices.withdraw(player, kind, game).await,
        }
    }

    async fn withdraw_answered(&self, kind: &str) -> Result<Vec<PlayerId>, StorageError> {
        match self.fault {
            Fault::InsistsOnKinds => Ok(vec![ANN, BOB]),
            _ => self.notices.withdraw_answered(kind).await,
        }
    }

    async fn notices_of(&self, player: PlayerId) -> Result<(Vec<Notice>, u64), StorageError> {
        let (notices, read) = self.notices.notices_of(player).await?;
        Ok(match self.fault {
            Fault::KeepsAll => (self.last(|last| last.1.clone()), read),
            Fault::Unreads => (notices, self.last(|last| last.0)),
            Fault::Insists
            | Fault::InsistsOnKinds
            | Fault::SendsAgain
            | Fault::LetsTwoSend
            | Fault::Hurries => (notices, read),
        })
    }

    async fn read_notices(&self, player: PlayerId, up_to: u64) -> Result<(), StorageError> {
        self.last(|last| last.0 = up_to);
        self.notices.read_notices(player, up_to).await
    }

    async fn letters_due(&self, now: Time, limit: u32) -> Result<Vec<DueLetter>, StorageError> {
        let now = if self.fault == Fault::Hurries { Time(now.0 + 50) } else { now };
        self.notices.letters_due(now, limit).await
    }

    async fn put_off_letter(
        &self,
        player: PlayerId,
        number: u64,
        from: Time,
        to: Time,
    ) -> Result<bool, StorageError> {
        let is_put_off = self.notices.put_off_letter(player, number, from, to).await?;
        Ok(is_put_off || self.fault == Fault::LetsTwoSend)
    }

    async fn letter_sent(&self, player: PlayerId, number: u64) -> Result<(), StorageError> {
        match self.fault {
            Fault::SendsAgain => Ok(()),
            _ => self.notices.letter_sent(player, number).await,
        }
    }
}
