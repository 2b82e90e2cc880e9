// SPDX-License-Identifier: MIT OR Apache-2.0
//! The list of a Keizer: values, scores, and the order that makes both.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::{Attended, Member, Settings, rounds_of, share};
use crate::{GameResult, Points};

/// One line of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The member's number.
    pub number: u16,
    /// The value by which the scores were computed, and that opponents of the next round can win.
    pub value: u32,
    /// The score: the own value and what each round was worth.
    pub score: Points,
}

/// How often the scores are computed again after a round at most. A list that does not come to rest by then alternates
/// between orders; then the last values stand, and the scores by them.
const PASSES: usize = 20;

/// The list after all written rounds, the first one first. Of equal scores the one who stood higher before stays higher.
pub fn standings(members: &[Member], settings: &Settings) -> Vec<Line> {
    let mut order: Vec<usize> = (0..members.len()).collect();
    let places: HashMap<u16, usize> =
        members.iter().enumerate().map(|(place, member)| (member.number, place)).collect();
    // Round by round, because the list before a round decides between equals after it.
    for rounds in 1..=rounds_of(members) {
        for _ in 0..PASSES {
            let values = values(&order, settings);
            let mut next = order.clone();
            next.sort_by_key(|index| Reverse(score(members, *index, rounds, &values, &places, settings)));
            if next == order {
                break;
            }
            order = next;
        }
    }
    let (values, rounds) = (values(&order, settings), rounds_of(members));
    let line = |index: usize| Line {
        number: members[index].number,
        value: values[index],
        score: score(members, index, rounds, &values, &places, settings),
    };
    let mut lines: Vec<Line> = order.iter().map(|index| line(*index)).collect();
    // Of a list that does not come to rest, the scores that are shown decide.
    lines.sort_by_key(|line| Reverse(line.score));
    lines
}

/// The value of each member in an order of them.
fn values(order: &[usize], settings: &Settings) -> Vec<u32> {
    let mut values = vec![0; order.len()];
    for (place, index) in order.iter().enumerate() {
        values[*index] = settings.value(place, order.len());
    }
    values
}

