// SPDX-License-Identifier: AGPL-3.0-or-later
//! Orders about the sections of a festival.

use std::cmp::Reverse;
use std::sync::Arc;

use serde_json::json;
use tabiya_game::{PlayerId, Time};
use tabiya_protocol::events::EventId;
use tabiya_runtime::chance;

use super::{EventOperator, OrderError, SectionOrder, entrant, said, with_rounds};
use crate::decide::{Command, Refusal, Who, WrongSection, section_name};
use crate::event::{Card, Event, Section, SectionPart, Settings};
use crate::events::EventError;
use crate::festival::{InAll, InSections, NewGroups, NewSection, dealt};

impl EventOperator {
    pub(super) async fn new_festival(
        &self,
        mut settings: Settings,
        players: Vec<Card>,
        owner: Option<String>,
        wanted: Vec<SectionOrder>,
        now: Time,
    ) -> Result<String, OrderError> {
        let owner = self.owner_of(owner, &mut settings, &players, now).await?;
        let name = settings.name.clone();
        let mut sections = Vec::new();
        for order in wanted {
            sections.push(beside(&settings, order, None)?);
        }
        for card in players {
            let place = place_for(&sections, card.rating).ok_or_else(|| {
                let rating =
                    card.rating.map_or_else(|| "without a rating".to_owned(), |rating| rating.to_string());
                OrderError::Nothing(format!("no section takes {} ({rating})", card.name))
            })?;
            let enter = self.entering(card, settings.over_the_board, &settings, now).await?;
            sections[place].commands.push(enter);
        }
        self.make_festival(name, sections, owner, now).await
    }

    pub(super) async fn new_groups(
        &self,
        mut settings: Settings,
        players: Vec<Card>,
        owner: Option<String>,
        groups: &NewGroups,
        now: Time,
    ) -> Result<String, OrderError> {
        let owner = self.owner_of(owner, &mut settings, &players, now).await?;
        let seed = || u64::from_le_bytes(chance::bytes());
        let mut sections = groups.sections(&settings, seed).map_err(EventError::from)?;
        for (group, card) in dealt(&players, groups.names.len()).into_iter().zip(players) {
            let enter = self.entering(card, settings.over_the_board, &settings, now).await?;
            sections[group].commands.push(enter);
        }
        self.make_festival(settings.name, sections, owner, now).await
    }

    pub(super) async fn deal_groups(&self, id: &str, now: Time) -> Result<String, OrderError> {
        let (id, event) = self.events.named(id).await?;
        self.events.deal_groups(id, (Who::Operator, now)).await?;
        self.list_sections(section_of(&event)?.festival.as_str()).await
    }

    async fn make_festival(
        &self,
        name: String,
        sections: Vec<NewSection>,
        owner: Option<PlayerId>,
        now: Time,
    ) -> Result<String, OrderError> {
        let made = self.events.create_festival(&name, sections, owner, now).await?;
        let mut lines = vec![format!("{name} is a new festival with {} sections", made.len())];
        lines.extend(made.iter().map(|(id, event)| line(*id, event)));
        let code = made.first().map(|(_, event)| said::entry_code(&event.settings));
        lines.extend(code.filter(|code| !code.is_empty()).map(|code| code.trim().to_owned()));
        lines.extend(made.first().map(|(id, _)| id.to_string()));
        Ok(lines.join("\n"))
    }

    pub(super) async fn add_section(
        &self,
        id: &str,
        own_name: &str,
        order: SectionOrder,
        first_board: Option<u16>,
        now: Time,
    ) -> Result<String, OrderError> {
        let (id, event) = self.events.named(id).await?;
        let new = beside(&event.settings, order, first_board)?;
        let (new, event) = self.events.add_section(id, own_name, new, (Who::Operator, now)).await?;
        Ok(format!("{} is a new section ({})\n{new}", event.settings.name, event.settings.format))
    }

