// SPDX-License-Identifier: AGPL-3.0-or-later
//! The caller's own account, and tokens.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde_json::{Map, Value, json};
use tabiya_accounts::people::class::was_made_by_organiser;
use tabiya_accounts::people::grants::{Shown, TOKEN_GOOD, redeem as redeem_code};
use tabiya_accounts::people::rights::{self, Permission};
use tabiya_accounts::people::scopes::{Scope, Scopes};
use tabiya_accounts::people::tokens::Holder;
use tabiya_accounts::people::{Choice, PeopleError, Whom, tokens as keys};
use tabiya_game::{Time, Title};
use tabiya_limits::address::Caller;
use tabiya_runtime::clean::visible;
use tabiya_store::Ends;

use super::access::Access;
use super::failure::Failure;
use super::fields::{Form, Query, Text, listed};
use super::person::named;
use super::{done, person};
use crate::state::App;

/// Tokens that are tested at once.
const MOST_TESTED: usize = 100;
/// Players for whom an organiser gets tokens at once, and how long those are good, in milliseconds.
const MOST_PLAYERS: usize = 500;
const CHALLENGE_TOKEN_LASTS: u64 = 365 * 24 * 60 * 60 * 1000;
/// So many tokens cost as much as a usual call.
const TOKENS_PER_CHARGE: usize = 20;

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
    if was_made_by_organiser(access.account()) {
        return Err(Failure::new(StatusCode::FORBIDDEN, "Whoever made this account decides about kid mode"));
    }
    let _deciding = app.people.deciding_kid_mode.lock().await;
    if !wanted && app.people.staff_keep_in_kid_mode(access.player()).await? {
        return Err(Failure::new(
            StatusCode::FORBIDDEN,
            "Staff have switched kid mode on; only they switch it off",
        ));
    }
    if wanted == access.account().kid {
        return Ok(done());
    }
    let set = |account: &mut tabiya_store::Account| {
        account.kid = wanted;
        Ok(())
    };
    app.people.change(access.player(), Ends::Nothing, set).await?;
    // What is open was opened by the account as it was.
    app.people.doors.close_of(access.player(), None);
    Ok(done())
}

