// SPDX-License-Identifier: AGPL-3.0-or-later
//! The caller's own account, and tokens.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde_json::{Map, Value, json};
use tabiya_game::Title;
use tabiya_store::Ends;

use super::access::Access;
use super::failure::Failure;
use super::fields::{Form, Query, Text, listed};
use super::{done, person};
use crate::people::PeopleError;
use crate::people::grants::{Shown, TOKEN_GOOD, redeem as redeem_code};
use crate::people::scopes::Scope;
use crate::state::App;

/// Tokens that are tested at once.
const MOST_TESTED: usize = 1000;

/// `GET /api/account`
pub(super) async fn show(State(app): State<App>, access: Access) -> Result<Json<Value>, Failure> {
    let mut person = person::full(&app, access.account(), Some(access.player())).await?;
    if access.account().kid {
        person["kid"] = json!(true);
    }
    Ok(Json(person))
}

/// `GET /api/account/email`
pub(super) async fn email(access: Access) -> Result<Json<Value>, Failure> {
    let access = access.with(&[Scope::EmailRead])?;
    let address = access.account().email.as_ref().map(|email| email.address.clone());
    Ok(Json(json!({ "email": address.unwrap_or_default() })))
}

/// `GET /api/account/kid`
pub(super) async fn kid(access: Access) -> Result<Json<Value>, Failure> {
    let access = access.with(&[Scope::PreferenceRead])?;
    Ok(Json(json!({ "kid": access.account().kid })))
}

/// `POST /api/account/kid?v=`
pub(super) async fn set_kid(
    State(app): State<App>,
    access: Access,
    Query(query): Query,
) -> Result<Json<Value>, Failure> {
    let access = access.with(&[Scope::PreferenceWrite])?;
    let wanted = query.flag("v")?.ok_or_else(|| Failure::bad("v: say true or false"))?;
    if access.account().list_owner.is_some() {
        return Err(Failure::new(StatusCode::FORBIDDEN, "Whoever made this account decides about kid mode"));
    }
    let set = |account: &mut tabiya_store::Account| {
        account.kid = wanted;
        Ok(())
    };
    app.people.change(access.player(), Ends::Nothing, set).await?;
    Ok(done())
}

/// `GET /api/account/preferences`: those that have a counterpart here, and fixed values for the rest.
pub(super) async fn preferences(access: Access) -> Result<Json<Value>, Failure> {
    let access = access.with(&[Scope::PreferenceRead])?;
    let chosen = |name: &str| access.account().setting(name);
    let whom = |name: &str| match chosen(name).as_deref() {
        Some("nobody") => 1,
        Some("followed") => 3,
        _ => 4,
    };
    let language = chosen("language").unwrap_or_else(|| "en".to_owned());
    Ok(Json(json!({
        "prefs": {
            "dark": chosen("theme").as_deref() != Some("light"),
            "transp": false,
            "bgImg": "",
            "is3d": false,
            "theme": chosen("board").unwrap_or_else(|| "brown".to_owned()),
            "pieceSet": chosen("pieces").unwrap_or_else(|| "cburnett".to_owned()),
            "theme3d": "Woodi",
            "pieceSet3d": "Basic",
            "soundSet": if chosen("sound").as_deref() == Some("off") { "silent" } else { "standard" },
            "blindfold": 0,
            "autoQueen": 2,
            "autoThreefold": 2,
            "takeback": 3,
            "moretime": 3,
            "clockTenths": 1,
            "clockBar": true,
            "clockSound": true,
            "premove": true,
            "animation": 2,
            "captured": true,
            "follow": true,
            "highlight": true,
            "destination": true,
            "coords": 2,
            "replay": 2,
            "challenge": whom("challenges"),
            "message": whom("messages"),
            "coordColor": 2,
            "submitMove": 4,
            "confirmResign": 1,
            "insightShare": 1,
            "keyboardMove": 0,
            "zen": 0,
            "moveEvent": 2,
            "rookCastle": 1,
        },
        "language": language,
    })))
}

/// `POST /api/bot/account/upgrade`: only before the first game, because a bot's games are another kind of games.
pub(super) async fn upgrade(State(app): State<App>, access: Access) -> Result<Json<Value>, Failure> {
    let access = access.with(&[Scope::BotPlay])?;
    let (player, account) = (access.player(), access.account());
    if account.title == Some(Title::Bot) {
        return Ok(done());
    }
    let finished = app.store.archive.finished_count_of(player, &Default::default()).await?;
    if finished > 0 || app.store.archive.unfinished_count_of(player).await? > 0 {
        return Err(Failure::bad("This account has already played games. Make a new one for the bot"));
    }
    if account.kid || account.role.is_staff() || account.title.is_some() {
        return Err(Failure::bad("This account has a title, a role or kid mode. Make a new one for the bot"));
    }
    let upgrade = |account: &mut tabiya_store::Account| {
        if account.title.is_some() {
            return Err(PeopleError::Conflict("the account has got a title meanwhile"));
        }
        account.title = Some(Title::Bot);
        Ok(())
    };
    app.people.change(player, Ends::Nothing, upgrade).await?;
    Ok(done())
}

/// `POST /api/token/test`: the body is the tokens, with commas between them.
pub(super) async fn test_tokens(State(app): State<App>, Text(body): Text) -> Result<Json<Value>, Failure> {
    let mut tested = Map::new();
    for text in listed(&body, MOST_TESTED)? {
        let found = match app.people.keys.of(text).await? {
            None => Value::Null,
            Some(key) => json!({
                "userId": key.login.account.key,
                "scopes": key.scopes.joined(","),
                "expires": key.expires.map(|expires| expires.0),
            }),
        };
        tested.insert(text.to_owned(), found);
    }
    Ok(Json(tested.into()))
}

/// `POST /api/token`: changes the code of a grant for a token (RFC 6749, 4.1.3 and 5.2).
pub(super) async fn redeem(
    State(app): State<App>,
    Form(form): Form,
) -> Result<Json<Value>, (StatusCode, Json<Value>)> {
    let text = |name: &str| form.text(name).unwrap_or_default();
    let refuse = |error: &str, why: String| {
        (StatusCode::BAD_REQUEST, Json(json!({ "error": error, "error_description": why })))
    };
    if text("grant_type") != "authorization_code" {
        let why = "grant_type: it must be authorization_code".to_owned();
        return Err(refuse("unsupported_grant_type", why));
    }
    let shown = Shown {
        code: text("code"),
        verifier: text("code_verifier"),
        redirect: text("redirect_uri"),
        client: text("client_id"),
    };
    match redeem_code(&app.store, &shown, app.people.now()).await {
        Ok(Ok(token)) => Ok(Json(json!({
            "token_type": "Bearer",
            "access_token": token,
            "expires_in": TOKEN_GOOD / 1000,
        }))),
        Ok(Err(error)) => Err(refuse("invalid_grant", error.to_string())),
        Err(error) => {
            let why = Failure::from(error);
            tracing::debug!(?why, "a code was not redeemed");
            Err((StatusCode::SERVICE_UNAVAILABLE, Json(json!({ "error": "temporarily_unavailable" }))))
        }
    }
}

/// `DELETE /api/token`: revokes the token that the call itself shows.
pub(super) async fn revoke(State(app): State<App>, access: Access) -> Result<StatusCode, Failure> {
    app.people.revoke_tokens(&[access.0.login.session.to_vec()]).await?;
    Ok(StatusCode::NO_CONTENT)
}
