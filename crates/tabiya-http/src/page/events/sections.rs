// SPDX-License-Identifier: AGPL-3.0-or-later
//! The sections of a festival: created together, listed, and what is done to several of them.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use tabiya_accounts::people::PeopleError;
use tabiya_events::decide::{Refusal, Who, WrongSection};
use tabiya_events::entrants::card_of;
use tabiya_events::event::{EntrantId, Event, Format, MOST_SECTIONS, Settings};
use tabiya_events::festival::{InAll, NewGroups, NewSection, Seen};
use tabiya_events::topic::{names_of, who};
use tabiya_events::view::{self, Standings};
use tabiya_game::PlayerId;
use tabiya_limits::address::Caller;
use tabiya_protocol::events::{
    EventId, EventSections, EventViews, NewGroups as NewGroupsWanted, NewSection as NewSectionWanted,
    SectionPlayers, SeenSection,
};
use tabiya_runtime::chance;
use tabiya_runtime::identity::Identity;

use super::member_lists::{Wanted, letters};
use crate::answer::{ApiError, MayWatch, Member, NoOtherSite};
use crate::state::App;

/// What is done to several sections.
pub(super) enum Act {
    /// One more begins.
    Add {
        /// What the event is called as a section, if it was none before.
        own_name: String,
        /// The new one.
        new: Box<NewSection>,
    },
    /// An entrant moves.
    Move {
        /// Who.
        entrant: EntrantId,
        /// Where to.
        to: EventId,
    },
    /// The groups are drawn anew.
    Deal,
    /// The next round of all is paired.
    Pair,
    /// All of these do it that are as the sender has seen them.
    InAll(InAll, Vec<SeenSection>),
}

/// Creates the sections of a new festival, and returns the id of the first one.
pub(super) async fn create(
    app: &App,
    settings: &Settings,
    wanted: Vec<NewSectionWanted>,
    owner: Option<PlayerId>,
) -> Result<EventId, ApiError> {
    let section = |NewSectionWanted { name, rating_from, rating_to, format }| NewSection {
        settings: settings_beside(settings, format.map(view::format_of)),
        name,
        rating_from,
        rating_to,
        first_board: None,
        part: None,
        commands: Vec::new(),
    };
    let sections: Vec<NewSection> = wanted.into_iter().map(section).collect();
    let made = app.events.create_festival(&settings.name, sections, owner, app.people.now()).await?;
    let first = made.first().map(|(id, _)| *id);
    first.ok_or_else(|| ApiError::BadRequest("a festival has at least one section".into()))
}

/// Creates groups and their final, and returns the id of the first group.
pub(super) async fn create_groups(
    app: &App,
    settings: &Settings,
    wanted: NewGroupsWanted,
    owner: Option<PlayerId>,
) -> Result<EventId, ApiError> {
    let NewGroupsWanted { names, last, go_on, format, carry } = wanted;
    let groups = NewGroups { names, last, go_on, format: view::format_of(format), carry };
    let sections = groups.sections(settings, || u64::from_le_bytes(chance::bytes()))?;
    let made = app.events.create_festival(&settings.name, sections, owner, app.people.now()).await?;
    let first = made.first().map(|(id, _)| *id);
    first.ok_or_else(|| ApiError::BadRequest("a festival has at least one section".into()))
}

/// The settings of a section beside another one: the same but for the format, and with lots of its own.
pub(super) fn settings_beside(other: &Settings, format: Option<Format>) -> Settings {
    let settings = other.in_format(format.unwrap_or(other.format));
    Settings { seed: u64::from_le_bytes(chance::bytes()), series: None, ..settings }
}

