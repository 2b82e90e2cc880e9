// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of [`Accounts`], [`Sessions`], [`Tokens`] and [`Site`].

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::{collections::BTreeSet, future::Future, sync::Arc};

use async_trait::async_trait;
use tabiya_game::{PlayerId, PlayerName, Time, Title};

use super::games::{ANN, BOB, EVE, act, id, scholars_mate};
use crate::{
    Account, AccountError, Accounts, CARD, Deed, Email, Ends, GameFilter, ListRefused, LoggedInBy, NewAct,
    RECOVERY, Replaced, Role, Rules, Session, Sessions, Settings, Site, SiteSecret, StorageError, Store,
    Token, Tokens, Who,
};

/// A place for one store that starts empty.
pub trait Fixture: Send + Sync {
    /// Opens the store. Called once.
    fn open(&self) -> impl Future<Output = Store> + Send;
}

crate::laws! { $ accounts accounts_tests Fixture:
    what_was_stored_comes_back
    a_name_is_taken_once
    a_name_that_looks_like_another_is_taken
    of_many_at_once_one_gets_the_name
    a_change_names_the_version_that_it_read
    the_last_admin_stays
    changes_are_counted
    lists_are_in_the_order_of_keys
    a_guest_is_taken_once
    the_games_of_a_taken_guest_are_the_accounts
    skeletons_can_be_made_anew
    a_session_is_found_with_its_account
    a_change_ends_sessions_with_it
    old_sessions_are_forgotten
    a_token_is_taken_once
    a_token_is_good_for_its_purpose_and_time
    new_tokens_take_the_place_of_old_ones
    a_card_ends_when_the_account_may_have_none
    cards_are_handed_out_to_all_of_a_list_or_to_nobody
    of_two_lists_with_one_name_one_is_stored
    a_new_token_takes_the_place_of_the_oldest
    the_sites_rules_are_the_last_and_its_secret_the_first
    recovery_codes_end_with_the_second_factor
}

fn name(name: &str) -> PlayerName {
    PlayerName::try_from(name.to_owned()).unwrap()
}

/// An account whose skeleton is its key.
fn account(player: PlayerId, called: &str) -> Account {
    let key = called.to_lowercase();
    Account::new(player, name(called), key.clone(), key, Time(1_000))
}

fn session(player: PlayerId, byte: u8, used: u64) -> Session {
    Session {
        hash: vec![byte; 32],
        player,
        device: "Firefox on Linux".to_owned(),
        by: LoggedInBy::Card,
        created: Time(used / 2),
        used: Time(used),
    }
}

fn token(player: Option<PlayerId>, byte: u8, purpose: &str, expires: u64) -> Token {
    Token {
        hash: vec![byte; 32],
        purpose: purpose.to_owned(),
        player,
        data: "{}".to_owned(),
        created: Time(5),
        expires: Time(expires),
    }
}

/// An account as it is stored now.
async fn stored(store: &Store, player: PlayerId) -> Account {
    store.accounts.account(player).await.unwrap().unwrap()
}

fn keys(accounts: &[Account]) -> Vec<&str> {
    accounts.iter().map(|account| account.key.as_str()).collect()
}

/// Every field, and each way to find it.
pub async fn what_was_stored_comes_back(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let plain = account(ANN, "Ann");
    let mut full = account(BOB, "Ботвинник");
    full.role = Role::Moderator;
    full.title = Some(Title::Wgm);
    full.kid = true;
    full.muted = true;
    full.list_owner = Some(ANN);
    full.secrets.password = Some("$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA".to_owned());
    full.secrets.totp = Some(vec![0, 1, 255]);
    full.secrets.totp_step = 58_000_000;
    full.email = Some(Email { address: "Bob@Example.org".to_owned(), confirmed: true });
    full.closed = Some(Time(7_000));
    full.settings = Settings([("theme".to_owned(), "dark".to_owned())].into());
    for account in [&plain, &full] {
        store.accounts.create_account(account).await.unwrap();
    }
    for mut account in [plain, full] {
        account.version = 1;
        assert_eq!(stored(&store, account.player).await, account);
        assert_eq!(
            store.accounts.account_called(&account.key).await.unwrap().unwrap().secrets,
            account.secrets
        );
    }
    assert_eq!(store.accounts.account(EVE).await, Ok(None));
    assert_eq!(store.accounts.account_called("ANN").await, Ok(None), "keys are compared as they are");
    let found = store.accounts.accounts_with_email("bob@example.ORG").await.unwrap();
    assert_eq!(keys(&found), ["ботвинник"]);
    assert_eq!(store.accounts.accounts_of(&[BOB, EVE, ANN]).await.unwrap().len(), 2);
    assert_eq!(keys(&store.accounts.accounts_with_role(Role::Moderator).await.unwrap()), ["ботвинник"]);
    assert_eq!(keys(&store.accounts.accounts_on_list(ANN).await.unwrap()), ["ботвинник"]);
    assert_eq!(store.accounts.account_count().await, Ok(2));
    assert_eq!(store.accounts.closed_accounts().await, Ok(vec![BOB]));
    let reopened = Account { closed: None, ..stored(&store, BOB).await };
    store.accounts.change_account(&reopened, Ends::Nothing).await.unwrap();
    assert_eq!(store.accounts.closed_accounts().await, Ok(vec![]));
}

