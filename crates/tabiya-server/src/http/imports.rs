// SPDX-License-Identifier: AGPL-3.0-or-later
//! Games from elsewhere, which the page sends as PGN.

use axum::Json;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use axum::routing::post;
use tabiya_accounts::people::SiteRules;
use tabiya_archive::imported::{self, Owner};
use tabiya_http::answer::{ApiError, Calls, JsonBody, SameOrigin};
use tabiya_http::state::App;
use tabiya_limits::address::Caller;
use tabiya_protocol::boards::{ImportGame, MAX_PGN};
use tabiya_protocol::http::GameCreated;
use tabiya_runtime::identity::Identity;

/// A body in which every character of the PGN may be escaped as two.
const MAX_IMPORT_BODY: usize = 2 * MAX_PGN + 1024;

/// The calls of imports.
pub(crate) fn calls() -> Calls {
    vec![("/api/page/import", post(import).layer(DefaultBodyLimit::max(MAX_IMPORT_BODY)))]
}

/// `POST /api/page/import`
async fn import(
    State(app): State<App>,
    _: SameOrigin,
    caller: Caller,
    creator: Identity,
    JsonBody(wish): JsonBody<ImportGame>,
) -> Result<(StatusCode, Json<GameCreated>), ApiError> {
    SiteRules::check(app.people.site.rules().play, Some(&creator))?;
    if wish.pgn.trim().is_empty() {
        return Err(ApiError::BadRequest("paste a game in PGN first".to_owned()));
    }
    if wish.pgn.len() > MAX_PGN {
        return Err(ApiError::TooLarge { most: MAX_PGN });
    }
    app.creation_limit.take(&caller, 1).map_err(|wait| ApiError::TooFast { wait })?;
    let now = app.people.now();
    let owner = wish.private_as.map(|side| Owner { player: creator.player, side });
    // Rulings on whether mate is possible may take a while.
    let events = tokio::task::spawn_blocking(move || imported::events(&wish.pgn, owner, now)).await;
    let events = events.map_err(|_| ApiError::Fault)?.map_err(ApiError::BadRequest)?;
    let _entry = app.rooms.enter(&[creator.player], false).await?;
    let id = app.rooms.keep(events).await?;
    if creator.details.is_some() {
        app.store.imports.note_import(creator.player, id, now).await?;
    }
    Ok((StatusCode::CREATED, Json(GameCreated { id })))
}
