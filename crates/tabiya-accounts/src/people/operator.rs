// SPDX-License-Identifier: AGPL-3.0-or-later
//! What an operator orders at the command line: on the data of a stopped server, or through a running one.
//!
//! What makes or changes an account, or hands out a link or a token, is an act, as what staff does at the desk.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tabiya_game::{PlayerId, Time};
use tabiya_runtime::chance;
use tabiya_runtime::config::Networks;
use tabiya_store::{Account, AccountError, Deed, Ends, NewAct, Replaced, Role, StorageError, Store};

use super::closing::{self, ClosedBy};
use super::names::{self, ChosenName};
use super::passwords::{Asker, Busy, PasswordError, Passwords};
use super::scopes::Scopes;
use super::{People, links, second_factor, tokens};

/// Accounts that one statement lists.
const PAGE: u32 = 500;

/// The operator's name in the log of what staff has done. No account has it: a name has no space.
const COMMAND_LINE: &str = "command line";

/// One order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "order", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Makes an account. Without a password, its player gets a link to set one.
    Add {
        /// The name; also a reserved one, such as `admin`.
        name: String,
        /// The password.
        password: Option<String>,
        /// `player`, `organiser`, `moderator` or `admin`.
        role: String,
    },
    /// Lists all accounts.
    List {},
    /// Gives an account another role; its sessions end.
    Role {
        /// The account's name.
        name: String,
        /// The role.
        role: String,
    },
    /// A new password, or a link to set one; or removes the second factor. The sessions end.
    Reset {
        /// The account's name.
        name: String,
        /// The new password; `None` for a link.
        password: Option<String>,
        /// Removes the second factor instead.
        second_factor: bool,
    },
    /// The same for the only admin.
    ResetAdmin {
        /// Removes the second factor instead.
        second_factor: bool,
    },
    /// Closes an account, or opens it again.
    Close {
        /// The account's name.
        name: String,
        /// Opens it again.
        reopen: bool,
    },
    /// Makes a link by which one player may register.
    Invite {},
    /// Makes an access token, with which a program acts for a player.
    Token {
        /// The account's name.
        name: String,
        /// What the program may do, under lichess's names, with commas between them.
        scopes: String,
        /// What the player reads in the list of tokens.
        note: String,
    },
}

/// Why an order was not carried out.
#[derive(Debug, thiserror::Error)]
pub enum OperatorError {
    /// No account has this name.
    #[error("there is no account {0:?}")]
    NoSuchAccount(String),
    /// There is no such role.
    #[error("there is no role {0:?}; the roles are player, organiser, moderator and admin")]
    NoSuchRole(String),
    /// The name, the password or the state of the account does not allow it.
    #[error("{0}")]
    Refused(String),
    /// The storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl From<AccountError> for OperatorError {
    fn from(error: AccountError) -> Self {
        match error {
            AccountError::Storage(error) => Self::Storage(error),
            other => Self::Refused(other.to_string()),
        }
    }
}

impl From<Busy> for OperatorError {
    fn from(busy: Busy) -> Self {
        Self::Refused(busy.to_string())
    }
}

impl From<PasswordError> for OperatorError {
    fn from(error: PasswordError) -> Self {
        Self::Refused(error.to_string())
    }
}

/// Carries orders out.
pub struct Operator {
    store: Store,
    passwords: Passwords,
    /// The running server, which has to hear of each change.
    people: Option<Arc<People>>,
    /// What links begin with.
    address: String,
}

impl Operator {
    /// On data that no server in this process uses. `address` is what links begin with.
    pub fn new(store: Store, address: String) -> Self {
        Self { store, passwords: Passwords::start(&Networks::default()), people: None, address }
    }

    /// Through a running server, which hears of each change. `address` is what links begin with.
    pub fn of(people: &Arc<People>, address: String) -> Self {
        Self {
            store: people.store.clone(),
            passwords: people.passwords.clone(),
            people: Some(Arc::clone(people)),
            address,
        }
    }

