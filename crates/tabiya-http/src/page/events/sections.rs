// SPDX-License-Identifier: AGPL-3.0-or-later
//! The sections of a festival: created together, listed, and what is done to several of them.

use axum::Json;
use axum::extract::{Path, State};
use tabiya_events::decide::{Refusal, Who, WrongSection};
use tabiya_events::entrants::card_of;
use tabiya_events::event::{EntrantId, Event, Format, Settings};
use tabiya_events::festival::{InAll, NewSection};
use tabiya_events::topic::who;
use tabiya_events::view;
use tabiya_game::PlayerId;
use tabiya_protocol::events::{EventId, EventSections, EventViews, NewSection as Wanted};
use tabiya_runtime::chance;
use tabiya_runtime::identity::Identity;

use super::seen;
use crate::answer::{ApiError, MayWatch};
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
    /// The next round of all is paired.
    Pair,
    /// All that wait for it do it.
    InAll(InAll),
}

/// Creates the sections of a new festival, and returns the id of the first one.
pub(super) async fn create(
    app: &App,
    settings: &Settings,
    wanted: Vec<Wanted>,
    owner: Option<PlayerId>,
) -> Result<EventId, ApiError> {
    let section = |Wanted { name, rating_from, rating_to, format }: Wanted| NewSection {
        settings: settings_beside(settings, format.map(view::format_of)),
        name,
        rating_from,
        rating_to,
        first_board: None,
        commands: Vec::new(),
    };
    let sections: Vec<NewSection> = wanted.into_iter().map(section).collect();
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
        Act::Pair => {
            if event.settings.section.is_none() {
                return Err(Refusal::from(WrongSection::None(event.settings.name.clone())).into());
            }
            app.events.pair_all_sections(id, who, || app.people.now()).await?;
        }
        Act::InAll(what) => {
            app.events.in_all_sections(id, what, (who, now)).await?;
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
    Path(id): Path<String>,
) -> Result<Json<EventViews>, ApiError> {
    let (id, event) = app.events.named(&id).await?;
    let sections = match &event.settings.section {
        Some(section) => app.events.sections(section.festival).await?,
        None => vec![(id, event)],
    };
    let mut events = Vec::new();
    for (id, event) in sections {
        events.push(seen(&app, id, &event, visitor.as_ref()).await?);
    }
    Ok(Json(EventViews { events }))
}
