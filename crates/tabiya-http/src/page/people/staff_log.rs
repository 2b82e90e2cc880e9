// SPDX-License-Identifier: AGPL-3.0-or-later
//! The log of what staff has done, and undoing what can be undone.

use std::collections::HashSet;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use serde::Deserialize;
use tabiya_accounts::people::staff_act::StaffAct;
use tabiya_protocol::people::desk::{ActionView, ActionsPage};
use tabiya_store::{Role, StaffAction};

use super::staff::Staff;
use crate::answer::{ApiError, SameOrigin};
use crate::state::App;

/// Lines on one page.
const PAGE: u32 = 50;
/// How many later lines are looked through for what was undone.
const LATER: u32 = 500;

/// Which page of the log.
#[derive(Deserialize)]
pub(super) struct After {
    after: Option<u64>,
}

/// `GET /api/page/desk/log?after=`: the latest first.
pub(super) async fn log(
    State(app): State<App>,
    staff: Staff,
    query: Result<Query<After>, QueryRejection>,
) -> Result<Json<ActionsPage>, ApiError> {
    staff.only(&[Role::Admin, Role::Moderator])?;
    let Query(After { after }) = query?;
    let people = &app.people;
    let actions = people.store.desk.actions(None, after.unwrap_or(u64::MAX), PAGE).await?;
    let later = people.store.desk.actions(None, u64::MAX, LATER).await?;
    let undone: HashSet<u64> = later
        .iter()
        .filter(|action| StaffAct::of(&action.deed) == Some(StaffAct::Undo))
        .filter_map(|action| action.details.parse().ok())
        .collect();
    let subjects: Vec<_> = actions.iter().filter_map(|action| action.subject).collect();
    let names = people.names_of(&subjects).await?;
    let next = actions.last().filter(|last| actions.len() == PAGE as usize && last.number > 1);
    let next = next.map(|last| last.number.to_string());
    let can_undo = |action: &StaffAction| {
        StaffAct::of(&action.deed).is_some_and(|act| act.undone_by().is_some())
            && !undone.contains(&action.number)
    };
    let view = |action: StaffAction| ActionView {
        id: action.number,
        at: action.at.0,
        undone: undone.contains(&action.number),
        can_undo: can_undo(&action),
        by: action.by_name,
        about: action.subject.map(&names).unwrap_or_default(),
        what: if action.details.is_empty() {
            action.deed
        } else {
            format!("{}: {}", action.deed, action.details)
        },
    };
    Ok(Json(ActionsPage { entries: actions.into_iter().map(view).collect(), next }))
}

/// `POST /api/page/desk/log/{id}/undo`
pub(super) async fn undo(
    State(app): State<App>,
    _: SameOrigin,
    staff: Staff,
    Path(id): Path<u64>,
) -> Result<StatusCode, ApiError> {
    app.people.undo(&staff.0.account, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
