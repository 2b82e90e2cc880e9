// SPDX-License-Identifier: AGPL-3.0-or-later
//! On which moments the events of a series begin.
//!
//! A series follows the clock on the wall: at half past seven it begins in summer as in winter. A time that the clock leaves
//! out in spring is the moment an hour later, and of a time that comes twice in autumn the first one counts (RFC 5545, 3.3.5).

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use tabiya_game::Time;
use tabiya_protocol::events::{Repeats, SeriesTemplate};

/// Days that are looked at, so that no list is endless.
const MOST_DAYS: usize = 400;

/// The time zone with this name; `None` if there is none.
pub(super) fn zone(name: &str) -> Option<TimeZone> {
    TimeZone::get(name).ok()
}

/// The name of the time zone in which this computer is.
pub fn zone_of_the_server() -> String {
    TimeZone::system().iana_name().unwrap_or("UTC").to_owned()
}

/// The starts after `after`, and not after `until`.
pub(super) fn between(template: &SeriesTemplate, after: Time, until: Time) -> Vec<Time> {
    let Some(zone) = zone(&template.zone) else { return Vec::new() };
    let moment = |time: Time| Timestamp::from_millisecond(i64::try_from(time.0).ok()?).ok();
    let Some(first) = moment(after) else { return Vec::new() };
    let mut starts = Vec::new();
    // A day earlier, because a start that the clock leaves out can fall on the next day.
    let begin = zone.to_datetime(first).date();
    for day in begin.yesterday().unwrap_or(begin).series(jiff::Span::new().days(1)).take(MOST_DAYS) {
        let Some(at) = start_on(template, &zone, day) else { continue };
        if at > until {
            break;
        }
        if at > after && falls_on(template.repeats, day) {
            starts.push(at);
        }
    }
    starts
}

fn falls_on(repeats: Repeats, day: Date) -> bool {
    match repeats {
        Repeats::Day {} => true,
        Repeats::Week { day: wanted } => u8::try_from(day.weekday().to_monday_one_offset()) == Ok(wanted),
    }
}

fn start_on(template: &SeriesTemplate, zone: &TimeZone, day: Date) -> Option<Time> {
    let within = |number: u8, end: u8| i8::try_from(number).ok().filter(|_| number < end);
    let (hour, minute) = (within(template.hour, 24)?, within(template.minute, 60)?);
    let at = day.at(hour, minute, 0, 0).to_zoned_datetime(zone.clone()).ok()?;
    u64::try_from(at.timestamp().as_millisecond()).ok().map(Time)
}

#[cfg(test)]
mod tests {
    use super::super::template::tests::template;
    use super::*;

    fn moment(text: &str) -> Time {
        Time(u64::try_from(text.parse::<Timestamp>().unwrap().as_millisecond()).unwrap())
    }

    fn starts(template: &SeriesTemplate, after: &str, until: &str) -> Vec<String> {
        let starts = between(template, moment(after), moment(until));
        starts.iter().map(|at| Timestamp::from_millisecond(at.0 as i64).unwrap().to_string()).collect()
    }

    #[test]
    fn the_clock_on_the_wall_decides_in_summer_and_in_winter() {
        let friday = template(Repeats::Week { day: 5 }, (19, 30), "Europe/Berlin");
        assert_eq!(
            starts(&friday, "2026-10-20T00:00:00Z", "2026-11-07T00:00:00Z"),
            ["2026-10-23T17:30:00Z", "2026-10-30T18:30:00Z", "2026-11-06T18:30:00Z"]
        );
        let same = starts(&friday, "2026-10-23T17:30:00Z", "2026-10-30T18:30:00Z");
        assert_eq!(same, ["2026-10-30T18:30:00Z"], "after the first moment, up to the last one");
    }

    #[test]
    fn each_day_has_one_start_also_where_the_clock_jumps() {
        let night = template(Repeats::Day {}, (2, 30), "Europe/Berlin");
        // On 29 March 2026 the clock goes from 2:00 to 3:00; on 25 October from 3:00 back to 2:00.
        assert_eq!(
            starts(&night, "2026-03-28T12:00:00Z", "2026-03-30T12:00:00Z"),
            ["2026-03-29T01:30:00Z", "2026-03-30T00:30:00Z"]
        );
        assert_eq!(
            starts(&night, "2026-10-24T12:00:00Z", "2026-10-26T12:00:00Z"),
            ["2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"]
        );
    }

    #[test]
    fn the_day_is_that_of_the_place() {
        let monday = template(Repeats::Week { day: 1 }, (0, 15), "Pacific/Auckland");
        assert_eq!(
            starts(&monday, "2026-06-01T00:00:00Z", "2026-06-14T23:00:00Z"),
            ["2026-06-07T12:15:00Z", "2026-06-14T12:15:00Z"]
        );
    }
}
