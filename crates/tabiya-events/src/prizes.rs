// SPDX-License-Identifier: AGPL-3.0-or-later
//! The prizes of an event: what the organiser has announced, and who gets what by the standings.

use std::fmt::Write as _;

use serde::Serialize;
use tabiya_tournament::Points;
use tabiya_tournament::prizes::{self, Sharing};

use crate::event::{EntrantId, Event, PrizeCategory, PrizeSharing};
use crate::table::{Line, Table};

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
        if !these.each.is_empty() && these.each.len() != these.prizes.len() {
            return Some(format!("{name}: say one sharing for all prizes, or one for each"));
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

const fn sharing(sharing: PrizeSharing) -> Sharing {
    match sharing {
        PrizeSharing::TieBreak => Sharing::TieBreak,
        PrizeSharing::Equal => Sharing::Equal,
        PrizeSharing::Hort => Sharing::Hort,
    }
}

/// The standings of a category: the lines of those who may win in it, with their ranks there.
pub fn standings(event: &Event, table: &Table, these: &PrizeCategory) -> Vec<Line> {
    let is_in = |line: &&Line| event.entrant(line.entrant).is_some_and(|entrant| these.takes(&entrant.card));
    let mut lines: Vec<Line> = table.lines.iter().filter(is_in).cloned().collect();
    // Whom nothing tells apart among all of them shares a rank here, too.
    let mut last = None;
    for (place, line) in (1..).zip(&mut lines) {
        let rank = last.filter(|(of_all, _)| *of_all == line.rank).map_or(place, |(_, rank)| rank);
        last = Some((line.rank, rank));
        line.rank = rank;
    }
    lines
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
        sharing: if these.each.is_empty() {
            vec![sharing(these.sharing)]
        } else {
            these.each.iter().copied().map(sharing).collect()
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
    use crate::event::{BirthBound, Card};

    #[test]
    fn who_may_win_in_a_category() {
        let card = |birth: &str, rating, sex| Card { birth: birth.into(), sex, ..Card::new("Ann", rating) };
        let juniors = PrizeCategory { born_from: Some(BirthBound::year(2008)), ..PrizeCategory::default() };
        assert!(juniors.takes(&card("2008/01/01", None, None)) && juniors.takes(&card("2010", None, None)));
        assert!(!juniors.takes(&card("2007/12/31", None, None)) && !juniors.takes(&card("", None, None)));
        let from_day =
            PrizeCategory { born_from: Some("2008-09-01".parse().unwrap()), ..PrizeCategory::default() };
        assert!(from_day.takes(&card("2008/09/01", None, None)) && from_day.takes(&card("2009", None, None)));
        assert!(
            !from_day.takes(&card("2008/08/31", None, None)) && !from_day.takes(&card("2008", None, None))
        );
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
    fn whom_nothing_tells_apart_shares_a_rank_in_a_category_too() {
        use crate::decide::create;
        use crate::event::{Entry, Format, Plays, Record, Settings};
        let settings = Settings::new("Test", Format::Swiss { rounds: 3, baku: false }, None, 7);
        let record = |number, entry| Record { number, at: tabiya_game::Time(0), by: None, entry };
        let mut event = Event::begin(&record(1, create(settings, None).unwrap())).unwrap();
        for number in 1..=4_u16 {
            let card = Card::new(format!("Player {number}"), Some(2000 - 100 * number));
            let (entrant, plays) = (EntrantId(number), Plays::OverTheBoard);
            let entry = Entry::Entered { entrant, player: None, card, plays, team: None, member: None };
            event.apply(&record(u64::from(number) + 1, entry)).unwrap();
        }
        let line = |(rank, number): (usize, u16)| Line {
            rank,
            entrant: EntrantId(number),
            points: 0,
            values: Vec::new(),
        };
        let lines = [(1, 1), (2, 2), (2, 3), (4, 4)].map(line).to_vec();
        let table = Table { tie_breaks: Vec::new(), lines };
        let of = |below| {
            let category = PrizeCategory { rating_below: Some(below), ..PrizeCategory::default() };
            let lines = standings(&event, &table, &category).into_iter();
            lines.map(|line| (line.rank, line.entrant.0)).collect::<Vec<_>>()
        };
        assert_eq!(of(1900), [(1, 2), (1, 3), (3, 4)]);
        assert_eq!(of(1800), [(1, 3), (2, 4)]);
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
            vec![PrizeCategory { each: vec![PrizeSharing::Equal], ..one.clone() }],
            vec![PrizeCategory { prizes: Vec::new(), ..one }],
        ] {
            assert!(wrong(&list).is_some(), "{list:?}");
        }
    }
}
