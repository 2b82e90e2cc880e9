// SPDX-License-Identifier: AGPL-3.0-or-later
//! What players do with their own account: keep settings, close it.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Response};
use tabiya_accounts::people::sessions::prove;
use tabiya_accounts::people::{Choice, PeopleError};
use tabiya_limits::address::Caller;
use tabiya_protocol::people::account::ProvePassword;
use tabiya_puzzles::{gives_games, take_back_imports};
use tabiya_runtime::identity::{new_guest_cookie, no_session_cookie};
use tabiya_runtime::spawn::spawn;
use tabiya_store::{Ends, Settings};

use super::kept;
use crate::answer::{ApiError, JsonBody, Member, SameOrigin};
use crate::state::App;

/// Settings that one account may keep.
const MOST_SETTINGS: usize = 64;
/// Bytes of a setting's name, and of its value.
const LONGEST_SETTING: usize = 256;
/// `PUT /api/page/settings`: replaces them all.
pub(super) async fn settings(
    State(app): State<App>,
    _: SameOrigin,
    Member(login): Member,
    JsonBody(wish): JsonBody<BTreeMap<String, String>>,
) -> Result<StatusCode, ApiError> {
    let too_long = |text: &str| text.len() > LONGEST_SETTING || text.contains('\0');
    if wish.len() > MOST_SETTINGS || wish.iter().any(|(name, value)| too_long(name) || too_long(value)) {
        return Err(PeopleError::BadRequest(format!(
            "an account keeps up to {MOST_SETTINGS} settings, names and values of {LONGEST_SETTING} bytes each"
        ))
        .into());
    }
    let settings = Settings(wish);
    let set = |account: &mut tabiya_store::Account| {
        account.settings.clone_from(&settings);
        Ok(())
    };
    let player = login.account.player;
    let changed = app.people.change(player, Ends::Nothing, set).await?;
    if Choice::Online.of(&changed) != Choice::Online.of(&login.account) {
        // Open pages say who is there as they began.
        app.people.doors.close_of(player, None);
    }
    if gives_games(&login.account) && !gives_games(&changed) {
        // It reads every game that was imported, so the answer does not wait for it.
        spawn(async move {
            if let Err(error) = take_back_imports(&app.store, &app.archive, &changed).await {
                tracing::warn!(%error, "puzzles of imported games can't be withdrawn now");
            }
        });
    }
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/page/close`: nobody can log in any more, the games stay.
pub(super) async fn close(
    State(app): State<App>,
    _: SameOrigin,
    Member(login): Member,
    caller: Caller,
    JsonBody(wish): JsonBody<ProvePassword>,
) -> Result<Response, ApiError> {
    let people = &app.people;
    prove(people, &login.account, &caller, &wish.password).await?;
    kept::leave(&app, login.account.player).await?;
    let mut response = StatusCode::NO_CONTENT.into_response();
    response.headers_mut().append(SET_COOKIE, no_session_cookie(app.is_https()));
    response.headers_mut().append(SET_COOKIE, new_guest_cookie(app.is_https()));
    Ok(response)
}