    /// Carries an order out. `now` is the wall clock's time.
    ///
    /// # Errors
    /// Why not, in words.
    pub async fn carry_out(&self, order: Order, now: Time) -> Result<String, OperatorError> {
        let accounts = &self.store.accounts;
        match order {
            Order::Add { name, password, role } => {
                let role = parse(&role)?;
                let chosen = ChosenName::even_reserved(&name);
                let chosen = chosen.map_err(|error| OperatorError::Refused(format!("{name:?}: {error}")))?;
                let ChosenName { name, key, skeleton } = chosen;
                let mut account = Account::new(chance::player_id(), name, key, skeleton, now);
                account.role = role;
                account.secrets.password = self.hashed(password.as_deref(), account.name.as_str()).await?;
                let added = act(now, Some(account.player), Deed::Add { role });
                accounts.create_account_by(&account, &added).await?;
                let said = format!("{} is a new {role}", account.name);
                if account.secrets.password.is_some() {
                    return Ok(said);
                }
                let act = act(now, Some(account.player), Deed::Reset);
                let link = links::reset_by_staff(&self.store, account.player, now, Some(&act)).await?;
                Ok(format!("{said}; within a day, set the password at\n{}{link}", self.address))
            }
            Order::List {} => self.list().await,
            Order::Role { name, role } => {
                let role = parse(&role)?;
                let give = |account: &mut Account| Deed::Role(Replaced::put(&mut account.role, role));
                let account = self.change(&name, Ends::All, now, give).await?;
                Ok(format!("{} is {role} now, and has to log in again", account.name))
            }
            Order::Reset { name, second_factor: true, .. } => {
                let take_out = |account: &mut Account| {
                    second_factor::take_out(account);
                    Deed::SecondFactor
                };
                let account = self.change(&name, Ends::All, now, take_out).await?;
                Ok(format!("{} logs in without a second factor now", account.name))
            }
            Order::Reset { name, password: Some(password), second_factor: false } => {
                let hash = self.hashed(Some(&password), &name).await?;
                let set = |account: &mut Account| {
                    account.secrets.password.clone_from(&hash);
                    Deed::Reset
                };
                let account = self.change(&name, Ends::All, now, set).await?;
                Ok(format!("{} has a new password, and has to log in again", account.name))
            }
            Order::Reset { name, password: None, second_factor: false } => {
                let account = self.named(&name).await?;
                let act = act(now, Some(account.player), Deed::Reset);
                let link = links::reset_by_staff(&self.store, account.player, now, Some(&act)).await?;
                Ok(format!("within a day, {} sets a new password at\n{}{link}", account.name, self.address))
            }
            Order::ResetAdmin { second_factor } => {
                let name = self.only_admin().await?;
                Box::pin(self.carry_out(Order::Reset { name, password: None, second_factor }, now)).await
            }
            Order::Close { name, reopen: false } => {
                let close = |account: &mut Account| {
                    let before = account.closed;
                    closing::close(account, ClosedBy::Staff, now);
                    Deed::Close(Replaced { before, after: account.closed })
                };
                let account = self.change(&name, Ends::All, now, close).await?;
                Ok(format!("{} is closed; the games stay", account.name))
            }
            Order::Close { name, reopen: true } => {
                let reopen = |account: &mut Account| {
                    let before = account.closed;
                    closing::reopen(account);
                    Deed::Reopen(Replaced { before, after: account.closed })
                };
                let account = self.change(&name, Ends::Nothing, now, reopen).await?;
                Ok(format!("{} is open again", account.name))
            }
            Order::Token { name, scopes, note } => {
                let account = self.named(&name).await?;
                let scopes =
                    Scopes::parse(&scopes).map_err(|error| OperatorError::Refused(error.to_string()))?;
                let of = tokens::Holder::own(account.player, scopes);
                let given = act(now, Some(account.player), Deed::Token { scopes: scopes.to_string() });
                let text = tokens::hand_out(&self.store, of, &note, &given).await?;
                let may = match scopes.to_string() {
                    none if none.is_empty() => "without a scope: it reads what everybody may".to_owned(),
                    scopes => scopes,
                };
                Ok(format!("with this token, a program acts for {} ({may}):\n{text}", account.name))
            }
            Order::Invite {} => {
                let act = act(now, None, Deed::Invite);
                let invitation = links::invitation(&self.store, now, Some(&act)).await?;
                let said =
                    format!("within two weeks, one player registers at {} with the invitation", self.address);
                Ok(format!("{said}\n{}", invitation.text()))
            }
        }
    }

