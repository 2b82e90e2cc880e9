// SPDX-License-Identifier: AGPL-3.0-or-later
//! A bound of ages: born on a day or later, or until a day.

use std::fmt;
use std::str::FromStr;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// A day, or a whole year: `2008-09-01`, `2008`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct BirthBound {
    year: u16,
    /// Month and day; `None` for the whole year.
    day: Option<(u8, u8)>,
}

/// As the journal has it: it was a year alone before there were days.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    Year(u16),
    Day(String),
}

/// No day of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a day is written 2008-09-01, or 2008 for the whole year")]
pub struct NoDay;

impl BirthBound {
    /// All of a year.
    pub const fn year(year: u16) -> Self {
        Self { year, day: None }
    }

    /// Whether somebody with this date of birth (`2011/04/30` or `2011`) was born on the day or later. False where that is not certain.
    pub fn is_from(self, birth: &str) -> bool {
        let Some((year, day)) = read(birth) else { return false };
        let first = self.day.unwrap_or((1, 1));
        (year, day.unwrap_or((1, 1))) >= (self.year, first)
    }

    /// Whether somebody with this date of birth was born on the day or before. False where that is not certain.
    pub fn is_until(self, birth: &str) -> bool {
        let Some((year, day)) = read(birth) else { return false };
        let last = self.day.unwrap_or((12, 31));
        (year, day.unwrap_or((12, 31))) <= (self.year, last)
    }
}

/// The year of a date of birth, with month and day where they are known.
fn read(birth: &str) -> Option<(u16, Option<(u8, u8)>)> {
    let mut parts = birth.split('/');
    let year = parts.next()?.parse().ok()?;
    let month = parts.next().and_then(|month| month.parse().ok()).filter(|month| *month > 0);
    let day = parts.next().and_then(|day| day.parse().ok()).filter(|day| *day > 0);
    Some((year, month.zip(day)))
}

impl FromStr for BirthBound {
    type Err = NoDay;

    fn from_str(text: &str) -> Result<Self, NoDay> {
        let parts: Vec<&str> = text.trim().split(['-', '/']).collect();
        let year: u16 = parts.first().and_then(|year| year.parse().ok()).ok_or(NoDay)?;
        match parts.as_slice() {
            [_] if (1900..=2200).contains(&year) => Ok(Self { year, day: None }),
            [_, month, day] => {
                let (month, day): (u8, u8) =
                    (month.parse().map_err(|_| NoDay)?, day.parse().map_err(|_| NoDay)?);
                let numbers = (i16::try_from(year), i8::try_from(month), i8::try_from(day));
                let (Ok(of_year), Ok(of_month), Ok(of_day)) = numbers else { return Err(NoDay) };
                Date::new(of_year, of_month, of_day).map_err(|_| NoDay)?;
                Ok(Self { year, day: Some((month, day)) })
            }
            _ => Err(NoDay),
        }
    }
}

impl fmt::Display for BirthBound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.day {
            Some((month, day)) => write!(f, "{:04}-{month:02}-{day:02}", self.year),
            None => write!(f, "{}", self.year),
        }
    }
}

impl TryFrom<Written> for BirthBound {
    type Error = NoDay;

    fn try_from(written: Written) -> Result<Self, NoDay> {
        match written {
            Written::Year(year) => Ok(Self { year, day: None }),
            Written::Day(text) => text.parse(),
        }
    }
}

impl From<BirthBound> for Written {
    fn from(bound: BirthBound) -> Self {
        if bound.day.is_some() { Self::Day(bound.to_string()) } else { Self::Year(bound.year) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_decides_and_a_year_alone_only_where_it_is_certain() {
        let day: BirthBound = "2008-09-01".parse().unwrap();
        for (birth, from, until) in [
            ("2008/09/01", true, true),
            ("2008/08/31", false, true),
            ("2008/09/02", true, false),
            ("2009", true, false),
            ("2007", false, true),
            ("2008", false, false),
            ("2008/00/00", false, false),
            ("", false, false),
        ] {
            assert_eq!((day.is_from(birth), day.is_until(birth)), (from, until), "{birth}");
        }
        let year = BirthBound::year(2008);
        assert!(year.is_from("2008") && year.is_until("2008") && year.is_until("2008/12/31"));
        assert!(!year.is_from("2007/12/31") && !year.is_until("2009/01/01"));
    }

    #[test]
    fn what_is_written_is_read_again_also_a_year_of_before() {
        for text in ["2008", "\"2008-09-01\""] {
            let bound: BirthBound = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&bound).unwrap(), text);
        }
        for wrong in ["", "08", "2008-13-01", "2008-02-30", "2008-09", "1.9.2008", "2008-09-01-02"] {
            assert_eq!(wrong.parse::<BirthBound>(), Err(NoDay), "{wrong}");
        }
    }
}
