// SPDX-License-Identifier: AGPL-3.0-or-later
//! Which backups are kept.
//!
//! Kept are the last seven, and of the weeks before these the last four, each by its newest. So a mistake that somebody notices
//! within a month can be undone, and a name that was erased is gone from all of them after five weeks. One in which faults are found
//! takes no sound one's place; the last seven of such are kept. They and those from before an upgrade go when they are older
//! than all the sound ones, and there are as many of these as are kept.

use time::Date;

/// How many of the newest are kept.
const DAYS: usize = 7;
/// Of how many weeks before them one is kept.
const WEEKS: usize = 4;

/// Whether all the sound ones are newer, and there are as many as are kept. Counted, because a clock may be wrong.
pub(super) fn is_outlived(day: Date, sound: &[Date]) -> bool {
    sound.len() >= DAYS + WEEKS && sound.iter().all(|kept| day < *kept)
}

/// Which of these days' faulty backups are not kept. The one that was `made` just now is, whatever the clock said.
pub(super) fn superfluous_faulty(mut days: Vec<Date>, made: Date) -> Vec<Date> {
    days.sort_unstable_by(|a, b| b.cmp(a));
    days.into_iter().skip(DAYS).filter(|day| *day != made).collect()
}

/// Which backups of these days are not kept. The one that was `made` just now is, whatever the clock said.
pub(super) fn superfluous(mut days: Vec<Date>, made: Date) -> Vec<Date> {
    days.sort_unstable_by(|a, b| b.cmp(a));
    let mut weeks = Vec::new();
    let mut is_kept = |index: usize, day: Date| {
        // Julian day 0 was a Monday, so whole weeks begin with Mondays.
        let week = day.to_julian_day().div_euclid(7);
        if index < DAYS || day == made {
            return true;
        }
        let is_newest = !weeks.contains(&week) && weeks.len() < WEEKS;
        if is_newest {
            weeks.push(week);
        }
        is_newest
    };
    days.into_iter().enumerate().filter(|(index, day)| !is_kept(*index, *day)).map(|(_, day)| day).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> Date {
        super::super::names::date(text).expect("a date")
    }

    /// Which are kept after a backup on each of these days.
    fn kept_after(days: impl IntoIterator<Item = Date>) -> Vec<String> {
        let mut there: Vec<Date> = Vec::new();
        for day in days {
            there.push(day);
            let gone = superfluous(there.clone(), day);
            there.retain(|day| !gone.contains(day));
        }
        there.sort_unstable();
        there.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn seven_days_and_four_weeks_are_kept() {
        // Until a Thursday: the days from Friday on, then the Sundays before, and the week that is being left.
        let every_day = std::iter::successors(Some(date("2026-06-01")), |day| day.next_day())
            .take_while(|day| *day <= date("2026-11-26"));
        assert_eq!(
            kept_after(every_day),
            [
                "2026-11-01",
                "2026-11-08",
                "2026-11-15",
                "2026-11-19",
                "2026-11-20",
                "2026-11-21",
                "2026-11-22",
                "2026-11-23",
                "2026-11-24",
                "2026-11-25",
                "2026-11-26"
            ]
        );
    }

    #[test]
    fn a_laptop_that_is_on_once_a_week_keeps_eleven_weeks() {
        let tuesdays = (0..30).map(|week| date("2026-03-03") + time::Duration::weeks(week));
        let kept = kept_after(tuesdays);
        assert_eq!(kept.len(), DAYS + WEEKS);
        assert_eq!(kept.last().map(String::as_str), Some("2026-09-22"));
    }

    /// A computer whose battery is empty wakes up in 1970. What it makes then must not push out what was good.
    #[test]
    fn a_clock_that_was_wrong_takes_no_backup_away_but_its_own() {
        let good: Vec<_> = (10..20).map(|day| date(&format!("2026-11-{day}"))).collect();
        let kept = kept_after(good.clone());
        let with = kept_after(good.iter().copied().chain([date("1970-01-01")]));
        assert!(kept.iter().all(|day| with.contains(day)), "{with:?}");
        assert!(with.contains(&"1970-01-01".to_owned()), "what was just made is there");
    }
}
