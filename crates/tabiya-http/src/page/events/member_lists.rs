// SPDX-License-Identifier: AGPL-3.0-or-later
//! Lists of members. Each belongs to one account, which was of the staff when it began: nobody else reads it, and whoever is not logged in
//! reads nothing of any.
//! The organisers of an event find names in the list of its owner, and see no more of it than that.

use std::collections::HashSet;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tabiya_accounts::people::PeopleError;
use tabiya_events::decide::{Refusal, Who};
use tabiya_events::event::{Card, Presence, spoken};
use tabiya_events::files;
use tabiya_events::members::{
    LONGEST_NOTE, MOST_MEMBERS, Member as Known, MemberCard, MemberError, Members, are_enough, found,
    found_among, list_of,
};
use tabiya_events::topic::who;
use tabiya_limits::address::Caller;
use tabiya_protocol::events::{
    AddMembers, AddedMembers, ChangeMember, ErasedMember, EventRefusal, FoundMember, FoundMembers,
    MemberCardView, MemberListView, MemberView,
};
use tabiya_protocol::http::CallRefusal;
use tabiya_runtime::identity::Identity;

use crate::answer::{Answered, ApiError, JsonBody, Member, NoOtherSite, SameOrigin};
use crate::state::App;

/// Members that one call lists.
const PAGE: usize = 200;
/// The most letters that are looked for.
const MOST_LETTERS: usize = 80;

/// Whoever may keep a list: as they may create events.
fn keeper(identity: &Identity) -> Result<Who, ApiError> {
    let who = who(Some(identity)).ok_or(PeopleError::NotLoggedIn)?;
    if identity.is_staff() { Ok(who) } else { Err(ListsForStaff.into()) }
}

/// Whoever may read and empty a list: whoever keeps one, and whoever has one from a time as an organiser. What is kept of people
/// stays within reach of the account that answers for it.
async fn reader(app: &App, identity: &Identity) -> Result<Who, ApiError> {
    let who = who(Some(identity)).ok_or(PeopleError::NotLoggedIn)?;
    if identity.is_staff() || !app.store.members.members_of(identity.player, 0, 1).await?.is_empty() {
        return Ok(who);
    }
    Err(ListsForStaff.into())
}

pub(super) fn lists(app: &App) -> Members {
    app.events.members.clone()
}

#[derive(Deserialize)]
pub(super) struct Wanted {
    /// A few letters of a name.
    pub(super) find: Option<String>,
    /// So many members are left out first.
    skip: Option<usize>,
}

/// `GET /api/page/members[?find=LETTERS|?skip=NUMBER]`: the visitor's own list, or whom the letters may mean.
pub(super) async fn list(
    State(app): State<App>,
    _: (NoOtherSite, Member),
    identity: Identity,
    Query(wanted): Query<Wanted>,
) -> Result<Json<MemberListView>, ApiError> {
    reader(&app, &identity).await?;
    charge(&app, &identity)?;
    let lists = lists(&app);
    let list = lists.list(identity.player).await?;
    let damaged = count(lists.damaged(identity.player).await?.len());
    let members: Vec<MemberView> = match letters(wanted.find) {
        Some(letters) => found(&list, &letters).into_iter().map(view).collect(),
        None => list.iter().skip(wanted.skip.unwrap_or(0)).take(PAGE).map(view).collect(),
    };
    Ok(Json(MemberListView { damaged, total: count(list.len()), members }))
}

/// `POST /api/page/members`: adds a list. Who is known by name gets what it says besides.
pub(super) async fn add(
    State(app): State<App>,
    _: (SameOrigin, Member),
    identity: Identity,
    caller: Caller,
    JsonBody(AddMembers { text }): JsonBody<AddMembers>,
) -> Result<Json<AddedMembers>, ApiError> {
    keeper(&identity)?;
    charge_act(&app, &identity)?;
    let read = move || (files::members(text.as_bytes()), files::left_out(text.as_bytes(), true));
    let (cards, left_out) = app.calmly(&caller, read).await?;
    let cards = cards.map_err(|error| ApiError::BadRequest(error.to_string()))?;
    let added = lists(&app).add(identity.player, cards, app.people.now()).await?;
    Ok(Json(AddedMembers { added: added.added, updated: added.updated, left_out }))
}