    pub(super) async fn change_section(
        &self,
        id: &str,
        name: Option<String>,
        ratings: Option<(Option<u16>, Option<u16>)>,
        first_board: Option<u16>,
        now: Time,
    ) -> Result<String, OrderError> {
        let (id, event) = self.events.named(id).await?;
        let before = section_of(&event)?.clone();
        let (rating_from, rating_to) = ratings.unwrap_or((before.rating_from, before.rating_to));
        let section = Section {
            name: name.map_or_else(|| before.name.clone(), |name| name.trim().to_owned()),
            rating_from,
            rating_to,
            first_board: first_board.map_or(before.first_board, |first| (first > 0).then_some(first)),
            ..before
        };
        let settings =
            Settings { name: section.full_name(), section: Some(section), ..event.settings.clone() };
        // What somebody else has changed since is not written over.
        let (change, seen) = (Command::ChangeSettings(settings), Some(event.head));
        let acted = self.events.act(id, &change, seen, Who::Operator, now).await?;
        Ok(line(id, &acted.event))
    }

    pub(super) async fn list_sections(&self, id: &str) -> Result<String, OrderError> {
        let (_, event) = self.events.named(id).await?;
        let all = self.events.sections(section_of(&event)?.festival).await?;
        Ok(all.iter().map(|(id, event)| line(*id, event)).collect::<Vec<_>>().join("\n"))
    }

    pub(super) async fn move_to_section(
        &self,
        id: &str,
        name: &str,
        section: &str,
        now: Time,
    ) -> Result<String, OrderError> {
        let (from, event) = self.events.named(id).await?;
        let entrant = entrant(&event, name)?;
        let one = event.entrant(entrant);
        let known = one.map_or_else(String::new, |one| one.card.name.clone());
        let ended = if one.is_some_and(|one| one.claim.is_some()) {
            "; the code to claim this player works no more, create a new one there"
        } else {
            ""
        };
        let (to, _) = self.section_called(&event, section).await?;
        let [left, comes] = self.events.move_entrant(from, entrant, to, (Who::Operator, now)).await?;
        let [left, comes] = [&left, &comes].map(|event| (section_name(event), event.present()));
        Ok(format!(
            "{known} plays in {}: {} players there, {} in {}{ended}",
            comes.0, comes.1, left.1, left.0
        ))
    }

    pub(super) async fn pair_all(&self, id: &str, json: bool, now: Time) -> Result<String, OrderError> {
        let (id, _) = self.events.named(id).await?;
        let InSections { done, refused } = self.events.pair_all_sections(id, Who::Operator, || now).await?;
        if done.is_empty() {
            return Err(refuse(WrongSection::InPart { done: Vec::new(), refused }));
        }
        let drafts = done.iter().filter_map(|event| Some((event, event.draft()?)));
        let texts = drafts.map(|(event, draft)| (section_name(event), said::pairings(event, draft, json)));
        if json {
            let paired = texts.map(|(name, text)| (name, serde_json::from_str(&text).unwrap_or_default()));
            let refused =
                refused.into_iter().map(|(name, why)| (name, json!({ "refused": why.to_string() })));
            let object: serde_json::Map<String, serde_json::Value> = paired.chain(refused).collect();
            return Ok(serde_json::Value::Object(object).to_string());
        }
        let refused = refused.into_iter().map(|(name, why)| format!("{name}, not paired: {why}"));
        let lines: Vec<String> = texts.map(|(name, text)| format!("{name}, {text}")).chain(refused).collect();
        Ok(lines.join("\n\n"))
    }

    pub(super) async fn in_all(&self, id: &str, what: InAll, now: Time) -> Result<String, OrderError> {
        let (id, _) = self.events.named(id).await?;
        let at = (Who::Operator, now);
        let InSections { done, refused } = self.events.in_all_sections(id, what, None, at).await?;
        if done.is_empty() {
            return Err(refuse(WrongSection::InPart { done: Vec::new(), refused }));
        }
        let (said, not) = match what {
            InAll::Publish => ("is published", "not published"),
            InAll::Start => ("has begun", "not started"),
        };
        let done = done.iter();
        let done =
            done.map(|event| format!("{}: round {} {said}", section_name(event), event.last_published()));
        let refused = refused.into_iter().map(|(name, why)| format!("{name}: {not}: {why}"));
        Ok(done.chain(refused).collect::<Vec<_>>().join("\n"))
    }

