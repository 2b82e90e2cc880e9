// SPDX-License-Identifier: AGPL-3.0-or-later
//! One-time links: the first admin's, and those that reset a password.
//!
//! The secret stands behind `#` in a link, so that it reaches no log. What is stored is its hash.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use tabiya_game::{PlayerId, Time};
use tabiya_protocol::people::account::{AdminLink, FinishReset};
use tabiya_store::{Account, Ends, Role, StorageError, Store, Token};

use super::account::log_in;
use super::names::ChosenName;
use super::register::random_player;
use super::{PeopleError, Secret, hash_of_secret, in_words};
use crate::app::App;
use crate::gate::Caller;
use crate::http::{ApiError, JsonBody, SameOrigin};
use crate::identity::Identity;

const HOUR: u64 = 3_600_000;
/// What a link is for, among the tokens.
const RESET: &str = "reset";
const ADMIN: &str = "admin";
/// How long a link that staff has made is good: somebody has to carry it to the player.
pub(super) const RESET_BY_STAFF: u64 = 24 * HOUR;
/// How long the link is good by which the first admin is made.
const ADMIN_LINK: u64 = 24 * HOUR;
/// How long an invitation is good.
const INVITATION: u64 = 14 * 24 * HOUR;

async fn keep(
    store: &Store,
    purpose: &str,
    player: Option<PlayerId>,
    now: Time,
    span: u64,
) -> Result<Secret, StorageError> {
    let secret = Secret::new();
    let token = Token {
        hash: secret.hash().to_vec(),
        purpose: purpose.to_owned(),
        player,
        data: String::new(),
        created: now,
        expires: Time(now.0 + span),
    };
    store.tokens.keep_tokens(&[token], true).await?;
    Ok(secret)
}

/// A path that resets this player's password once. Earlier ones are good no more.
pub(super) async fn reset(
    store: &Store,
    player: PlayerId,
    now: Time,
    span: u64,
) -> Result<String, StorageError> {
    Ok(format!("/reset#{}", keep(store, RESET, Some(player), now, span).await?.text()))
}

/// What one player says to register. It works once.
pub(super) async fn invitation(store: &Store, now: Time) -> Result<Secret, StorageError> {
    keep(store, super::site::INVITATION, None, now, INVITATION).await
}

/// A path that makes whoever opens it an admin; `None` where there is one already.
pub(crate) async fn first_admin(store: &Store, now: Time) -> Result<Option<String>, StorageError> {
    if has_admin(store).await? {
        return Ok(None);
    }
    Ok(Some(format!("/admin#{}", keep(store, ADMIN, None, now, ADMIN_LINK).await?.text())))
}

async fn has_admin(store: &Store) -> Result<bool, StorageError> {
    Ok(store.accounts.accounts_with_role(Role::Admin).await?.iter().any(Account::is_open))
}

/// `POST /api/page/reset/finish`: a new password; all sessions end.
pub(super) async fn finish_reset(
    State(app): State<App>,
    _: SameOrigin,
    caller: Caller,
    JsonBody(wish): JsonBody<FinishReset>,
) -> Result<StatusCode, ApiError> {
    let people = &app.people;
    let hash = hash_of_secret(wish.token.as_bytes()).ok_or(PeopleError::WrongToken)?;
    let token = people.store.tokens.token(&hash, RESET, people.now()).await?;
    let player = token.and_then(|token| token.player).ok_or(PeopleError::WrongToken)?;
    let account = people.store.accounts.account(player).await?.filter(Account::is_open);
    let account = account.ok_or(PeopleError::WrongToken)?;
    // A password that is refused must not use the link up.
    people.registrations.check(&caller).map_err(|wait| PeopleError::TooManyAccounts { wait })?;
    let hashed = people.passwords.hash(&wish.password, account.name.as_str()).await;
    let password = hashed.map_err(PeopleError::from)?.map_err(PeopleError::from)?;
    let taken = people.store.tokens.take_token(&hash, RESET, people.now()).await?;
    taken.ok_or(PeopleError::WrongToken)?;
    people
        .change(player, Ends::All, |account| {
            account.secrets.password = Some(password.clone());
            Ok(())
        })
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/page/admin-link`: whoever is logged in becomes admin, or somebody who registers with it.
pub(super) async fn admin_link(
    State(app): State<App>,
    _: SameOrigin,
    caller: Caller,
    identity: Option<Identity>,
    headers: HeaderMap,
    JsonBody(wish): JsonBody<AdminLink>,
) -> Result<Response, ApiError> {
    let people = &app.people;
    let hash = hash_of_secret(wish.token.as_bytes()).ok_or(PeopleError::WrongToken)?;
    let token = people.store.tokens.token(&hash, ADMIN, people.now()).await?;
    if token.is_none() || has_admin(&people.store).await? {
        return Err(PeopleError::WrongToken.into());
    }
    let take = async || -> Result<(), ApiError> {
        let taken = people.store.tokens.take_token(&hash, ADMIN, people.now()).await?;
        taken.map(|_| ()).ok_or_else(|| PeopleError::WrongToken.into())
    };
    let (login, guest) = match identity {
        Some(identity) => (identity.login, Some(identity.player)),
        None => (None, None),
    };
    if let Some(login) = login {
        take().await?;
        let promote = |account: &mut Account| {
            account.role = Role::Admin;
            Ok(())
        };
        let account = people.change(login.account.player, Ends::All, promote).await?;
        return log_in(&app, &account, "link", StatusCode::OK, &headers).await;
    }
    let (Some(name), Some(password)) = (wish.name, wish.password) else {
        let say = "log in first, or send the name and the password of a new account".to_owned();
        return Err(PeopleError::BadRequest(say).into());
    };
    let ChosenName { name, key, skeleton } = ChosenName::even_reserved(&name).map_err(PeopleError::from)?;
    people.registrations.check(&caller).map_err(|wait| PeopleError::TooManyAccounts { wait })?;
    let hashed = people.passwords.hash(&password, name.as_str()).await.map_err(PeopleError::from)?;
    let player = guest.unwrap_or_else(random_player);
    let mut account = Account::new(player, name, key, skeleton, people.now());
    account.secrets.password = Some(hashed.map_err(PeopleError::from)?);
    account.role = Role::Admin;
    take().await?;
    let created = people.store.accounts.create_account(&account).await;
    created.map_err(|error| in_words(error, &account))?;
    account.version = 1;
    people.logins.forget(player);
    people.doors.close_guest(player);
    let response = log_in(&app, &account, "link", StatusCode::CREATED, &headers).await?;
    Ok(response.into_response())
}
