// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of [`Desk`], and of acts, which are stored with changes of other ports.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::{future::Future, sync::Arc};

use async_trait::async_trait;
use tabiya_game::{GameId, PlayerId, PlayerName, Time};

use super::games::{ANN, BOB, EVE, act, id};
use crate::{
    AccessToken, Account, AccountError, Act, ActText, CARD, Chat, ChatLine, ChatRoom, Correct, Correction,
    CorrectionOf, Deed, Desk, Ends, MOST_WAITING_REPORTS, NewAct, Replaced, Report, Role, Rules, SaidLine,
    StorageError, Store, Token, Told, WaitingReport,
};

/// A place for one store that starts empty.
pub trait Fixture: Send + Sync {
    /// Opens the store. Called once.
    fn open(&self) -> impl Future<Output = Store> + Send;
}

crate::laws! { $ desk desk_tests Fixture:
    acts_are_numbered_and_listed_backwards
    an_act_is_stored_with_its_change_or_not_at_all
    an_act_without_a_change_is_stored_each_time
    an_act_is_undone_once
    the_last_act_about_kid_mode_is_found
    a_report_is_settled_once
    reports_of_the_same_are_one
    waiting_reports_are_bounded
}

/// Stores an act with the smallest change that has one.
async fn note(store: &Store, byte: u8, act: &NewAct) {
    let token = Token {
        hash: vec![byte; 32],
        purpose: "invite".to_owned(),
        player: None,
        data: String::new(),
        created: Time(7),
        expires: Time(9),
    };
    store.tokens.hand_out_token(&token, false, act).await.unwrap();
}

/// Also where many are stored at once; before a number, and about one player.
pub async fn acts_are_numbered_and_listed_backwards(fixture: &impl Fixture) {
    let store = fixture.open().await;
    note(&store, 1, &act(Some(ANN), Deed::Warn)).await;
    let rules = Rules { chat_words: "rude".to_owned(), ..Rules::default() };
    let deed = Deed::Site(Box::new(Replaced { before: Rules::default(), after: rules }));
    let by_hand = NewAct { actor: None, game: Some(id(5)), ..act(None, deed.clone()) };
    note(&store, 2, &by_hand).await;
    let many: Vec<_> = (0..8)
        .map(|number| {
            let store = store.clone();
            tokio::spawn(async move { note(&store, 10 + number, &act(Some(EVE), Deed::Sessions)).await })
        })
        .collect();
    for one in many {
        one.await.unwrap();
    }
    let numbers = async |player, before, limit| {
        let acts = store.desk.acts(player, before, limit).await.unwrap();
        acts.iter().map(|act| act.number).collect::<Vec<_>>()
    };
    assert_eq!(numbers(None, u64::MAX, 99).await, (1..=10).rev().collect::<Vec<_>>());
    assert_eq!(numbers(None, 4, 2).await, [3, 2]);
    assert_eq!(numbers(Some(ANN), u64::MAX, 9).await, [1]);
    let stored = Act {
        number: 2,
        at: Time(7),
        actor: None,
        by_name: "Bob".to_owned(),
        player: None,
        game: Some(id(5)),
        what: ActText::Typed { deed, why: "“why”".to_owned() },
        undone_by: None,
    };
    assert_eq!(store.desk.acts(None, 3, 1).await.unwrap(), std::slice::from_ref(&stored));
    assert_eq!(store.desk.act(2).await, Ok(Some(stored)));
    assert_eq!(store.desk.act(11).await, Ok(None));
}

fn muting(before: bool, after: bool) -> NewAct {
    act(Some(ANN), Deed::Mute(Replaced { before, after }))
}

async fn count(store: &Store) -> usize {
    store.desk.acts(None, u64::MAX, 99).await.unwrap().len()
}

async fn ann(store: &Store) -> Account {
    store.accounts.account(ANN).await.unwrap().unwrap()
}

/// A store with Ann's account.
async fn with_ann(fixture: &impl Fixture) -> Store {
    let store = fixture.open().await;
    let name = PlayerName::try_from("Ann".to_owned()).unwrap();
    let account = Account::new(ANN, name, "ann".to_owned(), "ann".to_owned(), Time(1));
    store.accounts.create_account(&account).await.unwrap();
    store
}

