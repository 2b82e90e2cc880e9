// SPDX-License-Identifier: AGPL-3.0-or-later
//! The bell: what a player has been told.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use tabiya_game::GameId;
use tabiya_protocol::people::desk::{NoticeView, ReadNotices};
use tabiya_store::Notice;

use crate::app::App;
use crate::http::{ApiError, JsonBody, SameOrigin};
use crate::identity::Member;

/// What is stored with a notice.
#[derive(Default, Deserialize)]
struct Data {
    #[serde(default)]
    text: String,
    #[serde(default)]
    game: Option<GameId>,
}

/// `GET /api/page/notices`
pub(super) async fn list(
    State(app): State<App>,
    Member(login): Member,
) -> Result<Json<Vec<NoticeView>>, ApiError> {
    let (notices, read_to) = app.people.store.notices.notices_of(login.account.player).await?;
    let view = |notice: Notice| {
        let Data { text, game } = serde_json::from_str(&notice.data).unwrap_or_default();
        let Notice { number: id, at, kind, .. } = notice;
        NoticeView { id, at: at.0, kind, text, game, read: id <= read_to }
    };
    Ok(Json(notices.into_iter().map(view).collect()))
}

/// `POST /api/page/notices/read`
pub(super) async fn read(
    State(app): State<App>,
    _: SameOrigin,
    Member(login): Member,
    JsonBody(wish): JsonBody<ReadNotices>,
) -> Result<StatusCode, ApiError> {
    app.people.store.notices.read_notices(login.account.player, wish.up_to).await?;
    Ok(StatusCode::NO_CONTENT)
}