/// Also by a closed account, and for a change of name; a player has one account.
pub async fn a_name_is_taken_once(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let mut first = account(ANN, "Ann");
    first.closed = Some(Time(5));
    store.accounts.create_account(&first).await.unwrap();
    let taken = Err(AccountError::NameTaken { name: name("Ann") });
    assert_eq!(store.accounts.create_account(&account(BOB, "aNN")).await, taken);
    assert_eq!(store.accounts.create_account(&account(ANN, "Other")).await, Err(AccountError::PlayerTaken));

    store.accounts.create_account(&account(BOB, "Bob")).await.unwrap();
    let mut bob = stored(&store, BOB).await;
    (bob.name, bob.key, bob.skeleton) = (name("Ann"), "ann".to_owned(), "ann".to_owned());
    assert_eq!(store.accounts.change_account(&bob, Ends::Nothing).await, taken);
    (bob.name, bob.key, bob.skeleton) = (name("BOB"), "bob".to_owned(), "bob".to_owned());
    store.accounts.change_account(&bob, Ends::Nothing).await.unwrap();
    assert_eq!(stored(&store, BOB).await.name, name("BOB"), "one's own name may be written otherwise");
}

/// With another key, but the same skeleton.
pub async fn a_name_that_looks_like_another_is_taken(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let mut first = account(ANN, "Ilona");
    first.skeleton = "llona".to_owned();
    store.accounts.create_account(&first).await.unwrap();
    let alike = account(BOB, "llona");
    let taken = Err(AccountError::NameTaken { name: name("Ilona") });
    assert_eq!(store.accounts.create_account(&alike).await, taken);
}

/// Each under another player.
pub async fn of_many_at_once_one_gets_the_name(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let tries: Vec<_> = (1..=12)
        .map(|byte| {
            let accounts = Arc::clone(&store.accounts);
            tokio::spawn(async move {
                let mut wanted = account(PlayerId::from_bytes([byte; 16]), "Wanted");
                wanted.key = if byte % 2 == 0 { "wanted".to_owned() } else { format!("wanted{byte}") };
                accounts.create_account(&wanted).await
            })
        })
        .collect();
    let mut made = 0;
    for tried in tries {
        match tried.await.unwrap() {
            Ok(()) => made += 1,
            Err(AccountError::NameTaken { name: taken }) => assert_eq!(taken, name("Wanted")),
            Err(other) => panic!("{other}"),
        }
    }
    assert_eq!(made, 1);
}

/// Of two changes from one state, the second does nothing.
pub async fn a_change_names_the_version_that_it_read(fixture: &impl Fixture) {
    let store = fixture.open().await;
    store.accounts.create_account(&account(ANN, "Ann")).await.unwrap();
    let read = stored(&store, ANN).await;
    let (mut first, mut second) = (read.clone(), read);
    first.kid = true;
    second.settings = Settings([("a".to_owned(), "b".to_owned())].into());
    store.accounts.change_account(&first, Ends::Nothing).await.unwrap();
    assert_eq!(store.accounts.change_account(&second, Ends::All).await, Err(AccountError::Stale));
    first.version += 1;
    assert_eq!(stored(&store, ANN).await, first);
    assert_eq!(
        store.accounts.change_account(&account(EVE, "Eve"), Ends::Nothing).await,
        Err(AccountError::Stale)
    );
}

