// SPDX-License-Identifier: AGPL-3.0-or-later
//! The rating report of an event, for organisers.

use axum::Json;
use axum::extract::{Path, State};
use tabiya_events::decide::Refusal;
use tabiya_events::topic::who;
use tabiya_events::{report, view};
use tabiya_limits::address::Caller;
use tabiya_protocol::events::EventReport;
use tabiya_runtime::identity::Identity;

use crate::answer::ApiError;
use crate::state::App;

/// `GET /api/page/events/ID/report`: what the rating report says, and what it lacks.
pub(super) async fn read(
    State(app): State<App>,
    visitor: Option<Identity>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<EventReport>, ApiError> {
    let (_, event) = app.events.named(&id).await?;
    if !who(visitor.as_ref()).is_some_and(|who| event.may_organise(who)) {
        return Err(Refusal::NotYours.into());
    }
    let known = view::without_ghosts(&event, &|player| app.people.ghosts.has(player));
    let gaps = app.calmly(&caller, move || report::gaps(&known)).await?;
    Ok(Json(EventReport { report: report::view(&event), gaps }))
}
