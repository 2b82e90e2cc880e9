// SPDX-License-Identifier: AGPL-3.0-or-later
//! Events to come as a calendar that other programs subscribe to: iCalendar (RFC 5545).

use tabiya_game::Time;
use tabiya_protocol::events::EventId;
use time::{Date, Month, UtcDateTime};

/// The most octets of a line (3.1, "Content Lines").
const LONGEST_LINE: usize = 75;

/// An event with a start that somebody has set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Appointment {
    /// The event.
    pub id: EventId,
    /// What it is called.
    pub name: String,
    /// Format and time control, in words.
    pub about: String,
    /// When it begins.
    pub starts: Time,
}

/// A calendar of these events. `origin` is what links to this server begin with, such as `https://chess.example`; `now` is
/// when the calendar is written.
pub fn calendar(appointments: &[Appointment], origin: &str, now: Time) -> String {
    let host = origin.split("://").last().unwrap_or(origin);
    let mut out = String::new();
    let mut line = |text: String| {
        for part in folded(&text) {
            out.push_str(part);
            out.push_str("\r\n ");
        }
        // The blank after the last part would continue the line.
        out.truncate(out.len() - 1);
    };
    for text in ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Tabiya//Events//EN", "METHOD:PUBLISH"] {
        line(text.to_owned());
    }
    for Appointment { id, name, about, starts } in appointments {
        line("BEGIN:VEVENT".to_owned());
        line(format!("UID:event-{id}@{host}"));
        line(format!("DTSTAMP:{}", moment(now)));
        line(format!("DTSTART:{}", moment(*starts)));
        line(format!("SUMMARY:{}", escaped(name)));
        line(format!("DESCRIPTION:{}", escaped(about)));
        line(format!("URL:{origin}/event/{id}"));
        line("END:VEVENT".to_owned());
    }
    line("END:VCALENDAR".to_owned());
    out
}

/// The parts of a line, each short enough with the blank in front of all but the first. No letter is cut.
fn folded(text: &str) -> Vec<&str> {
    let (mut parts, mut rest) = (Vec::new(), text);
    let mut room = LONGEST_LINE;
    while rest.len() > room {
        let cut = (1..=room).rev().find(|at| rest.is_char_boundary(*at)).unwrap_or(rest.len());
        let (part, more) = rest.split_at(cut);
        parts.push(part);
        rest = more;
        room = LONGEST_LINE - 1;
    }
    parts.push(rest);
    parts
}

/// Text as a value has it (3.3.11).
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' | ';' | ',' => {
                out.push('\\');
                out.push(character);
            }
            '\n' => out.push_str("\\n"),
            other if other.is_control() => {}
            other => out.push(other),
        }
    }
    out
}

/// A moment in UTC as people type it: `2026-12-04 18:30`, also with a `T` in the middle or a `Z` at the end. `None` for any other
/// text, and for days that no calendar has.
pub fn moment_of(text: &str) -> Option<Time> {
    let (day, hour) = text.trim().trim_end_matches('Z').split_once([' ', 'T'])?;
    let numbers = |text: &str, between: char| -> Option<Vec<u16>> {
        text.split(between).map(|part| part.parse().ok()).collect()
    };
    let (day, hour) = (numbers(day, '-')?, numbers(hour, ':')?);
    let (&[year, month, day], &[hour, minute]) = (day.as_slice(), hour.as_slice()) else { return None };
    let small = |number: u16| u8::try_from(number).ok();
    let month = Month::try_from(small(month)?).ok()?;
    let date = Date::from_calendar_date(i32::from(year), month, small(day)?).ok()?;
    let at = UtcDateTime::new(date, time::Time::from_hms(small(hour)?, small(minute)?, 0).ok()?);
    u64::try_from(at.unix_timestamp()).ok().map(|seconds| Time(seconds * 1000))
}

/// The same the other way round.
pub fn moment_text(at: Time) -> String {
    let seconds = i64::try_from(at.0 / 1000).unwrap_or(i64::MAX);
    let at = UtcDateTime::from_unix_timestamp(seconds).unwrap_or(UtcDateTime::UNIX_EPOCH);
    format!("{} {:02}:{:02}", at.date(), at.hour(), at.minute())
}

/// A moment in UTC (3.3.5, form 2): `20261126T193000Z`.
fn moment(at: Time) -> String {
    let seconds = i64::try_from(at.0 / 1000).unwrap_or(i64::MAX);
    // Later than any calendar: nobody can set such a start.
    let at = UtcDateTime::from_unix_timestamp(seconds).unwrap_or(UtcDateTime::UNIX_EPOCH);
    let (day, clock) = (at.date(), at.time());
    format!(
        "{:04}{:02}{:02}T{:02}{:02}{:02}Z",
        day.year(),
        u8::from(day.month()),
        day.day(),
        clock.hour(),
        clock.minute(),
        clock.second()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_in_utc() {
        for (ms, written) in [
            (0, "19700101T000000Z"),
            (951_782_400_000, "20000229T000000Z"),
            (1_795_807_800_000, "20261127T193000Z"),
            (4_107_542_399_000, "21000228T235959Z"),
        ] {
            assert_eq!(moment(Time(ms)), written);
        }
    }

    #[test]
    fn moments_are_read_as_people_type_them() {
        for (typed, ms) in [
            ("2026-11-27 19:30", Some(1_795_807_800_000)),
            (" 2026-11-27T19:30Z ", Some(1_795_807_800_000)),
            ("2026-02-29 10:00", None),
            ("2026-11-27", None),
            ("2026-11-27 24:00", None),
            ("1969-12-31 10:00", None),
            ("tomorrow 10:00", None),
        ] {
            assert_eq!(moment_of(typed), ms.map(Time), "{typed}");
            assert!(ms.is_none_or(|ms| moment_of(&moment_text(Time(ms))) == Some(Time(ms))), "{typed}");
        }
    }

    #[test]
    fn lines_are_short_and_nothing_in_a_name_ends_them() {
        let name = format!("Größe, {}; \\ end", "ü".repeat(60));
        let appointment = Appointment {
            id: EventId::from_bits(7),
            name: format!("{name}\r\nBEGIN:VEVENT"),
            about: "Swiss, 7 rounds".to_owned(),
            starts: Time(951_782_400_000),
        };
        let text = calendar(&[appointment], "https://chess.example", Time(0));
        assert!(text.ends_with("END:VCALENDAR\r\n"), "{text}");
        let lines: Vec<&str> = text.split_terminator("\r\n").collect();
        assert!(lines.iter().all(|line| line.len() <= LONGEST_LINE), "{text}");
        assert_eq!(lines.iter().filter(|line| **line == "BEGIN:VEVENT").count(), 1, "{text}");
        let whole = text.replace("\r\n ", "");
        let expected = format!("SUMMARY:Größe\\, {}\\; \\\\ end\\nBEGIN:VEVENT", "ü".repeat(60));
        assert!(whole.contains(&expected), "{whole}");
        assert!(whole.contains("\r\nDTSTART:20000229T000000Z\r\n"), "{whole}");
        assert!(whole.contains("\r\nUID:event-00000007@chess.example\r\n"), "{whole}");
        assert!(whole.contains("\r\nDESCRIPTION:Swiss\\, 7 rounds\r\n"), "{whole}");
    }
}