/// Whoever tries, and also where two admins go at the same time.
pub async fn the_last_admin_stays(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let admin = |player, called: &str| Account { role: Role::Admin, ..account(player, called) };
    store.accounts.create_account(&admin(ANN, "Ann")).await.unwrap();
    let closed = Account { closed: Some(Time(1)), ..admin(EVE, "Eve") };
    store.accounts.create_account(&closed).await.unwrap();
    for change in [
        |account: &mut Account| account.closed = Some(Time(9)),
        |account: &mut Account| account.role = Role::Player,
    ] {
        let mut ann = stored(&store, ANN).await;
        change(&mut ann);
        assert_eq!(store.accounts.change_account(&ann, Ends::All).await, Err(AccountError::LastAdmin));
    }
    store.accounts.create_account(&admin(BOB, "Bob")).await.unwrap();
    let resign = |player| {
        let store = store.clone();
        tokio::spawn(async move {
            let mut admin = stored(&store, player).await;
            admin.role = Role::Player;
            store.accounts.change_account(&admin, Ends::All).await
        })
    };
    let (ann, bob) = (resign(ANN), resign(BOB));
    let done = [ann.await.unwrap(), bob.await.unwrap()];
    assert!(done.contains(&Ok(())) && done.contains(&Err(AccountError::LastAdmin)), "{done:?}");
}

/// So that another program notices.
pub async fn changes_are_counted(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let mut last = store.accounts.account_changes().await.unwrap();
    let mut has_grown = async |what: &str| {
        let now = store.accounts.account_changes().await.unwrap();
        assert!(std::mem::replace(&mut last, now) < now, "{what}");
    };
    store.accounts.create_account(&account(ANN, "Ann")).await.unwrap();
    has_grown("a new account").await;
    store.accounts.change_account(&stored(&store, ANN).await, Ends::Nothing).await.unwrap();
    has_grown("a change").await;
    store.sessions.begin_session(&session(ANN, 1, 10)).await.unwrap();
    store.sessions.end_sessions(&[vec![1; 32]]).await.unwrap();
    has_grown("the end of a session").await;
}

/// By their bytes, from a prefix on, behind a key.
pub async fn lists_are_in_the_order_of_keys(fixture: &impl Fixture) {
    let store = fixture.open().await;
    for (byte, called) in (1..).zip(["mik", "mika", "Mikhail", "mil", "mi", "mikä", "mikи", "zoe"]) {
        store.accounts.create_account(&account(PlayerId::from_bytes([byte; 16]), called)).await.unwrap();
    }
    let from = async |prefix: &str, after: &str, limit| {
        let found = store.accounts.accounts_from(prefix, after, limit).await.unwrap();
        found.into_iter().map(|account| account.key).collect::<Vec<_>>()
    };
    assert_eq!(from("mik", "", 10).await, ["mik", "mika", "mikhail", "mikä", "mikи"]);
    assert_eq!(from("mik", "mika", 2).await, ["mikhail", "mikä"]);
    assert_eq!(from("", "mikи", 10).await, ["mil", "zoe"]);
    assert_eq!(from("%", "", 10).await, [""; 0]);
}

/// By whichever account is first.
pub async fn a_guest_is_taken_once(fixture: &impl Fixture) {
    let store = fixture.open().await;
    assert_eq!(store.accounts.taken_by(EVE).await, Ok(None));
    assert_eq!(store.accounts.take_guest(EVE, ANN, Time(1)).await, Ok(true));
    assert_eq!(store.accounts.take_guest(EVE, BOB, Time(2)).await, Ok(false));
    assert_eq!(store.accounts.taken_by(EVE).await, Ok(Some(ANN)));
    assert_eq!(store.accounts.guests_of(ANN).await, Ok(vec![EVE]));
    assert_eq!(store.accounts.guests_of(BOB).await, Ok(vec![]));
    // A guest is taken over or registers, never both: the games would belong to two.
    assert!(store.accounts.create_account(&account(EVE, "Eve")).await.is_err());
    store.accounts.create_account(&account(BOB, "Bob")).await.unwrap();
    assert_eq!(store.accounts.take_guest(BOB, ANN, Time(3)).await, Ok(false));
    assert_eq!(store.accounts.taken_by(BOB).await, Ok(None));
}

