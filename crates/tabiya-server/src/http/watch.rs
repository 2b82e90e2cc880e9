// SPDX-License-Identifier: AGPL-3.0-or-later
//! "Watch": the best running games, and a page of any player's running game.

use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use tabiya_game::{Seat, Speed};
use tabiya_protocol::boards::PlayerTv;

use crate::answer::{ApiError, MayWatch};
use crate::privacy::may_see;
use crate::state::App;

/// How many of a player's unfinished games are looked at.
const LOOKED_AT: u32 = 50;

/// The calls of "Watch".
pub(crate) fn routes() -> Router<App> {
    Router::new().route("/api/page/watch", get(games)).route("/api/page/players/{name}/tv", get(tv))
}

/// `GET /api/page/watch`
async fn games(State(app): State<App>, _: MayWatch) -> Result<Response, ApiError> {
    let body = app.watching.best(&app.rooms).await.map_err(|_| ApiError::Fault)?;
    Ok(([(CONTENT_TYPE, "application/json")], body).into_response())
}

/// `GET /api/page/players/NAME/tv`: the player's running game that began last. A private one is nobody's to watch.
async fn tv(
    State(app): State<App>,
    _: MayWatch,
    Path(name): Path<String>,
) -> Result<Json<PlayerTv>, ApiError> {
    let account = app.people.named(&name).await?;
    let mut found = None;
    for row in app.store.archive.unfinished_of(account.player, LOOKED_AT).await? {
        let seats = row.seats();
        let is_live = row.speed().is_some_and(|speed| speed != Speed::Correspondence)
            && ![seats.white, seats.black].contains(&Seat::Open);
        if !is_live {
            continue;
        }
        let game = app.archive.game(row.id).await?;
        if may_see(game.game(), None) {
            found = Some(row.id);
            break;
        }
    }
    Ok(Json(PlayerTv { name: account.name.to_string(), game: found }))
}
