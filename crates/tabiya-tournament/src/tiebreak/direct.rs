// SPDX-License-Identifier: MIT OR Apache-2.0
//! The direct encounter: C.07 article 6.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::part::Part;
use super::unplayed::{Event, Round};
use super::{TieBreak, Value};

/// A table of the games among tied players. Points are in tenths, times a scale that makes averages of several meetings
/// whole.
struct Table {
    /// Of each player, whom of the others he met and the average of the points.
    met: Vec<Vec<(usize, i64)>>,
    win: i64,
    scale: i64,
}

/// The largest scale. Only a file in which tied players met in dozens of different numbers of games would need more;
/// averages in it are cut, so that sums stay within their range.
const LARGEST_SCALE: i64 = 1 << 32;

/// The smallest number that the numbers of meetings divide.
fn scale_of(meetings: impl Iterator<Item = i64>) -> i64 {
    meetings.fold(1, |scale, meetings| {
        let (mut one, mut other) = (scale, meetings);
        while other != 0 {
            (one, other) = (other, one % other);
        }
        let multiple = scale / one * meetings;
        if multiple <= LARGEST_SCALE { multiple } else { scale }
    })
}

impl Table {
    fn new(event: &Event, tied: &[usize], tie_break: &TieBreak) -> Self {
        let place: BTreeMap<usize, usize> = tied.iter().copied().zip(0..).collect();
        let sums = tied.iter().map(|player| {
            let mut games: BTreeMap<usize, (i64, i64)> = BTreeMap::new();
            for round in event.rounds_of(*player, tie_break.forfeits_played).iter().filter(|round| round.game)
            {
                if let Some(other) = round.opponent.and_then(|opponent| place.get(&opponent)) {
                    let sum = games.entry(*other).or_default();
                    *sum = (sum.0 + i64::from(round.points.as_tenths()), sum.1 + 1);
                }
            }
            games
        });
        let sums: Vec<_> = sums.collect();
        let scale = scale_of(sums.iter().flat_map(BTreeMap::values).map(|(_, meetings)| *meetings));
        let average = |(other, (points, meetings)): (usize, (i64, i64))| (other, points * scale / meetings);
        let met = sums.into_iter().map(|games| games.into_iter().map(average).collect()).collect();
        Self { met, win: i64::from(event.win.as_tenths()) * scale, scale }
    }

    /// Points from the games among some players, and how many of them were met.
    fn score(&self, player: usize, among: &BTreeSet<usize>) -> (i64, usize) {
        let games = self.met[player].iter().filter(|(other, _)| among.contains(other));
        games.fold((0, 0), |(points, met), (_, game)| (points + game, met + 1))
    }

    /// Puts tied players in order: groups that stay tied, the best first.
    fn rank(&self, tied: Vec<usize>) -> Vec<Vec<usize>> {
        if tied.len() < 2 {
            return vec![tied];
        }
        let among: BTreeSet<usize> = tied.iter().copied().collect();
        // Of each player: the points, and the most that missing games can bring.
        let mut lines: Vec<(i64, i64, usize)> = tied
            .iter()
            .map(|player| {
                let (points, met) = self.score(*player, &among);
                (points, points + (tied.len() - 1 - met) as i64 * self.win, *player)
            })
            .collect();
        lines.sort_by_key(|(points, _, player)| (Reverse(*points), *player));
        if lines.iter().all(|(points, most, _)| points == most) {
            // Article 6.2: all have met. Those of equal points are ranked among each other.
            let groups: Vec<Vec<usize>> = lines
                .chunk_by(|one, other| one.0 == other.0)
                .map(|group| group.iter().map(|line| line.2).collect())
                .collect();
            if groups.len() == 1 {
                return groups;
            }
            return groups.into_iter().flat_map(|group| self.rank(group)).collect();
        }
        // Article 6.3: who is alone at the top whatever the missing games bring; then the second place, and so on.
        let mut first = 0;
        while first < lines.len() && lines[first + 1..].iter().all(|(_, most, _)| lines[first].0 > *most) {
            first += 1;
        }
        if first == 0 {
            return vec![tied];
        }
        let (ranked, left) = lines.split_at(first);
        let ranked = ranked.iter().map(|line| vec![line.2]);
        let left: Vec<usize> = left.iter().map(|line| line.2).collect();
        ranked.chain(if left.is_empty() { Vec::new() } else { self.rank(left) }).collect()
    }
}

/// Ranks tied players: groups that stay tied, the best first; and of each player in the order of `tied` the points
/// from the games among them, zero for all where the article decides nothing.
pub(crate) fn direct_encounter(
    event: &Event,
    tied: &[usize],
    tie_break: &TieBreak,
) -> (Vec<Vec<usize>>, Vec<Value>) {
    let table = Table::new(event, tied, tie_break);
    let all: Vec<usize> = (0..tied.len()).collect();
    let groups = table.rank(all.clone());
    let applies = groups.len() > 1;
    let everybody: BTreeSet<usize> = all.iter().copied().collect();
    let value = |player: &usize| {
        let score = if applies { table.score(*player, &everybody).0 } else { 0 };
        Value { numerator: score, denominator: 10 * table.scale, decimals: 1 }
    };
    let values = all.iter().map(value).collect();
    (groups.into_iter().map(|group| group.into_iter().map(|place| tied[place]).collect()).collect(), values)
}

/// What the rounds of a player add to the direct encounter with those with whom they are tied: the points of each game, and where two
/// met more than once, its share of their average.
pub(super) fn parts(event: &Event, player: usize, tied: &[usize], tie_break: &TieBreak) -> Vec<Part> {
    let rounds = event.rounds_of(player, tie_break.forfeits_played);
    let met = |opponent: usize| {
        rounds.iter().filter(|round| round.game && round.opponent == Some(opponent)).count() as i64
    };
    let among = rounds.iter().enumerate().filter(|(_, round)| round.game);
    let among = among.filter_map(|(index, round)| Some((index, round, round.opponent?)));
    let among = among.filter(|(_, _, opponent)| tied.contains(opponent));
    let part = |(index, round, opponent): (usize, &Round, usize)| {
        let points = i64::from(round.points.as_tenths());
        let value = Value { numerator: points, denominator: 10 * met(opponent), decimals: 1 };
        Part { is_unplayed: round.forfeit, ..Part::of(event, index, Some(opponent), value) }
    };
    among.map(part).collect()
}
