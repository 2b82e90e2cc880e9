// SPDX-License-Identifier: AGPL-3.0-or-later
//! Series of events: the list, a new one, and its end.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use tabiya_accounts::people::PeopleError;
use tabiya_events::series::{MOST_SERIES, SeriesError};
use tabiya_events::topic::who;
use tabiya_protocol::events::{CreatedSeries, SeriesList, SeriesTemplate, SeriesView};
use tabiya_runtime::chance;
use tabiya_runtime::identity::Identity;

use crate::answer::{ApiError, JsonBody, MayWatch, Member, SameOrigin};
use crate::state::App;

impl From<SeriesError> for ApiError {
    fn from(error: SeriesError) -> Self {
        match error {
            SeriesError::Event(error) => error.into(),
            SeriesError::Storage(error) => error.into(),
            SeriesError::NotYours => {
                PeopleError::NotAllowed("only its owner and staff may stop a series").into()
            }
            SeriesError::NoSuchSeries(_) => Self::NoSuch("there is no such series here".into()),
            SeriesError::Template(_) | SeriesError::TooMany | SeriesError::Busy => {
                Self::BadRequest(error.to_string())
            }
        }
    }
}

/// `GET /api/page/event-series`
pub(super) async fn list(
    State(app): State<App>,
    _: MayWatch,
    visitor: Option<Identity>,
) -> Result<Json<SeriesList>, ApiError> {
    let (who, now) = (who(visitor.as_ref()), app.people.now());
    let mut all = Vec::new();
    for series in app.events.series().await?.into_iter().take(MOST_SERIES as usize) {
        let next = app.events.next_of(&series, now).await?;
        let may_stop = app.events.may_stop(&series, who);
        all.push(SeriesView { id: series.id, template: series.template, next, may_stop });
    }
    Ok(Json(SeriesList { series: all }))
}

/// `POST /api/page/event-series`: begins a series, which belongs to whoever asks.
pub(super) async fn begin(
    State(app): State<App>,
    _: (SameOrigin, Member),
    identity: Identity,
    JsonBody(template): JsonBody<SeriesTemplate>,
) -> Result<(StatusCode, Json<CreatedSeries>), ApiError> {
    if !identity.is_staff() {
        return Err(PeopleError::NotAllowed("organisers and staff create events here").into());
    }
    let bits = [chance::bytes(), chance::bytes()].map(u64::from_le_bytes);
    let now = app.people.now();
    let series = app.events.begin_series(template, Some(identity.player), now, bits).await?;
    app.series.look();
    Ok((StatusCode::CREATED, Json(CreatedSeries { id: series.id })))
}

/// `POST /api/page/event-series/ID/stop`
pub(super) async fn stop(
    State(app): State<App>,
    _: (SameOrigin, Member),
    identity: Identity,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    let who = who(Some(&identity)).ok_or(PeopleError::NotLoggedIn)?;
    app.events.stop_series(&id, who, app.people.now()).await?;
    Ok(StatusCode::NO_CONTENT)
}