    /// The section of an event's festival with a name, or with an id.
    pub(super) async fn section_called(
        &self,
        event: &Event,
        name: &str,
    ) -> Result<(EventId, Arc<Event>), OrderError> {
        let all = self.events.sections(section_of(event)?.festival).await?;
        let wanted = name.trim().to_lowercase();
        let is_meant = |(id, event): &&(EventId, Arc<Event>)| {
            id.as_str() == name.trim() || section_name(event).to_lowercase() == wanted
        };
        let found = all.iter().find(is_meant).cloned();
        found.ok_or_else(|| refuse(WrongSection::NoSuch(name.to_owned())))
    }
}

/// A section beside an event: the same but for what is ordered.
fn beside(
    settings: &Settings,
    order: SectionOrder,
    first_board: Option<u16>,
) -> Result<NewSection, OrderError> {
    let SectionOrder { name, rating_from, rating_to, format, rounds } = order;
    let format = format.unwrap_or(settings.format);
    let format = rounds.map_or(Ok(format), |rounds| with_rounds(format, rounds))?;
    let seed = u64::from_le_bytes(chance::bytes());
    let settings = Settings { seed, series: None, ..settings.in_format(format) };
    let (part, commands) = (None, Vec::new());
    Ok(NewSection { settings, name, rating_from, rating_to, first_board, part, commands })
}

/// Which section a player of a list enters: of those that take the rating, the one with the lowest limit.
fn place_for(sections: &[NewSection], rating: Option<u16>) -> Option<usize> {
    let takes = |section: &NewSection| match rating {
        Some(rating) => {
            section.rating_from.is_none_or(|from| rating >= from)
                && section.rating_to.is_none_or(|to| rating <= to)
        }
        None => section.rating_from.is_none(),
    };
    let fitting = sections.iter().enumerate().filter(|(_, section)| takes(section));
    let narrowest = fitting
        .min_by_key(|(_, section)| (section.rating_to.unwrap_or(u16::MAX), Reverse(section.rating_from)));
    narrowest.map(|(place, _)| place)
}

fn section_of(event: &Event) -> Result<&Section, OrderError> {
    let none = || refuse(WrongSection::None(event.settings.name.clone()));
    event.settings.section.as_ref().ok_or_else(none)
}

fn refuse(why: WrongSection) -> OrderError {
    OrderError::Event(EventError::from(Refusal::from(why)))
}

/// A section in one line: id, name, limits, format, players, boards.
fn line(id: EventId, event: &Event) -> String {
    let Some(section) = &event.settings.section else { return id.to_string() };
    let limits = match (section.rating_from, section.rating_to) {
        _ if matches!(section.part, Some(SectionPart::Final { .. })) => "final".to_owned(),
        (None, None) => "all".to_owned(),
        (from, to) => {
            let text = |rating: Option<u16>| rating.map_or_else(String::new, |rating| rating.to_string());
            format!("{}..{}", text(from), text(to))
        }
    };
    let boards = section.first_board.map_or_else(String::new, |first| format!("\tboards from {first}"));
    format!(
        "{id}\t{}\t{limits}\t{}\t{} players{boards}",
        section.name,
        event.settings.format,
        event.present()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Format;

    #[test]
    fn a_player_of_a_list_enters_the_lowest_section_that_takes_the_rating() {
        let format = Format::Swiss { rounds: 5, baku: false };
        let section = |name: &str, rating_from, rating_to| {
            let order =
                SectionOrder { name: name.into(), rating_from, rating_to, format: None, rounds: None };
            beside(&Settings::new("Congress", format, None, 1), order, None).unwrap()
        };
        let sections = [
            section("Open", None, None),
            section("Major", Some(1400), Some(1800)),
            section("Minor", None, Some(1400)),
        ];
        let place = |rating| place_for(&sections, rating);
        assert_eq!(place(Some(2100)), Some(0));
        assert_eq!(place(Some(1500)), Some(1));
        assert_eq!(place(Some(1400)), Some(2));
        assert_eq!(place(None), Some(2));
        assert_eq!(place_for(&sections[1..2], Some(1900)), None);
        assert_eq!(place_for(&sections[1..2], None), None);
    }
}
