// SPDX-License-Identifier: AGPL-3.0-or-later
//! What staff does to one account: warn, mute, rename, close, reset, end sessions; and invitations.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::ORIGIN;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use tabiya_accounts::people::closing::{self, ClosedBy};
use tabiya_accounts::people::desk::bounded_text;
use tabiya_accounts::people::names::ChosenName;
use tabiya_accounts::people::notices::{About, NoticeData};
use tabiya_accounts::people::rights::Permission;
use tabiya_accounts::people::staff_act::{ARROW, StaffAct};
use tabiya_accounts::people::{PeopleError, links, second_factor};
use tabiya_protocol::people::account::RoleView;
use tabiya_protocol::people::desk::{GiveRole, LinkMade, NoticeKind, Rename, Reset, SayWhy};
use tabiya_store::{Account, Ends, Role};

use super::desk::subject;
use super::staff::Staff;
use crate::answer::{ApiError, JsonBody, SameOrigin};
use crate::state::App;

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
    let before = subject(people, actor, &name, Permission::GiveRole).await?;
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
    people.change_by((actor, Permission::GiveRole), before.player, Ends::All, give).await?;
    people
        .log_act(actor, StaffAct::Role, Some(before.player), format!("{}{ARROW}{now}", before.role))
        .await?;
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
    let warned = subject(people, &login.account, &name, Permission::Moderate).await?;
    let text = bounded_text(&wish.text)?;
    if text.is_empty() {
        return Err(PeopleError::BadRequest("a warning says what it is about".to_owned()).into());
    }
    let data = NoticeData { text: text.clone(), ..NoticeData::default() };
    people.notify(warned.player, NoticeKind::Staff, About::Nothing, &data).await?;
    people.log_act(&login.account, StaffAct::Warn, Some(warned.player), text).await?;
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
    let before = subject(people, &login.account, &name, Permission::Rename).await?;
    let chosen = ChosenName::new(&wish.name).map_err(PeopleError::from)?;
    let rename = |account: &mut Account| {
        account.name = chosen.name.clone();
        account.key.clone_from(&chosen.key);
        account.skeleton.clone_from(&chosen.skeleton);
        Ok(())
    };
    people.change_by((&login.account, Permission::Rename), before.player, Ends::Nothing, rename).await?;
    // Open pages begin anew, and show the new name.
    people.doors.close_of(before.player, None);
    let details = format!("{}{ARROW}{}", before.name, chosen.name);
    people.log_act(&login.account, StaffAct::Rename, Some(before.player), details).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The acts that change one mark of an account, and say why. Their words stand in the path.
const MARKS: [StaffAct; 4] = [StaffAct::Close, StaffAct::Reopen, StaffAct::Mute, StaffAct::Unmute];

/// `POST /api/page/desk/users/{name}/close`, `reopen`, `mute` and `unmute`
pub(super) async fn mark(
    State(app): State<App>,
    _: SameOrigin,
    Staff(login): Staff,
    Path((name, word)): Path<(String, String)>,
    JsonBody(wish): JsonBody<SayWhy>,
) -> Result<StatusCode, ApiError> {
    let act = MARKS.into_iter().find(|act| act.word() == word).ok_or(ApiError::NO_SUCH_PATH)?;
    let people = &app.people;
    let player = subject(people, &login.account, &name, Permission::Moderate).await?.player;
    let text = bounded_text(&wish.text)?;
    let now = people.now();
    let ends = if act == StaffAct::Close { Ends::All } else { Ends::Nothing };
    let set = |account: &mut Account| {
        match act {
            StaffAct::Close => closing::close(account, ClosedBy::Staff, now),
            StaffAct::Reopen => closing::reopen(account),
            _ => account.muted = act == StaffAct::Mute,
        }
        Ok(())
    };
    people.change_by((&login.account, Permission::Moderate), player, ends, set).await?;
    // Open pages begin anew, and know what they may say.
    people.doors.close_of(player, None);
    people.log_act(&login.account, act, Some(player), text).await?;
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
    let player = subject(people, &login.account, &name, Permission::Reset).await?.player;
    if wish.second_factor {
        second_factor::forget(people, player, Ends::All).await?;
        people.log_act(&login.account, StaffAct::SecondFactor, Some(player), String::new()).await?;
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    let path = {
        // Who gets a role, of whom the actor makes no link, gets it before this or after, and then the link ends.
        let _held = people.hold().await;
        subject(people, &login.account, &name, Permission::Reset).await?;
        links::reset_by_staff(&people.store, player, people.now()).await?
    };
    people.log_act(&login.account, StaffAct::Reset, Some(player), String::new()).await?;
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
    let player = subject(people, &login.account, &name, Permission::Reset).await?.player;
    people.change_by((&login.account, Permission::Reset), player, Ends::All, |_| Ok(())).await?;
    people.log_act(&login.account, StaffAct::Sessions, Some(player), String::new()).await?;
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
    app.people.log_act(&staff.0.account, StaffAct::Invite, None, String::new()).await?;
    Ok(Json(LinkMade { link: format!("{}/#{}", origin(&headers), invitation.text()) }))
}
