// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of [`Accounts`], [`Sessions`], [`Tokens`] and [`Site`].

#![allow(clippy::unwrap_used, reason = "these are tests")]

mod sessions;
mod tokens;
mod wrong;

use std::{collections::BTreeSet, future::Future, sync::Arc};

use async_trait::async_trait;
use tabiya_game::{PlayerId, PlayerName, Time, Title};

use super::games::{ANN, BOB, EVE, act, id, scholars_mate};
use crate::{
    Account, AccountError, Accounts, CARD, Deed, Email, Ends, GameFilter, ListRefused, LoggedInBy, NewAct,
    RECOVERY, Replaced, Role, Rules, Session, Sessions, Settings, Site, SiteSecret, StorageError, Store,
    Token, Tokens, Who,
};

pub use sessions::{
    a_change_ends_sessions_with_it, a_session_is_found_with_its_account, old_sessions_are_forgotten,
};
pub use tokens::{
    a_card_ends_when_the_account_may_have_none, a_new_token_takes_the_place_of_the_oldest,
    a_token_is_good_for_its_purpose_and_time, a_token_is_taken_once,
    cards_are_handed_out_to_all_of_a_list_or_to_nobody, new_tokens_take_the_place_of_old_ones,
    of_two_lists_with_one_name_one_is_stored, recovery_codes_end_with_the_second_factor,
};
pub use wrong::Wrong;

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
