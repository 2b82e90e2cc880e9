// SPDX-License-Identifier: AGPL-3.0-or-later
//! A round of a team match: board by board, or everybody of one team against everybody of the other (Scheveningen).
//!
//! Board by board, the team that is named first has White on odd boards in the first round, and each further round has the other
//! colours. In a Scheveningen match of n boards the player on board i meets in round r the one on board i + r - 1, counted
//! on from n to 1, and the first team has White where the sum of both boards is even: so everybody has each colour as often, or
//! once more, and the colours alternate but for one time.

use super::{Draft, NoPairing};
use crate::event::{EntrantId, Event, Format, Presence, Reason, Side, TeamSide, Why, number};

pub(super) fn pair(event: &Event) -> Result<Draft, NoPairing> {
    let without = event.entrants.iter().find(|one| one.presence != Presence::Withdrawn && one.team.is_none());
    if let Some(without) = without {
        return Err(NoPairing::WithoutTeam(without.card.name.clone()));
    }
    let [first, second] = event.team_boards();
    for (team, boards) in TeamSide::BOTH.into_iter().zip([&first, &second]) {
        if boards.iter().flatten().next().is_none() {
            return Err(NoPairing::TeamEmpty(event.team_name(team).to_owned()));
        }
    }
    let everyone = matches!(event.settings.format, Format::TeamMatch { everyone: true, .. });
    let round = event.last_published() + 1;
    let (mut boards, mut byes, mut whys) = (Vec::new(), Vec::new(), Vec::new());
    for (place, one) in first.iter().enumerate() {
        let (there, has_white) = opposite(place, usize::from(round) - 1, first.len(), everyone);
        let other = second[there];
        let [board, opposite] = [place, there].map(|place| number(place + 1));
        let mut note = |entrant: EntrantId, board, opponent, side| {
            whys.push(Why { entrant, reason: Reason::Team { board, opponent, side, everyone } });
        };
        match (*one, other) {
            (Some(one), Some(other)) => {
                let sides = if has_white { [Side::White, Side::Black] } else { [Side::Black, Side::White] };
                note(one, board, Some(opposite), Some(sides[0]));
                note(other, opposite, Some(board), Some(sides[1]));
                boards.push(if has_white { [one, other] } else { [other, one] });
            }
            (Some(one), None) => {
                note(one, board, None, None);
                byes.push(one);
            }
            (None, Some(other)) => {
                note(other, opposite, None, None);
                byes.push(other);
            }
            (None, None) => {}
        }
    }
    // The numbers in files: the boards of one team, then those of the other.
    let order = || TeamSide::BOTH.into_iter().flat_map(|team| event.line_up_of(team)).collect();
    let seeds = event.seeds.is_none().then(order);
    Ok(Draft { round, seen: event.head, seeds, boards, byes, half_byes: Vec::new(), away: Vec::new(), whys })
}

/// Whom the one on a board of the first team meets, and whether that is with White. Boards and rounds are counted from 0.
const fn opposite(board: usize, round: usize, boards: usize, everyone: bool) -> (usize, bool) {
    if everyone {
        let there = (board + round) % boards;
        // Once everybody has met everybody, it begins again with the other colours.
        (there, (board + there + round / boards).is_multiple_of(2))
    } else {
        (board, (board + round).is_multiple_of(2))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn everybody_meets_everybody_once_with_fair_colours() {
        for boards in 1..=12_usize {
            let mut met = BTreeSet::new();
            let (mut whites, mut others) = (vec![0_usize; boards], vec![0_usize; boards]);
            for round in 0..boards {
                let mut seated = BTreeSet::new();
                for (board, white) in whites.iter_mut().enumerate() {
                    let (there, has_white) = opposite(board, round, boards, true);
                    assert!(seated.insert(there), "{there} sits twice in round {round} of {boards}");
                    assert!(met.insert((board, there)));
                    *white += usize::from(has_white);
                    others[there] += usize::from(!has_white);
                    let (_, again) = opposite(board, round + boards, boards, true);
                    assert_ne!(has_white, again, "the second time they have the other colours");
                }
            }
            let fair = [boards / 2, boards.div_ceil(2)];
            assert!(whites.iter().chain(&others).all(|whites| fair.contains(whites)), "{boards} boards");
        }
    }

    #[test]
    fn the_first_team_has_white_on_odd_boards_of_odd_rounds() {
        let white = |round| (0..4).map(|board| opposite(board, round, 4, false).1).collect::<Vec<_>>();
        assert_eq!(white(0), [true, false, true, false]);
        assert_eq!(white(1), [false, true, false, true]);
    }
}