/// Finished and running ones, also when one ends later; but not those against the account itself.
pub async fn the_games_of_a_taken_guest_are_the_accounts(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let whole = scholars_mate(EVE, BOB);
    store.log.create_game(id(1), whole.clone()).await.unwrap();
    store.log.create_game(id(2), whole[..4].to_vec()).await.unwrap();
    store.log.create_game(id(3), scholars_mate(BOB, EVE)).await.unwrap();
    store.log.create_game(id(4), scholars_mate(EVE, ANN)).await.unwrap();
    store.accounts.take_guest(EVE, ANN, Time(1)).await.unwrap();
    store.log.append(id(2), 4, whole[4..].to_vec()).await.unwrap();
    let games = async |player, opponent| {
        let filter = GameFilter { opponent, ..GameFilter::default() };
        let mut games: Vec<_> = store.archive.finished_of(player, &filter, None, 9).await.unwrap();
        games.sort_by_key(|game| game.id);
        games.iter().map(|game| game.id).collect::<Vec<_>>()
    };
    assert_eq!(games(ANN, None).await, [id(1), id(2), id(3), id(4)]);
    assert_eq!(games(ANN, Some(BOB)).await, [id(1), id(2), id(3)]);
    assert_eq!(games(BOB, Some(ANN)).await, [id(1), id(2), id(3)]);
    assert_eq!(games(EVE, None).await, [id(4)], "the account's own opponent stays a guest");
    assert_eq!(store.archive.unfinished_count_of(ANN).await, Ok(0));
    let row = store.archive.game(id(3)).await.unwrap().unwrap();
    assert_eq!(row.seats().color_of(ANN), Some(tabiya_rules::Color::Black));
}

/// Names that have come to look alike stay, can be changed otherwise, and no new one may join them.
pub async fn skeletons_can_be_made_anew(fixture: &impl Fixture) {
    let store = fixture.open().await;
    assert_eq!(store.accounts.skeletons().await.as_deref(), Ok(""));
    store.accounts.create_account(&account(ANN, "ann")).await.unwrap();
    store.accounts.create_account(&account(BOB, "ahh")).await.unwrap();
    let both = [(ANN, "ann".to_owned()), (BOB, "ann".to_owned())];
    store.accounts.store_skeletons(&both, "17.0").await.unwrap();
    assert_eq!(store.accounts.skeletons().await.as_deref(), Ok("17.0"));
    let mut bob = stored(&store, BOB).await;
    assert_eq!(bob.skeleton, "ann");
    bob.kid = true;
    store.accounts.change_account(&bob, Ends::Nothing).await.unwrap();
    let mut third = account(EVE, "a77");
    third.skeleton = "ann".to_owned();
    assert!(matches!(store.accounts.create_account(&third).await, Err(AccountError::NameTaken { .. })));
}

/// As the account is now.
pub async fn a_session_is_found_with_its_account(fixture: &impl Fixture) {
    let store = fixture.open().await;
    store.accounts.create_account(&account(ANN, "Ann")).await.unwrap();
    let began = session(ANN, 1, 10);
    store.sessions.begin_session(&began).await.unwrap();
    let found = store.sessions.session(&[1; 32]).await.unwrap().unwrap();
    assert_eq!(found, (began, stored(&store, ANN).await));
    let mut ann = found.1;
    ann.closed = Some(Time(3));
    store.accounts.change_account(&ann, Ends::Nothing).await.unwrap();
    assert_eq!(store.sessions.session(&[1; 32]).await.unwrap().unwrap().1.closed, Some(Time(3)));
    assert_eq!(store.sessions.session(&[2; 32]).await, Ok(None));

    store.sessions.begin_session(&session(ANN, 2, 20)).await.unwrap();
    store.sessions.use_session(&[1; 32], Time(30)).await.unwrap();
    store.sessions.use_session(&[1; 32], Time(25)).await.unwrap();
    let listed = store.sessions.sessions_of(ANN).await.unwrap();
    let listed: Vec<_> = listed.iter().map(|session| (session.hash[0], session.used.0)).collect();
    assert_eq!(listed, [(1, 30), (2, 20)]);
    store.sessions.end_sessions(&[vec![1; 32], vec![9; 32]]).await.unwrap();
    assert_eq!(store.sessions.session(&[1; 32]).await, Ok(None));
    store.sessions.use_session(&[1; 32], Time(40)).await.unwrap();
    assert_eq!(store.sessions.sessions_of(ANN).await.unwrap().len(), 1, "what has ended is not used again");
}