fn score(
    members: &[Member],
    index: usize,
    rounds: u16,
    values: &[u32],
    places: &HashMap<u16, usize>,
    settings: &Settings,
) -> Points {
    let own = values[index];
    let worth = |round: &Attended| match *round {
        Attended::Game { opponent, result, .. } => {
            let theirs = places.get(&opponent).map_or(0, |place| values[*place]);
            match result {
                GameResult::Win | GameResult::ShortWin | GameResult::ForfeitWin => share(theirs, 100),
                // A game that is played later counts as a draw until its result is there.
                GameResult::Draw | GameResult::ShortDraw | GameResult::Unknown => share(theirs, 50),
                GameResult::Loss | GameResult::ShortLoss => Points::ZERO,
                GameResult::ForfeitLoss => share(own, settings.unexcused),
            }
        }
        Attended::Bye => share(own, settings.bye),
        Attended::Excused => share(own, settings.excused),
        Attended::Unexcused => share(own, settings.unexcused),
        Attended::ClubDuty => share(own, settings.club_duty),
        Attended::NotYet => Points::ZERO,
    };
    let played = members[index].rounds.iter().take(usize::from(rounds));
    share(own, 100) + played.map(worth).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Colour;

    fn member(number: u16, rounds: &[Attended]) -> Member {
        Member { number, rounds: rounds.to_vec() }
    }

    fn game(opponent: u16, result: GameResult) -> Attended {
        Attended::Game { opponent, colour: Colour::White, result }
    }

    fn lines(members: &[Member], settings: &Settings) -> Vec<(u16, u32, String)> {
        let lines = standings(members, settings);
        lines.iter().map(|line| (line.number, line.value, line.score.to_string())).collect()
    }

    /// Four members of 40, 30, 20 and 10, worked out by hand.
    const FOUR: Settings =
        Settings { top: 40, step: 10, excused: 35, unexcused: 0, club_duty: 70, bye: 50, rounds_between: 1 };

    #[test]
    fn the_first_list_has_values_alone() {
        let members: Vec<Member> = (1..=4).map(|number| member(number, &[])).collect();
        let expected = [(1, 40, "40.0"), (2, 30, "30.0"), (3, 20, "20.0"), (4, 10, "10.0")];
        assert_eq!(
            lines(&members, &FOUR),
            expected.map(|(number, value, score)| (number, value, score.into()))
        );
        let usual = standings(&members, &Settings::default());
        assert_eq!(usual.iter().map(|line| line.value).collect::<Vec<_>>(), [6, 5, 4, 3]);
    }

    #[test]
    fn a_round_is_scored_by_the_list_that_it_makes() {
        use GameResult::{Draw, Loss, Win};
        // 4 beats 1, and 2 and 3 draw. By the values 40 30 20 10: 1 has 40, 2 has 30 + 10, 3 has 20 + 15, 4 has 10 + 40.
        // So the list is 4 1 2 3, and by its values 4 has 40 + 30, 1 has 30, 2 has 20 + 5, 3 has 10 + 10.
        let members = [
            member(1, &[game(4, Loss)]),
            member(2, &[game(3, Draw)]),
            member(3, &[game(2, Draw)]),
            member(4, &[game(1, Win)]),
        ];
        let expected = [(4, 40, "70.0"), (1, 30, "30.0"), (2, 20, "25.0"), (3, 10, "20.0")];
        assert_eq!(
            lines(&members, &FOUR),
            expected.map(|(number, value, score)| (number, value, score.into()))
        );
    }

    #[test]
    fn an_early_win_grows_with_the_opponent() {
        use GameResult::{Loss, Win};
        // 1 beats 3 in round 1. Then 3 beats 2, and 1 is away.
        let members = [
            member(1, &[game(3, Win), Attended::Unexcused]),
            member(2, &[Attended::ClubDuty, game(3, Loss)]),
            member(3, &[game(1, Loss), game(2, Win)]),
            member(4, &[Attended::Excused, Attended::Bye]),
        ];
        // After round 1 the list is 1 2 3 4 (60, 51, 20, 13.5). Round 2 by its values: 60, 51, 50, 18.5: the same list.
        let expected = [(1, 40, "60.0"), (2, 30, "51.0"), (3, 20, "50.0"), (4, 10, "18.5")];
        assert_eq!(
            lines(&members, &FOUR),
            expected.map(|(number, value, score)| (number, value, score.into()))
        );
        // Without the duty, 3 overtakes 2, and the win of round 1 is worth 30 and no longer 20.
        let mut without = members.clone();
        without[1].rounds[0] = Attended::NotYet;
        let expected = [(1, 40, "70.0"), (3, 30, "50.0"), (2, 20, "20.0"), (4, 10, "18.5")];
        assert_eq!(
            lines(&without, &FOUR),
            expected.map(|(number, value, score)| (number, value, score.into()))
        );
    }

    #[test]
    fn who_does_not_come_to_a_game_has_the_share_of_an_absence_without_notice() {
        use GameResult::{ForfeitLoss, ForfeitWin};
        let members = [member(1, &[game(2, ForfeitLoss)]), member(2, &[game(1, ForfeitWin)])];
        let settings = Settings { top: 100, step: 50, unexcused: 10, ..Settings::default() };
        // By 100 and 50: 1 has 110, 2 has 150. So 2 has 100 + 50, and 1 has 50 + 5.
        let expected = [(2, 100, "150.0".to_owned()), (1, 50, "55.0".to_owned())];
        assert_eq!(lines(&members, &settings), expected);
    }

    #[test]
    fn a_list_that_alternates_stands_in_the_order_of_its_scores() {
        use GameResult::{Loss, Win};
        // Each has beaten the other twice, so whoever stands below has more by the values.
        let members = [
            member(1, &[game(2, Win), game(2, Loss), game(2, Win), game(2, Loss)]),
            member(2, &[game(1, Loss), game(1, Win), game(1, Loss), game(1, Win)]),
        ];
        let list = standings(&members, &Settings::default());
        assert!(list[0].score > list[1].score, "{list:?}");
    }
}
