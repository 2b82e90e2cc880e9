// SPDX-License-Identifier: AGPL-3.0-or-later
//! "Watch": the best running games, and a page of any player's running game.

use axum::Json;
use axum::extract::{Path, State};
use tabiya_protocol::boards::{LiveGames, PlayerTv};
use tabiya_runtime::identity::Identity;

use super::profile::{of_player, playing};
use crate::answer::methods::get;
use crate::answer::{ApiError, Calls, MayWatch};
use crate::state::App;

/// The calls of "Watch".
pub(crate) fn calls() -> Calls {
    Calls::new([("/api/page/watch", get(games)), ("/api/page/players/{name}/tv", get(tv))])
        .page("tv", get(of_player))
}

/// `GET /api/page/watch`
async fn games(State(app): State<App>, _: MayWatch) -> Json<LiveGames> {
    Json(app.watching.all().await)
}

/// `GET /api/page/players/NAME/tv`: the player's running game that began last. A private one is nobody's to watch, and nobody
/// finds a player by a game who may not see that the player is there.
async fn tv(
    State(app): State<App>,
    _: MayWatch,
    Path(name): Path<String>,
    visitor: Option<Identity>,
) -> Result<Json<PlayerTv>, ApiError> {
    let account = app.people.shown(&name, false).await?;
    let visitor = visitor.map(|identity| identity.player);
    let game = if app.people.sees_online(visitor, account.player).await? {
        playing(&app, account.player, None).await?
    } else {
        None
    };
    Ok(Json(PlayerTv { name: account.name.to_string(), game }))
}
