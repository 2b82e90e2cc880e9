// SPDX-License-Identifier: AGPL-3.0-or-later
//! Access tokens: what a program shows to act for a player, in place of a browser's session.

use async_trait::async_trait;
use tabiya_game::{PlayerId, Time};

use crate::{Account, NewAct, StorageError};

/// A token with which a program acts for a player. The store never sees the token itself, only its hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessToken {
    /// The token's hash.
    pub hash: Vec<u8>,
    /// For whom the program acts.
    pub player: PlayerId,
    /// What it may do, as names with a blank between them.
    pub scopes: String,
    /// What the player, or the program, calls it.
    pub note: String,
    /// When it was made.
    pub created: Time,
    /// When it was used last, give or take a minute; `None` if never.
    pub used: Option<Time>,
    /// From when on it opens nothing; `None` if it is good until it is revoked.
    pub expires: Option<Time>,
    /// The organiser who made it for the player; `None` if it is the player's own.
    pub made_by: Option<PlayerId>,
}

/// Access tokens.
///
/// Laws, which the `conformance` suite tests:
/// - A token is found by its hash alone, with its account as that is now, also where the account is closed.
/// - What has expired, and what was revoked, is found no more.
/// - The last use never goes back.
/// - A change of an account that ends sessions also ends the account's tokens; one that ends all of them, also those that
///   it made for others.
#[async_trait]
pub trait AccessTokens: Send + Sync + 'static {
    /// Stores a new token.
    ///
    /// # Errors
    /// If the storage fails.
    async fn keep_access_token(&self, token: &AccessToken) -> Result<(), StorageError>;

    /// The same by somebody else than the player, with the act that tells of it. Both are stored, or neither.
    ///
    /// # Errors
    /// If the storage fails.
    async fn keep_access_token_by(&self, token: &AccessToken, act: &NewAct) -> Result<(), StorageError>;

    /// The token with this hash, and its account.
    ///
    /// # Errors
    /// If the storage fails.
    async fn access_token(
        &self,
        hash: &[u8],
        now: Time,
    ) -> Result<Option<(AccessToken, Account)>, StorageError>;

    /// Notes that a token was used.
    ///
    /// # Errors
    /// If the storage fails.
    async fn use_access_token(&self, hash: &[u8], at: Time) -> Result<(), StorageError>;

    /// A player's tokens, the newest first; at most a thousand.
    ///
    /// # Errors
    /// If the storage fails.
    async fn access_tokens_of(&self, player: PlayerId, now: Time) -> Result<Vec<AccessToken>, StorageError>;

    /// Revokes these tokens.
    ///
    /// # Errors
    /// If the storage fails.
    async fn revoke_access_tokens(&self, hashes: &[Vec<u8>]) -> Result<(), StorageError>;

    /// Removes the tokens that have expired.
    ///
    /// # Errors
    /// If the storage fails.
    async fn forget_access_tokens(&self, now: Time) -> Result<(), StorageError>;
}
