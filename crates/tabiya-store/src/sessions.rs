// SPDX-License-Identifier: AGPL-3.0-or-later
//! Sessions, and secrets that were handed out to be used later. Both are kept as hashes: who reads the database can't
//! log in with what it holds.

use async_trait::async_trait;
use tabiya_game::{PlayerId, Time};

use crate::{Account, NewAct, StorageError};

/// The purpose of a secret that a program changes for an access token. It ends with the player's sessions.
pub const OAUTH_CODE: &str = "oauth-code";
/// The purpose of a link that sets a new password. It ends with the player's sessions.
pub const RESET_LINK: &str = "reset";
/// The same for a link that was mailed because somebody, who need not be the player, asked for it. So it is no staff's link,
/// and neither ends the other before it is used.
pub const RESET_LETTER: &str = "reset-letter";
/// The purpose of a code card, which logs in by itself. It ends where [`Account::may_have_card`] does.
pub const CARD: &str = "card";

/// The purpose of a code that takes the place of the second factor once. It ends with the second factor.
pub const RECOVERY: &str = "recovery";

/// How a player logged in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoggedInBy {
    /// With name and password.
    Password,
    /// With a code card.
    Card,
    /// By a link, for a new password or to an account that staff had made.
    Link,
    /// By making the account.
    Register,
}

impl LoggedInBy {
    const ALL: [Self; 4] = [Self::Password, Self::Card, Self::Link, Self::Register];

    /// The word that is stored.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Password => "password",
            Self::Card => "card",
            Self::Link => "link",
            Self::Register => "register",
        }
    }

    /// What is stored as this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|by| by.word() == word)
    }
}

/// A browser that is logged in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// The hash of the secret in its cookie.
    pub hash: Vec<u8>,
    /// Whose it is.
    pub player: PlayerId,
    /// Which browser on which system, in words.
    pub device: String,
    /// How the player logged in.
    pub by: LoggedInBy,
    /// Since when.
    pub created: Time,
    /// When it was used last, give or take a few minutes.
    pub used: Time,
}

/// A secret that was handed out, such as a reset link or a code card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The secret's hash.
    pub hash: Vec<u8>,
    /// What it is for, in a word.
    pub purpose: String,
    /// For whom; `None` for a link that is for nobody yet.
    pub player: Option<PlayerId>,
    /// What else is to be known when it is used.
    pub data: String,
    /// When it was made.
    pub created: Time,
    /// From when on it is worth nothing.
    pub expires: Time,
}

/// Sessions.
///
/// Laws, which the `conformance` suite tests:
/// - A session is found with its account as that is now, also where the account is closed.
/// - What has ended is found no more, and can't be used again.
#[async_trait]
pub trait Sessions: Send + Sync + 'static {
    /// Stores a new session.
    ///
    /// # Errors
    /// If the storage fails.
    async fn begin_session(&self, session: &Session) -> Result<(), StorageError>;

    /// The session with this hash, and its account.
    ///
    /// # Errors
    /// If the storage fails.
    async fn session(&self, hash: &[u8]) -> Result<Option<(Session, Account)>, StorageError>;

    /// Notes that a session was used.
    ///
    /// # Errors
    /// If the storage fails.
    async fn use_session(&self, hash: &[u8], at: Time) -> Result<(), StorageError>;

    /// A player's sessions, the one used last first.
    ///
    /// # Errors
    /// If the storage fails.
    async fn sessions_of(&self, player: PlayerId) -> Result<Vec<Session>, StorageError>;

    /// Ends these sessions.
    ///
    /// # Errors
    /// If the storage fails.
    async fn end_sessions(&self, hashes: &[Vec<u8>]) -> Result<(), StorageError>;

    /// Removes the sessions that were not used since `unused` or began before `old`.
    ///
    /// # Errors
    /// If the storage fails.
    async fn forget_sessions(&self, unused: Time, old: Time) -> Result<(), StorageError>;
}

/// Secrets that were handed out.
///
/// Laws, which the `conformance` suite tests:
/// - A token that was taken is found no more; of several that take it at the same time, one gets it.
/// - Where a player may have so many tokens for a purpose, a new one takes the place of the oldest.
/// - A token is found for its own purpose alone, and not once it has expired.
#[async_trait]
pub trait Tokens: Send + Sync + 'static {
    /// Stores new tokens. With `alone`, they take the place of all that their players had for the same purpose.
    ///
    /// # Errors
    /// If the storage fails.
    async fn keep_tokens(&self, tokens: &[Token], alone: bool) -> Result<(), StorageError>;

    /// Stores a new token and the act by which it was made. With `alone`, it takes the place of all that its
    /// player had for the same purpose.
    ///
    /// # Errors
    /// If the storage fails.
    async fn hand_out_token(&self, token: &Token, alone: bool, act: &NewAct) -> Result<(), StorageError>;

    /// Stores a new token, and removes the oldest of its player for the same purpose, so that at most so many are left.
    ///
    /// # Errors
    /// If the storage fails.
    async fn keep_newest(&self, token: &Token, most: u32) -> Result<(), StorageError>;

    /// The token with this hash.
    ///
    /// # Errors
    /// If the storage fails.
    async fn token(&self, hash: &[u8], purpose: &str, now: Time) -> Result<Option<Token>, StorageError>;

    /// The same, and removes it.
    ///
    /// # Errors
    /// If the storage fails.
    async fn take_token(&self, hash: &[u8], purpose: &str, now: Time) -> Result<Option<Token>, StorageError>;

    /// A player's tokens for a purpose.
    ///
    /// # Errors
    /// If the storage fails.
    async fn tokens_of(&self, player: PlayerId, purpose: &str) -> Result<Vec<Token>, StorageError>;

    /// Removes a player's tokens for a purpose.
    ///
    /// # Errors
    /// If the storage fails.
    async fn forget_tokens_of(&self, player: PlayerId, purpose: &str) -> Result<(), StorageError>;

    /// Removes the tokens that have expired.
    ///
    /// # Errors
    /// If the storage fails.
    async fn forget_tokens(&self, now: Time) -> Result<(), StorageError>;
}