/// Where nothing is changed, nobody has done anything.
pub async fn an_act_is_stored_with_its_change_or_not_at_all(fixture: &impl Fixture) {
    let store = with_ann(fixture).await;
    let muted = Account { muted: true, ..ann(&store).await };
    store.accounts.change_account_by(&muted, Ends::Nothing, &muting(false, true)).await.unwrap();
    assert_eq!((ann(&store).await.muted, count(&store).await), (true, 1));
    let stale = store.accounts.change_account_by(&muted, Ends::Nothing, &muting(true, true)).await;
    assert_eq!(stale, Err(AccountError::Stale));

    let line = ChatLine { number: 1, at: Time(1), by: ANN, name: "Ann".to_owned(), text: "rude".to_owned() };
    store.chat.say(id(1), ChatRoom::Players, &line).await.unwrap();
    let removed = act(Some(ANN), Deed::RemoveLine { text: "rude".to_owned() });
    let remove = async || store.chat.remove_line(id(1), ChatRoom::Players, 1, &removed).await;
    assert_eq!((remove().await, remove().await, count(&store).await), (Ok(true), Ok(false), 2));

    store.desk.report(&report(Some(ANN), "rude")).await.unwrap();
    let settled = act(None, Deed::Report { number: 1 });
    let settle = async || store.desk.settle_report(1, &settled).await;
    assert_eq!((settle().await, settle().await, count(&store).await), (Ok(true), Ok(false), 3));

    let what = CorrectionOf::TakenBack { game: id(9) };
    let correction = Correction { what, by: BOB, reason: String::new(), at: Time(7) };
    let corrected = store.ratings.correct(&correction, &act(None, Deed::Unrate)).await;
    assert_eq!((corrected, count(&store).await), (Ok(Correct::Impossible), 3));

    let added = act(Some(EVE), Deed::Add { role: Role::Player });
    let mut eve = ann(&store).await;
    (eve.player, eve.version) = (EVE, 0);
    let refused = store.accounts.create_account_by(&eve, &added).await;
    assert!(matches!(refused, Err(AccountError::NameTaken { .. })), "{refused:?}");
    assert_eq!(count(&store).await, 3);
    (eve.key, eve.skeleton) = ("eve".to_owned(), "eve".to_owned());
    let add = async || store.accounts.create_account_by(&eve, &added).await;
    assert_eq!((add().await, add().await.is_err(), count(&store).await), (Ok(()), true, 4));
    assert!(store.accounts.account(EVE).await.unwrap().is_some());

    let token = AccessToken {
        hash: vec![8; 32],
        player: ANN,
        scopes: "board:play".to_owned(),
        note: String::new(),
        created: Time(7),
        used: None,
        expires: None,
        made_by: None,
    };
    let given = act(Some(ANN), Deed::Token { scopes: token.scopes.clone() });
    let give = async || store.access_tokens.keep_access_token_by(&token, &given).await;
    assert_eq!((give().await, count(&store).await), (Ok(()), 5));
    assert!(give().await.is_err(), "there is one with this hash");
    assert_eq!(count(&store).await, 5);
    assert!(store.access_tokens.access_token(&token.hash, Time(7)).await.unwrap().is_some());

    let mut taken = ann(&store).await;
    (taken.player, taken.version) = (BOB, 0);
    let card = Token {
        hash: vec![9; 32],
        purpose: CARD.to_owned(),
        player: Some(BOB),
        data: String::new(),
        created: Time(1),
        expires: Time(9),
    };
    let refused = store.accounts.hand_out_cards(&[(taken, card)], &act(None, Deed::Cards { count: 1 })).await;
    assert!(refused.is_err());
    assert_eq!(count(&store).await, 5);
}

