// SPDX-License-Identifier: AGPL-3.0-or-later
//! Series of events: the list, a new one, and its end.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use tabiya_accounts::people::PeopleError;
use tabiya_events::series::{MOST_SERIES, SeriesError, SeriesRefusal};
use tabiya_events::topic::who;
use tabiya_protocol::events::{CreatedSeries, SeriesList, SeriesTemplate, SeriesView};
use tabiya_protocol::http::CallRefusal;
use tabiya_runtime::chance;
use tabiya_runtime::identity::Identity;
use tabiya_store::Account;

use super::shown::OrganisersOnly;
use crate::answer::{Answered, ApiError, JsonBody, MayWatch, Member, SameOrigin};
use crate::state::App;

impl From<SeriesError> for ApiError {
    fn from(error: SeriesError) -> Self {
        match error {
            SeriesError::Refused(why) => why.into(),
            SeriesError::Event(error) => error.into(),
            SeriesError::Storage(error) => error.into(),
        }
    }
}

impl Answered for SeriesRefusal {
    fn status_and_code(&self) -> (StatusCode, &'static str) {
        match self {
            Self::NotYours => (StatusCode::FORBIDDEN, "forbidden"),
            Self::NoSuchSeries(_) => (StatusCode::NOT_FOUND, "not_found"),
            Self::TooMany | Self::Busy => (StatusCode::CONFLICT, "event_refused"),
            Self::Template(_) => (StatusCode::BAD_REQUEST, "bad_request"),
        }
    }

    fn refusal(&self) -> Option<CallRefusal> {
        self.told().map(CallRefusal::Event)
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
        let lacks = |account: &Account| app.people.lacks_second_factor(account);
        let rests = !app.events.is_carried_on(&series, &lacks).await?;
        all.push(SeriesView { id: series.id, template: series.template, next, may_stop, rests });
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
        return Err(OrganisersOnly.into());
    }
    let bits = [chance::bytes(), chance::bytes()].map(u64::from_le_bytes);
    let now = app.people.now();
    let series = app.events.begin_series(template, Some(identity.player), now, bits).await?;
    app.events.series_maker.look();
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

#[cfg(test)]
mod tests {
    use axum::response::IntoResponse;
    use tabiya_events::series::WrongTemplate;

    use super::*;

    #[tokio::test]
    async fn what_is_refused_about_a_series_comes_with_its_kind_for_pages() {
        let zone = || SeriesRefusal::Template(WrongTemplate::Zone("Europe/Atlantis".into()));
        for (why, status, refusal) in [
            (SeriesRefusal::NotYours, StatusCode::FORBIDDEN, serde_json::json!({"kind": "series_not_yours"})),
            (
                SeriesRefusal::NoSuchSeries("x".into()),
                StatusCode::NOT_FOUND,
                serde_json::json!({"kind": "no_such_series"}),
            ),
            (
                SeriesRefusal::TooMany,
                StatusCode::CONFLICT,
                serde_json::json!({"kind": "too_many_series", "most": 100}),
            ),
            (SeriesRefusal::Busy, StatusCode::CONFLICT, serde_json::json!({"kind": "series_busy"})),
            (
                zone(),
                StatusCode::BAD_REQUEST,
                serde_json::json!({"kind": "series_zone", "name": "Europe/Atlantis"}),
            ),
        ] {
            let response = ApiError::from(SeriesError::from(why)).into_response();
            assert_eq!(response.status(), status, "{refusal}");
            let body = axum::body::to_bytes(response.into_body(), 4096).await.expect("a short body");
            let body: serde_json::Value = serde_json::from_slice(&body).expect("JSON");
            assert_eq!(body["refusal"], refusal);
        }
    }
}