/// All of its player's or all but one, and nobody else's.
pub async fn a_change_ends_sessions_with_it(fixture: &impl Fixture) {
    let store = fixture.open().await;
    for (player, called) in [(ANN, "Ann"), (BOB, "Bob")] {
        store.accounts.create_account(&account(player, called)).await.unwrap();
    }
    for (player, byte) in [(ANN, 1), (ANN, 2), (ANN, 3), (BOB, 4)] {
        store.sessions.begin_session(&session(player, byte, 10)).await.unwrap();
    }
    let left = async |player| {
        let sessions = store.sessions.sessions_of(player).await.unwrap();
        sessions.iter().map(|session| session.hash[0]).collect::<Vec<_>>()
    };
    store.accounts.change_account(&stored(&store, ANN).await, Ends::Nothing).await.unwrap();
    assert_eq!(left(ANN).await, [1, 2, 3]);
    store.accounts.change_account(&stored(&store, ANN).await, Ends::Others(&[2; 32])).await.unwrap();
    assert_eq!(left(ANN).await, [2]);
    store.accounts.change_account(&stored(&store, ANN).await, Ends::All).await.unwrap();
    assert_eq!(left(ANN).await, [0; 0]);
    assert_eq!(left(BOB).await, [4]);
}

/// Those that nobody used, and those that are old.
pub async fn old_sessions_are_forgotten(fixture: &impl Fixture) {
    let store = fixture.open().await;
    for (byte, used) in [(1, 100), (2, 200), (3, 300)] {
        store.sessions.begin_session(&session(ANN, byte, used)).await.unwrap();
    }
    store.sessions.forget_sessions(Time(150), Time(0)).await.unwrap();
    assert_eq!(store.sessions.sessions_of(ANN).await.unwrap().len(), 2);
    store.sessions.forget_sessions(Time(0), Time(101)).await.unwrap();
    let left = store.sessions.sessions_of(ANN).await.unwrap();
    assert_eq!(left, [session(ANN, 3, 300)]);
}

/// Also where many try at once.
pub async fn a_token_is_taken_once(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let kept = token(Some(ANN), 1, "reset", 100);
    store.tokens.keep_tokens(std::slice::from_ref(&kept), false).await.unwrap();
    assert_eq!(store.tokens.token(&[1; 32], "reset", Time(50)).await, Ok(Some(kept)));
    let tries: Vec<_> = (0..8)
        .map(|_| {
            let tokens = Arc::clone(&store.tokens);
            tokio::spawn(async move { tokens.take_token(&[1; 32], "reset", Time(50)).await.unwrap() })
        })
        .collect();
    let mut got = 0;
    for tried in tries {
        got += u32::from(tried.await.unwrap().is_some());
    }
    assert_eq!(got, 1);
    assert_eq!(store.tokens.token(&[1; 32], "reset", Time(50)).await, Ok(None));
}

/// Until the moment at which it expires.
pub async fn a_token_is_good_for_its_purpose_and_time(fixture: &impl Fixture) {
    let store = fixture.open().await;
    store
        .tokens
        .keep_tokens(&[token(None, 1, "admin", 100), token(None, 2, "admin", 300)], false)
        .await
        .unwrap();
    for (purpose, now) in [("reset", 50), ("admin", 100)] {
        assert_eq!(store.tokens.token(&[1; 32], purpose, Time(now)).await, Ok(None), "{purpose} {now}");
        assert_eq!(store.tokens.take_token(&[1; 32], purpose, Time(now)).await, Ok(None));
    }
    assert!(store.tokens.token(&[1; 32], "admin", Time(99)).await.unwrap().is_some(), "it was not taken");
    store.tokens.forget_tokens(Time(100)).await.unwrap();
    assert_eq!(store.tokens.token(&[1; 32], "admin", Time(99)).await, Ok(None));
    assert!(store.tokens.take_token(&[2; 32], "admin", Time(99)).await.unwrap().is_some());
}

