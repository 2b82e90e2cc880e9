// SPDX-License-Identifier: AGPL-3.0-or-later
//! Games from elsewhere, which the page sends as PGN.

use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use axum::{Extension, Json};
use tabiya_accounts::people::{SiteRules, may_publish};
use tabiya_archive::imported::{self, NotImported, Owner};
use tabiya_limits::address::Caller;
use tabiya_protocol::boards::{GameKept, ImportGame, MAX_PGN, StoreLeft};
use tabiya_runtime::identity::Identity;

use crate::answer::methods::post;
use crate::answer::{ApiError, BodyLimit, Calls, JsonBody, SameOrigin};
use crate::state::App;

/// A body in which every character of the PGN may be escaped as two.
const MAX_IMPORT_BODY: usize = 2 * MAX_PGN + 1024;

/// The calls of imports.
pub(crate) fn calls() -> Calls {
    // What it takes is a PGN in a body.
    let limits = (DefaultBodyLimit::max(MAX_IMPORT_BODY), Extension(BodyLimit(MAX_PGN)));
    Calls::new([("/api/page/import", post(import).layer(limits))])
}

/// `POST /api/page/import`
async fn import(
    State(app): State<App>,
    _: SameOrigin,
    caller: Caller,
    creator: Identity,
    JsonBody(wish): JsonBody<ImportGame>,
) -> Result<(StatusCode, Json<GameKept>), ApiError> {
    SiteRules::check(app.people.site.rules().play, Some(&creator))?;
    if wish.pgn.trim().is_empty() {
        return Err(ApiError::BadRequest("paste a game in PGN first".to_owned()));
    }
    if wish.pgn.len() > MAX_PGN {
        return Err(ApiError::TooLarge { most: MAX_PGN });
    }
    app.creation_limit.take(&caller, 1).map_err(ApiError::created_too_fast)?;
    let now = app.people.now();
    let owner = wish.private_as.map(|side| Owner { player: creator.player, side });
    let publishes = may_publish(creator.account());
    let may_speak = publishes.is_ok();
    // Rulings on whether mate is possible may take a while.
    let game = app.calmly(&caller, move || imported::game(&wish.pgn, owner, may_speak, now)).await?;
    let game = match game {
        Ok(game) => game,
        Err(NotImported::Wrong(what)) => return Err(ApiError::BadRequest(what)),
        Err(NotImported::HasWords) => return Err(publishes.err().map_or(ApiError::Fault, Into::into)),
    };
    let _entry = app.entrance.enter(&[creator.player], false).await?;
    let left = match creator.account() {
        Some(_) => None,
        None => Some(app.guest_imports.take(&caller, game.bytes(), now)?),
    };
    let ended = game.ended_at();
    let id = app.rooms.keep(game).await?;
    app.store.imports.note_import(creator.player, id, ended).await?;
    let left = left.map(|left| StoreLeft { bytes: left.bytes, again_ms: left.again.0 });
    Ok((StatusCode::CREATED, Json(GameKept { id, left })))
}
