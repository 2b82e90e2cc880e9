// SPDX-License-Identifier: AGPL-3.0-or-later
//! Calls that one-time links make: a reset password, and the first admin.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use tabiya_accounts::people::Typed;
use tabiya_accounts::people::links::{ADMIN, RESETS, has_admin, still_reaches};
use tabiya_accounts::people::names::ChosenName;
use tabiya_accounts::people::{Asker, PeopleError, Whose, in_words};
use tabiya_limits::address::Caller;
use tabiya_protocol::people::account::{AdminLink, FinishReset};
use tabiya_runtime::chance;
use tabiya_runtime::identity::Identity;
use tabiya_runtime::secret::hash_of_secret;
use tabiya_store::{Account, Ends, LoggedInBy, Role, Token};

use super::account::log_in;
use crate::answer::{ApiError, JsonBody, SameOrigin};
use crate::state::App;

/// `POST /api/page/reset/finish`: a new password; all sessions end.
pub(super) async fn finish_reset(
    State(app): State<App>,
    _: SameOrigin,
    caller: Caller,
    JsonBody(wish): JsonBody<FinishReset>,
) -> Result<StatusCode, ApiError> {
    let people = &app.people;
    let hash = hash_of_secret(wish.token.as_bytes()).ok_or(PeopleError::WrongToken)?;
    let mut found = None;
    for purpose in RESETS {
        found = found.or(people.store.tokens.token(&hash, purpose, people.now()).await?);
    }
    let token = found.ok_or(PeopleError::WrongToken)?;
    let player = token.player.ok_or(PeopleError::WrongToken)?;
    let is_good = |account: &Account| account.is_open() && still_reaches(&token, account);
    let account = people.store.accounts.account(player).await?.filter(is_good);
    let account = account.ok_or(PeopleError::WrongToken)?;
    // A password that is refused must not use the link up.
    people.quotas.resets.take(&caller, 1).map_err(|wait| PeopleError::TooOften { wait })?;
    let asker = Asker::Caller(&caller, Whose::Player(account.player));
    let hashed = people.passwords.hash(asker, &wish.password, account.name.as_str()).await;
    let password = hashed.map_err(PeopleError::from)?.map_err(PeopleError::from)?;
    let taken = people.store.tokens.take_token(&hash, &token.purpose, people.now()).await?;
    taken.ok_or(PeopleError::WrongToken)?;
    people
        .change(player, Ends::All, |account| {
            if !is_good(account) {
                return Err(PeopleError::WrongToken);
            }
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
    let take = async || -> Result<Token, ApiError> {
        let taken = people.store.tokens.take_token(&hash, ADMIN, people.now()).await?;
        taken.ok_or_else(|| PeopleError::WrongToken.into())
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
        return log_in(&app, &account, LoggedInBy::Link, StatusCode::OK, &headers).await;
    }
    let (Some(name), Some(password)) = (wish.name, wish.password) else {
        let say = "log in first, or send the name and the password of a new account".to_owned();
        return Err(PeopleError::BadRequest(say).into());
    };
    let ChosenName { name, key, skeleton } = ChosenName::even_reserved(&name).map_err(PeopleError::from)?;
    people.quotas.new_accounts.take(&caller, 1).map_err(|wait| PeopleError::TooManyAccounts { wait })?;
    let asker = Asker::Caller(&caller, Whose::Name(Typed::new(&key)));
    let hashed = people.passwords.hash(asker, &password, name.as_str()).await.map_err(PeopleError::from)?;
    let player = guest.unwrap_or_else(chance::player_id);
    let mut account = Account::new(player, name, key, skeleton, people.now());
    account.secrets.password = Some(hashed.map_err(PeopleError::from)?);
    account.role = Role::Admin;
    let token = take().await?;
    if let Err(error) = people.store.accounts.create_account(&account).await {
        // Such as a name that is taken: the link stays good.
        people.store.tokens.keep_tokens(&[token], false).await?;
        return Err(in_words(error, &account).into());
    }
    account.version = 1;
    people.logins.forget(player);
    people.doors.close_guest(player);
    let response = log_in(&app, &account, LoggedInBy::Link, StatusCode::CREATED, &headers).await?;
    Ok(response.into_response())
}
