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

/// A category, with those who may win in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Category {
    /// Who may win, each with the points, the best first, by the standings.
    pub players: Vec<(u16, Points)>,
    /// The prizes from the first place on, in the smallest unit of the money.
    pub prizes: Vec<u32>,
    /// How equal points are dealt with.
    pub sharing: Sharing,
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

/// Who gets what: the categories in their order, in each the best first. Of prizes of equal value the one of the earlier
/// category is taken.
pub fn awards(categories: &[Category]) -> Vec<Award> {
    let holders = holders(categories);
    let mut awards: Vec<Award> = Vec::new();
    for (category, these) in categories.iter().enumerate() {
        // Those who compete for this category's money: who has a prize in it, and who has none anywhere.
        let competing: Vec<(u16, Points, Option<usize>)> = these
            .players
            .iter()
            .filter_map(|(number, points)| match holders.iter().find(|holder| holder.number == *number) {
                Some(holder) => {
                    (holder.category == category).then_some((*number, *points, Some(holder.place)))
                }
                // Who has no prize shares in one category only: the first one with a share.
                None => {
                    awards.iter().all(|award| award.number != *number).then_some((*number, *points, None))
                }
            })
            .collect();
        let tied = competing.chunk_by(|one, other| one.1 == other.1);
        let shared: Vec<Award> = tied.flat_map(|tied| shares(these, category, tied)).collect();
        awards.extend(shared);
    }
    awards
}

struct Holder {
    number: u16,
    category: usize,
    /// From 0.
    place: usize,
}

/// Gives each prize to the best one in its category who has none: the most valuable prize first.
fn holders(categories: &[Category]) -> Vec<Holder> {
    let mut prizes: Vec<(u32, usize, usize)> = Vec::new();
    for (category, these) in categories.iter().enumerate() {
        prizes.extend(these.prizes.iter().enumerate().map(|(place, amount)| (*amount, category, place)));
    }
    prizes.sort_by_key(|(amount, category, place)| (std::cmp::Reverse(*amount), *category, *place));
    let mut holders: Vec<Holder> = Vec::new();
    for (_, category, place) in prizes {
        let is_free = |number: u16| holders.iter().all(|holder| holder.number != number);
        let players = categories[category].players.iter();
        let winner = players.map(|(number, _)| *number).find(|number| is_free(*number));
        holders.extend(winner.map(|number| Holder { number, category, place }));
    }
    holders
}

/// What those of equal points get, the best first.
fn shares(these: &Category, category: usize, tied: &[(u16, Points, Option<usize>)]) -> Vec<Award> {
    let own = |place: Option<usize>| place.and_then(|place| these.prizes.get(place)).copied().unwrap_or(0);
    let pool: u32 = tied.iter().map(|(_, _, place)| own(*place)).sum();
    let (pooled, kept): (u32, fn(u32) -> u32) = match these.sharing {
        Sharing::TieBreak => (0, |prize| prize),
        Sharing::Equal => (pool, |_| 0),
        // The odd unit of each prize goes by tie-break.
        Sharing::Hort => (tied.iter().map(|(_, _, place)| own(*place) / 2).sum(), |prize| prize - prize / 2),
    };
    let count = u32::try_from(tied.len()).unwrap_or(u32::MAX).max(1);
    let (each, rest) = (pooled / count, pooled % count);
    let award = |(rank, (number, _, place)): (u32, &(u16, Points, Option<usize>))| Award {
        number: *number,
        category,
        place: place.map(|place| place + 1),
        // What can't be divided goes to the best ones, a unit each.
        amount: kept(own(*place)) + each + u32::from(rank < rest),
    };
    (0..).zip(tied).map(award).filter(|award| award.amount > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn category(players: &[(u16, i32)], prizes: &[u32], sharing: Sharing) -> Category {
        let players = players.iter().map(|(number, tenths)| (*number, Points::tenths(*tenths))).collect();
        Category { players, prizes: prizes.to_vec(), sharing }
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
            let given: u32 = awards.iter().map(|award| award.amount).sum();
            let held: u32 = holders(&categories)
                .iter()
                .map(|holder| categories[holder.category].prizes[holder.place])
                .sum();
            assert_eq!(given, held, "every prize that somebody may have is given, to the last unit");
            let mut numbers: Vec<u16> = awards.iter().map(|award| award.number).collect();
            numbers.sort_unstable();
            assert!(numbers.windows(2).all(|pair| pair[0] != pair[1]), "{awards:?}");
        }
    }
}
