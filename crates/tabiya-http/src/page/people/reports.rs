// SPDX-License-Identifier: AGPL-3.0-or-later
//! What players tell staff about one another.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use tabiya_accounts::people::PeopleError;
use tabiya_accounts::people::desk::{PAGE, bounded_text};
use tabiya_limits::address::Caller;
use tabiya_protocol::people::desk::{ReportState, ReportView, TellStaff};
use tabiya_store::{Deed, Report, Role, Told, WaitingReport};

use super::staff::Staff;
use crate::answer::{ApiError, JsonBody, Member, SameOrigin};
use crate::state::App;

/// `POST /api/page/report`
pub(super) async fn report(
    State(app): State<App>,
    _: SameOrigin,
    Member(login): Member,
    caller: Caller,
    JsonBody(wish): JsonBody<TellStaff>,
) -> Result<StatusCode, ApiError> {
    let people = &app.people;
    let about = people.named(&wish.name).await?.player;
    let reason = bounded_text(&wish.reason)?;
    if reason.is_empty() {
        return Err(PeopleError::BadRequest("a report says what happened".to_owned()).into());
    }
    let by = login.account.player;
    let counted = people.quotas.take_report(by, Some(&caller));
    counted.map_err(|wait| PeopleError::TooOften { wait })?;
    let report = Report { number: 0, at: people.now(), by: Some(by), about, game: wish.game, reason };
    match people.store.desk.report(&report).await? {
        Told::Stored | Told::Known => Ok(StatusCode::NO_CONTENT),
        Told::TooMany => {
            Err(PeopleError::Full("staff have too many reports to read; try again later").into())
        }
    }
}

/// `GET /api/page/desk/reports`: those that wait, the oldest first; those of the same in the same words are one.
pub(super) async fn reports(State(app): State<App>, staff: Staff) -> Result<Json<Vec<ReportView>>, ApiError> {
    staff.only(&[Role::Admin, Role::Moderator])?;
    let people = &app.people;
    let reports = people.store.desk.waiting_reports(PAGE).await?;
    let players: Vec<_> =
        reports.iter().flat_map(|told| [Some(told.report.about), told.report.by]).flatten().collect();
    let names = people.names_of(&players).await?;
    let view = |WaitingReport { report, reporters }| ReportView {
        id: report.number,
        at: report.at.0,
        by: report.by.map(&names).unwrap_or_default(),
        reporters,
        about: names(report.about),
        game: report.game,
        text: report.reason,
        state: ReportState::Open,
    };
    Ok(Json(reports.into_iter().map(view).collect()))
}

/// `POST /api/page/desk/reports/{number}/done`: with all others of the same.
pub(super) async fn settle(
    State(app): State<App>,
    _: SameOrigin,
    staff: Staff,
    Path(number): Path<u64>,
) -> Result<StatusCode, ApiError> {
    staff.only(&[Role::Admin, Role::Moderator])?;
    let people = &app.people;
    let actor = &staff.0.account;
    let act = people.act(actor, None, Deed::Report { number }, "");
    if !people.store.desk.settle_report(number, &act).await? {
        return Err(PeopleError::Conflict("somebody has dealt with this report already").into());
    }
    Ok(StatusCode::NO_CONTENT)
}
