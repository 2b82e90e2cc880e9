// SPDX-License-Identifier: AGPL-3.0-or-later
//! What is known about an entrant, for organisers who correct it.

use axum::Json;
use axum::extract::{Path, State};
use tabiya_events::decide::Refusal;
use tabiya_events::entrants::card_for;
use tabiya_events::topic::who;
use tabiya_events::view;
use tabiya_protocol::events::{ArenaGames, EntrantCardView, EntrantId};
use tabiya_runtime::identity::Identity;

use crate::answer::{ApiError, MayWatch};
use crate::state::App;

/// `GET /api/page/events/ID/entrants/ENTRANT/games`: the games of an entrant in an arena, the newest first.
pub(super) async fn games(
    State(app): State<App>,
    _: MayWatch,
    Path((id, entrant)): Path<(String, u16)>,
) -> Result<Json<ArenaGames>, ApiError> {
    let (_, event) = app.events.named(&id).await?;
    let entrant = EntrantId(entrant);
    if event.entrant(entrant).is_none() {
        return Err(Refusal::NoSuchEntrant(entrant).into());
    }
    Ok(Json(view::arena_games(&event, entrant)))
}

/// `GET /api/page/events/ID/entrants/ENTRANT/card`: the card, for organisers. Dates of birth, sexes, national ratings and numbers of
/// federations are for whoever owns the event.
pub(super) async fn card(
    State(app): State<App>,
    visitor: Option<Identity>,
    Path((id, entrant)): Path<(String, u16)>,
) -> Result<Json<EntrantCardView>, ApiError> {
    let (_, event) = app.events.named(&id).await?;
    let who = who(visitor.as_ref()).ok_or(Refusal::NotYours)?;
    let is_ghost = |player| app.people.ghosts.has(player);
    Ok(Json(card_for(who, &event, EntrantId(entrant), &is_ghost)?))
}
