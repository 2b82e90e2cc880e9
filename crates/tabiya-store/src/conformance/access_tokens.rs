// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of [`AccessTokens`].

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::{future::Future, sync::Arc};

use async_trait::async_trait;
use tabiya_game::{PlayerId, PlayerName, Time};

use super::games::{ANN, BOB};
use crate::{
    AccessToken, AccessTokens, Account, Ends, NewAct, OAUTH_CODE, RESET_LETTER, RESET_LINK, StorageError,
    Store, Token,
};

/// A place for one store that starts empty.
pub trait Fixture: Send + Sync {
    /// Opens the store. Called once.
    fn open(&self) -> impl Future<Output = Store> + Send;
}

crate::laws! { $ access_tokens access_tokens_tests Fixture:
    a_token_is_found_with_its_account_as_that_is_now
    an_expired_token_is_found_no_more
    a_revoked_token_is_found_no_more
    the_last_use_never_goes_back
    tokens_are_listed_for_their_player
    tokens_end_with_sessions
}

const NOW: Time = Time(1_000);

fn token(player: PlayerId, byte: u8) -> AccessToken {
    AccessToken {
        hash: vec![byte; 32],
        player,
        scopes: "board:play challenge:write".to_owned(),
        note: "Żółw's board".to_owned(),
        created: Time(u64::from(byte)),
        used: None,
        expires: None,
        made_by: None,
    }
}

/// Ann and Bob have accounts.
async fn open(fixture: &impl Fixture) -> Store {
    let store = fixture.open().await;
    for (player, name) in [(ANN, "Ann"), (BOB, "Bob")] {
        let (shown, key) = (PlayerName::try_from(name.to_owned()).unwrap(), name.to_lowercase());
        store.accounts.create_account(&Account::new(player, shown, key.clone(), key, Time(1))).await.unwrap();
    }
    store
}

async fn find(store: &Store, byte: u8) -> Option<AccessToken> {
    let found = store.access_tokens.access_token(&[byte; 32], NOW).await.unwrap();
    found.map(|(token, _)| token)
}

/// Also where the account was renamed or closed since.
pub async fn a_token_is_found_with_its_account_as_that_is_now(fixture: &impl Fixture) {
    let store = open(fixture).await;
    store.access_tokens.keep_access_token(&token(ANN, 1)).await.unwrap();
    store.access_tokens.keep_access_token(&token(BOB, 2)).await.unwrap();
    let mut account = store.accounts.account(ANN).await.unwrap().unwrap();
    account.closed = Some(Time(7));
    store.accounts.change_account(&account, Ends::Nothing).await.unwrap();
    let (found, of) = store.access_tokens.access_token(&[1; 32], NOW).await.unwrap().unwrap();
    assert_eq!((found, of.player, of.closed), (token(ANN, 1), ANN, Some(Time(7))));
    assert_eq!(find(&store, 2).await, Some(token(BOB, 2)));
    assert_eq!(find(&store, 3).await, None);
}

/// From that millisecond on.
pub async fn an_expired_token_is_found_no_more(fixture: &impl Fixture) {
    let store = open(fixture).await;
    for (byte, expires) in [(1, Time(NOW.0)), (2, Time(NOW.0 + 1))] {
        let token = AccessToken { expires: Some(expires), ..token(ANN, byte) };
        store.access_tokens.keep_access_token(&token).await.unwrap();
    }
    assert_eq!((find(&store, 1).await, find(&store, 2).await.is_some()), (None, true));
    assert_eq!(store.access_tokens.access_tokens_of(ANN, NOW).await.unwrap().len(), 1);
    store.access_tokens.keep_access_token(&token(ANN, 3)).await.unwrap();
    store.access_tokens.forget_access_tokens(NOW).await.unwrap();
    let all = store.access_tokens.access_tokens_of(ANN, Time(0)).await.unwrap();
    assert_eq!(all.iter().map(|token| token.hash[0]).collect::<Vec<_>>(), [3, 2]);
}

/// The others stay.
pub async fn a_revoked_token_is_found_no_more(fixture: &impl Fixture) {
    let store = open(fixture).await;
    for byte in 1..=3 {
        store.access_tokens.keep_access_token(&token(ANN, byte)).await.unwrap();
    }
    let changes = store.accounts.account_changes().await.unwrap();
    store.access_tokens.revoke_access_tokens(&[vec![1; 32], vec![3; 32]]).await.unwrap();
    assert_eq!((find(&store, 1).await, find(&store, 3).await), (None, None));
    assert_eq!(find(&store, 2).await, Some(token(ANN, 2)));
    assert_ne!(store.accounts.account_changes().await.unwrap(), changes, "other servers have to notice");
}

/// However the writes arrive.
pub async fn the_last_use_never_goes_back(fixture: &impl Fixture) {
    let store = open(fixture).await;
    store.access_tokens.keep_access_token(&token(ANN, 1)).await.unwrap();
    for (at, used) in [(50, 50), (40, 50), (60, 60)] {
        store.access_tokens.use_access_token(&[1; 32], Time(at)).await.unwrap();
        assert_eq!(find(&store, 1).await.unwrap().used, Some(Time(used)));
    }
}

