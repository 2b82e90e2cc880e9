// SPDX-License-Identifier: AGPL-3.0-or-later
//! The list of an account's sessions, and ending them.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use tabiya_accounts::people::PeopleError;
use tabiya_protocol::people::account::{LoggedInByView, SessionView};
use tabiya_runtime::secret::short_name;
use tabiya_store::{LoggedInBy, Session};

use crate::answer::{ApiError, Member, SameOrigin};
use crate::state::App;

const fn view_of(by: LoggedInBy) -> LoggedInByView {
    match by {
        LoggedInBy::Password => LoggedInByView::Password,
        LoggedInBy::Card => LoggedInByView::Card,
        LoggedInBy::Link => LoggedInByView::Link,
        LoggedInBy::Register => LoggedInByView::Register,
    }
}

/// `GET /api/page/sessions`
pub(super) async fn list(
    State(app): State<App>,
    Member(login): Member,
) -> Result<Json<Vec<SessionView>>, ApiError> {
    let people = &app.people;
    let sessions = people.store.sessions.sessions_of(login.account.player).await?;
    let alive = sessions.into_iter().filter(|session| people.logins.is_alive(session, &login.account));
    let view = |session: Session| SessionView {
        id: short_name(&session.hash),
        current: session.hash == login.session,
        created: session.created.0,
        last_used: session.used.0,
        device: session.device,
        by: view_of(session.by),
    };
    Ok(Json(alive.map(view).collect()))
}

/// `POST /api/page/sessions/{id}/revoke`
pub(super) async fn revoke(
    State(app): State<App>,
    _: SameOrigin,
    Member(login): Member,
    Path(wanted): Path<String>,
) -> Result<StatusCode, ApiError> {
    let sessions = app.people.store.sessions.sessions_of(login.account.player).await?;
    let found: Vec<_> = sessions.into_iter().filter(|session| short_name(&session.hash) == wanted).collect();
    if found.is_empty() {
        return Err(PeopleError::NoSuchSession.into());
    }
    let hashes: Vec<_> = found.into_iter().map(|session| session.hash).collect();
    app.people.end_sessions(&hashes).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/page/sessions/revoke-others`
pub(super) async fn revoke_others(
    State(app): State<App>,
    _: SameOrigin,
    Member(login): Member,
) -> Result<StatusCode, ApiError> {
    let sessions = app.people.store.sessions.sessions_of(login.account.player).await?;
    let others = sessions.into_iter().map(|session| session.hash).filter(|hash| *hash != login.session);
    let others: Vec<_> = others.collect();
    app.people.end_sessions(&others).await?;
    Ok(StatusCode::NO_CONTENT)
}
