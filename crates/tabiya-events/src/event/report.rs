// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a rating report says about an event besides its players and results.

use std::fmt;
use std::str::FromStr;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// The most characters of a city's or an arbiter's name.
const LONGEST: usize = 80;
/// The most deputies of a chief arbiter.
const MOST_DEPUTIES: usize = 20;
/// The most rounds that have a date.
const MOST_DATES: usize = 400;

/// A day of the calendar: `2026-11-28`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Day(Date);

/// No day of the calendar.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} isn't a day: write 2026-11-28")]
pub struct WrongDay(String);

impl Day {
    /// As line 042 of a tournament report has it: `2026/11/28`.
    pub fn in_full(self) -> String {
        self.0.strftime("%Y/%m/%d").to_string()
    }

    /// As line 132 has it: `26/11/28`.
    pub fn in_short(self) -> String {
        self.0.strftime("%y/%m/%d").to_string()
    }
}

impl FromStr for Day {
    type Err = WrongDay;

    fn from_str(text: &str) -> Result<Self, WrongDay> {
        let date = Date::strptime("%Y-%m-%d", text.trim()).ok();
        let date = date.filter(|date| (1900..=2200).contains(&date.year()));
        date.map(Self).ok_or_else(|| WrongDay(text.to_owned()))
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl TryFrom<String> for Day {
    type Error = WrongDay;

    fn try_from(text: String) -> Result<Self, WrongDay> {
        text.parse()
    }
}

impl From<Day> for String {
    fn from(day: Day) -> Self {
        day.to_string()
    }
}

/// Where and when an event is played, and who its arbiters are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// The city; empty if nobody has said.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub city: String,
    /// The federation in which it is played, in three letters; empty if nobody has said.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub federation: String,
    /// The chief arbiter; empty if nobody has said.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub chief_arbiter: String,
    /// The chief arbiter's deputies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deputies: Vec<String>,
    /// The day of each round, the first one first; `None` where nobody has said.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dates: Vec<Option<Day>>,
}

/// What no report can say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongReport {
    /// The name of a city or an arbiter is too long, or holds control characters.
    #[error("the name of a city or an arbiter has up to {LONGEST} characters")]
    Name,
    /// No federation has such a code.
    #[error("a federation has three letters, such as SWE")]
    Federation,
    /// Too many deputies.
    #[error("a report names up to {MOST_DEPUTIES} deputy arbiters")]
    Deputies,
    /// Too many dates.
    #[error("a report has the dates of up to {MOST_DATES} rounds")]
    Dates,
}

impl Report {
    /// Whether nobody has said anything.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The day of a round, from 1.
    pub fn date(&self, round: u16) -> Option<Day> {
        self.dates.get(usize::from(round).checked_sub(1)?).copied().flatten()
    }

    /// Whether a report can say this.
    ///
    /// # Errors
    /// What is wrong.
    pub fn check(&self) -> Result<(), WrongReport> {
        let is_name = |name: &String| name.chars().count() <= LONGEST && !name.chars().any(char::is_control);
        if ![&self.city, &self.chief_arbiter].into_iter().chain(&self.deputies).all(is_name) {
            return Err(WrongReport::Name);
        }
        let code = self.federation.as_bytes();
        if !code.is_empty() && (code.len() != 3 || !code.iter().all(u8::is_ascii_uppercase)) {
            return Err(WrongReport::Federation);
        }
        if self.deputies.len() > MOST_DEPUTIES {
            return Err(WrongReport::Deputies);
        }
        if self.dates.len() > MOST_DATES {
            return Err(WrongReport::Dates);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_one_of_the_calendar() {
        let day: Day = "2028-02-29".parse().expect("a day");
        let written = [day.to_string(), day.in_full(), day.in_short()];
        assert_eq!(written, ["2028-02-29", "2028/02/29", "28/02/29"]);
        for text in ["2027-02-29", "2026", "28.11.2026", "2026-11", "26-11-28", "", "2026-13-01"] {
            assert_eq!(text.parse::<Day>(), Err(WrongDay(text.into())));
        }
    }

    #[test]
    fn what_no_report_can_say_is_refused() {
        let good = Report {
            city: "Uppsala".into(),
            federation: "SWE".into(),
            deputies: vec!["Bo Lind".into()],
            ..Report::default()
        };
        assert_eq!(good.check(), Ok(()));
        assert_eq!(Report { city: "x".repeat(81), ..good.clone() }.check(), Err(WrongReport::Name));
        assert_eq!(Report { deputies: vec!["a\nb".into()], ..good.clone() }.check(), Err(WrongReport::Name));
        for code in ["SW", "swe", "SWEDEN", "S E"] {
            let wrong = Report { federation: code.into(), ..good.clone() };
            assert_eq!(wrong.check(), Err(WrongReport::Federation), "{code}");
        }
        let many = Report { deputies: vec![String::new(); 21], ..good.clone() };
        assert_eq!(many.check(), Err(WrongReport::Deputies));
        assert_eq!(Report { dates: vec![None; 401], ..good }.check(), Err(WrongReport::Dates));
    }
}