/// `POST /api/page/members/from/EVENT`: adds the players of an own event who have no account.
pub(super) async fn from(
    State(app): State<App>,
    _: (SameOrigin, Member),
    identity: Identity,
    Path(id): Path<String>,
) -> Result<Json<AddedMembers>, ApiError> {
    let who = keeper(&identity)?;
    charge_act(&app, &identity)?;
    let (id, _) = app.events.named(&id).await?;
    let added = lists(&app).take_from(identity.player, id, who, app.people.now()).await?;
    Ok(Json(AddedMembers { added: added.added, updated: added.updated, left_out: Vec::new() }))
}

/// `POST /api/page/members/NUMBER`: changes a member. The events stay as they are.
pub(super) async fn change(
    State(app): State<App>,
    _: (SameOrigin, Member),
    identity: Identity,
    Path(number): Path<u32>,
    JsonBody(ChangeMember { version, card }): JsonBody<ChangeMember>,
) -> Result<Json<MemberView>, ApiError> {
    keeper(&identity)?;
    charge_act(&app, &identity)?;
    let lists = lists(&app);
    lists.change(identity.player, number, version, card_of(card), app.people.now()).await?;
    Ok(Json(view(&lists.member(identity.player, number).await?)))
}

/// `POST /api/page/members/NUMBER/erase`: erases a member, and the name in all events.
pub(super) async fn erase(
    State(app): State<App>,
    _: (SameOrigin, Member),
    identity: Identity,
    Path(number): Path<u32>,
) -> Result<Json<ErasedMember>, ApiError> {
    let who = reader(&app, &identity).await?;
    charge_act(&app, &identity)?;
    let erased = lists(&app).erase(identity.player, number, who, app.people.now()).await?;
    Ok(Json(ErasedMember { events: erased.events, left: erased.left }))
}

/// `GET /api/page/members/NUMBER`: all that is kept of a member, in the list and in all events, as a file.
pub(super) async fn kept(
    State(app): State<App>,
    _: (NoOtherSite, Member),
    identity: Identity,
    Path(number): Path<u32>,
) -> Result<Response, ApiError> {
    let who = reader(&app, &identity).await?;
    charge_act(&app, &identity)?;
    let is_ghost = |player| app.people.ghosts.has(player);
    let text = lists(&app).kept_of(identity.player, number, who, &is_ghost).await?;
    let name = format!("attachment; filename=\"member-{number}.json\"");
    Ok(([(CONTENT_TYPE, "application/json".to_owned()), (CONTENT_DISPOSITION, name)], text).into_response())
}

/// `GET /api/page/events/ID/members?find=LETTERS`: whom the letters may mean in the list of the event's owner, for the event's
/// organisers.
pub(super) async fn in_event(
    State(app): State<App>,
    _: (NoOtherSite, Member),
    identity: Identity,
    Path(id): Path<String>,
    Query(wanted): Query<Wanted>,
) -> Result<Json<FoundMembers>, ApiError> {
    let who = who(Some(&identity)).ok_or(PeopleError::NotLoggedIn)?;
    let (_, event) = app.events.named(&id).await?;
    if !event.may_organise(who) {
        return Err(Refusal::NotYours.into());
    }
    charge(&app, &identity)?;
    let letters = letters(wanted.find).filter(|typed| are_enough(typed));
    let (Some(owner), Some(letters)) = (list_of(&event, who), letters) else {
        return Ok(Json(FoundMembers { members: Vec::new() }));
    };
    let list = lists(&app).list(owner).await?;
    // Who has left can be entered again.
    let there = || event.entrants.iter().filter(|one| one.presence != Presence::Withdrawn);
    let names: HashSet<String> = there().map(|one| spoken(&one.card.name)).collect();
    let numbers: HashSet<u32> =
        there().filter_map(|one| one.member).filter(|of| of.list == owner).map(|of| of.number).collect();
    let is_out =
        |one: &&Known| !numbers.contains(&one.number) && !names.contains(&spoken(&one.known.card.name));
    let members = found_among(list.iter().filter(is_out), &letters).into_iter().map(|one| FoundMember {
        number: one.number,
        name: one.known.card.name.clone(),
        rating: one.known.card.rating,
        club: one.known.card.club.clone(),
    });
    Ok(Json(FoundMembers { members: members.collect() }))
}

/// Each call looks through a list.
fn charge(app: &App, identity: &Identity) -> Result<(), ApiError> {
    let taken = app.events.member_finds.take(&identity.player, 1);
    taken.map_err(|wait| ApiError::TooFast { what: "you have looked for too many members", wait })
}

