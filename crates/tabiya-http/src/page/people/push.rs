// SPDX-License-Identifier: AGPL-3.0-or-later
//! The calls about news that are pushed to a device. Each is about the device of the session that calls.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use tabiya_accounts::people::PeopleError;
use tabiya_accounts::push::{PushError, Told};
use tabiya_protocol::people::desk::{PushTo, PushView};

use crate::answer::{ApiError, JsonBody, Member, SameOrigin};
use crate::state::App;

/// `GET /api/page/push`
pub(super) async fn show(State(app): State<App>, Member(login): Member) -> Result<Json<PushView>, ApiError> {
    let on = app.people.store.push_devices.has_push_device(&login.session).await?;
    Ok(Json(PushView { key: app.people.push().map(|push| push.public_key()), on }))
}

/// `PUT /api/page/push`
pub(super) async fn begin(
    State(app): State<App>,
    _: SameOrigin,
    Member(login): Member,
    JsonBody(wish): JsonBody<PushTo>,
) -> Result<StatusCode, ApiError> {
    let off = || ApiError::BadRequest(PushError::Off.to_string());
    let push = app.people.push().ok_or_else(off)?;
    let told = Told { endpoint: &wish.endpoint, key: &wish.key, secret: &wish.secret };
    match push.keep(&login.session, told).await? {
        Ok(()) => Ok(StatusCode::NO_CONTENT),
        Err(PushError::NoSession) => Err(PeopleError::NotLoggedIn.into()),
        Err(error) => Err(ApiError::BadRequest(error.to_string())),
    }
}

/// `POST /api/page/push/off`
pub(super) async fn end(
    State(app): State<App>,
    _: SameOrigin,
    Member(login): Member,
) -> Result<StatusCode, ApiError> {
    app.people.store.push_devices.forget_push_device(&login.session).await?;
    Ok(StatusCode::NO_CONTENT)
}
