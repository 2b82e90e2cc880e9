// SPDX-License-Identifier: AGPL-3.0-or-later
//! Logging in and out, and what the account's own page shows.

use axum::Json;
use axum::extract::State;
use axum::http::header::{SET_COOKIE, USER_AGENT};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use tabiya_limits::address::Caller;
use tabiya_protocol::people::account::{self as body, Me, RoleView};
use tabiya_runtime::identity::{
    Identity, new_guest_cookie, no_seat_cookie, no_session_cookie, session_cookie,
};
use tabiya_store::{Account, GameFilter, LoggedInBy, Role};

use crate::answer::{ApiError, JsonBody, Member, SameOrigin, device_of, guest_of, identify};
use crate::state::App;

pub(super) const fn role(role: Role) -> RoleView {
    match role {
        Role::Player => RoleView::Player,
        Role::Organiser => RoleView::Organiser,
        Role::Moderator => RoleView::Moderator,
        Role::Admin => RoleView::Admin,
    }
}

/// An account as its own player sees it.
pub(super) fn me(account: &Account, guest_games: u32) -> Me {
    let email = account.email.as_ref();
    Me {
        player: account.player.to_string(),
        name: account.name.to_string(),
        role: role(account.role),
        kid: account.kid,
        second_factor: account.secrets.totp.is_some(),
        password: account.secrets.password.is_some(),
        email: email.map(|email| email.address.clone()),
        email_confirmed: email.is_some_and(|email| email.confirmed),
        guest_games,
        settings: account.settings.0.clone(),
    }
}

/// How many games the guest has whom this browser was before.
async fn guest_games(app: &App, headers: &HeaderMap) -> Result<u32, ApiError> {
    let Some(guest) = guest_of(headers, app).await? else { return Ok(0) };
    let archive = &app.store.archive;
    let finished = archive.finished_count_of(guest, &GameFilter::default()).await?;
    let finished = u32::try_from(finished).unwrap_or(u32::MAX);
    Ok(finished.saturating_add(archive.unfinished_count_of(guest).await?))
}

/// `GET /api/me`
pub(super) async fn show(
    State(app): State<App>,
    Member(login): Member,
    headers: HeaderMap,
) -> Result<Json<Me>, ApiError> {
    Ok(Json(me(&login.account, guest_games(&app, &headers).await?)))
}

/// `GET /api/page/me`: the same for the page, which asks before it knows whether anybody is logged in; `null` for a guest.
pub(super) async fn show_to_page(
    State(app): State<App>,
    caller: Option<Identity>,
    headers: HeaderMap,
) -> Result<Json<Option<Me>>, ApiError> {
    let Some(login) = caller.and_then(|caller| caller.login) else { return Ok(Json(None)) };
    Ok(Json(Some(me(&login.account, guest_games(&app, &headers).await?))))
}

/// What the browser calls itself.
fn agent_of(headers: &HeaderMap) -> &str {
    headers.get(USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default()
}

/// Logs a browser in: a new session in place of the one that it had, and the answer with both cookies.
pub(super) async fn log_in(
    app: &App,
    account: &Account,
    by: LoggedInBy,
    status: StatusCode,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let before = identify(headers, app).await?.and_then(|identity| identity.session());
    let (agent, device) = (agent_of(headers), device_of(headers));
    let secret = app.people.replace_session(before, account, by, agent).await?;
    let device = app.people.devices.remember(device, &account.key, app.is_https());
    let device = HeaderValue::from_str(&device).expect("the cookie is visible ASCII");
    let me = me(account, guest_games(app, headers).await?);
    let mut response = (status, Json(me)).into_response();
    response.headers_mut().append(SET_COOKIE, session_cookie(&secret, app.is_https()));
    response.headers_mut().append(SET_COOKIE, device);
    Ok(response)
}

/// `POST /api/login`
pub(super) async fn login(
    State(app): State<App>,
    _: SameOrigin,
    caller: Caller,
    headers: HeaderMap,
    JsonBody(wish): JsonBody<body::Login>,
) -> Result<Response, ApiError> {
    let account = app.people.prove_by_password(&wish, &device_of(&headers), &caller).await?;
    log_in(&app, &account, LoggedInBy::Password, StatusCode::OK, &headers).await
}

/// `POST /api/card`
pub(super) async fn card(
    State(app): State<App>,
    _: SameOrigin,
    (caller, identity): (Caller, Option<Identity>),
    headers: HeaderMap,
    JsonBody(wish): JsonBody<body::CardLogin>,
) -> Result<Response, ApiError> {
    let browser = identity.map(|identity| identity.player);
    let account = app.people.prove_by_card(&wish.code, browser, &caller).await?;
    log_in(&app, &account, LoggedInBy::Card, StatusCode::OK, &headers).await
}

/// `POST /api/logout`: also where nobody is logged in. The device gives up its seats at the venue of an event, too: somebody
/// else sits down at it.
pub(super) async fn logout(
    State(app): State<App>,
    _: SameOrigin,
    identity: Option<Identity>,
) -> Result<Response, ApiError> {
    if let Some(session) = identity.and_then(|identity| identity.session()) {
        app.people.end_sessions(&[session.to_vec()]).await?;
    }
    let mut response = StatusCode::NO_CONTENT.into_response();
    response.headers_mut().append(SET_COOKIE, no_session_cookie(app.is_https()));
    response.headers_mut().append(SET_COOKIE, new_guest_cookie(app.is_https()));
    response.headers_mut().append(SET_COOKIE, no_seat_cookie(app.is_https()));
    Ok(response)
}

/// `POST /api/password`: ends all other sessions, and gives this one a new secret.
pub(super) async fn change_password(
    State(app): State<App>,
    _: SameOrigin,
    Member(login): Member,
    caller: Caller,
    headers: HeaderMap,
    JsonBody(wish): JsonBody<body::ChangePassword>,
) -> Result<Response, ApiError> {
    let secret = app.people.change_password(&login.account, &wish, &caller, agent_of(&headers)).await?;
    let mut response = StatusCode::NO_CONTENT.into_response();
    response.headers_mut().append(SET_COOKIE, session_cookie(&secret, app.is_https()));
    Ok(response)
}
