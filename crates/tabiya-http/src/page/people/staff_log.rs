// SPDX-License-Identifier: AGPL-3.0-or-later
//! The log of what staff has done, and undoing what can be undone.

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use serde::Deserialize;
use tabiya_accounts::people::acts::undone_by;
use tabiya_protocol::people::desk::{ActionView, ActionsPage, DeedView, SetRatingView};
use tabiya_store::{Act, ActRating, ActText, Deed, Role};

use super::staff::Staff;
use super::{account, office};
use crate::answer::{ApiError, SameOrigin};
use crate::state::App;

/// Lines on one page.
const PAGE: u32 = 50;

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
    let acts = people.store.desk.acts(None, after.unwrap_or(u64::MAX), PAGE).await?;
    let players: Vec<_> = acts.iter().filter_map(|act| act.player).collect();
    let names = people.names_of(&players).await?;
    let next = acts.last().filter(|last| acts.len() == PAGE as usize && last.number > 1);
    let next = next.map(|last| last.number.to_string());
    let view = |act: Act| ActionView {
        id: act.number,
        at: act.at.0,
        undone: act.undone_by.is_some(),
        can_undo: act.undone_by.is_none() && act.deed().and_then(undone_by).is_some(),
        about: act.player.map(&names).unwrap_or_default(),
        by: act.by_name,
        game: act.game,
        why: match &act.what {
            ActText::Typed { why, .. } => why.clone(),
            ActText::Words { .. } => String::new(),
        },
        deed: deed(act.what),
    };
    Ok(Json(ActionsPage { entries: acts.into_iter().map(view).collect(), next }))
}

/// A deed as the page is told.
fn deed(what: ActText) -> DeedView {
    let deed = match what {
        ActText::Typed { deed, .. } => deed,
        ActText::Words { word, details } => return DeedView::Words { word, details },
    };
    let rating = |ActRating(rating): ActRating| SetRatingView {
        points: rating.points().round() as u16,
        deviation: rating.deviation().round() as u16,
    };
    match deed {
        Deed::Add { role } => DeedView::Add { role: account::role(role) },
        Deed::Backup { bytes } => DeedView::Backup { bytes },
        Deed::Card => DeedView::Card,
        Deed::Cards { count } => DeedView::Cards { count },
        Deed::ChatWords(_) => DeedView::ChatWords,
        Deed::Close(_) => DeedView::Close,
        Deed::Invite => DeedView::Invite,
        Deed::Kid(kid) => DeedView::Kid { on: kid.after },
        Deed::Mute(_) => DeedView::Mute,
        Deed::Rating { category, rating: was } => {
            DeedView::Rating { category, before: rating(was.before), after: rating(was.after) }
        }
        Deed::RemoveLine { text } => DeedView::RemoveLine { text },
        Deed::Rename(name) => {
            DeedView::Rename { before: name.before.to_string(), after: name.after.to_string() }
        }
        Deed::Reopen(_) => DeedView::Reopen,
        Deed::Report { number } => DeedView::Report { number },
        Deed::Reset => DeedView::Reset,
        Deed::Role(role) => {
            DeedView::Role { before: account::role(role.before), after: account::role(role.after) }
        }
        Deed::SecondFactor => DeedView::SecondFactor,
        Deed::Sessions => DeedView::Sessions,
        Deed::Site(rules) => DeedView::Site {
            before: Box::new(office::view(&rules.before, None)),
            after: Box::new(office::view(&rules.after, None)),
        },
        Deed::Stop => DeedView::Stop,
        Deed::Token { scopes } => DeedView::Token { scopes },
        Deed::Undo { act } => DeedView::Undo { act },
        Deed::Unmute(_) => DeedView::Unmute,
        Deed::Unrate => DeedView::Unrate,
        Deed::Warn => DeedView::Warn,
    }
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