    async fn hashed(&self, password: Option<&str>, name: &str) -> Result<Option<String>, OperatorError> {
        match password {
            None => Ok(None),
            Some(password) => Ok(Some(self.passwords.hash(Asker::Operator, password, name).await??)),
        }
    }

    async fn named(&self, name: &str) -> Result<Account, OperatorError> {
        let found = self.store.accounts.account_called(&names::key_of_typed(name)).await?;
        found.ok_or_else(|| OperatorError::NoSuchAccount(name.to_owned()))
    }

    async fn only_admin(&self) -> Result<String, OperatorError> {
        let admins = self.store.accounts.accounts_with_role(Role::Admin).await?;
        let mut names =
            admins.iter().filter(|account| account.is_open()).map(|account| account.name.as_str());
        match (names.next(), names.clone().next()) {
            (Some(name), None) => Ok(name.to_owned()),
            (None, _) => Err(OperatorError::Refused("there is no admin".to_owned())),
            (Some(first), Some(_)) => {
                let all: Vec<_> = [first].into_iter().chain(names).collect();
                let all = all.join(", ");
                Err(OperatorError::Refused(format!("there are several admins: name one of {all}")))
            }
        }
    }

    async fn change(
        &self,
        name: &str,
        ends: Ends<'_>,
        now: Time,
        edit: impl Fn(&mut Account) -> Deed,
    ) -> Result<Account, OperatorError> {
        // What the account as it was allows is not stored after the change.
        let _changing = match (&self.people, ends) {
            (Some(people), Ends::All | Ends::Others(_)) => Some(people.changing.write().await),
            (Some(_), Ends::Nothing) | (None, _) => None,
        };
        for _ in 0..super::ATTEMPTS {
            let mut account = self.named(name).await?;
            let act = act(now, Some(account.player), edit(&mut account));
            match self.store.accounts.change_account_by(&account, ends, &act).await {
                Err(AccountError::Stale) => {}
                changed => {
                    changed?;
                    if let Some(people) = &self.people {
                        people.has_changed(&account, ends);
                    }
                    return Ok(account);
                }
            }
        }
        Err(AccountError::Stale.into())
    }

    async fn list(&self) -> Result<String, OperatorError> {
        let mut lines = Vec::new();
        let mut after = String::new();
        loop {
            let page = self.store.accounts.accounts_from("", &after, PAGE).await?;
            let Some(last) = page.last() else { break };
            after.clone_from(&last.key);
            for account in &page {
                let closed = if account.is_open() { "" } else { "\tclosed" };
                let factor = if account.secrets.totp.is_some() { "\tsecond factor" } else { "" };
                lines.push(format!("{}\t{}{factor}{closed}", account.name, account.role));
            }
        }
        Ok(if lines.is_empty() { "there are no accounts yet".to_owned() } else { lines.join("\n") })
    }
}

/// An act of the operator, whom no account stands for.
fn act(at: Time, player: Option<PlayerId>, deed: Deed) -> NewAct {
    let by_name = COMMAND_LINE.to_owned();
    NewAct { at, actor: None, by_name, player, game: None, deed, why: String::new() }
}

fn parse(role: &str) -> Result<Role, OperatorError> {
    Role::from_word(role).ok_or_else(|| OperatorError::NoSuchRole(role.to_owned()))
}

/// Makes all skeletons anew where they were made with other tables of look-alike characters than this program has.
pub(crate) async fn renew_skeletons(store: &Store) -> Result<(), StorageError> {
    let tables = names::tables();
    if store.accounts.skeletons().await? == tables {
        return Ok(());
    }
    let mut new = Vec::new();
    let mut after = String::new();
    loop {
        let page = store.accounts.accounts_from("", &after, PAGE).await?;
        let Some(last) = page.last() else { break };
        after.clone_from(&last.key);
        let changed = page.iter().map(|account| (account.player, names::skeleton_of(account.name.as_str())));
        new.extend(changed);
    }
    store.accounts.store_skeletons(&new, &tables).await
}