/// Between those of other changes, under the next number.
pub async fn an_act_without_a_change_is_stored_each_time(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let stop = act(None, Deed::Stop);
    store.desk.note_act(&stop).await.unwrap();
    note(&store, 1, &act(Some(ANN), Deed::Warn)).await;
    store.desk.note_act(&stop).await.unwrap();
    let stored = Act {
        number: 3,
        at: stop.at,
        actor: stop.actor,
        by_name: stop.by_name,
        player: None,
        game: None,
        what: ActText::Typed { deed: Deed::Stop, why: stop.why },
        undone_by: None,
    };
    let first = Act { number: 1, ..stored.clone() };
    let acts = store.desk.acts(None, u64::MAX, 9).await.unwrap();
    assert_eq!((acts.len(), &acts[0], &acts[2]), (3, &stored, &first));
}

/// Also by several at the same time, of whom one does it and the others are told; nothing is doubled.
pub async fn an_act_is_undone_once(fixture: &impl Fixture) {
    let store = with_ann(fixture).await;
    let muted = Account { muted: true, ..ann(&store).await };
    store.accounts.change_account_by(&muted, Ends::Nothing, &muting(false, true)).await.unwrap();
    let undo = async |store: Store| loop {
        let back = Account { muted: false, ..ann(&store).await };
        let undoing = act(Some(ANN), Deed::Undo { act: 1 });
        match store.accounts.change_account_by(&back, Ends::Nothing, &undoing).await {
            Err(AccountError::Stale) => {}
            other => return other,
        }
    };
    let all: Vec<_> = (0..8).map(|_| tokio::spawn(undo(store.clone()))).collect();
    let mut done = 0;
    for one in all {
        match one.await.unwrap() {
            Ok(()) => done += 1,
            Err(error) => assert_eq!(error, AccountError::Undone),
        }
    }
    assert_eq!((done, count(&store).await, ann(&store).await.muted), (1, 2, false));
    let undone = async |number| store.desk.act(number).await.unwrap().unwrap().undone_by;
    assert_eq!((undone(1).await, undone(2).await), (Some(2), None));
    // An act that does not exist can't be undone either, and changes nothing.
    let none = act(Some(ANN), Deed::Undo { act: 77 });
    let back = Account { muted: true, ..ann(&store).await };
    let refused = store.accounts.change_account_by(&back, Ends::Nothing, &none).await;
    assert_eq!((refused, ann(&store).await.muted), (Err(AccountError::Undone), false));
}

/// About this player alone, whatever was done since.
pub async fn the_last_act_about_kid_mode_is_found(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let kid = |after: bool| Deed::Kid(Replaced { before: !after, after });
    assert_eq!(store.desk.last_kid_act(ANN).await, Ok(None));
    for (byte, player, deed) in
        [(1, ANN, kid(true)), (2, ANN, kid(false)), (3, ANN, Deed::Warn), (4, EVE, kid(true))]
    {
        note(&store, byte, &act(Some(player), deed)).await;
    }
    let last = store.desk.last_kid_act(ANN).await.unwrap().unwrap();
    assert_eq!((last.number, last.deed()), (2, Some(&kid(false))));
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
    assert_eq!(store.desk.settle_report(1, &act(None, Deed::Report { number: 1 })).await, Ok(true));
    for settled in [1, 77] {
        assert_eq!(
            store.desk.settle_report(settled, &act(None, Deed::Report { number: settled })).await,
            Ok(false)
        );
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
    assert_eq!(store.desk.settle_report(1, &act(None, Deed::Report { number: 1 })).await, Ok(true));
    assert_eq!(waiting(&store).await, [(3, 1), (4, 1), (5, 1), (6, 1)]);
    assert_eq!(
        store.desk.settle_report(2, &act(None, Deed::Report { number: 2 })).await,
        Ok(false),
        "it was settled with the first"
    );
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
    assert_eq!(store.desk.settle_report(1, &act(None, Deed::Report { number: 1 })).await, Ok(true));
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
    /// Does not tell that an act was undone.
    ForgetsUndoing,
    /// Takes any act for one about kid mode.
    AnyAct,
    /// Stores the act also where there was no line to remove.
    ActsAlone,
    /// Stores an act that changes no row once, and not again.
    NotesOnce,
}

impl Fault {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Forwards,
        Self::AboutAll,
        Self::SettlesAgain,
        Self::TakesAll,
        Self::ForgetsUndoing,
        Self::AnyAct,
        Self::ActsAlone,
        Self::NotesOnce,
    ];
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
        let store = self.right.open().await;
        let desk = Arc::new(WrongDesk { desk: Arc::clone(&store.desk), fault: self.fault });
        store.with(|handles| {
            if self.fault == Fault::ActsAlone {
                handles.chat = Arc::new(WrongChat(store.clone()));
            }
            handles.desk = desk;
        })
    }
}