/// `GET /api/account/preferences`: those that have a counterpart here, and fixed values for the rest.
pub(super) async fn preferences(access: Access) -> Result<Json<Value>, Failure> {
    let access = access.with(&[Scope::PreferenceRead])?;
    let chosen = |name: &str| access.account().settings.get(name);
    let whom = |choice: Choice| match choice.of(access.account()) {
        Whom::Nobody => 1,
        Whom::Followed => 3,
        Whom::Everyone => 4,
    };
    let language = chosen("language").unwrap_or("en");
    Ok(Json(json!({
        "prefs": {
            "dark": chosen("theme") != Some("light"),
            "transp": false,
            "bgImg": "",
            "is3d": false,
            "theme": chosen("board").unwrap_or("brown"),
            "pieceSet": chosen("pieces").unwrap_or("cburnett"),
            "theme3d": "Woodi",
            "pieceSet3d": "Basic",
            "soundSet": if chosen("sound") == Some("off") { "silent" } else { "standard" },
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
            "destination": chosen("destinations") != Some("off"),
            "coords": 2,
            "replay": 2,
            "challenge": whom(Choice::Challenges),
            "message": whom(Choice::Messages),
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
    let player = access.player();
    if access.account().title == Some(Title::Bot) {
        return Ok(done());
    }
    // No game of the player begins until the account is a bot's, so what is looked at below stays so.
    let _held = app.entrance.hold(&[player]).await?;
    let finished = app.store.archive.finished_count_of(player, &Default::default()).await?;
    if finished > 0 || app.store.archive.unfinished_count_of(player).await? > 0 {
        return Err(Failure::bad("This account has already played games. Make a new one for the bot"));
    }
    let upgrade = |account: &mut tabiya_store::Account| {
        if account.kid || account.role.is_staff() || account.title.is_some() {
            let why = "This account has a title, a role or kid mode. Make a new one for the bot";
            return Err(PeopleError::BadRequest(why.to_owned()));
        }
        account.title = Some(Title::Bot);
        Ok(())
    };
    app.people.change(player, Ends::Nothing, upgrade).await?;
    app.people.doors.close_of(player, None);
    Ok(done())
}

/// `POST /api/token/test`: the body is the tokens, with commas between them.
pub(super) async fn test_tokens(
    State(app): State<App>,
    caller: Caller,
    Text(body): Text,
) -> Result<Json<Value>, Failure> {
    let mut tested = Map::new();
    let texts = listed(&body, MOST_TESTED)?;
    let times = u32::try_from(1 + texts.len() / TOKENS_PER_CHARGE).unwrap_or(u32::MAX);
    app.programs.charge_address(&caller, times).map_err(Failure::too_fast)?;
    for text in texts {
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
    caller: Caller,
    Form(form): Form,
) -> Result<Result<Json<Value>, (StatusCode, Json<Value>)>, Failure> {
    app.programs.charge_address(&caller, 1).map_err(Failure::too_fast)?;
    let text = |name: &str| form.text(name).unwrap_or_default();
    let refuse = |error: &str, why: String| {
        Err((StatusCode::BAD_REQUEST, Json(json!({ "error": error, "error_description": why }))))
    };
    if text("grant_type") != "authorization_code" {
        let why = "grant_type: it must be authorization_code".to_owned();
        return Ok(refuse("unsupported_grant_type", why));
    }
    let fields = ["code", "code_verifier", "redirect_uri", "client_id"];
    if let Some(missing) = fields.into_iter().find(|name| text(name).is_empty()) {
        return Ok(refuse("invalid_request", format!("{missing}: it is missing")));
    }
    let shown = Shown {
        code: text("code"),
        verifier: text("code_verifier"),
        redirect: text("redirect_uri"),
        client: text("client_id"),
    };
    let _held = app.people.hold().await;
    let _counting = app.people.counting().await;
    Ok(match redeem_code(&app.store, &shown, app.people.now()).await {
        Ok(Ok(token)) => Ok(Json(json!({
            "token_type": "Bearer",
            "access_token": token,
            "expires_in": TOKEN_GOOD / 1000,
        }))),
        Ok(Err(error)) => refuse("invalid_grant", error.to_string()),
        Err(error) => {
            let why = Failure::from(error);
            tracing::debug!(?why, "a code was not redeemed");
            Err((StatusCode::SERVICE_UNAVAILABLE, Json(json!({ "error": "temporarily_unavailable" }))))
        }
    })
}

/// `DELETE /api/token`: revokes the token that the call itself shows.
pub(super) async fn revoke(State(app): State<App>, access: Access) -> Result<StatusCode, Failure> {
    app.people.revoke_tokens(&[access.key.login.session.to_vec()]).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/token/admin-challenge`: a token with which an organiser's program agrees to challenges for each of these
/// players. An older one of the same organiser and description ends.
pub(super) async fn admin_challenge(
    State(app): State<App>,
    access: Access,
    Form(form): Form,
) -> Result<Json<Value>, Failure> {
    let access = access.with(&[Scope::WebMod])?;
    access.check_staff("Only staff get tokens for others")?;
    let names = listed(form.text("users").unwrap_or_default(), MOST_PLAYERS)?;
    if names.is_empty() {
        return Err(Failure::bad("users: names with commas between them"));
    }
    let description = visible(form.text("description").unwrap_or_default());
    let description: String = description.chars().take(100).collect();
    access.charge(&app, u32::try_from(names.len() / TOKENS_PER_CHARGE).unwrap_or(u32::MAX))?;
    let note = format!("challenges by {}: {description}", access.account().name);
    let now = app.people.now();
    let scopes = Scopes::parse(Scope::ChallengeWrite.name()).unwrap_or_default();
    let mut tokens = Map::new();
    let _held = app.people.hold().await;
    if app.people.keys.with_hash(access.key.login.session).await?.is_none() {
        return Err(Failure::no_such_token());
    }
    let _counting = app.people.counting().await;
    // All are looked at before the first one gets a token: a list is refused as a whole.
    let made_by = Some(access.player());
    let mut players = Vec::new();
    for name in names {
        let account = named(&app, name).await?;
        if players.iter().any(|(other, _): &(tabiya_store::Account, _)| other.player == account.player) {
            continue;
        }
        rights::check(access.account(), &account, Permission::Reset)
            .map_err(|why| Failure::new(StatusCode::FORBIDDEN, format!("users: {}: {why}", account.name)))?;
        let before = app.store.access_tokens.access_tokens_of(account.player, now).await?;
        let (same, others): (Vec<_>, Vec<_>) =
            before.into_iter().partition(|token| token.made_by == made_by && token.note == note);
        if others.len() >= keys::MOST_TOKENS {
            let why = format!("users: {} has {} tokens; revoke one first", account.name, keys::MOST_TOKENS);
            return Err(Failure::bad(why));
        }
        players.push((account, same));
    }
    for (account, same) in players {
        let same: Vec<_> = same.into_iter().map(|token| token.hash).collect();
        app.people.revoke_tokens(&same).await?;
        let expires = Some(Time(now.0 + CHALLENGE_TOKEN_LASTS));
        let holder = Holder { player: account.player, scopes, made_by };
        let token = keys::issue(&app.store, keys::GRANTED, holder, &note, (now, expires)).await?;
        tokens.insert(account.key, token.into());
    }
    Ok(Json(tokens.into()))
}
