// SPDX-License-Identifier: AGPL-3.0-or-later
//! What is changed about an event, and what stays because games have followed from it.

use super::wrong_entry::Stays;
use super::{Act, Overtaken, Refusal};
use crate::event::{Entrant, Entry, Event, Format, Plays, Presence, RoundStage, Settings, Stage};

impl Act<'_> {
    pub(super) fn change_settings(&self, settings: &Settings) -> Result<Vec<Entry>, Refusal> {
        let now = &self.event.settings;
        let (starts, pause, check_in_closes) = (settings.starts, settings.pause, settings.check_in_closes);
        let (programme, section) = (settings.programme.clone(), settings.section.clone());
        let report = settings.report.clone();
        // When rounds begin is a matter of the hour, and no pairing follows from it, nor from what is told about the event.
        let is_timetable = *settings
            == Settings { starts, pause, check_in_closes, programme, section, report, ..now.clone() };
        if is_timetable {
            self.by_organiser()?
        } else {
            self.by_owner()?
        }
        settings.check()?;
        if self.event.settings == *settings {
            return Ok(Vec::new());
        }
        if self.seen < self.event.settings_changed {
            return Err(Refusal::Overtaken(Overtaken::Settings));
        }
        let same_kind = std::mem::discriminant(&now.format) == std::mem::discriminant(&settings.format);
        // A draft is discarded with the change, so it keeps nothing as it is.
        let paired = self.event.last_published() > 0 || self.event.arena.is_some();
        let rounds = match settings.format {
            // They follow from the teams.
            Format::TeamMatch { .. } => {
                Event { settings: settings.clone(), ..self.event.clone() }.total_rounds()
            }
            format => format.rounds(self.event.present()),
        };
        let shorter = rounds < self.event.last_published();
        let other_pairing = decides_pairing(now.format) != decides_pairing(settings.format)
            || now.games_per_pairing != settings.games_per_pairing
            || now.half_bye != settings.half_bye;
        if paired && (!same_kind || now.seed != settings.seed || shorter || other_pairing) {
            return Err(Refusal::FormatStays);
        }
        self.nothing_falsified(settings)?;
        let wooden = |one: &Entrant| {
            one.presence != Presence::Withdrawn && (one.player.is_none() || one.plays == Plays::OverTheBoard)
        };
        if matches!(settings.format, Format::Arena { .. }) && self.event.entrants.iter().any(wooden) {
            return Err(Refusal::OnlineOnly);
        }
        let keeps_draft = is_timetable || *settings == beside_pairing(settings, now);
        let mut entries = if keeps_draft { Vec::new() } else { self.without_draft() };
        entries.push(Entry::SettingsChanged { settings: settings.clone() });
        Ok(entries)
    }

    /// That no game was played which the change would make another one.
    fn nothing_falsified(&self, settings: &Settings) -> Result<(), Stays> {
        let (event, now) = (self.event, &self.event.settings);
        let arena = event.arena.is_some();
        let has_begun = arena || event.rounds.iter().any(|round| round.stage == RoundStage::Started);
        if has_begun && now.rated != settings.rated {
            return Err(Stays::Rated);
        }
        if has_begun && now.variant != settings.variant {
            return Err(Stays::Variant);
        }
        if arena && now.berserk != settings.berserk {
            return Err(Stays::Berserk);
        }
        if event.stage == Stage::Finished && now.tie_breaks != settings.tie_breaks {
            return Err(Stays::TieBreaks);
        }
        Ok(())
    }
}

/// The settings as they were with those of the new ones from which no pairing follows: who may enter, and what ranks players of
/// equal points.
fn beside_pairing(new: &Settings, now: &Settings) -> Settings {
    let Settings { rated, open, berserk, late_half, starts, pause, check_in_closes, default_time, .. } = *new;
    Settings {
        rated,
        open,
        berserk,
        late_half,
        starts,
        pause,
        check_in_closes,
        default_time,
        tie_breaks: new.tie_breaks.clone(),
        entry: new.entry.clone(),
        programme: new.programme.clone(),
        report: new.report.clone(),
        ..now.clone()
    }
}

/// What of a format the pairings of all rounds follow from, besides its kind: whether the first rounds are accelerated, how many
/// games a match has, and on how many boards everybody meets everybody.
const fn decides_pairing(format: Format) -> Option<u16> {
    match format {
        Format::Swiss { baku, .. } => Some(baku as u16),
        Format::KnockOut { games } => Some(games as u16),
        Format::TeamMatch { everyone: true, boards, .. } => Some(boards),
        Format::TeamMatch { .. }
        | Format::RoundRobin { .. }
        | Format::Keizer { .. }
        | Format::Arena { .. } => None,
    }
}
