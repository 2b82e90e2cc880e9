// SPDX-License-Identifier: AGPL-3.0-or-later
//! Games from elsewhere, as PGN: bringing them here, and the list of those that were brought.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde_json::{Value, json};
use tabiya_accounts::people::{SiteRules, may_publish};
use tabiya_archive::imported::{self, NotImported};
use tabiya_limits::address::Caller;

use super::access::{Access, Visitor};
use super::failure::Failure;
use super::fields::{Form, Query};
use super::{export, person};
use crate::answer::ApiError;
use crate::state::App;

/// Imported games that one export holds.
const MOST_EXPORTED: u32 = 1_000;

/// `POST /api/import`
pub(super) async fn import(
    State(app): State<App>,
    caller: Caller,
    access: Option<Access>,
    headers: HeaderMap,
    Form(form): Form,
) -> Result<Json<Value>, Failure> {
    let identity = access.as_ref().map(Access::identity);
    SiteRules::check(app.people.site.rules().play, identity.as_ref())?;
    let pgn = form.text("pgn").ok_or_else(|| Failure::bad("pgn: say which game"))?.to_owned();
    app.creation_limit.take(&caller, 1).map_err(Failure::too_fast)?;
    let now = app.people.now();
    let publishes = may_publish(access.as_ref().map(Access::account));
    let may_speak = publishes.is_ok();
    // Rulings on whether mate is possible may take a while.
    let game = app.calmly(&caller, move || imported::game(&pgn, None, may_speak, now)).await?;
    let game = match game {
        Ok(game) => game,
        Err(NotImported::Wrong(what)) => return Err(Failure::bad(format!("pgn: {what}"))),
        Err(NotImported::HasWords) => {
            return Err(publishes.err().map_or(ApiError::Fault.into(), Into::into));
        }
    };
    let _entry = match &access {
        Some(access) => Some(app.entrance.enter(&[access.player()], false).await?),
        None => None,
    };
    let left = match &access {
        Some(_) => None,
        None => Some(app.guest_imports.take(&caller, game.bytes(), now).map_err(ApiError::from)?),
    };
    let ended = game.ended_at();
    let id = app.rooms.keep(game).await?;
    if let Some(access) = &access {
        app.store.imports.note_import(access.player(), id, ended).await?;
    }
    let mut answer = json!({ "id": id, "url": format!("{}/game/{id}", person::origin_for(&app, &headers)) });
    if let Some(left) = left {
        answer["left"] = json!({ "bytes": left.bytes, "againAt": left.again.0 });
    }
    Ok(Json(answer))
}

/// `GET /api/games/export/imports`: the caller's, the last first.
pub(super) async fn imports(
    State(app): State<App>,
    access: Access,
    caller: Caller,
    headers: HeaderMap,
    Query(query): Query,
) -> Result<Response, Failure> {
    let ids = app.store.imports.imports_of(access.player(), None, MOST_EXPORTED).await?;
    let visitor = Visitor(Some(access));
    visitor.charge_for(&app, &caller, ids.len())?;
    export::these(&app, visitor.identity(), &caller, &headers, &query, ids).await
}