/// For the same player and purpose.
pub async fn new_tokens_take_the_place_of_old_ones(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let tokens = [(ANN, 1, "card"), (ANN, 2, "recovery"), (BOB, 3, "card")];
    for (player, byte, purpose) in tokens {
        store.tokens.keep_tokens(&[token(Some(player), byte, purpose, 100)], false).await.unwrap();
    }
    let new = [token(Some(ANN), 4, "card", 100), token(Some(ANN), 5, "card", 100)];
    store.tokens.keep_tokens(&new, true).await.unwrap();
    let left = async |player, purpose| {
        let tokens = store.tokens.tokens_of(player, purpose).await.unwrap();
        tokens.iter().map(|token| token.hash[0]).collect::<Vec<_>>()
    };
    assert_eq!(left(ANN, "card").await, [4, 5]);
    assert_eq!((left(ANN, "recovery").await, left(BOB, "card").await), (vec![2], vec![3]));
    store.tokens.forget_tokens_of(ANN, "card").await.unwrap();
    assert_eq!((left(ANN, "card").await, left(BOB, "card").await), (vec![], vec![3]));
}

/// Of the same player and purpose, however many there were.
pub async fn a_new_token_takes_the_place_of_the_oldest(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let made =
        |player, byte, purpose, at| Token { created: Time(at), ..token(Some(player), byte, purpose, 900) };
    for (player, byte, purpose, at) in [
        (ANN, 1, "code", 30),
        (ANN, 2, "code", 10),
        (ANN, 3, "code", 20),
        (ANN, 4, "reset", 1),
        (BOB, 5, "code", 1),
    ] {
        store.tokens.keep_newest(&made(player, byte, purpose, at), 3).await.unwrap();
    }
    let left = async |player, purpose| {
        let tokens = store.tokens.tokens_of(player, purpose).await.unwrap();
        tokens.iter().map(|token| token.hash[0]).collect::<BTreeSet<_>>()
    };
    assert_eq!(left(ANN, "code").await, BTreeSet::from([1, 2, 3]));
    store.tokens.keep_newest(&made(ANN, 6, "code", 40), 3).await.unwrap();
    assert_eq!(left(ANN, "code").await, BTreeSet::from([1, 3, 6]));
    // The new one stays, also where a clock was set back.
    store.tokens.keep_newest(&made(ANN, 7, "code", 5), 2).await.unwrap();
    assert_eq!(left(ANN, "code").await, BTreeSet::from([6, 7]));
    assert_eq!(
        (left(ANN, "reset").await, left(BOB, "code").await),
        (BTreeSet::from([4]), BTreeSet::from([5]))
    );
}

/// With a role of staff, or a second factor. Every other change leaves it.
pub async fn a_card_ends_when_the_account_may_have_none(fixture: &impl Fixture) {
    type Edit = fn(&mut Account);
    let edits: [(Edit, bool); 3] = [
        (|account| account.muted = true, true),
        (|account| account.role = Role::Organiser, false),
        (|account| account.secrets.totp = Some(vec![7; 20]), false),
    ];
    let store = fixture.open().await;
    for (byte, (edit, stays)) in (1..).zip(edits) {
        let player = PlayerId::from_bytes([byte; 16]);
        store.accounts.create_account(&account(player, &format!("Player{byte}"))).await.unwrap();
        store.tokens.keep_tokens(&[token(Some(player), byte, CARD, 100)], true).await.unwrap();
        let mut changed = stored(&store, player).await;
        edit(&mut changed);
        store.accounts.change_account(&changed, Ends::All).await.unwrap();
        let left = store.tokens.tokens_of(player, CARD).await.unwrap();
        assert_eq!(!left.is_empty(), stays, "the change {byte}");
    }
}

/// A new account with its card, for the list at this place.
fn enlisted(byte: u8, called: &str) -> (Account, Token) {
    let player = PlayerId::from_bytes([byte; 16]);
    (account(player, called), token(Some(player), byte, CARD, 100))
}

