// SPDX-License-Identifier: AGPL-3.0-or-later
//! The desk: what staff does to accounts. Each deed is written into a log that nothing deletes from.

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::header::ORIGIN;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tabiya_game::PlayerId;
use tabiya_protocol::people::account::RoleView;
use tabiya_protocol::people::desk::{
    GiveRole, LinkMade, Rename, ReportState, ReportView, Reset, SayWhy, TellStaff, UserRow, UsersPage,
};
use tabiya_store::{Account, Ends, Report, Role, StaffAction, StorageError};

use super::account::role;
use super::deeds::ARROW;
use super::names::{self, ChosenName};
use super::rights::{self, Deed, Staff};
use super::{People, PeopleError, links, second_factor};
use crate::app::App;
use crate::http::{ApiError, JsonBody, SameOrigin};
use crate::identity::Member;

/// Accounts, actions and reports on one page.
const PAGE: u32 = 50;
/// Bytes of a text that staff or a player writes.
const LONGEST: usize = 2_000;

impl People {
    /// Writes a deed into the log.
    pub(super) async fn log_deed(
        &self,
        actor: &Account,
        deed: &str,
        subject: Option<PlayerId>,
        details: String,
    ) -> Result<(), StorageError> {
        let action = StaffAction {
            number: 0,
            at: self.now(),
            actor: Some(actor.player),
            by_name: actor.name.to_string(),
            deed: deed.to_owned(),
            subject,
            details,
        };
        self.store.desk.note_action(&action).await
    }
}

/// # Errors
/// If the text is longer than staff wants to read.
fn short(text: &str) -> Result<String, PeopleError> {
    let text = text.trim().replace('\0', "");
    if text.len() > LONGEST {
        return Err(PeopleError::BadRequest(format!(
            "a text has at most {LONGEST} bytes, not {}",
            text.len()
        )));
    }
    Ok(text)
}

/// Which page of accounts.
#[derive(Deserialize)]
pub(super) struct Users {
    #[serde(default)]
    prefix: String,
    #[serde(default)]
    after: String,
}

/// `GET /api/page/desk/users?prefix=&after=`: an organiser sees those of their own list.
pub(super) async fn users(
    State(app): State<App>,
    Staff(login): Staff,
    query: Result<Query<Users>, QueryRejection>,
) -> Result<Json<UsersPage>, ApiError> {
    let Query(Users { prefix, after }) = query?;
    let people = &app.people;
    let prefix = names::key_of_typed(&prefix);
    let accounts = if login.account.role == Role::Organiser {
        let all = people.store.accounts.accounts_on_list(login.account.player).await?;
        let behind = all.into_iter().filter(|own| own.key.starts_with(&prefix) && own.key > after);
        behind.take(PAGE as usize).collect()
    } else {
        people.store.accounts.accounts_from(&prefix, &after, PAGE).await?
    };
    let next = accounts.last().filter(|_| accounts.len() == PAGE as usize).map(|last| last.key.clone());
    let mut users = Vec::with_capacity(accounts.len());
    for account in accounts {
        let sessions = people.store.sessions.sessions_of(account.player).await?;
        users.push(UserRow {
            name: account.name.to_string(),
            role: role(account.role),
            kid: account.kid,
            second_factor: account.secrets.totp.is_some(),
            created: account.created.0,
            closed: !account.is_open(),
            last_seen: sessions.first().map(|session| session.used.0),
            online: people.doors.is_here(account.player),
            by_list: account.list_owner.is_some(),
        });
    }
    Ok(Json(UsersPage { users, next }))
}

/// The account that a path names, if this deed may be done to it.
async fn subject(people: &People, actor: &Account, name: &str, deed: Deed) -> Result<Account, ApiError> {
    let subject = people.named(name).await?;
    rights::check(actor, &subject, deed)?;
    Ok(subject)
}

