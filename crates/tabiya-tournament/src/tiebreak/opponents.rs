// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tie-breaks from the opponents' scores: C.07 articles 8 and 9, with the cuts of articles 14 and 16.5.

use super::part::Part;
use super::unplayed::{Entry, Event, Round};
use super::{Acronym, TieBreak, Value};

/// What one round adds to a sum.
#[derive(Clone, Copy, Debug)]
struct Addend {
    /// The place of the round among all, from 0.
    round: usize,
    /// The score of the opponent or of the dummy, in tenths.
    opponent: i64,
    /// What is summed: tenths for Buchholz, hundredths for Sonneborn-Berger.
    value: i64,
    voluntary: bool,
}

/// The score of the dummy that stands for an unplayed round: the own score, capped (article 16.4).
fn dummy(event: &Event, own: i64, round: &Round, adjusted: &[i64]) -> i64 {
    let cap = match round.opponent {
        Some(opponent) => adjusted[opponent],
        None => i64::from(event.draw.as_tenths()) * i64::from(event.rounds),
    };
    own.min(cap)
}

fn adjusted_scores(event: &Event, tie_break: &TieBreak) -> Vec<i64> {
    let players = 0..event.len();
    players.map(|player| i64::from(event.adjusted_score(player, tie_break).as_tenths())).collect()
}

/// The addends of a player: the opponents' scores, times the points of `weights` where there are any.
fn addends(
    event: &Event,
    player: usize,
    tie_break: &TieBreak,
    adjusted: &[i64],
    weights: Option<&Event>,
) -> Vec<Addend> {
    let rounds = event.rounds_for(player, tie_break);
    let weights = weights.map(|weights| weights.rounds_for(player, tie_break));
    let own = i64::from(event.score_for(player, tie_break).as_tenths());
    let counted = |(_, round): &(usize, &Round)| !(event.predetermined && round.opponent.is_none());
    rounds
        .iter()
        .enumerate()
        .filter(counted)
        .map(|(index, round)| {
            let opponent = match round.opponent {
                Some(opponent) if round.game => adjusted[opponent],
                _ => dummy(event, own, round, adjusted),
            };
            let weight = weights.as_ref().map_or(1, |rounds| i64::from(rounds[index].points.as_tenths()));
            let value = opponent * weight;
            // What counts as a game, by `/P` or because Fore Buchholz draws it, is no unplayed round (article 16.1).
            Addend { round: index, opponent, value, voluntary: round.voluntary && !round.game }
        })
        .collect()
}

/// Which addends stay after the cuts. The least significant value is that of the lowest opponent; with voluntary unplayed rounds
/// the lowest of theirs is cut in its place, unless it is lower (article 16.5). Of equal ones that with the lower opponent goes,
/// so that the order of the rounds does not matter.
fn kept(addends: &[Addend], tie_break: &TieBreak) -> Vec<bool> {
    let mut kept = vec![true; addends.len()];
    for _ in 0..tie_break.cut_low {
        let lowest = |voluntary: bool| {
            let these = addends
                .iter()
                .enumerate()
                .filter(|(index, addend)| kept[*index] && (!voluntary || addend.voluntary));
            these.min_by_key(|(_, addend)| {
                if voluntary { (addend.value, addend.opponent) } else { (addend.opponent, addend.value) }
            })
        };
        let least = lowest(false).map(|(index, addend)| (index, addend.value));
        let voluntary = lowest(true).map(|(index, addend)| (index, addend.value));
        let cut = match (least, voluntary) {
            (Some(least), Some(voluntary)) if voluntary.1 >= least.1 => Some(voluntary),
            (least, _) => least,
        };
        let Some((index, _)) = cut else { break };
        kept[index] = false;
    }
    for _ in 0..tie_break.cut_high {
        let left = addends.iter().enumerate().filter(|(index, _)| kept[*index]);
        let highest = left.max_by_key(|(_, addend)| (addend.opponent, addend.value));
        let Some((index, _)) = highest else { break };
        kept[index] = false;
    }
    kept
}

/// The sum after the cuts.
fn cut_sum(addends: &[Addend], tie_break: &TieBreak) -> i64 {
    addends
        .iter()
        .zip(kept(addends, tie_break))
        .filter(|(_, kept)| *kept)
        .map(|(addend, _)| addend.value)
        .sum()
}

/// What the rounds of a player add to BH, FB or SB.
pub(super) fn parts(event: &Event, player: usize, tie_break: &TieBreak) -> Vec<Part> {
    let weights = (tie_break.acronym == Acronym::Sb).then_some(event);
    let adjusted = adjusted_scores(event, tie_break);
    let addends = addends(event, player, tie_break, &adjusted, weights);
    let rounds = event.rounds_for(player, tie_break);
    let parts = addends.iter().zip(kept(&addends, tie_break)).map(|(addend, counts)| {
        let round = &rounds[addend.round];
        let value =
            if weights.is_some() { Value::hundredths(addend.value) } else { Value::tenths(addend.value) };
        Part {
            theirs: Some(Value::tenths(addend.opponent)),
            own: weights.map(|_| Value::tenths(i64::from(round.points.as_tenths()))),
            is_unplayed: !round.game,
            counts,
            ..Part::of(event, addend.round, round.opponent, value)
        }
    });
    parts.collect()
}

