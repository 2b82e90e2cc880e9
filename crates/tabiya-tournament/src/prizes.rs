// SPDX-License-Identifier: MIT OR Apache-2.0
//! Prizes by place and category.
//!
//! Nobody gets two: of the prizes that a player could have the most valuable one is taken, and the others pass on to the next
//! one in their category. Those who are tied on points take theirs by tie-break, share them equally, or have half of each: the
//! Hort system.

use crate::Points;

/// How a category deals with players of equal points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sharing {
    /// Each has the prize of the place that the tie-breaks gave.
    #[default]
    TieBreak,
    /// All of equal points share their prizes equally, also those for whom no place with a prize was left.
    Equal,
    /// Half of each prize goes by tie-break, and the other halves are shared equally.
    Hort,
}

/// Somebody who may win in a category.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contender {
    /// The player.
    pub number: u16,
    /// The points.
    pub points: Points,
    /// The place in the standings, shared by those whom no tie-break tells apart.
    pub rank: usize,
}

/// A category, with those who may win in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Category {
    /// Who may win, the best first, by the standings.
    pub players: Vec<Contender>,
    /// The prizes from the first place on, in the smallest unit of the money.
    pub prizes: Vec<u32>,
    /// How equal points are dealt with, for each prize. Those after the last one that is said are as that one; where nothing is said,
    /// all go by tie-break.
    pub sharing: Vec<Sharing>,
}

/// What a player gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Award {
    /// The player.
    pub number: u16,
    /// The category, from 0.
    pub category: usize,
    /// The place whose prize it is, from 1; `None` for a share without a prize of one's own.
    pub place: Option<usize>,
    /// How much, in the smallest unit of the money.
    pub amount: u32,
}

/// Who gets what: the categories in their order, in each the best first. Where two categories offer a player the same, the
/// earlier one counts.
///
/// What a category offers depends on who else competes for it, shares included. So the largest of all offers is taken
/// first: that player leaves the other categories, where the offers to those behind can only grow.
pub fn awards(categories: &[Category]) -> Vec<Award> {
    let mut competing: Vec<Vec<Contender>> = categories.iter().map(|these| these.players.clone()).collect();
    let mut taken: Vec<(u16, usize)> = Vec::new();
    while let Some((number, category)) = largest_offer(categories, &competing, &taken) {
        taken.push((number, category));
        for (other, players) in competing.iter_mut().enumerate() {
            players.retain(|one| other == category || one.number != number);
        }
    }
    let of_category = |(category, these): (usize, &Category)| {
        let players = &competing[category];
        let amounts = allotted(these, players);
        let prizes = these.prizes.len();
        let award = move |(place, (one, amount)): (usize, (&Contender, u32))| Award {
            number: one.number,
            category,
            place: (place < prizes).then_some(place + 1),
            amount,
        };
        let all: Vec<Award> = players.iter().zip(amounts).enumerate().map(award).collect();
        all.into_iter().filter(|award| award.amount > 0)
    };
    categories.iter().enumerate().flat_map(of_category).collect()
}

/// The largest amount that anybody is offered who has taken nothing yet: the player, and the category.
fn largest_offer(
    categories: &[Category],
    competing: &[Vec<Contender>],
    taken: &[(u16, usize)],
) -> Option<(u16, usize)> {
    let mut largest: Option<(u32, u16, usize)> = None;
    for (category, (these, players)) in categories.iter().zip(competing).enumerate() {
        for (one, amount) in players.iter().zip(allotted(these, players)) {
            let is_free = taken.iter().all(|(number, _)| *number != one.number);
            if is_free && amount > largest.map_or(0, |(most, _, _)| most) {
                largest = Some((amount, one.number, category));
            }
        }
    }
    largest.map(|(_, number, category)| (number, category))
}

