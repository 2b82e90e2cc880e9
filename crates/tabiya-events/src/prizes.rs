// SPDX-License-Identifier: AGPL-3.0-or-later
//! The prizes of an event: what the organiser has announced, and who gets what by the standings.

use std::fmt::Write as _;

use serde::Serialize;
use tabiya_tournament::Points;
use tabiya_tournament::prizes::{self, Sharing};

use crate::event::{EntrantId, Event, PrizeCategory, PrizeSharing};
use crate::table::Table;

/// The most categories, and the most prizes of one.
const MOST: usize = 50;
/// The most that a prize is worth, in the smallest unit of the money.
const HIGHEST: u32 = 10_000_000;

/// What is wrong with a list of prizes; `None` if nothing is.
pub fn wrong(categories: &[PrizeCategory]) -> Option<String> {
    if categories.len() > MOST {
        return Some(format!("there are at most {MOST} categories"));
    }
    for (place, these) in categories.iter().enumerate() {
        let name = &these.name;
        let length = name.trim().chars().count();
        if length == 0 || length > 80 || name.chars().any(char::is_control) {
            return Some("a category's name has 1 to 80 characters".into());
        }
        if categories[..place].iter().any(|other| other.name == *name) {
            return Some(format!("the category {name} stands there twice"));
        }
        if these.prizes.is_empty() || these.prizes.len() > MOST {
            return Some(format!("{name}: a category has 1 to {MOST} prizes"));
        }
        if these.prizes.iter().any(|prize| *prize == 0 || *prize > HIGHEST) {
            return Some(format!("{name}: a prize is worth more than nothing and at most 100000"));
        }
        if these.prizes.windows(2).any(|pair| pair[0] < pair[1]) {
            return Some(format!("{name}: a later place has no larger prize than an earlier one"));
        }
    }
    None
}

/// What somebody gets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Award {
    /// The entrant.
    pub entrant: EntrantId,
    /// The category.
    pub category: String,
    /// The place whose prize it is; `None` for a share without a prize of one's own.
    pub place: Option<usize>,
    /// The points in tenths.
    pub points: i32,
    /// How much, in the smallest unit of the money.
    pub amount: u32,
}

/// Who gets what by the standings as they are now.
pub fn awards(event: &Event) -> Vec<Award> {
    let lines = Table::of(event).lines;
    let category = |these: &PrizeCategory| prizes::Category {
        players: lines
            .iter()
            .filter(|line| event.entrant(line.entrant).is_some_and(|entrant| these.takes(&entrant.card)))
            .map(|line| prizes::Contender {
                number: line.entrant.0,
                points: Points::tenths(line.points),
                rank: line.rank,
            })
            .collect(),
        prizes: these.prizes.clone(),
        sharing: match these.sharing {
            PrizeSharing::TieBreak => Sharing::TieBreak,
            PrizeSharing::Equal => Sharing::Equal,
            PrizeSharing::Hort => Sharing::Hort,
        },
    };
    let categories: Vec<prizes::Category> = event.prizes.iter().map(category).collect();
    let points =
        |number: u16| lines.iter().find(|line| line.entrant.0 == number).map_or(0, |line| line.points);
    let award = |award: prizes::Award| Award {
        entrant: EntrantId(award.number),
        category: event.prizes[award.category].name.clone(),
        place: award.place,
        points: points(award.number),
        amount: award.amount,
    };
    prizes::awards(&categories).into_iter().map(award).collect()
}

/// The list to read out: each category from its last prize to its first.
pub fn to_read_out(event: &Event) -> String {
    let all = awards(event);
    let mut out = String::new();
    for these in &event.prizes {
        let _ = writeln!(out, "{}", these.name);
        for award in all.iter().filter(|award| award.category == these.name).rev() {
            let name = event.entrant(award.entrant).map_or("?", |entrant| entrant.card.name.as_str());
            let place = award.place.map_or("-".to_owned(), |place| place.to_string());
            let _ = writeln!(
                out,
                "{place}\t{name}\t{} points\t{}.{:02}",
                Points::tenths(award.points),
                award.amount / 100,
                award.amount % 100
            );
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Card;

    #[test]
    fn who_may_win_in_a_category() {
        let card = |birth: &str, rating, sex| Card { birth: birth.into(), sex, ..Card::new("Ann", rating) };
        let juniors = PrizeCategory { born_from: Some(2008), ..PrizeCategory::default() };
        assert!(juniors.takes(&card("2008/01/01", None, None)) && juniors.takes(&card("2010", None, None)));
        assert!(!juniors.takes(&card("2007/12/31", None, None)) && !juniors.takes(&card("", None, None)));
        let below = PrizeCategory { rating_below: Some(1800), ..PrizeCategory::default() };
        assert!(below.takes(&card("", Some(1799), None)) && !below.takes(&card("", Some(1800), None)));
        assert!(!below.takes(&card("", None, None)));
        assert!(PrizeCategory { unrated: true, ..below }.takes(&card("", None, None)));
        let women = PrizeCategory { women: true, ..PrizeCategory::default() };
        assert!(women.takes(&card("", None, Some('w'))) && !women.takes(&card("", None, None)));
        let club = PrizeCategory { club: "Wasa".into(), ..PrizeCategory::default() };
        assert!(
            club.takes(&Card { club: "WASA".into(), ..Card::default() }) && !club.takes(&Card::default())
        );
    }

    #[test]
    fn lists_that_make_no_prizes_are_refused() {
        let one =
            PrizeCategory { name: "All".into(), prizes: vec![20_000, 10_000], ..PrizeCategory::default() };
        assert_eq!(wrong(std::slice::from_ref(&one)), None);
        for list in [
            vec![one.clone(), one.clone()],
            vec![PrizeCategory { name: " ".into(), ..one.clone() }],
            vec![PrizeCategory { prizes: vec![100, 200], ..one.clone() }],
            vec![PrizeCategory { prizes: vec![0], ..one.clone() }],
            vec![PrizeCategory { prizes: Vec::new(), ..one }],
        ] {
            assert!(wrong(&list).is_some(), "{list:?}");
        }
    }
}
