// SPDX-License-Identifier: AGPL-3.0-or-later
//! The desk: the list of accounts, and what all deeds of staff share. Each is written into a log that nothing deletes from.

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use serde::Deserialize;
use tabiya_game::PlayerId;
use tabiya_protocol::people::desk::{UserRow, UsersPage};
use tabiya_store::{Account, Role, StaffAction, StorageError};

use super::account::role;
use super::rights::{self, Deed, Staff};
use super::{People, PeopleError, names};
use crate::app::App;
use crate::http::ApiError;

/// Accounts and reports on one page.
pub(super) const PAGE: u32 = 50;
/// Bytes of a text that staff or a player writes.
const LONGEST: usize = 2_000;

impl People {
    /// Writes a deed into the log.
    pub(super) async fn log_deed(
        &self,
        actor: &Account,
        deed: &str,
        subject: Option<PlayerId>,
        details: String,
    ) -> Result<(), StorageError> {
        let action = StaffAction {
            number: 0,
            at: self.now(),
            actor: Some(actor.player),
            by_name: actor.name.to_string(),
            deed: deed.to_owned(),
            subject,
            details,
        };
        self.store.desk.note_action(&action).await
    }
}

/// # Errors
/// If the text is longer than staff wants to read.
pub(super) fn short(text: &str) -> Result<String, PeopleError> {
    let text = text.trim().replace('\0', "");
    if text.len() > LONGEST {
        return Err(PeopleError::BadRequest(format!(
            "a text has at most {LONGEST} bytes, not {}",
            text.len()
        )));
    }
    Ok(text)
}

/// Which page of accounts.
#[derive(Deserialize)]
pub(super) struct Users {
    #[serde(default)]
    prefix: String,
    #[serde(default)]
    after: String,
}

/// `GET /api/page/desk/users?prefix=&after=`: an organiser sees those of their own list.
pub(super) async fn users(
    State(app): State<App>,
    Staff(login): Staff,
    query: Result<Query<Users>, QueryRejection>,
) -> Result<Json<UsersPage>, ApiError> {
    let Query(Users { prefix, after }) = query?;
    let people = &app.people;
    let prefix = names::key_of_typed(&prefix);
    let accounts = if login.account.role == Role::Organiser {
        let all = people.store.accounts.accounts_on_list(login.account.player).await?;
        let behind = all.into_iter().filter(|own| own.key.starts_with(&prefix) && own.key > after);
        behind.take(PAGE as usize).collect()
    } else {
        people.store.accounts.accounts_from(&prefix, &after, PAGE).await?
    };
    let next = accounts.last().filter(|_| accounts.len() == PAGE as usize).map(|last| last.key.clone());
    let mut users = Vec::with_capacity(accounts.len());
    for account in accounts {
        let sessions = people.store.sessions.sessions_of(account.player).await?;
        users.push(UserRow {
            name: account.name.to_string(),
            role: role(account.role),
            kid: account.kid,
            muted: account.muted,
            second_factor: account.secrets.totp.is_some(),
            created: account.created.0,
            closed: !account.is_open(),
            last_seen: sessions.first().map(|session| session.used.0),
            online: people.doors.is_here(account.player),
            by_list: account.list_owner.is_some(),
        });
    }
    Ok(Json(UsersPage { users, next }))
}

/// The account that a path names, if this deed may be done to it.
pub(super) async fn subject(
    people: &People,
    actor: &Account,
    name: &str,
    deed: Deed,
) -> Result<Account, ApiError> {
    let subject = people.named(name).await?;
    rights::check(actor, &subject, deed)?;
    Ok(subject)
}

impl People {
    /// What these players are called now.
    pub(super) async fn names_of(
        &self,
        players: &[PlayerId],
    ) -> Result<impl Fn(PlayerId) -> String + use<>, StorageError> {
        let accounts = self.store.accounts.accounts_of(players).await?;
        let names: std::collections::HashMap<PlayerId, String> =
            accounts.into_iter().map(|account| (account.player, account.name.to_string())).collect();
        Ok(move |player| names.get(&player).cloned().unwrap_or_else(|| "?".to_owned()))
    }
}
