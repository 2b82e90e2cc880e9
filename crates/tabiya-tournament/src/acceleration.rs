// SPDX-License-Identifier: MIT OR Apache-2.0
//! The Baku acceleration, C.04.7: the upper half gets virtual points in the first half of the rounds.

use crate::tournament::VirtualPoints;
use crate::{Points, System, Tournament};

impl Tournament {
    /// The virtual points with which a player is paired in a round (C.04.7): the stated ones, else Baku's.
    pub fn virtual_points(&self, number: u16, round: u16) -> Points {
        if self.virtual_points.is_empty() {
            return if self.system == (System::Dutch { baku: true }) {
                baku(self, number, round)
            } else {
                Points::ZERO
            };
        }
        let holds = |points: &&VirtualPoints| {
            (points.first_round..=points.last_round).contains(&round)
                && (points.first_player..=points.last_player).contains(&number)
        };
        self.virtual_points.iter().filter(holds).map(|points| points.points).sum()
    }
}

/// The virtual points of a player in a round: a win's points for the upper group in the first half of the accelerated
/// rounds, a draw's in the rest of them. Nothing where the number of rounds is not stated.
pub fn baku(tournament: &Tournament, number: u16, round: u16) -> Points {
    let accelerated = tournament.total_rounds().div_ceil(2);
    let full = accelerated.div_ceil(2);
    let in_upper_group = tournament.index_of(number).is_some_and(|index| index < upper_group(tournament));
    if !in_upper_group || round == 0 || round > accelerated {
        Points::ZERO
    } else if round <= full {
        tournament.scoring.win()
    } else {
        tournament.scoring.draw()
    }
}

/// Baku's virtual points as lines `250`. None where the acceleration is off.
pub(crate) fn lines(tournament: &Tournament) -> Vec<VirtualPoints> {
    let upper = upper_group(tournament).min(tournament.players.len());
    if tournament.system != (System::Dutch { baku: true }) || upper == 0 {
        return Vec::new();
    }
    let accelerated = tournament.total_rounds().div_ceil(2);
    let full = accelerated.div_ceil(2);
    let (first_player, last_player) = (tournament.players[0].number, tournament.players[upper - 1].number);
    [(tournament.scoring.win(), 1, full), (tournament.scoring.draw(), full + 1, accelerated)]
        .into_iter()
        .filter(|(_, first_round, last_round)| first_round <= last_round)
        .map(|(points, first_round, last_round)| VirtualPoints {
            points,
            match_points: Points::ZERO,
            first_round,
            last_round,
            first_player,
            last_player,
        })
        .collect()
}

/// The size of group A: twice a quarter of the players, rounded up to an even number.
fn upper_group(tournament: &Tournament) -> usize {
    2 * tournament.players.len().div_ceil(4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Player;

    #[test]
    fn nine_rounds_accelerate_five() {
        let players = (1..=10).map(|number| Player::new(number, "x", None)).collect();
        let system = System::Dutch { baku: true };
        let tournament = Tournament { players, rounds: Some(9), system, ..Tournament::default() };
        let points =
            |number| (1..=6).map(|round| baku(&tournament, number, round).as_tenths()).collect::<Vec<_>>();
        assert_eq!(points(6), [10, 10, 10, 5, 5, 0]);
        assert_eq!(points(7), [0; 6]);
    }
}
