// SPDX-License-Identifier: AGPL-3.0-or-later
//! Games of wooden boards that somebody has typed.

use axum::Json;
use axum::extract::{Path, State};
use tabiya_events::decide::{Refusal, WrongGame};
use tabiya_events::score_sheet::{self, ScoreSheet};
use tabiya_events::topic::who;
use tabiya_events::view;
use tabiya_limits::address::Caller;
use tabiya_protocol::events::EventTypedGame;
use tabiya_runtime::identity::Identity;

use crate::answer::{ApiError, MayWatch};
use crate::state::App;

/// What somebody has typed, checked by the rules.
pub(super) async fn sheet(app: &App, caller: &Caller, text: String) -> Result<ScoreSheet, ApiError> {
    let read = app.calmly(caller, move || score_sheet::read(&text)).await?;
    Ok(read.map_err(|why| Refusal::from(WrongGame::from(why)))?)
}

/// `GET /api/page/events/ID/games/ROUND/BOARD/GAME`: a game without moves where nobody has typed it.
pub(super) async fn typed(
    State(app): State<App>,
    _: MayWatch,
    visitor: Option<Identity>,
    Path((id, round, board, game)): Path<(String, u16, u16, u16)>,
) -> Result<Json<EventTypedGame>, ApiError> {
    let (_, event) = app.events.named(&id).await?;
    let (place, who) = ((round, board, game), who(visitor.as_ref()));
    let by = view::typed_by(&event, place).filter(|_| who.is_some_and(|who| event.may_organise(who)));
    let by = match by {
        Some(player) => app.store.accounts.accounts_of(&[player]).await?.pop(),
        None => None,
    };
    let by = by.filter(|account| account.is_open()).map(|account| account.name.to_string());
    let shown = view::typed_game(&event, place, who, by);
    Ok(Json(shown.ok_or(ApiError::NoSuch("there is no such board here".into()))?))
}
