// SPDX-License-Identifier: AGPL-3.0-or-later
//! The desk: the list of accounts, and what all deeds of staff share. Each is written into a log that nothing deletes from.

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use serde::Deserialize;
use tabiya_accounts::people::class::was_made_by_organiser;
use tabiya_accounts::people::desk::PAGE;
use tabiya_accounts::people::rights::{self, Permission};
use tabiya_accounts::people::{People, names};
use tabiya_protocol::people::desk::{UserRow, UsersPage};
use tabiya_store::{Account, Role};

use super::account::role;
use super::staff::Staff;
use crate::answer::ApiError;
use crate::state::App;

/// Which page of accounts.
#[derive(Deserialize)]
pub(super) struct Users {
    #[serde(default)]
    prefix: String,
    #[serde(default)]
    after: String,
    /// Whether only those are asked for whom whoever asks made cards for.
    #[serde(default)]
    own: bool,
}

/// `GET /api/page/desk/users?prefix=&after=&own=`: an organiser sees those of their own list alone.
pub(super) async fn users(
    State(app): State<App>,
    Staff(login): Staff,
    query: Result<Query<Users>, QueryRejection>,
) -> Result<Json<UsersPage>, ApiError> {
    let Query(Users { prefix, after, own }) = query?;
    let people = &app.people;
    let prefix = names::key_of_typed(&prefix);
    let accounts = if own || login.account.role == Role::Organiser {
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
            by_list: was_made_by_organiser(&account),
        });
    }
    Ok(Json(UsersPage { users, next }))
}

/// The account that a path names, if the actor may do this to it.
pub(super) async fn subject(
    people: &People,
    actor: &Account,
    name: &str,
    permission: Permission,
) -> Result<Account, ApiError> {
    let subject = people.named(name).await?;
    rights::check(actor, &subject, permission)?;
    Ok(subject)
}