/// What the rounds of a player add to AOB: the Buchholz of each opponent who was met on the board.
pub(super) fn parts_of_average(event: &Event, player: usize, tie_break: &TieBreak) -> Vec<Part> {
    let all = buchholz_tenths(event, tie_break);
    let games = event.entries[player].rounds.iter().enumerate().filter(|(_, round)| round.game);
    let met = games.filter_map(|(index, round)| Some((index, round.opponent?)));
    met.map(|(index, opponent)| Part::of(event, index, Some(opponent), Value::tenths(all[opponent])))
        .collect()
}

/// What the rounds of a player add to KS: the points against each opponent, of whom those below the limit don't count.
pub(super) fn parts_of_koya(event: &Event, player: usize, tie_break: &TieBreak) -> Vec<Part> {
    let limit = koya_limit(event, tie_break);
    let rounds = event.entries[player].rounds.iter().enumerate();
    let against = rounds.filter_map(|(index, round)| Some((index, round.opponent?, round)));
    let parts = against.map(|(index, opponent, round)| {
        let points = Value::tenths(i64::from(round.points.as_tenths()));
        let score = i64::from(event.score(opponent).as_tenths());
        Part {
            theirs: Some(Value::tenths(score)),
            own: Some(points),
            is_unplayed: !round.game,
            counts: score * 2 >= limit,
            ..Part::of(event, index, Some(opponent), points)
        }
    });
    parts.collect()
}

/// BH and FB.
pub(super) fn buchholz(event: &Event, tie_break: &TieBreak) -> Vec<Value> {
    buchholz_tenths(event, tie_break).into_iter().map(Value::tenths).collect()
}

/// BH in tenths of a point.
pub(super) fn buchholz_tenths(event: &Event, tie_break: &TieBreak) -> Vec<i64> {
    let adjusted = adjusted_scores(event, tie_break);
    let players = 0..event.len();
    players.map(|player| cut_sum(&addends(event, player, tie_break, &adjusted, None), tie_break)).collect()
}

/// AOB: over the opponents that were met on the board, whatever `/P` and Fore Buchholz count as games in their Buchholz.
pub(super) fn average_buchholz(event: &Event, tie_break: &TieBreak) -> Vec<Value> {
    let all = buchholz_tenths(event, tie_break);
    let players = 0..event.len();
    players
        .map(|player| {
            let games = event.entries[player].rounds.iter().filter(|round| round.game);
            let met: Vec<usize> = games.filter_map(|round| round.opponent).collect();
            Value::average_of_tenths(met.iter().map(|opponent| all[*opponent]).sum(), met.len() as i64)
        })
        .collect()
}

/// SB.
pub(super) fn sonneborn_berger(event: &Event, tie_break: &TieBreak) -> Vec<Value> {
    extended_sonneborn_berger(event, event, tie_break)
}

/// The opponents' scores in one event times the own points in the other, which has the same rounds (article 13.2).
pub(super) fn extended_sonneborn_berger(event: &Event, own: &Event, tie_break: &TieBreak) -> Vec<Value> {
    let adjusted = adjusted_scores(event, tie_break);
    let players = 0..event.len();
    players
        .map(|player| cut_sum(&addends(event, player, tie_break, &adjusted, Some(own)), tie_break))
        .map(Value::hundredths)
        .collect()
}

/// KS: points against opponents with at least half of the possible points, more or less by the limit.
pub(super) fn koya(event: &Event, tie_break: &TieBreak) -> Vec<Value> {
    let limit = koya_limit(event, tie_break);
    let strong = |opponent: usize| i64::from(event.score(opponent).as_tenths()) * 2 >= limit;
    let value = |entry: &Entry| {
        // The article speaks of points achieved, not of games: a win by forfeit counts in a Swiss too.
        let against = entry.rounds.iter().filter(|round| round.opponent.is_some_and(strong));
        Value::tenths(against.map(|round| i64::from(round.points.as_tenths())).sum())
    };
    event.entries.iter().map(value).collect()
}

/// Twice the score from which on an opponent counts, in tenths: the limit moves by half points (article 14.5).
fn koya_limit(event: &Event, tie_break: &TieBreak) -> i64 {
    i64::from(event.win.as_tenths()) * possible_games(event) + 10 * i64::from(tie_break.limit)
}

/// The games in which a participant can win points. In a round robin nobody can in a round without an opponent: with an
/// odd number everybody has such rounds, and so has everybody where a leaver's results were taken out.
fn possible_games(event: &Event) -> i64 {
    if !event.predetermined {
        return i64::from(event.rounds);
    }
    let games = |entry: &Entry| entry.rounds.iter().filter(|round| round.opponent.is_some()).count();
    event.entries.iter().map(games).max().unwrap_or(0) as i64
}
