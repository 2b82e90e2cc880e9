// SPDX-License-Identifier: AGPL-3.0-or-later
//! The addresses of pictures.
//!
//! None of them collides with a path of the API that other sites have published.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tabiya_accounts::people::Who;
use tabiya_archive::delay::Delay;
use tabiya_archive::picture::{Order, PictureError};
use tabiya_limits::address::Caller;
use tabiya_protocol::boards::MAX_FEN;
use tabiya_rules::{Color, Position};
use tabiya_runtime::identity::Identity;

use super::read_game;
use crate::answer::methods::get;
use crate::answer::{ApiError, Calls, MayWatch};
use crate::state::App;

/// The calls for pictures.
pub(crate) fn calls() -> Calls {
    Calls::new([
        ("/picture/game/{id}/board.png", get(board)),
        ("/picture/game/{id}/moves.gif", get(moves)),
        ("/picture/board.png", get(position)),
    ])
}

/// How a game is to be shown.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct View {
    /// After how many half-moves; as the game stands where it is left out.
    ply: Option<usize>,
    /// The side at the bottom; White where it is left out.
    bottom: Option<Color>,
}

/// A position to be shown.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionView {
    fen: String,
    bottom: Option<Color>,
}

/// `GET /picture/game/ID/board.png[?ply=12&bottom=black]`
async fn board(
    State(app): State<App>,
    _: MayWatch,
    caller: Caller,
    visitor: Option<Identity>,
    Path(id): Path<String>,
    view: Result<Query<View>, QueryRejection>,
) -> Result<Response, ApiError> {
    let Query(View { ply, bottom }) = view?;
    let read = read_game(&app, &id, visitor.as_ref()).await?;
    let game = read.game();
    let order = Order::still(read.id(), game, ply, bottom.unwrap_or(Color::White));
    let too_far = || ApiError::BadRequest(format!("ply is from 0 to {}, where the game stands", game.ply()));
    answer(&app, &caller, order.ok_or_else(too_far)?).await
}

/// `GET /picture/game/ID/moves.gif[?bottom=black]`
async fn moves(
    State(app): State<App>,
    _: MayWatch,
    caller: Caller,
    visitor: Option<Identity>,
    Path(id): Path<String>,
    view: Result<Query<View>, QueryRejection>,
) -> Result<Response, ApiError> {
    let Query(View { bottom, .. }) = view?;
    let read = read_game(&app, &id, visitor.as_ref()).await?;
    let order = Order::moving(read.id(), read.game(), bottom.unwrap_or(Color::White));
    answer(&app, &caller, order).await
}

/// `GET /picture/board.png?fen=…[&bottom=black]`
async fn position(
    State(app): State<App>,
    caller: Caller,
    view: Result<Query<PositionView>, QueryRejection>,
) -> Result<Response, ApiError> {
    let Query(PositionView { fen, bottom }) = view?;
    if fen.len() > MAX_FEN {
        let text = format!("a FEN has at most {MAX_FEN} bytes, and this one has {}", fen.len());
        return Err(ApiError::BadRequest(text));
    }
    let position = Position::from_fen(&fen);
    let position =
        position.map_err(|error| ApiError::BadRequest(format!("the FEN can't be read: {error}")))?;
    answer(&app, &caller, Order::position(position, bottom.unwrap_or(Color::White))).await
}

async fn answer(app: &App, caller: &Caller, order: Order) -> Result<Response, ApiError> {
    let content_type = order.content_type();
    let everybody = app.people.site.rules().watch == Who::Everyone && app.archive.delay() == Delay::default();
    let caching = if order.is_public && everybody { "public, max-age=86400" } else { "no-store" };
    let picture = app.painter.draw(caller, order).await?;
    Ok(([(CONTENT_TYPE, content_type), (CACHE_CONTROL, caching)], picture).into_response())
}

impl From<PictureError> for ApiError {
    fn from(error: PictureError) -> Self {
        match error {
            PictureError::TooMany { wait } => {
                Self::TooFast { what: "too many pictures were ordered from your address", wait }
            }
            PictureError::Busy => Self::Busy { what: "too many pictures wait to be drawn" },
            PictureError::Fault => Self::Fault,
        }
    }
}
