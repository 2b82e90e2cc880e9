// SPDX-License-Identifier: AGPL-3.0-or-later
//! From a template to the settings of an event.

use tabiya_game::{Time, TimeControl, TimeControlError};
use tabiya_protocol::events::{EventId, Repeats, SeriesTemplate};
use tabiya_runtime::chance;

use super::when::zone;
use crate::event::{Settings, WrongSettings};
use crate::{options, view};

/// Why a template makes no events.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongTemplate {
    /// Its settings make no event.
    #[error(transparent)]
    Settings(#[from] WrongSettings),
    /// There is no such time control.
    #[error(transparent)]
    Time(#[from] TimeControlError),
    /// There is no such day of the week.
    #[error("a day of the week is 1 for Monday to 7 for Sunday, not {0}")]
    Day(u8),
    /// There is no such time of day.
    #[error("a time of day is 00:00 to 23:59, not {0:02}:{1:02}")]
    Hour(u8, u8),
    /// There is no such time zone.
    #[error("{0:?} isn't a time zone: write one such as Europe/Berlin")]
    Zone(String),
}

/// The settings of the event of a series that begins at `starts`.
pub(super) fn settings(
    template: &SeriesTemplate,
    series: EventId,
    starts: Time,
    seed: u64,
) -> Result<Settings, WrongTemplate> {
    let time = TimeControl::try_from(template.time)?;
    let format = view::format_of(template.format);
    let settings = Settings {
        rated: template.rated,
        over_the_board: template.over_the_board,
        open: template.open,
        starts: Some(starts),
        pause: template.pause,
        berserk: template.berserk != Some(false),
        series: Some(series),
        ..Settings::new(template.name.trim(), format, Some(time), seed)
    };
    // The lots of the event are drawn anew each time, and so is its entry code, which says nothing about them.
    let code = u64::from_le_bytes(chance::bytes());
    Ok(options::with(settings, &template.options.clone().unwrap_or_default(), code))
}

/// Whether there can be such a series.
///
/// # Errors
/// What is wrong.
pub(super) fn check(template: &SeriesTemplate) -> Result<(), WrongTemplate> {
    if let Repeats::Week { day } = template.repeats
        && !(1..=7).contains(&day)
    {
        return Err(WrongTemplate::Day(day));
    }
    if template.hour > 23 || template.minute > 59 {
        return Err(WrongTemplate::Hour(template.hour, template.minute));
    }
    if zone(&template.zone).is_none() {
        return Err(WrongTemplate::Zone(template.zone.chars().take(40).collect()));
    }
    Ok(settings(template, EventId::from_bits(0), Time(0), 0)?.check()?)
}

#[cfg(test)]
pub(super) mod tests {
    use tabiya_game::Millis;
    use tabiya_protocol::events::EventFormatView;

    use super::*;

    /// A Swiss of seven rounds, 5+3.
    pub(in crate::series) fn template(
        repeats: Repeats,
        (hour, minute): (u8, u8),
        zone: &str,
    ) -> SeriesTemplate {
        let time = TimeControl::new(Millis::from_secs(300), Millis::from_secs(3)).unwrap();
        SeriesTemplate {
            name: "Friday".to_owned(),
            format: EventFormatView::Swiss { rounds: 7, baku: false },
            time: time.into(),
            rated: true,
            over_the_board: false,
            open: true,
            pause: Some(120),
            berserk: None,
            options: None,
            repeats,
            hour,
            minute,
            zone: zone.to_owned(),
        }
    }

    #[test]
    fn templates_that_make_no_events_are_refused() {
        let friday = template(Repeats::Week { day: 5 }, (19, 30), "Europe/Berlin");
        assert_eq!(check(&friday), Ok(()));
        let wrong = |template: SeriesTemplate| check(&template).unwrap_err();
        assert_eq!(
            wrong(SeriesTemplate { repeats: Repeats::Week { day: 8 }, ..friday.clone() }),
            WrongTemplate::Day(8)
        );
        assert_eq!(wrong(SeriesTemplate { hour: 24, ..friday.clone() }), WrongTemplate::Hour(24, 30));
        let nowhere = SeriesTemplate { zone: "Europe/Atlantis".to_owned(), ..friday.clone() };
        assert_eq!(wrong(nowhere), WrongTemplate::Zone("Europe/Atlantis".to_owned()));
        let nameless = SeriesTemplate { name: " ".to_owned(), ..friday };
        assert_eq!(wrong(nameless), WrongTemplate::Settings(WrongSettings::Name));
    }
}
