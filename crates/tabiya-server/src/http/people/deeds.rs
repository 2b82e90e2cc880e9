// SPDX-License-Identifier: AGPL-3.0-or-later
//! The log of what staff has done, and undoing what can be undone. Undoing is a deed too.

use std::collections::HashSet;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use serde::Deserialize;
use tabiya_protocol::people::desk::{ActionView, ActionsPage};
use tabiya_store::{Account, Correction, CorrectionOf, Ends, Role, StaffAction};

use super::corrections::{self, RATING};
use super::staff::Staff;
use crate::answer::{ApiError, SameOrigin};
use crate::people::PeopleError;
use crate::people::names::ChosenName;
use crate::people::rights::{self, Deed};
use crate::state::App;

/// Lines on one page.
const PAGE: u32 = 50;
/// How many later lines are looked through for what was undone.
const LATER: u32 = 500;
const UNDO: &str = "undo";
/// Between what was and what is.
pub(super) const ARROW: &str = " → ";

/// What has to be done to undo a deed; `None` where that is not possible.
fn kind(deed: &str) -> Option<Deed> {
    match deed {
        "close" | "reopen" | "mute" | "unmute" => Some(Deed::Moderate),
        RATING => Some(Deed::Rate),
        "role" => Some(Deed::GiveRole),
        "rename" => Some(Deed::Rename),
        "kid" => Some(Deed::Reset),
        _ => None,
    }
}

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
        .filter(|action| action.deed == UNDO)
        .filter_map(|action| action.details.parse().ok())
        .collect();
    let subjects: Vec<_> = actions.iter().filter_map(|action| action.subject).collect();
    let names = people.names_of(&subjects).await?;
    let next = actions.last().filter(|last| actions.len() == PAGE as usize && last.number > 1);
    let next = next.map(|last| last.number.to_string());
    let view = |action: StaffAction| ActionView {
        id: action.number,
        at: action.at.0,
        by: action.by_name,
        about: action.subject.map(&names).unwrap_or_default(),
        undone: undone.contains(&action.number),
        can_undo: kind(&action.deed).is_some() && !undone.contains(&action.number),
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
    Staff(login): Staff,
    Path(id): Path<u64>,
) -> Result<StatusCode, ApiError> {
    let people = &app.people;
    let actor = &login.account;
    let found = people.store.desk.actions(None, id.saturating_add(1), 1).await?;
    let action = found.into_iter().next().filter(|action| action.number == id);
    let cant = || PeopleError::Conflict("this can't be undone");
    let action = action.ok_or_else(cant)?;
    let (deed, subject) = (kind(&action.deed).ok_or_else(cant)?, action.subject.ok_or_else(cant)?);
    let account = people.store.accounts.account(subject).await?.ok_or_else(cant)?;
    rights::check(actor, &account, deed)?;
    let now = people.now();
    let (before, after) = action.details.split_once(ARROW).unwrap_or_default();
    let changed = PeopleError::Conflict("somebody has changed it since");
    let ends = if ["close", "role"].contains(&action.deed.as_str()) { Ends::All } else { Ends::Nothing };
    let is_still = match action.deed.as_str() {
        "close" => !account.is_open(),
        "reopen" => account.is_open(),
        "role" => account.role.word() == after,
        "rename" => account.name.as_str() == after,
        "mute" => account.muted,
        "unmute" => !account.muted,
        // Whatever was played since: the rating is set anew.
        RATING => true,
        _ => account.kid == (action.details == "on"),
    };
    if !is_still {
        return Err(changed.into());
    }
    if action.deed == RATING {
        let (category, rating) = corrections::read(before).ok_or_else(cant)?;
        let what = CorrectionOf::Start { player: subject, category, rating };
        let reason = format!("undoes {id}");
        people.store.ratings.correct(&Correction { what, by: actor.player, reason, at: now }).await?;
        people.log_deed(actor, UNDO, Some(subject), id.to_string()).await?;
        return Ok(StatusCode::NO_CONTENT);
    }
    let role = Role::from_word(before);
    let name = ChosenName::even_reserved(before).ok();
    let undo = |account: &mut Account| {
        match (action.deed.as_str(), role, &name) {
            ("close", ..) => account.closed = None,
            ("reopen", ..) => account.closed = Some(now),
            ("role", Some(role), _) => account.role = role,
            ("rename", _, Some(chosen)) => {
                account.name = chosen.name.clone();
                account.key.clone_from(&chosen.key);
                account.skeleton.clone_from(&chosen.skeleton);
            }
            ("kid", ..) => account.kid = !account.kid,
            ("mute" | "unmute", ..) => account.muted = !account.muted,
            _ => return Err(cant()),
        }
        Ok(())
    };
    people.change(subject, ends, undo).await?;
    people.doors.close_of(subject, None);
    people.log_deed(actor, UNDO, Some(subject), id.to_string()).await?;
    Ok(StatusCode::NO_CONTENT)
}
