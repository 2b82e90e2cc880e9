// SPDX-License-Identifier: AGPL-3.0-or-later
//! What all calls about events answer with.

use std::sync::Arc;

use axum::http::StatusCode;
use tabiya_events::event::Event;
use tabiya_events::topic::{names_of, who};
use tabiya_events::view;
use tabiya_protocol::events::{EventId, EventRefusal, EventView};
use tabiya_protocol::http::CallRefusal;
use tabiya_runtime::identity::Identity;

use crate::answer::{Answered, ApiError};
use crate::state::App;

/// The event as this visitor sees it.
pub(super) async fn seen(
    app: &App,
    id: EventId,
    event: &Arc<Event>,
    visitor: Option<&Identity>,
) -> Result<EventView, ApiError> {
    let (owner, helpers) = names_of(&app.events, event).await?;
    let is_ghost = |player| app.people.ghosts.has(player);
    let standings = app.events.standings(id, event).await?;
    let visitor = view::Visitor { who: who(visitor), is_ghost: &is_ghost, owner, helpers };
    Ok(view::event(id, event, &standings, &visitor))
}

/// Whoever organises nothing creates no event.
#[derive(Debug, thiserror::Error)]
#[error("organisers and staff create events here")]
pub(super) struct OrganisersOnly;

impl Answered for OrganisersOnly {
    fn status_and_code(&self) -> (StatusCode, &'static str) {
        (StatusCode::FORBIDDEN, "forbidden")
    }

    fn refusal(&self) -> Option<CallRefusal> {
        Some(EventRefusal::OrganisersOnly.into())
    }
}