/// What each of those who compete for a category would get, the best first.
fn allotted(these: &Category, players: &[Contender]) -> Vec<u32> {
    let own: Vec<u32> =
        (0..players.len()).map(|place| these.prizes.get(place).copied().unwrap_or(0)).collect();
    // Those whom no tie-break tells apart share also what goes by tie-break.
    let by_tie_break = |amounts: &[u32]| shared(amounts, players, |one, other| one.rank == other.rank);
    let by_points = |amounts: &[u32]| shared(amounts, players, |one, other| one.points == other.points);
    let sharing =
        |place: usize| these.sharing.get(place).or(these.sharing.last()).copied().unwrap_or_default();
    // What of each prize is shared by those of equal points, and what goes by tie-break.
    let parts = own.iter().enumerate().map(|(place, prize)| match sharing(place) {
        Sharing::TieBreak => (0, *prize),
        Sharing::Equal => (*prize, 0),
        // The odd unit of each prize goes by tie-break.
        Sharing::Hort => (prize / 2, prize - prize / 2),
    });
    let (together, alone): (Vec<u32>, Vec<u32>) = parts.unzip();
    by_points(&together).into_iter().zip(by_tie_break(&alone)).map(|(one, other)| one + other).collect()
}

/// The amounts after neighbours who are equal have shared theirs. What can't be divided goes to the first ones, a unit each.
fn shared(
    amounts: &[u32],
    players: &[Contender],
    are_equal: impl Fn(&Contender, &Contender) -> bool,
) -> Vec<u32> {
    let mut all = Vec::with_capacity(amounts.len());
    for equal in players.chunk_by(are_equal) {
        let pool: u32 = amounts[all.len()..all.len() + equal.len()].iter().sum();
        let count = u32::try_from(equal.len()).unwrap_or(u32::MAX);
        all.extend((0..count).map(|place| pool / count + u32::from(place < pool % count)));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn category(players: &[(u16, i32)], prizes: &[u32], sharing: Sharing) -> Category {
        let contender = |(rank, (number, tenths)): (usize, &(u16, i32))| Contender {
            number: *number,
            points: Points::tenths(*tenths),
            rank,
        };
        let players = (1..).zip(players).map(contender).collect();
        Category { players, prizes: prizes.to_vec(), sharing: vec![sharing] }
    }

    fn listed(categories: &[Category]) -> Vec<(u16, usize, u32)> {
        awards(categories).iter().map(|award| (award.number, award.category, award.amount)).collect()
    }

    #[test]
    fn the_most_valuable_prize_is_taken_and_the_other_passes_on() {
        use Sharing::TieBreak;
        // 3 is third in all and the best junior: 60 is more than 50, so the third prize passes on to 4.
        let all = category(&[(1, 60), (2, 55), (3, 50), (4, 45), (5, 40)], &[200, 100, 50], TieBreak);
        let juniors = category(&[(3, 50), (5, 40)], &[60, 20], TieBreak);
        let expected = [(1, 0, 200), (2, 0, 100), (4, 0, 50), (3, 1, 60), (5, 1, 20)];
        assert_eq!(listed(&[all.clone(), juniors.clone()]), expected);
        // Where the third prize is worth more, the junior prize passes on, and its second one has nobody left.
        let all = Category { prizes: vec![200, 100, 70], ..all };
        assert_eq!(listed(&[all, juniors]), [(1, 0, 200), (2, 0, 100), (3, 0, 70), (5, 1, 60)]);
    }

    #[test]
    fn equal_points_share_equally_or_half_and_half() {
        let three = |sharing| category(&[(1, 60), (2, 60), (3, 60), (4, 50)], &[100, 50, 30], sharing);
        assert_eq!(listed(&[three(Sharing::Equal)]), [(1, 0, 60), (2, 0, 60), (3, 0, 60)]);
        // Half of the own prize, and a third of the other halves: 90 / 3.
        assert_eq!(listed(&[three(Sharing::Hort)]), [(1, 0, 80), (2, 0, 55), (3, 0, 45)]);
        // Three for two prizes: the third one shares, too.
        let two = |sharing| category(&[(1, 60), (2, 60), (3, 60)], &[101, 50], sharing);
        assert_eq!(listed(&[two(Sharing::Equal)]), [(1, 0, 51), (2, 0, 50), (3, 0, 50)]);
        assert_eq!(listed(&[two(Sharing::Hort)]), [(1, 0, 76), (2, 0, 50), (3, 0, 25)]);
        assert_eq!(listed(&[two(Sharing::TieBreak)]), [(1, 0, 101), (2, 0, 50)]);
    }

    #[test]
    fn each_prize_is_shared_in_its_own_way() {
        use Sharing::{Equal, Hort, TieBreak};
        let three = |sharing: &[Sharing]| Category {
            sharing: sharing.to_vec(),
            ..category(&[(1, 60), (2, 60), (3, 60), (4, 50)], &[100, 50, 30], TieBreak)
        };
        // The first prize goes by tie-break, and the others are shared by all three.
        assert_eq!(listed(&[three(&[TieBreak, Equal])]), [(1, 0, 127), (2, 0, 27), (3, 0, 26)]);
        assert_eq!(listed(&[three(&[Equal, TieBreak])]), [(1, 0, 34), (2, 0, 83), (3, 0, 63)]);
        // Half of 100 to the first one, and a third of the rest of it; the others as they stand.
        assert_eq!(listed(&[three(&[Hort, TieBreak])]), [(1, 0, 67), (2, 0, 67), (3, 0, 46)]);
        assert_eq!(listed(&[three(&[])]), listed(&[three(&[TieBreak])]));
    }

    #[test]
    fn shares_are_compared_and_not_the_prizes_that_are_shared() {
        use Sharing::Equal;
        // 30 of a third of 90 is less than 50 alone: the other two then share the 90.
        let all = category(&[(1, 60), (2, 60), (3, 60)], &[90], Equal);
        let juniors = category(&[(1, 60)], &[50], Equal);
        assert_eq!(listed(&[all, juniors]), [(2, 0, 45), (3, 0, 45), (1, 1, 50)]);
        // 150 of a half of 300 is more than 110.
        let all = category(&[(1, 60), (2, 60)], &[200, 100], Equal);
        let women = category(&[(2, 60)], &[110], Equal);
        assert_eq!(listed(&[all, women]), [(1, 0, 150), (2, 0, 150)]);
    }

    #[test]
    fn those_whom_no_tie_break_tells_apart_share() {
        let mut all = category(&[(1, 60), (2, 60), (3, 50)], &[100, 60, 20], Sharing::TieBreak);
        all.players[1].rank = 1;
        assert_eq!(listed(&[all.clone()]), [(1, 0, 80), (2, 0, 80), (3, 0, 20)]);
        assert_eq!(
            listed(&[Category { sharing: vec![Sharing::Hort], ..all }]),
            [(1, 0, 80), (2, 0, 80), (3, 0, 20)]
        );
    }

    #[test]
    fn nothing_is_lost_and_nobody_gets_two() {
        let mut random = crate::random::Random::new(5);
        for _ in 0..500 {
            let points: Vec<i32> = (0..20).map(|_| random.below(8) as i32 * 5).collect();
            let mut categories = Vec::new();
            for _ in 0..=random.below(3) {
                let mut players: Vec<(u16, i32)> = (1..)
                    .zip(&points)
                    .filter(|_| random.chance(600))
                    .map(|(number, of)| (number, *of))
                    .collect();
                players.sort_by_key(|(number, of)| (-of, *number));
                let mut prizes: Vec<u32> =
                    (0..random.below(6)).map(|_| 1 + random.below(500) as u32).collect();
                prizes.sort_unstable_by_key(|prize| std::cmp::Reverse(*prize));
                let sharing = [Sharing::TieBreak, Sharing::Equal, Sharing::Hort][random.below(3) as usize];
                categories.push(category(&players, &prizes, sharing));
            }
            let awards = awards(&categories);
            for (place, these) in categories.iter().enumerate() {
                let of = |award: &&Award| award.category == place;
                let given: u32 = awards.iter().filter(of).map(|award| award.amount).sum();
                let elsewhere = |number: u16| {
                    awards.iter().any(|award| award.number == number && award.category != place)
                };
                let competing = these.players.iter().filter(|one| !elsewhere(one.number)).count();
                let announced: u32 = these.prizes.iter().take(competing).sum();
                assert_eq!(given, announced, "every prize that somebody may have is given, to the last unit");
            }
            let mut numbers: Vec<u16> = awards.iter().map(|award| award.number).collect();
            numbers.sort_unstable();
            assert!(numbers.windows(2).all(|pair| pair[0] != pair[1]), "{awards:?}");
        }
    }
}
