// SPDX-License-Identifier: AGPL-3.0-or-later
//! The decisions about an event as pages and the command line say them: each may be left out.

use tabiya_protocol::events::{EventOptions, RatingLimits};
use tabiya_rules::Variant;

use crate::claims::Code;
use crate::event::{ByeRules, EntryRules, Settings};

/// The settings with these decisions. What is absent stays. An entry code is made from the random bits where there is none yet.
pub fn with(settings: Settings, options: &EventOptions, random: u64) -> Settings {
    let EventOptions { rated, open, berserk, chess960, half_bye, late_half, by_code, ratings, .. } = *options;
    let before = settings.entry.clone();
    let code = match by_code {
        Some(true) => before.code.or_else(|| Some(Code::of(random).to_string())),
        Some(false) => None,
        None => before.code,
    };
    let RatingLimits { from, to } =
        ratings.unwrap_or(RatingLimits { from: before.rating_from, to: before.rating_to });
    let variant = match chess960 {
        Some(true) => Variant::Chess960,
        Some(false) => Variant::Standard,
        None => settings.variant,
    };
    let codes = |list: &Vec<String>| list.iter().map(|code| code.trim().to_owned()).collect();
    Settings {
        rated: rated.unwrap_or(settings.rated),
        open: open.unwrap_or(settings.open),
        berserk: berserk.unwrap_or(settings.berserk),
        variant,
        tie_breaks: options.tie_breaks.as_ref().map_or(settings.tie_breaks, codes),
        byes: ByeRules {
            most: options.most_byes.unwrap_or(settings.byes.most),
            last_round: options.last_bye.unwrap_or(settings.byes.last_round),
        },
        half_bye: half_bye.unwrap_or(settings.half_bye),
        late_half: late_half.unwrap_or(settings.late_half),
        games_per_pairing: options.games_per_pairing.unwrap_or(settings.games_per_pairing),
        default_time: options.default_time.unwrap_or(settings.default_time),
        entry: EntryRules { code, rating_from: from, rating_to: to },
        ..settings
    }
}

/// All decisions, as organisers see them.
pub fn of(settings: &Settings) -> EventOptions {
    EventOptions {
        rated: Some(settings.rated),
        open: Some(settings.open),
        berserk: Some(settings.berserk),
        chess960: Some(settings.variant == Variant::Chess960),
        tie_breaks: Some(settings.tie_breaks.clone()),
        most_byes: Some(settings.byes.most),
        last_bye: Some(settings.byes.last_round),
        half_bye: Some(settings.half_bye),
        late_half: Some(settings.late_half),
        games_per_pairing: Some(settings.games_per_pairing),
        default_time: Some(settings.default_time),
        by_code: Some(settings.entry.code.is_some()),
        ratings: Some(RatingLimits { from: settings.entry.rating_from, to: settings.entry.rating_to }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Format;

    fn settings() -> Settings {
        Settings::new("Open", Format::Swiss { rounds: 7, baku: false }, None, 1)
    }

    #[test]
    fn what_is_left_out_stays() {
        let own = Settings {
            rated: true,
            open: false,
            berserk: false,
            variant: Variant::Chess960,
            tie_breaks: vec!["BH".into()],
            byes: ByeRules { most: 2, last_round: 6 },
            half_bye: true,
            late_half: 2,
            games_per_pairing: 2,
            default_time: 30,
            entry: EntryRules { code: Some("A".into()), rating_from: Some(1), rating_to: Some(2) },
            ..settings()
        };
        assert_eq!(with(own.clone(), &EventOptions::default(), 7), own);
        assert_eq!(with(settings(), &of(&own), 7).entry.code, Some(Code::of(7).to_string()));
        let code = own.entry.code.clone();
        let again = with(settings(), &of(&own), 7);
        assert_eq!(Settings { entry: EntryRules { code, ..again.entry.clone() }, ..again }, own);
    }

    #[test]
    fn an_entry_code_is_made_once_and_taken_away_again() {
        let by_code = |by_code| EventOptions { by_code: Some(by_code), ..EventOptions::default() };
        let first = with(settings(), &by_code(true), 7);
        assert_eq!(first.entry.code, Some(Code::of(7).to_string()));
        assert_eq!(with(first.clone(), &by_code(true), 8), first, "the code that was given out stays");
        assert_eq!(with(first, &by_code(false), 9).entry.code, None);
    }
}
