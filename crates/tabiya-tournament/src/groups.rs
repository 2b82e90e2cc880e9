// SPDX-License-Identifier: MIT OR Apache-2.0
//! Groups whose best players go on to a final: who plays in which group, and who meets whom in the bracket afterwards.

use crate::knock_out::first_round;

/// The group of each player, the strongest first: forwards through the groups, then backwards, so that all groups are about
/// equally strong.
///
/// ```
/// assert_eq!(tabiya_tournament::groups::deal(7, 3), [0, 1, 2, 2, 1, 0, 0]);
/// ```
pub fn deal(players: usize, groups: usize) -> Vec<usize> {
    let groups = groups.max(1);
    let group = |player: usize| {
        let place = player % groups;
        if (player / groups).is_multiple_of(2) { place } else { groups - 1 - place }
    };
    (0..players).map(group).collect()
}

/// The seeds of a final, the first one first: each a group and a place in it, both from 0. `going` says how many go on from each
/// group. All winners of groups stand before all seconds, and so on; two of one group meet as late in the bracket as can be.
///
/// ```
/// use tabiya_tournament::groups::seeds;
/// // The winner of each group meets the second of the other one.
/// assert_eq!(seeds(&[2, 2]), [(0, 0), (1, 0), (0, 1), (1, 1)]);
/// ```
pub fn seeds(going: &[usize]) -> Vec<(usize, usize)> {
    let players = u16::try_from(going.iter().sum::<usize>()).unwrap_or(u16::MAX);
    let mut leaf = vec![0_usize; usize::from(players) + 1];
    for (pair, (one, other)) in first_round(players).into_iter().enumerate() {
        leaf[usize::from(one)] = 2 * pair;
        if let Some(other) = other {
            leaf[usize::from(other)] = 2 * pair + 1;
        }
    }
    let mut seeded: Vec<(usize, usize)> = Vec::new();
    for place in 0..going.iter().copied().max().unwrap_or(0) {
        let row: Vec<usize> = (0..going.len()).filter(|group| going[*group] > place).collect();
        let turned = (0..row.len()).map(|by| {
            let mut turned = row.clone();
            turned.rotate_left(by);
            seeded.iter().copied().chain(turned.into_iter().map(|group| (group, place))).collect::<Vec<_>>()
        });
        // The first row stays: the winner of the first group is the first seed.
        let best =
            if place == 0 { turned.take(1).next() } else { turned.min_by_key(|seeds| early(seeds, &leaf)) };
        seeded = best.unwrap_or(seeded);
    }
    seeded
}

/// How many of one group could meet in the first round, how many in the second one, and so on.
fn early(seeds: &[(usize, usize)], leaf: &[usize]) -> Vec<usize> {
    let mut meetings = vec![0; usize::BITS as usize];
    for (one, (group, _)) in seeds.iter().enumerate() {
        for (other, _) in seeds.iter().enumerate().skip(one + 1).filter(|(_, (of, _))| of == group) {
            let round = usize::BITS - (leaf[one + 1] ^ leaf[other + 1]).leading_zeros();
            meetings[(round as usize).saturating_sub(1)] += 1;
        }
    }
    meetings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_differ_by_a_player_at_most() {
        for (players, groups) in [(16, 4), (17, 4), (5, 8), (30, 7)] {
            let dealt = deal(players, groups);
            let sizes: Vec<usize> =
                (0..groups).map(|group| dealt.iter().filter(|one| **one == group).count()).collect();
            let (least, most) = (sizes.iter().min().unwrap(), sizes.iter().max().unwrap());
            assert!(most - least <= 1, "{players} in {groups}: {sizes:?}");
        }
    }

    #[test]
    fn two_of_one_group_meet_in_the_final_only() {
        for groups in [2, 4, 8] {
            let seeded = seeds(&vec![2; groups]);
            assert_eq!(seeded.len(), 2 * groups);
            let number = u16::try_from(seeded.len()).unwrap();
            let order: Vec<(usize, usize)> = first_round(number)
                .into_iter()
                .flat_map(|(one, other)| [one, other.unwrap()])
                .map(|seed| seeded[usize::from(seed) - 1])
                .collect();
            let half = |of: &[(usize, usize)]| {
                let mut in_half: Vec<usize> = of.iter().map(|(group, _)| *group).collect();
                in_half.sort_unstable();
                in_half
            };
            let all: Vec<usize> = (0..groups).collect();
            assert_eq!(half(&order[..groups]), all, "{groups} groups: {order:?}");
            assert_eq!(half(&order[groups..]), all, "{groups} groups: {order:?}");
        }
    }

    #[test]
    fn winners_stand_before_seconds_whatever_the_sizes() {
        for going in [vec![2, 1, 2], vec![3, 3, 3], vec![1, 1], vec![4, 4], vec![0, 2]] {
            let seeded = seeds(&going);
            assert_eq!(seeded.len(), going.iter().sum::<usize>());
            assert!(seeded.is_sorted_by_key(|(_, place)| *place), "{going:?}: {seeded:?}");
            for (group, count) in going.iter().enumerate() {
                assert_eq!(seeded.iter().filter(|(of, _)| *of == group).count(), *count);
            }
        }
        assert_eq!(seeds(&[]), []);
    }
}