/// Each call may change a list or an event, or looks through many events.
pub(super) fn charge_act(app: &App, identity: &Identity) -> Result<(), ApiError> {
    let taken = app.events.member_acts.take(&identity.player, 1);
    taken.map_err(|wait| ApiError::TooFast { what: "you have entered or changed too many members", wait })
}

/// The letters that are looked for; `None` if nobody is.
pub(super) fn letters(find: Option<String>) -> Option<String> {
    find.map(|typed| typed.trim().chars().take(MOST_LETTERS).collect::<String>())
        .filter(|typed| !typed.is_empty())
}

fn view(member: &Known) -> MemberView {
    let Known { number, version, known: MemberCard { card, note, child } } = member.clone();
    let card = MemberCardView {
        name: card.name,
        rating: card.rating,
        title: card.title,
        federation: card.federation,
        fide: card.fide,
        national_id: card.national_id,
        national_rating: card.national_rating,
        birth: card.birth,
        sex: card.sex,
        club: card.club,
        note,
        child,
    };
    MemberView { number, version, card }
}

fn card_of(view: MemberCardView) -> MemberCard {
    let trim = |text: String| text.trim().to_owned();
    let is_rating = |rating: &u16| *rating > 0;
    let card = Card {
        name: trim(view.name),
        rating: view.rating.filter(is_rating),
        title: trim(view.title),
        federation: trim(view.federation),
        fide: trim(view.fide),
        national_id: trim(view.national_id),
        national_rating: view.national_rating.filter(is_rating),
        birth: trim(view.birth),
        sex: view.sex,
        club: trim(view.club),
        team: String::new(),
    };
    MemberCard { card, note: view.note, child: view.child }
}

fn count(of: usize) -> u32 {
    u32::try_from(of).unwrap_or(u32::MAX)
}

/// Somebody asks for a list who may keep none.
#[derive(Debug, thiserror::Error)]
#[error("organisers and staff keep lists of members here")]
struct ListsForStaff;

impl Answered for ListsForStaff {
    fn status_and_code(&self) -> (StatusCode, &'static str) {
        (StatusCode::FORBIDDEN, "forbidden")
    }

    fn refusal(&self) -> Option<CallRefusal> {
        Some(EventRefusal::ListNotYours.into())
    }
}

/// What a list refuses.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
struct ListRefusal(MemberError);

impl Answered for ListRefusal {
    fn status_and_code(&self) -> (StatusCode, &'static str) {
        match self.0 {
            MemberError::NoSuchMember => (StatusCode::NOT_FOUND, "not_found"),
            MemberError::Damaged(_) => (StatusCode::CONFLICT, "member_damaged"),
            MemberError::Overtaken(_) => (StatusCode::CONFLICT, "event_overtaken"),
            MemberError::Card(_) | MemberError::Note => (StatusCode::BAD_REQUEST, "bad_request"),
            MemberError::TooMany
            | MemberError::NameTaken(_)
            | MemberError::StillPlays { .. }
            | MemberError::Busy
            | MemberError::Event(_)
            | MemberError::Storage(_) => (StatusCode::CONFLICT, "event_refused"),
        }
    }

    fn refusal(&self) -> Option<CallRefusal> {
        let refusal = match &self.0 {
            MemberError::NoSuchMember => EventRefusal::NoSuchMember,
            MemberError::Damaged(number) => EventRefusal::MemberDamaged { number: *number },
            MemberError::Overtaken(name) => EventRefusal::MemberOvertaken { name: name.clone() },
            MemberError::TooMany => EventRefusal::TooManyMembers { most: count(MOST_MEMBERS) },
            MemberError::NameTaken(name) => EventRefusal::MemberNameTaken { name: name.clone() },
            MemberError::StillPlays { name, event } => {
                EventRefusal::MemberStillPlays { name: name.clone(), event: event.clone() }
            }
            MemberError::Card(tabiya_events::event::WrongCard::Name) => EventRefusal::Name,
            MemberError::Note => EventRefusal::MemberNote { most: count(LONGEST_NOTE) },
            // The sentence says which part of the card.
            MemberError::Card(_) | MemberError::Busy | MemberError::Event(_) | MemberError::Storage(_) => {
                return None;
            }
        };
        Some(refusal.into())
    }
}

impl From<MemberError> for ApiError {
    fn from(error: MemberError) -> Self {
        match error {
            MemberError::Event(error) => error.into(),
            MemberError::Storage(error) => error.into(),
            MemberError::Busy => Self::Busy { what: "the list changes too fast" },
            refused => ListRefusal(refused).into(),
        }
    }
}
