// SPDX-License-Identifier: AGPL-3.0-or-later
//! Accounts: names, roles, and what a player proves who they are with.

use std::collections::BTreeMap;
use std::fmt;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use tabiya_game::{PlayerId, PlayerName, Time, Title};

use crate::{NewAct, Role, StorageError, Token, UndoneBefore};

/// What a player proves who they are with. Never printed.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Secrets {
    /// The password's hash as a PHC string; `None` where only a code card or a link opens the account.
    pub password: Option<String>,
    /// The shared secret of the second factor; `None` without one.
    pub totp: Option<Vec<u8>>,
    /// The last time step whose code was used.
    pub totp_step: u64,
}

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secrets")
    }
}

/// An e-mail address.
#[derive(Clone, PartialEq, Eq)]
pub struct Email {
    /// As the player wrote it.
    pub address: String,
    /// Whether a link that was sent there has been followed. Until then the address opens nothing.
    pub confirmed: bool,
}

/// An address belongs into no log.
impl fmt::Debug for Email {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Email(confirmed: {})", self.confirmed)
    }
}

impl Email {
    /// The address in small letters, by which it is looked up.
    pub fn key(address: &str) -> String {
        address.to_lowercase()
    }
}

/// What a player has chosen: texts under names, as the page wrote them. Read once, with the account.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Settings(pub BTreeMap<String, String>);

impl Settings {
    /// What was stored; nothing where that can't be read.
    pub(crate) fn read(json: &str) -> Self {
        serde_json::from_str(json).unwrap_or_default()
    }

    /// What the player has chosen under this name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }
}

/// As it is stored: a JSON object.
impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).expect("texts are JSON"))
    }
}

/// An account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Whose it is. Never changes.
    pub player: PlayerId,
    /// As the player writes it.
    pub name: PlayerName,
    /// The name case-folded: what log-in and address compare.
    pub key: String,
    /// The skeleton of the name as it is written: names that look alike have one.
    pub skeleton: String,
    /// What it may do.
    pub role: Role,
    /// A chess title.
    pub title: Option<Title>,
    /// Kid mode.
    pub kid: bool,
    /// Whether staff have muted it: its player may play, and not write.
    pub muted: bool,
    /// The organiser who made it.
    pub list_owner: Option<PlayerId>,
    /// What its player proves who they are with.
    pub secrets: Secrets,
    /// The e-mail address, if there is one.
    pub email: Option<Email>,
    /// When it was made.
    pub created: Time,
    /// Since when it is closed.
    pub closed: Option<Time>,
    /// What the player has chosen.
    pub settings: Settings,
    /// Raised by each change; 0 for a new one.
    pub version: u64,
}

impl Account {
    /// A new account of a player, with nothing but a name.
    pub fn new(player: PlayerId, name: PlayerName, key: String, skeleton: String, created: Time) -> Self {
        Self {
            player,
            name,
            key,
            skeleton,
            role: Role::Player,
            title: None,
            kid: false,
            muted: false,
            list_owner: None,
            secrets: Secrets::default(),
            email: None,
            created,
            closed: None,
            settings: Settings::default(),
            version: 0,
        }
    }

    /// Whether one can log in to it.
    pub const fn is_open(&self) -> bool {
        self.closed.is_none()
    }

    /// Whether a code card may open it. The organiser who prints a card could use it as well, so no card opens the account of
    /// staff, nor one with a second factor, which the card would go past.
    pub const fn may_have_card(&self) -> bool {
        !self.role.is_staff() && self.secrets.totp.is_none()
    }
}

/// Which of an account's sessions a change of it ends. Where sessions end, all of the account's access tokens do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends<'a> {
    /// None.
    Nothing,
    /// All, and the access tokens that the account made for others.
    All,
    /// All but the one with this hash.
    Others(&'a [u8]),
}

/// Why an account could not be made or changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AccountError {
    /// Another account has this name, or one that looks like it. Closed accounts keep theirs.
    #[error("the name is too much like {name}, which is taken")]
    NameTaken {
        /// The taken name.
        name: PlayerName,
    },
    /// The player has an account already.
    #[error("this player has an account already")]
    PlayerTaken,
    /// The account was changed since it was read.
    #[error("the account was changed at the same time; read it again")]
    Stale,
    /// The change would leave no open account of an admin.
    #[error("this is the last admin; make another one first")]
    LastAdmin,
    /// The act that the change undoes was undone before.
    #[error("{UndoneBefore}")]
    Undone,
    /// The storage failed; nothing was written, unless it is [`StorageError::Unanswered`].
    #[error(transparent)]
    Storage(#[from] StorageError),
}

/// Why nothing of a list of accounts was stored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}, at place {at} of the list")]
pub struct ListRefused {
    /// The place in the list, from 0, of the account that is in the way; 0 where the storage failed.
    pub at: usize,
    /// Why.
    pub why: AccountError,
}

impl From<StorageError> for ListRefused {
    fn from(error: StorageError) -> Self {
        Self { at: 0, why: error.into() }
    }
}