/// Does something to several sections.
pub(super) async fn act(
    app: &App,
    (id, event): (EventId, &Event),
    act: Act,
    who: Who,
) -> Result<(), ApiError> {
    let now = app.people.now();
    match act {
        Act::Add { own_name, new } => {
            app.events.add_section(id, &own_name, *new, (who, now)).await?;
        }
        Act::Move { entrant, to } => {
            app.events.move_entrant(id, entrant, to, (who, now)).await?;
        }
        Act::Deal => app.events.deal_groups(id, (who, now)).await?,
        Act::Pair => {
            if event.settings.section.is_none() {
                return Err(Refusal::from(WrongSection::None(event.settings.name.clone())).into());
            }
            app.events.pair_all_sections(id, who, || app.people.now()).await?.complete()?;
        }
        Act::InAll(what, sections) => {
            let seen = sections.into_iter().map(|SeenSection { id, number }| Seen { section: id, number });
            let seen: Vec<Seen> = seen.take(MOST_SECTIONS).collect();
            app.events.in_all_sections(id, what, Some(&seen), (who, now)).await?.complete()?;
        }
    }
    Ok(())
}

/// `GET /api/page/events/ID/sections`
pub(super) async fn list(
    State(app): State<App>,
    _: MayWatch,
    visitor: Option<Identity>,
    Path(id): Path<String>,
) -> Result<Json<EventSections>, ApiError> {
    let (_, event) = app.events.named(&id).await?;
    let Some(section) = &event.settings.section else {
        return Ok(Json(EventSections { sections: Vec::new() }));
    };
    let rating = match visitor.as_ref().and_then(Identity::account) {
        Some(account) => card_of(&app.store, account, &event.settings, app.people.now()).await?.rating,
        None => None,
    };
    let who = who(visitor.as_ref());
    let all = app.events.sections(section.festival).await?;
    let listed = all.iter().filter_map(|(id, event)| {
        let others = all.iter().filter(|(other, _)| other != id);
        let others: Vec<&Event> = others.map(|(_, event)| &**event).collect();
        view::listed_section(*id, event, &others, who, rating)
    });
    Ok(Json(EventSections { sections: listed.collect() }))
}

/// `GET /api/page/events/ID/sections/all`
pub(super) async fn all(
    State(app): State<App>,
    _: MayWatch,
    visitor: Option<Identity>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<EventViews>, ApiError> {
    let (id, event) = app.events.named(&id).await?;
    let sections = match &event.settings.section {
        Some(section) => app.events.sections(section.festival).await?,
        None => vec![(id, event)],
    };
    let mut all = Vec::new();
    for (id, event) in sections {
        let names = names_of(&app.events, &event).await?;
        let standings = app.events.standings(id, &event).await?;
        all.push((id, event, names, standings));
    }
    // Views of twenty sections are long: each network has its turn.
    let (who, people) = (who(visitor.as_ref()), app.clone());
    let written = move || {
        let is_ghost = |player| people.people.ghosts.has(player);
        let one = |(id, event, (owner, helpers), standings): (_, Arc<Event>, _, Arc<Standings>)| {
            view::event(id, &event, &standings, &view::Visitor { who, is_ghost: &is_ghost, owner, helpers })
        };
        all.into_iter().map(one).collect()
    };
    Ok(Json(EventViews { events: app.calmly(&caller, written).await? }))
}

/// `GET /api/page/events/ID/sections/find?find=LETTERS`: whom the letters may mean in the sections that the visitor organises.
pub(super) async fn find(
    State(app): State<App>,
    _: (NoOtherSite, Member),
    identity: Identity,
    Path(id): Path<String>,
    Query(wanted): Query<Wanted>,
) -> Result<Json<SectionPlayers>, ApiError> {
    let who = who(Some(&identity)).ok_or(PeopleError::NotLoggedIn)?;
    let (_, event) = app.events.named(&id).await?;
    if !event.may_organise(who) {
        return Err(Refusal::NotYours.into());
    }
    let taken = app.events.member_finds.take(&identity.player, 1);
    taken.map_err(|wait| ApiError::TooFast { what: "you have looked for too many players", wait })?;
    let (Some(section), Some(letters)) = (&event.settings.section, letters(wanted.find)) else {
        return Ok(Json(SectionPlayers { players: Vec::new() }));
    };
    let mut sections = app.events.sections(section.festival).await?;
    sections.retain(|(_, event)| event.may_organise(who));
    let is_ghost = |player| app.people.ghosts.has(player);
    let players = view::players_of_sections(&sections, &letters, &is_ghost);
    Ok(Json(SectionPlayers { players }))
}
