// SPDX-License-Identifier: AGPL-3.0-or-later
//! Games over the board: two people at one screen.
//!
//! The page keeps the moves and the clock, so such a game goes on while no server is in reach. The page does not know the
//! rules: it asks here whether its moves are possible, and saves the game here when it is over.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use tabiya_accounts::people::SiteRules;
use tabiya_archive::over_the_board;
use tabiya_limits::address::Caller;
use tabiya_protocol::boards::{BoardChecked, BoardGame, GameKept, SaveBoardGame, StoreLeft};
use tabiya_runtime::identity::Identity;
use tabiya_store::FinishedGame;

use crate::answer::methods::post;
use crate::answer::{ApiError, Calls, JsonBody, SameOrigin};
use crate::state::App;

/// The calls of games over the board.
pub(crate) fn calls() -> Calls {
    Calls::new([("/api/page/board", post(check)), ("/api/page/board/save", post(save))])
}

/// `POST /api/page/board`
async fn check(
    State(app): State<App>,
    _: SameOrigin,
    caller: Caller,
    JsonBody(game): JsonBody<BoardGame>,
) -> Result<Json<BoardChecked>, ApiError> {
    let what = "too many games of two players at one screen were checked from your address";
    app.board_checks.take(&caller, 1).map_err(|wait| ApiError::TooFast { what, wait })?;
    // A game may need a ruling on whether mate is possible at all.
    let checked = app.calmly(&caller, move || over_the_board::checked(&game)).await?;
    Ok(Json(checked.map_err(ApiError::BadRequest)?))
}

/// `POST /api/page/board/save`
async fn save(
    State(app): State<App>,
    _: SameOrigin,
    caller: Caller,
    creator: Identity,
    JsonBody(wish): JsonBody<SaveBoardGame>,
) -> Result<(StatusCode, Json<GameKept>), ApiError> {
    SiteRules::check(app.people.site.rules().play, Some(&creator))?;
    let terms = over_the_board::terms_of(&wish, &creator).map_err(ApiError::BadRequest)?;
    app.creation_limit.take(&caller, 1).map_err(ApiError::created_too_fast)?;
    let now = app.rooms.timeline().now();
    let game = app.calmly(&caller, move || {
        let events = over_the_board::events(terms, now, &wish).map_err(ApiError::BadRequest)?;
        Ok::<_, ApiError>(FinishedGame::pack(&events)?)
    });
    let game = game.await??;
    let _entry = app.entrance.enter(&[creator.player], false).await?;
    let left = match creator.account() {
        Some(_) => None,
        None => Some(app.guest_imports.take(&caller, game.bytes(), app.people.now())?),
    };
    let id = app.rooms.keep(game).await?;
    let left = left.map(|left| StoreLeft { bytes: left.bytes, again_ms: left.again.0 });
    Ok((StatusCode::CREATED, Json(GameKept { id, left })))
}