/// `POST /api/page/desk/users/{name}/role`: the player has to log in again.
pub(super) async fn give_role(
    State(app): State<App>,
    _: SameOrigin,
    Staff(login): Staff,
    Path(name): Path<String>,
    JsonBody(wish): JsonBody<GiveRole>,
) -> Result<StatusCode, ApiError> {
    let people = &app.people;
    let actor = &login.account;
    let before = subject(people, actor, &name, Deed::GiveRole).await?;
    let now = match wish.role {
        RoleView::Player => Role::Player,
        RoleView::Organiser => Role::Organiser,
        RoleView::Moderator => Role::Moderator,
        RoleView::Admin => Role::Admin,
    };
    let give = |account: &mut Account| {
        account.role = now;
        Ok(())
    };
    people.change(before.player, Ends::All, give).await?;
    people.log_deed(actor, "role", Some(before.player), format!("{}{ARROW}{now}", before.role)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/page/desk/users/{name}/warn`: the player is told at the bell.
pub(super) async fn warn(
    State(app): State<App>,
    _: SameOrigin,
    Staff(login): Staff,
    Path(name): Path<String>,
    JsonBody(wish): JsonBody<SayWhy>,
) -> Result<StatusCode, ApiError> {
    let people = &app.people;
    let warned = subject(people, &login.account, &name, Deed::Moderate).await?;
    let text = short(&wish.text)?;
    if text.is_empty() {
        return Err(PeopleError::BadRequest("a warning says what it is about".to_owned()).into());
    }
    let data = serde_json::json!({ "text": text }).to_string();
    people.store.notices.notify(warned.player, people.now(), "staff", &data).await?;
    people.log_deed(&login.account, "warn", Some(warned.player), text).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/page/desk/users/{name}/rename`
pub(super) async fn rename(
    State(app): State<App>,
    _: SameOrigin,
    Staff(login): Staff,
    Path(name): Path<String>,
    JsonBody(wish): JsonBody<Rename>,
) -> Result<StatusCode, ApiError> {
    let people = &app.people;
    let before = subject(people, &login.account, &name, Deed::Rename).await?;
    let chosen = ChosenName::new(&wish.name).map_err(PeopleError::from)?;
    let rename = |account: &mut Account| {
        account.name = chosen.name.clone();
        account.key.clone_from(&chosen.key);
        account.skeleton.clone_from(&chosen.skeleton);
        Ok(())
    };
    people.change(before.player, Ends::Nothing, rename).await?;
    // Open pages begin anew, and show the new name.
    people.doors.close_of(before.player, None);
    let details = format!("{}{ARROW}{}", before.name, chosen.name);
    people.log_deed(&login.account, "rename", Some(before.player), details).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/page/desk/users/{name}/close`
pub(super) async fn close(
    State(app): State<App>,
    _: SameOrigin,
    Staff(login): Staff,
    Path(name): Path<String>,
    JsonBody(wish): JsonBody<SayWhy>,
) -> Result<StatusCode, ApiError> {
    let people = &app.people;
    let closed = subject(people, &login.account, &name, Deed::Moderate).await?;
    let text = short(&wish.text)?;
    let now = people.now();
    let close = |account: &mut Account| {
        account.closed = account.closed.or(Some(now));
        Ok(())
    };
    people.change(closed.player, Ends::All, close).await?;
    people.log_deed(&login.account, "close", Some(closed.player), text).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/page/desk/users/{name}/reopen`
pub(super) async fn reopen(
    State(app): State<App>,
    _: SameOrigin,
    Staff(login): Staff,
    Path(name): Path<String>,
    JsonBody(wish): JsonBody<SayWhy>,
) -> Result<StatusCode, ApiError> {
    let people = &app.people;
    let reopened = subject(people, &login.account, &name, Deed::Moderate).await?;
    let text = short(&wish.text)?;
    let reopen = |account: &mut Account| {
        account.closed = None;
        Ok(())
    };
    people.change(reopened.player, Ends::Nothing, reopen).await?;
    people.log_deed(&login.account, "reopen", Some(reopened.player), text).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What a link to this server begins with: where the caller's page is from, which [`SameOrigin`] has checked.
fn origin(headers: &HeaderMap) -> &str {
    headers.get(ORIGIN).and_then(|origin| origin.to_str().ok()).unwrap_or_default()
}

/// `POST /api/page/desk/users/{name}/reset`: a link by which the player sets a new password, or the end of the second
/// factor.
pub(super) async fn reset(
    State(app): State<App>,
    _: SameOrigin,
    Staff(login): Staff,
    Path(name): Path<String>,
    headers: HeaderMap,
    JsonBody(wish): JsonBody<Reset>,
) -> Result<Response, ApiError> {
    let people = &app.people;
    let player = subject(people, &login.account, &name, Deed::Reset).await?.player;
    if wish.second_factor {
        second_factor::forget(people, player, Ends::All).await?;
        people.log_deed(&login.account, "second_factor", Some(player), String::new()).await?;
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    let path = links::reset(&people.store, player, people.now(), links::RESET_BY_STAFF).await?;
    people.log_deed(&login.account, "reset", Some(player), String::new()).await?;
    Ok(Json(LinkMade { link: format!("{}{path}", origin(&headers)) }).into_response())
}

/// `POST /api/page/desk/users/{name}/sessions`: ends all of them.
pub(super) async fn end_sessions(
    State(app): State<App>,
    _: SameOrigin,
    Staff(login): Staff,
    Path(name): Path<String>,
) -> Result<StatusCode, ApiError> {
    let people = &app.people;
    let player = subject(people, &login.account, &name, Deed::Reset).await?.player;
    people.change(player, Ends::All, |_| Ok(())).await?;
    people.log_deed(&login.account, "sessions", Some(player), String::new()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/page/desk/invite`: a link by which one player may register.
pub(super) async fn invite(
    State(app): State<App>,
    _: SameOrigin,
    staff: Staff,
    headers: HeaderMap,
) -> Result<Json<LinkMade>, ApiError> {
    staff.only(&[Role::Admin, Role::Moderator])?;
    let invitation = links::invitation(&app.people.store, app.people.now()).await?;
    app.people.log_deed(&staff.0.account, "invite", None, String::new()).await?;
    Ok(Json(LinkMade { link: format!("{}/#{}", origin(&headers), invitation.text()) }))
}

impl People {
    /// What these players are called now.
    pub(super) async fn names_of(
        &self,
        players: &[PlayerId],
    ) -> Result<impl Fn(PlayerId) -> String + use<>, StorageError> {
        let accounts = self.store.accounts.accounts_of(players).await?;
        let names: std::collections::HashMap<PlayerId, String> =
            accounts.into_iter().map(|account| (account.player, account.name.to_string())).collect();
        Ok(move |player| names.get(&player).cloned().unwrap_or_else(|| "?".to_owned()))
    }
}

/// `POST /api/page/report`
pub(super) async fn report(
    State(app): State<App>,
    _: SameOrigin,
    Member(login): Member,
    JsonBody(wish): JsonBody<TellStaff>,
) -> Result<StatusCode, ApiError> {
    let people = &app.people;
    let about = people.named(&wish.name).await?.player;
    let reason = short(&wish.reason)?;
    if reason.is_empty() {
        return Err(PeopleError::BadRequest("a report says what happened".to_owned()).into());
    }
    people.reports.check(login.account.player).map_err(|wait| PeopleError::TooManyTries { wait })?;
    let by = Some(login.account.player);
    let report = Report { number: 0, at: people.now(), by, about, game: wish.game, reason };
    people.store.desk.report(&report).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `GET /api/page/desk/reports`: those that wait, the oldest first.
pub(super) async fn reports(State(app): State<App>, staff: Staff) -> Result<Json<Vec<ReportView>>, ApiError> {
    staff.only(&[Role::Admin, Role::Moderator])?;
    let people = &app.people;
    let reports = people.store.desk.waiting_reports(PAGE).await?;
    let players: Vec<_> =
        reports.iter().flat_map(|report| [Some(report.about), report.by]).flatten().collect();
    let names = people.names_of(&players).await?;
    let view = |report: Report| ReportView {
        id: report.number,
        at: report.at.0,
        by: report.by.map(&names).unwrap_or_default(),
        about: names(report.about),
        game: report.game,
        text: report.reason,
        state: ReportState::Open,
    };
    Ok(Json(reports.into_iter().map(view).collect()))
}

/// `POST /api/page/desk/reports/{number}/done`
pub(super) async fn settle(
    State(app): State<App>,
    _: SameOrigin,
    staff: Staff,
    Path(number): Path<u64>,
) -> Result<StatusCode, ApiError> {
    staff.only(&[Role::Admin, Role::Moderator])?;
    let people = &app.people;
    let actor = &staff.0.account;
    if !people.store.desk.settle_report(number, actor.player, people.now()).await? {
        return Err(PeopleError::Conflict("somebody has dealt with this report already").into());
    }
    people.log_deed(actor, "report", None, format!("report {number}")).await?;
    Ok(StatusCode::NO_CONTENT)
}