/// Wherever in the list the account stands that is in the way, and whatever is wrong with it.
pub async fn cards_are_handed_out_to_all_of_a_list_or_to_nobody(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let first = [enlisted(1, "Ann"), enlisted(2, "Bob")];
    store.accounts.hand_out_cards(&first, &handed_out()).await.unwrap();
    let cards = async |byte| {
        let cards = store.tokens.tokens_of(PlayerId::from_bytes([byte; 16]), CARD).await.unwrap();
        cards.iter().map(|card| card.hash[0]).collect::<Vec<_>>()
    };
    assert_eq!((cards(1).await, cards(2).await), (vec![1], vec![2]));
    let ann = stored(&store, first[0].0.player).await;
    assert_eq!((ann.version, ann.key.as_str()), (1, "ann"));
    store.sessions.begin_session(&session(ann.player, 7, 10)).await.unwrap();

    // A new card for one whom the list knows, as it was before it was changed.
    let renewed = |ann: &Account, byte| (ann.clone(), token(Some(ann.player), byte, CARD, 100));
    let mut changed = ann.clone();
    changed.kid = true;
    store.accounts.change_account(&changed, Ends::Nothing).await.unwrap();
    let taken = |name| AccountError::NameTaken { name };
    let wrong: [([(Account, Token); 3], ListRefused); 4] = [
        (
            [enlisted(3, "Eve"), renewed(&ann, 20), enlisted(4, "Tom")],
            ListRefused { at: 1, why: AccountError::Stale },
        ),
        (
            [enlisted(3, "Eve"), enlisted(4, "Tom"), enlisted(5, "BOB")],
            ListRefused { at: 2, why: taken(name("Bob")) },
        ),
        (
            [enlisted(3, "Eve"), enlisted(4, "eve"), enlisted(5, "Tom")],
            ListRefused { at: 1, why: taken(name("Eve")) },
        ),
        (
            [enlisted(3, "Eve"), enlisted(2, "Tim"), enlisted(5, "Tom")],
            ListRefused { at: 1, why: AccountError::PlayerTaken },
        ),
    ];
    for (list, why) in wrong {
        assert_eq!(store.accounts.hand_out_cards(&list, &handed_out()).await, Err(why));
        assert_eq!(store.accounts.account_count().await, Ok(2), "nobody of the list");
        assert_eq!((cards(1).await, cards(2).await, cards(3).await), (vec![1], vec![2], vec![]));
        assert!(store.sessions.session(&[7; 32]).await.unwrap().is_some(), "nobody is logged out");
    }

    let ann = stored(&store, ann.player).await;
    let list = [enlisted(3, "Eve"), renewed(&ann, 21)];
    store.accounts.hand_out_cards(&list, &handed_out()).await.unwrap();
    assert_eq!((cards(1).await, cards(3).await), (vec![21], vec![3]), "the card before has ended");
    assert_eq!(store.sessions.session(&[7; 32]).await, Ok(None), "and so have the sessions");
    assert_eq!(stored(&store, ann.player).await.version, ann.version + 1);
}

/// All of the one, nothing of the others, whichever is quicker.
pub async fn of_two_lists_with_one_name_one_is_stored(fixture: &impl Fixture) {
    const LENGTH: u8 = 30;
    let store = fixture.open().await;
    let lists: Vec<_> = (0..4_u8)
        .map(|list| {
            let accounts = Arc::clone(&store.accounts);
            // Each in another order, so that each has something before the others have it.
            let places = (0..LENGTH).map(move |place| (place + list * 7) % LENGTH);
            let list: Vec<_> =
                places.map(|place| enlisted(list * LENGTH + place + 1, &format!("Pupil{place}"))).collect();
            tokio::spawn(async move { accounts.hand_out_cards(&list, &handed_out()).await })
        })
        .collect();
    let mut stored = 0;
    for list in lists {
        match list.await.unwrap() {
            Ok(()) => stored += 1,
            Err(ListRefused { why: AccountError::NameTaken { .. }, .. }) => {}
            Err(other) => panic!("{other}"),
        }
    }
    assert_eq!((stored, store.accounts.account_count().await), (1, Ok(u64::from(LENGTH))));
}