/// The newest first.
pub async fn tokens_are_listed_for_their_player(fixture: &impl Fixture) {
    let store = open(fixture).await;
    for byte in [1, 3, 2] {
        store.access_tokens.keep_access_token(&token(ANN, byte)).await.unwrap();
    }
    store.access_tokens.keep_access_token(&token(BOB, 9)).await.unwrap();
    let all = store.access_tokens.access_tokens_of(ANN, NOW).await.unwrap();
    assert_eq!(all, [token(ANN, 3), token(ANN, 2), token(ANN, 1)]);
}

/// The account's own, and, where all sessions end, those that it made for others.
pub async fn tokens_end_with_sessions(fixture: &impl Fixture) {
    let store = open(fixture).await;
    for (ends, ends_made) in [(Ends::All, true), (Ends::Others(&[9; 32]), false)] {
        for token in [token(ANN, 1), AccessToken { made_by: Some(ANN), ..token(BOB, 2) }, token(BOB, 3)] {
            store.access_tokens.revoke_access_tokens(std::slice::from_ref(&token.hash)).await.unwrap();
            store.access_tokens.keep_access_token(&token).await.unwrap();
        }
        let account = async || store.accounts.account(ANN).await.unwrap().unwrap();
        store.accounts.change_account(&account().await, Ends::Nothing).await.unwrap();
        let secret = |purpose: &str, byte| Token {
            hash: vec![byte; 32],
            purpose: purpose.to_owned(),
            player: Some(ANN),
            data: String::new(),
            created: Time(1),
            expires: Time(NOW.0 + 1),
        };
        let secrets =
            [secret(OAUTH_CODE, 10), secret(RESET_LINK, 11), secret(RESET_LETTER, 13), secret("card", 12)];
        store.tokens.keep_tokens(&secrets[..], false).await.unwrap();
        let made = find(&store, 2).await.expect("nothing has ended");
        assert_eq!((find(&store, 1).await.is_some(), made.made_by), (true, Some(ANN)));
        store.accounts.change_account(&account().await, ends).await.unwrap();
        assert_eq!((find(&store, 1).await, find(&store, 2).await.is_none()), (None, ends_made));
        assert_eq!(find(&store, 3).await, Some(token(BOB, 3)));
        for (secret, is_left) in secrets.iter().zip([false, false, false, true]) {
            let found = store.tokens.take_token(&secret.hash, &secret.purpose, NOW).await.unwrap();
            assert_eq!(found.is_some(), is_left, "{}", secret.purpose);
        }
    }
}

/// How access tokens can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A token that has expired opens all the same.
    NeverExpires,
    /// A revoked token stays.
    NeverRevoked,
    /// The last use that is written counts.
    UseGoesBack,
    /// Everybody's tokens are listed.
    ListsAll,
    /// Any token opens what any other does.
    AnyHash,
    /// Who made a token is not kept.
    ForgetsMakers,
}

impl Fault {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::NeverExpires,
        Self::NeverRevoked,
        Self::UseGoesBack,
        Self::ListsAll,
        Self::AnyHash,
        Self::ForgetsMakers,
    ];
}

/// A fixture whose access tokens have one fault.
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
        let right = Arc::clone(&store.access_tokens);
        let wrong = Arc::new(WrongTokens { right, fault: self.fault });
        store.with(|handles| handles.access_tokens = wrong)
    }
}

struct WrongTokens {
    right: Arc<dyn AccessTokens>,
    fault: Fault,
}

#[async_trait]
impl AccessTokens for WrongTokens {
    async fn keep_access_token(&self, token: &AccessToken) -> Result<(), StorageError> {
        let made_by = token.made_by.filter(|_| self.fault != Fault::ForgetsMakers);
        self.right.keep_access_token(&AccessToken { made_by, ..token.clone() }).await
    }

    async fn keep_access_token_by(&self, token: &AccessToken, act: &NewAct) -> Result<(), StorageError> {
        self.right.keep_access_token_by(token, act).await
    }

    async fn access_token(
        &self,
        hash: &[u8],
        now: Time,
    ) -> Result<Option<(AccessToken, Account)>, StorageError> {
        let now = if self.fault == Fault::NeverExpires { Time(0) } else { now };
        match self.right.access_token(hash, now).await? {
            None if self.fault == Fault::AnyHash => self.right.access_token(&[1; 32], now).await,
            found => Ok(found),
        }
    }

    async fn use_access_token(&self, hash: &[u8], at: Time) -> Result<(), StorageError> {
        if self.fault == Fault::UseGoesBack
            && let Some((token, _)) = self.right.access_token(hash, Time(0)).await?
        {
            self.right.revoke_access_tokens(&[hash.to_vec()]).await?;
            return self.right.keep_access_token(&AccessToken { used: Some(at), ..token }).await;
        }
        self.right.use_access_token(hash, at).await
    }

    async fn access_tokens_of(&self, player: PlayerId, now: Time) -> Result<Vec<AccessToken>, StorageError> {
        let mut found = self.right.access_tokens_of(player, now).await?;
        if self.fault == Fault::ListsAll {
            found.extend(self.right.access_tokens_of(if player == ANN { BOB } else { ANN }, now).await?);
        }
        Ok(found)
    }

    async fn revoke_access_tokens(&self, hashes: &[Vec<u8>]) -> Result<(), StorageError> {
        if self.fault == Fault::NeverRevoked { Ok(()) } else { self.right.revoke_access_tokens(hashes).await }
    }

    async fn forget_access_tokens(&self, now: Time) -> Result<(), StorageError> {
        self.right.forget_access_tokens(now).await
    }
}
