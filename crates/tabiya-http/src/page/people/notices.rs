// SPDX-License-Identifier: AGPL-3.0-or-later
//! The calls of the bell.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use tabiya_accounts::people::notices::{About, NoticeData, kind};
use tabiya_protocol::people::desk::{NoticeView, ReadNotices};
use tabiya_store::Notice;

use crate::answer::{ApiError, JsonBody, Member, SameOrigin};
use crate::state::App;

/// `GET /api/page/notices`
pub(super) async fn list(
    State(app): State<App>,
    Member(login): Member,
) -> Result<Json<Vec<NoticeView>>, ApiError> {
    app.puzzles.bell.look(login.account.player, app.people.now()).await?;
    let (notices, read_to) = app.people.store.notices.notices_of(login.account.player).await?;
    let view = |notice: Notice| {
        let NoticeData { text, name, level, outcome, starts, race: _ } = NoticeData::of(&notice);
        let starts = starts.map(|at| at.0);
        // One that a newer program has written.
        let kind = kind(&notice.kind)?;
        let place = About::of(&notice).place();
        let Notice { number: id, at, .. } = notice;
        Some(NoticeView {
            id,
            at: at.0,
            kind,
            text,
            name,
            level,
            outcome,
            starts,
            place,
            read: id <= read_to,
        })
    };
    Ok(Json(notices.into_iter().filter_map(view).collect()))
}

/// `POST /api/page/notices/read`
pub(super) async fn read(
    State(app): State<App>,
    _: SameOrigin,
    Member(login): Member,
    JsonBody(wish): JsonBody<ReadNotices>,
) -> Result<StatusCode, ApiError> {
    app.people.store.notices.read_notices(login.account.player, wish.up_to).await?;
    app.people.look_at_the_bell(login.account.player);
    Ok(StatusCode::NO_CONTENT)
}