struct WrongDesk {
    desk: Arc<dyn Desk>,
    fault: Fault,
}

#[async_trait]
impl Desk for WrongDesk {
    async fn acts(
        &self,
        player: Option<PlayerId>,
        before: u64,
        limit: u32,
    ) -> Result<Vec<Act>, StorageError> {
        let player = player.filter(|_| self.fault != Fault::AboutAll);
        let mut acts = self.desk.acts(player, before, limit).await?;
        if self.fault == Fault::Forwards {
            acts.reverse();
        }
        Ok(acts)
    }

    async fn act(&self, number: u64) -> Result<Option<Act>, StorageError> {
        let act = self.desk.act(number).await?;
        Ok(act.map(|act| match self.fault {
            Fault::ForgetsUndoing => Act { undone_by: None, ..act },
            _ => act,
        }))
    }

    async fn note_act(&self, act: &NewAct) -> Result<(), StorageError> {
        let is_known = async || {
            let acts = self.desk.acts(None, u64::MAX, 99).await?;
            Ok::<_, StorageError>(acts.iter().any(|known| known.deed() == Some(&act.deed)))
        };
        if self.fault == Fault::NotesOnce && is_known().await? {
            return Ok(());
        }
        self.desk.note_act(act).await
    }

    async fn last_kid_act(&self, player: PlayerId) -> Result<Option<Act>, StorageError> {
        match self.fault {
            Fault::AnyAct => Ok(self.desk.acts(Some(player), u64::MAX, 1).await?.pop()),
            _ => self.desk.last_kid_act(player).await,
        }
    }

    async fn report(&self, report: &Report) -> Result<Told, StorageError> {
        let told = self.desk.report(report).await?;
        Ok(if self.fault == Fault::TakesAll { Told::Stored } else { told })
    }

    async fn waiting_reports(&self, limit: u32) -> Result<Vec<WaitingReport>, StorageError> {
        self.desk.waiting_reports(limit).await
    }

    async fn settle_report(&self, number: u64, act: &NewAct) -> Result<bool, StorageError> {
        let settled = self.desk.settle_report(number, act).await?;
        Ok(settled || self.fault == Fault::SettlesAgain)
    }
}

/// Stores an act without its change.
struct WrongChat(Store);

#[async_trait]
impl Chat for WrongChat {
    async fn say(&self, game: GameId, room: ChatRoom, line: &ChatLine) -> Result<bool, StorageError> {
        self.0.chat.say(game, room, line).await
    }

    async fn lines(&self, game: GameId, room: ChatRoom, limit: u32) -> Result<Vec<ChatLine>, StorageError> {
        self.0.chat.lines(game, room, limit).await
    }

    async fn last_line(&self, game: GameId, room: ChatRoom) -> Result<u32, StorageError> {
        self.0.chat.last_line(game, room).await
    }

    async fn said_by(&self, player: PlayerId, limit: u32) -> Result<Vec<SaidLine>, StorageError> {
        self.0.chat.said_by(player, limit).await
    }

    async fn remove_line(
        &self,
        game: GameId,
        room: ChatRoom,
        number: u32,
        act: &NewAct,
    ) -> Result<bool, StorageError> {
        let removed = self.0.chat.remove_line(game, room, number, act).await?;
        if !removed {
            note(&self.0, 99, act).await;
        }
        Ok(removed)
    }

    async fn forget_lines(&self, game: GameId, room: ChatRoom, up_to: u32) -> Result<(), StorageError> {
        self.0.chat.forget_lines(game, room, up_to).await
    }
}
