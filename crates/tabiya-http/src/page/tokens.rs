// SPDX-License-Identifier: AGPL-3.0-or-later
//! The page's calls about access tokens: a player's own, and those that programs ask for.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use tabiya_accounts::people::PeopleError;
use tabiya_accounts::people::grants::Wish;
use tabiya_accounts::people::scopes::Scopes;
use tabiya_accounts::people::tokens::{Holder, MOST_TOKENS, PERSONAL, issue};
use tabiya_protocol::people::tokens::{GrantAsked, GrantGiven, GrantWish, MakeToken, TokenMade, TokenView};
use tabiya_runtime::clean::visible;
use tabiya_runtime::secret::short_name;
use tabiya_store::AccessToken;

use crate::answer::methods::{get, post};
use crate::answer::{ApiError, Calls, JsonBody, Member, SameOrigin};
use crate::state::App;

/// Characters of a token's name.
const LONGEST_NOTE: usize = 80;

/// The calls about access tokens.
pub(super) fn calls() -> Calls {
    Calls::new([
        ("/api/page/tokens", get(list).merge(post(make))),
        ("/api/page/tokens/{id}/revoke", post(revoke)),
        ("/api/page/oauth/ask", post(ask)),
        ("/api/page/oauth/allow", post(allow)),
    ])
}

/// `GET /api/page/tokens`
async fn list(State(app): State<App>, Member(login): Member) -> Result<Json<Vec<TokenView>>, ApiError> {
    let tokens = app.store.access_tokens.access_tokens_of(login.account.player, app.people.now()).await?;
    let view = |token: AccessToken| TokenView {
        id: short_name(&token.hash),
        scopes: token.scopes.split(' ').filter(|scope| !scope.is_empty()).map(str::to_owned).collect(),
        note: token.note,
        created: token.created.0,
        last_used: token.used.map(|used| used.0),
        expires: token.expires.map(|expires| expires.0),
    };
    Ok(Json(tokens.into_iter().map(view).collect()))
}

/// `POST /api/page/tokens`
async fn make(
    State(app): State<App>,
    _: SameOrigin,
    Member(login): Member,
    JsonBody(wish): JsonBody<MakeToken>,
) -> Result<(StatusCode, Json<TokenMade>), ApiError> {
    let bad = |text: String| ApiError::BadRequest(text);
    let note = visible(&wish.note);
    if note.chars().count() > LONGEST_NOTE {
        return Err(bad(format!("a token's name has at most {LONGEST_NOTE} characters")));
    }
    let scopes = Scopes::parse(&wish.scopes).map_err(|error| bad(error.to_string()))?;
    let (player, now) = (login.account.player, app.people.now());
    let _held = app.people.hold().await;
    if !app.people.is_good(login.session).await? {
        return Err(PeopleError::NotLoggedIn.into());
    }
    let _counting = app.people.counting().await;
    if app.store.access_tokens.access_tokens_of(player, now).await?.len() >= MOST_TOKENS {
        return Err(bad(format!("you have {MOST_TOKENS} tokens; revoke one first")));
    }
    let token = issue(&app.store, PERSONAL, Holder::own(player, scopes), &note, (now, None)).await?;
    Ok((StatusCode::CREATED, Json(TokenMade { token })))
}

/// `POST /api/page/tokens/ID/revoke`
async fn revoke(
    State(app): State<App>,
    _: SameOrigin,
    Member(login): Member,
    Path(wanted): Path<String>,
) -> Result<StatusCode, ApiError> {
    let tokens = app.store.access_tokens.access_tokens_of(login.account.player, app.people.now()).await?;
    let found = tokens.into_iter().filter(|token| short_name(&token.hash) == wanted).map(|token| token.hash);
    // One that is gone already is what was asked for.
    app.people.revoke_tokens(&found.collect::<Vec<_>>()).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn read(wish: &GrantWish) -> Result<Wish, ApiError> {
    Wish::read(wish).map_err(|error| ApiError::BadRequest(error.to_string()))
}

/// `POST /api/page/oauth/ask`: what the player is asked.
async fn ask(
    _: SameOrigin,
    Member(_): Member,
    JsonBody(wish): JsonBody<GrantWish>,
) -> Result<Json<GrantAsked>, ApiError> {
    let wish = read(&wish)?;
    let scopes = wish.scopes.to_string();
    let scopes = scopes.split(' ').filter(|scope| !scope.is_empty()).map(str::to_owned).collect();
    Ok(Json(GrantAsked { refused: wish.refused(), origin: wish.origin, scopes }))
}

/// `POST /api/page/oauth/allow`: the player has said yes.
async fn allow(
    State(app): State<App>,
    _: SameOrigin,
    Member(login): Member,
    JsonBody(wish): JsonBody<GrantWish>,
) -> Result<Json<GrantGiven>, ApiError> {
    let wish = read(&wish)?;
    let _held = app.people.hold().await;
    if !app.people.is_good(login.session).await? {
        return Err(PeopleError::NotLoggedIn.into());
    }
    let redirect = wish.allow(&app.store, login.account.player, app.people.now()).await?;
    Ok(Json(GrantGiven { redirect }))
}