/// Accounts.
///
/// Laws, which the `conformance` suite tests:
/// - No two accounts have one player, one key, or, when the second is made or renamed, one skeleton. Of several that are
///   made at the same time with one name, one is.
/// - A change names the version that it was made from, and does nothing if that is not the newest.
/// - An account that was an open admin's is one no more only if another one remains.
/// - A change of an account and the end of its sessions are one. So are a change and the act that tells of
///   it.
/// - The change by which an account [may have no card](Account::may_have_card) ends the card that it had. The
///   one by which it loses its second factor ends its recovery codes.
/// - Cards are handed out to all of a list or to nobody, also where two lists with the same names come at the same time.
/// - Each change raises [`account_changes`](Self::account_changes).
#[async_trait]
pub trait Accounts: Send + Sync + 'static {
    /// Stores a new account. Its version will be 1.
    ///
    /// # Errors
    /// If the name or the player is taken, or the storage fails.
    async fn create_account(&self, account: &Account) -> Result<(), AccountError>;

    /// The same by somebody with a right to it, with the act that tells of it. Both are stored, or neither.
    ///
    /// # Errors
    /// As [`create_account`](Self::create_account).
    async fn create_account_by(&self, account: &Account, act: &NewAct) -> Result<(), AccountError>;

    /// Stores a changed account: everything but `player` and `created`, and raises its version by one.
    ///
    /// # Errors
    /// If `version` is not the newest, a new name is taken, no admin would be left, or the storage fails.
    async fn change_account(&self, account: &Account, ends: Ends<'_>) -> Result<(), AccountError>;

    /// The same by somebody with a right to it, with the act that tells of the change. Both are stored, or
    /// neither.
    ///
    /// # Errors
    /// As [`change_account`](Self::change_account), and if the act that this one undoes was undone before.
    async fn change_account_by(
        &self,
        account: &Account,
        ends: Ends<'_>,
        act: &NewAct,
    ) -> Result<(), AccountError>;

    /// Stores a list of accounts with a card for each and the act by which they were handed out, all of them
    /// or none. An account of version 0 is made, any other one is changed as by
    /// [`change_account`](Self::change_account) with [`Ends::All`], and its card before ends.
    ///
    /// # Errors
    /// As for making or changing the account that is named. Then nothing of the list was stored.
    async fn hand_out_cards(&self, list: &[(Account, Token)], act: &NewAct) -> Result<(), ListRefused>;

    /// The account of a player.
    ///
    /// # Errors
    /// If the storage fails.
    async fn account(&self, player: PlayerId) -> Result<Option<Account>, StorageError>;

    /// The account with this key.
    ///
    /// # Errors
    /// If the storage fails.
    async fn account_called(&self, key: &str) -> Result<Option<Account>, StorageError>;

    /// The accounts with this address, which need not be confirmed; at most ten.
    ///
    /// # Errors
    /// If the storage fails.
    async fn accounts_with_email(&self, address: &str) -> Result<Vec<Account>, StorageError>;

    /// The accounts of these players, in no order; players without one are left out.
    ///
    /// # Errors
    /// If the storage fails.
    async fn accounts_of(&self, players: &[PlayerId]) -> Result<Vec<Account>, StorageError>;

    /// The same for lists, which leave out an account that can't be read. Whoever decides what somebody may do asks
    /// [`accounts_of`](Self::accounts_of), because an account that is left out protects nobody.
    ///
    /// # Errors
    /// If the storage fails.
    async fn listed_accounts(&self, players: &[PlayerId]) -> Result<Vec<Account>, StorageError> {
        self.accounts_of(players).await
    }

    /// Accounts, open and closed, whose key begins with `prefix` and comes after `after`, in the order of keys. One that can't be
    /// read is left out.
    ///
    /// # Errors
    /// If the storage fails.
    async fn accounts_from(
        &self,
        prefix: &str,
        after: &str,
        limit: u32,
    ) -> Result<Vec<Account>, StorageError>;

    /// The accounts with this role, in the order of keys.
    ///
    /// # Errors
    /// If the storage fails.
    async fn accounts_with_role(&self, role: Role) -> Result<Vec<Account>, StorageError>;

    /// The accounts that this organiser made, in the order of keys. One that can't be read is left out.
    ///
    /// # Errors
    /// If the storage fails.
    async fn accounts_on_list(&self, organiser: PlayerId) -> Result<Vec<Account>, StorageError>;

    /// The players whose account is closed, in no order.
    ///
    /// # Errors
    /// If the storage fails.
    async fn closed_accounts(&self) -> Result<Vec<PlayerId>, StorageError>;

    /// How many accounts there are, open and closed.
    ///
    /// # Errors
    /// If the storage fails.
    async fn account_count(&self) -> Result<u64, StorageError>;

    /// How many changes of accounts and sessions there were. Another number means that what is remembered may be old.
    ///
    /// # Errors
    /// If the storage fails.
    async fn account_changes(&self) -> Result<u64, StorageError>;

    /// Notes that the games of a guest belong to this account from now on. A guest is taken once.
    ///
    /// # Errors
    /// If the storage fails.
    async fn take_guest(&self, guest: PlayerId, player: PlayerId, at: Time) -> Result<bool, StorageError>;

    /// Whose games this guest's are now; `None` if they are the guest's own.
    ///
    /// # Errors
    /// If the storage fails.
    async fn taken_by(&self, guest: PlayerId) -> Result<Option<PlayerId>, StorageError>;

    /// The guests whose games belong to this account.
    ///
    /// # Errors
    /// If the storage fails.
    async fn guests_of(&self, player: PlayerId) -> Result<Vec<PlayerId>, StorageError>;

    /// Which tables of look-alike characters the skeletons were made with; empty if none were made yet.
    ///
    /// # Errors
    /// If the storage fails.
    async fn skeletons(&self) -> Result<String, StorageError>;

    /// Stores skeletons that were made anew, even where two are alike now, and with which tables they were made.
    ///
    /// # Errors
    /// If the storage fails; then some may be stored.
    async fn store_skeletons(&self, new: &[(PlayerId, String)], tables: &str) -> Result<(), StorageError>;
}
