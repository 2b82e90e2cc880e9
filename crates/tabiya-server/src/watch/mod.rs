// SPDX-License-Identifier: AGPL-3.0-or-later
//! "Watch": the best running games of each speed, and a page of any player's running game.
//!
//! A page asks once a second. All pages get the same answer, which is made at most once a second and only while somebody
//! asks. So the cost does not grow with those who watch, nor with the moves that are played.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use bytes::Bytes;
use tabiya_game::{Seat, Speed};
use tabiya_protocol::boards::{LiveGames, PlayerTv};
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::app::App;
use crate::http::ApiError;
use crate::people::MayWatch;
use crate::privacy::may_see;

/// The speeds that are shown, in this order.
const SPEEDS: [Speed; 4] = [Speed::Bullet, Speed::Blitz, Speed::Rapid, Speed::Classical];
/// How many games of each.
const A_SPEED: usize = 3;
/// How long an answer is given again.
const FRESH: Duration = Duration::from_secs(1);
/// How many of a player's unfinished games are looked at.
const LOOKED_AT: u32 = 50;

/// The latest answer, and when it was made.
#[derive(Clone, Default)]
pub(crate) struct Watching(Arc<Mutex<Option<(Instant, Bytes)>>>);

/// The calls of "Watch".
pub(crate) fn routes() -> Router<App> {
    Router::new().route("/api/page/watch", get(games)).route("/api/page/players/{name}/tv", get(tv))
}

/// `GET /api/page/watch`
async fn games(State(app): State<App>, _: MayWatch) -> Result<Response, ApiError> {
    // Whoever asks in the same moment waits for the one answer that is being made.
    let mut latest = app.watching.0.lock().await;
    let body = match &*latest {
        Some((made, body)) if made.elapsed() < FRESH => body.clone(),
        Some(_) | None => {
            let mut games = Vec::new();
            for speed in SPEEDS {
                games.extend(app.rooms.best(speed, A_SPEED).await);
            }
            let json = serde_json::to_vec(&LiveGames { games }).map_err(|_| ApiError::Fault)?;
            let body = Bytes::from(json);
            *latest = Some((Instant::now(), body.clone()));
            body
        }
    };
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
