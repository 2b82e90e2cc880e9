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
use tabiya_accounts::people::notices::NoticeData;
use tabiya_accounts::people::rights::Permission;
use tabiya_accounts::people::{PeopleError, links, second_factor};
use tabiya_game::Time;
use tabiya_protocol::people::account::RoleView;
use tabiya_protocol::people::desk::{GiveRole, LinkMade, Rename, Reset, SayWhy};
use tabiya_store::{Account, Deed, Ends, Replaced, Role};

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
    let player = subject(people, actor, &name, Permission::GiveRole).await?.player;
    let role = match wish.role {
        RoleView::Player => Role::Player,
        RoleView::Organiser => Role::Organiser,
        RoleView::Moderator => Role::Moderator,
        RoleView::Admin => Role::Admin,
    };
    let give = |account: &mut Account| Ok(Deed::Role(Replaced::put(&mut account.role, role)));
    people.change_by((actor, Permission::GiveRole), player, Ends::All, "", give).await?;
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
    let act = people.act(&login.account, Some(warned.player), Deed::Warn, &text);
    people.notify_by(warned.player, &data, &act).await?;
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
    let player = subject(people, &login.account, &name, Permission::Rename).await?.player;
    let chosen = ChosenName::new(&wish.name).map_err(PeopleError::from)?;
    let rename = |account: &mut Account| {
        account.key.clone_from(&chosen.key);
        account.skeleton.clone_from(&chosen.skeleton);
        Ok(Deed::Rename(Replaced::put(&mut account.name, chosen.name.clone())))
    };
    people.change_by((&login.account, Permission::Rename), player, Ends::Nothing, "", rename).await?;
    // Open pages begin anew, and show the new name.
    people.doors.close_of(player, None);
    Ok(StatusCode::NO_CONTENT)
}

/// What changes one mark of an account, and says why. The words stand in the path.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Close,
    Reopen,
    Mute,
    Unmute,
}

impl Mark {
    fn of(word: &str) -> Option<Self> {
        match word {
            "close" => Some(Self::Close),
            "reopen" => Some(Self::Reopen),
            "mute" => Some(Self::Mute),
            "unmute" => Some(Self::Unmute),
            _ => None,
        }
    }

    fn set(self, account: &mut Account, now: Time) -> Deed {
        let before = account.closed;
        match self {
            Self::Close => {
                closing::close(account, ClosedBy::Staff, now);
                Deed::Close(Replaced { before, after: account.closed })
            }
            Self::Reopen => {
                closing::reopen(account);
                Deed::Reopen(Replaced { before, after: account.closed })
            }
            Self::Mute => Deed::Mute(Replaced::put(&mut account.muted, true)),
            Self::Unmute => Deed::Unmute(Replaced::put(&mut account.muted, false)),
        }
    }
}

/// `POST /api/page/desk/users/{name}/close`, `reopen`, `mute` and `unmute`
pub(super) async fn mark(
    State(app): State<App>,
    _: SameOrigin,
    Staff(login): Staff,
    Path((name, word)): Path<(String, String)>,
    JsonBody(wish): JsonBody<SayWhy>,
) -> Result<StatusCode, ApiError> {
    let mark = Mark::of(&word).ok_or(ApiError::NO_SUCH_PATH)?;
    let people = &app.people;
    let player = subject(people, &login.account, &name, Permission::Moderate).await?.player;
    let text = bounded_text(&wish.text)?;
    let now = people.now();
    let ends = if mark == Mark::Close { Ends::All } else { Ends::Nothing };
    let set = |account: &mut Account| Ok(mark.set(account, now));
    people.change_by((&login.account, Permission::Moderate), player, ends, &text, set).await?;
    // Open pages begin anew, and know what they may say.
    people.doors.close_of(player, None);
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
        second_factor::forget_by(people, &login.account, player).await?;
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    let act = people.act(&login.account, Some(player), Deed::Reset, "");
    let path = {
        // Who gets a role, of whom the actor makes no link, gets it before this or after, and then the link ends.
        let _held = people.hold().await;
        subject(people, &login.account, &name, Permission::Reset).await?;
        links::reset_by_staff(&people.store, player, people.now(), Some(&act)).await?
    };
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
    let end = |_: &mut Account| Ok(Deed::Sessions);
    people.change_by((&login.account, Permission::Reset), player, Ends::All, "", end).await?;
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
    let act = app.people.act(&staff.0.account, None, Deed::Invite, "");
    let invitation = links::invitation(&app.people.store, app.people.now(), Some(&act)).await?;
    Ok(Json(LinkMade { link: format!("{}/#{}", origin(&headers), invitation.text()) }))
}