/// The last that were set, or the secret that was kept first.
pub async fn the_sites_rules_are_the_last_and_its_secret_the_first(fixture: &impl Fixture) {
    let store = fixture.open().await;
    assert_eq!(store.site.site_rules().await, Ok(Rules::default()));
    for (name, watch) in [("Club", Who::Accounts), ("Schachclub ‹1›", Who::Everyone), ("", Who::Invited)]
    {
        let rules = Rules { name: name.to_owned(), watch, ..Rules::default() };
        let was = store.site.site_rules().await.unwrap();
        let deed = Deed::Site(Box::new(Replaced { before: was, after: rules.clone() }));
        store.site.set_site_rules(&rules, &act(None, deed)).await.unwrap();
        assert_eq!(store.site.site_rules().await, Ok(rules));
    }
    assert_eq!(store.site.last_backup().await, Ok(None));
    store.site.note_backup(&act(None, Deed::Backup { bytes: 9 })).await.unwrap();
    assert_eq!(store.site.last_backup().await, Ok(Some(Time(7))));
    let tries: Vec<_> = (0..8)
        .map(|number| {
            let site = Arc::clone(&store.site);
            let keep =
                async move { site.keep_secret(SiteSecret::Devices, &number.to_string()).await.unwrap() };
            tokio::spawn(keep)
        })
        .collect();
    let mut kept = Vec::new();
    for tried in tries {
        kept.push(tried.await.unwrap());
    }
    kept.dedup();
    assert_eq!(kept.len(), 1, "{kept:?}");
    assert_eq!(store.site.keep_secret(SiteSecret::Devices, "x").await.as_ref(), Ok(&kept[0]));
    let replaced = store.site.replace_secret(SiteSecret::Devices, &kept[0], "y").await;
    assert_eq!(replaced, Ok(true));
    let replaced = store.site.replace_secret(SiteSecret::Devices, &kept[0], "z").await;
    assert_eq!(replaced, Ok(false), "another one has replaced it");
    assert_eq!(store.site.keep_secret(SiteSecret::Devices, "x").await, Ok("y".to_owned()));
}

/// Codes that were stored before it stay until it has been there.
pub async fn recovery_codes_end_with_the_second_factor(fixture: &impl Fixture) {
    let store = fixture.open().await;
    store.accounts.create_account(&account(ANN, "Ann")).await.unwrap();
    let code = token(Some(ANN), 1, RECOVERY, 100);
    store.tokens.keep_tokens(std::slice::from_ref(&code), true).await.unwrap();
    let change = async |totp: Option<Vec<u8>>| {
        let mut ann = stored(&store, ANN).await;
        ann.secrets.totp = totp;
        store.accounts.change_account(&ann, Ends::Nothing).await.unwrap();
        store.tokens.tokens_of(ANN, RECOVERY).await.unwrap().len()
    };
    assert_eq!(change(None).await, 1, "they were made a moment before");
    assert_eq!(change(Some(vec![7; 20])).await, 1);
    assert_eq!(change(Some(vec![7; 20])).await, 1);
    assert_eq!(change(None).await, 0);
}

fn handed_out() -> NewAct {
    act(None, Deed::Cards { count: 1 })
}

/// How accounts can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Looks whether a name is free, and writes it later.
    LooksFirst,
    /// Does not compare skeletons.
    IgnoresLooks,
    /// Takes any version for the newest.
    LastWriteWins,
    /// Lets the last admin go.
    LosesAdmins,
    /// Ends the sessions of all players, or of none.
    EndsNothing,
    /// Finds the account as it was when the session began.
    OldAccount,
    /// Gives a token to everybody who asks.
    TokensStay,
    /// Does not look at a token's purpose or end.
    AnyPurpose,
    /// Does not count.
    CountsNothing,
    /// Gives a guest to whoever asks last.
    TakesAgain,
    /// Lets a guest be taken over and register.
    IsBoth,
    /// Lets everybody keep the secret that they brought.
    KeepsEach,
    /// Replaces whichever secret is there.
    ReplacesAny,
    /// Leaves the site's rules as they were set first.
    KeepsOldRules,
    /// Leaves the recovery codes of a second factor that is gone.
    CodesStay,
    /// Leaves staff their cards.
    CardsStay,
    /// Keeps every token, however many there are.
    KeepsAll,
    /// Stores a list account by account, up to the one that is in the way.
    OneByOne,
}

impl Fault {
    /// All of them.
    pub const ALL: [Self; 18] = [
        Self::KeepsOldRules,
        Self::CodesStay,
        Self::LooksFirst,
        Self::IgnoresLooks,
        Self::LastWriteWins,
        Self::LosesAdmins,
        Self::EndsNothing,
        Self::OldAccount,
        Self::TokensStay,
        Self::AnyPurpose,
        Self::CountsNothing,
        Self::TakesAgain,
        Self::IsBoth,
        Self::KeepsEach,
        Self::ReplacesAny,
        Self::CardsStay,
        Self::KeepsAll,
        Self::OneByOne,
    ];
}

mod wrong;
pub use wrong::Wrong;
