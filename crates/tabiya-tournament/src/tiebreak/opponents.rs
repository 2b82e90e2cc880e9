// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tie-breaks from the opponents' scores: C.07 articles 8 and 9, with the cuts of articles 14 and 16.5.

use super::unplayed::{Entry, Event, Round};
use super::{TieBreak, Value};

/// What one round adds to a sum.
#[derive(Clone, Copy, Debug)]
struct Addend {
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
            Addend { opponent, value, voluntary: round.voluntary && !round.game }
        })
        .collect()
}

/// The sum after the cuts. The least significant value is that of the lowest opponent; with voluntary unplayed rounds
/// the lowest of theirs is cut in its place, unless it is lower (article 16.5). Of equal ones that with the lower opponent goes,
/// so that the order of the rounds does not matter.
fn cut_sum(mut addends: Vec<Addend>, tie_break: &TieBreak) -> i64 {
    for _ in 0..tie_break.cut_low {
        let lowest = |voluntary: bool| {
            let these = addends.iter().enumerate().filter(move |(_, addend)| !voluntary || addend.voluntary);
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
        addends.remove(index);
    }
    for _ in 0..tie_break.cut_high {
        let highest = addends.iter().enumerate().max_by_key(|(_, addend)| (addend.opponent, addend.value));
        let Some((index, _)) = highest else { break };
        addends.remove(index);
    }
    addends.iter().map(|addend| addend.value).sum()
}

/// BH and FB.
pub(super) fn buchholz(event: &Event, tie_break: &TieBreak) -> Vec<Value> {
    buchholz_tenths(event, tie_break).into_iter().map(Value::tenths).collect()
}

/// BH in tenths of a point.
pub(super) fn buchholz_tenths(event: &Event, tie_break: &TieBreak) -> Vec<i64> {
    let adjusted = adjusted_scores(event, tie_break);
    let players = 0..event.len();
    players.map(|player| cut_sum(addends(event, player, tie_break, &adjusted, None), tie_break)).collect()
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
        .map(|player| cut_sum(addends(event, player, tie_break, &adjusted, Some(own)), tie_break))
        .map(Value::hundredths)
        .collect()
}

/// KS: points against opponents with at least half of the possible points, more or less by the limit.
pub(super) fn koya(event: &Event, tie_break: &TieBreak) -> Vec<Value> {
    let possible = i64::from(event.win.as_tenths()) * possible_games(event);
    // The limit moves by half points (article 14.5); both sides of the comparison are doubled.
    let limit = possible + 10 * i64::from(tie_break.limit);
    let strong = |opponent: usize| i64::from(event.score(opponent).as_tenths()) * 2 >= limit;
    let value = |entry: &Entry| {
        // The article speaks of points achieved, not of games: a win by forfeit counts in a Swiss too.
        let against = entry.rounds.iter().filter(|round| round.opponent.is_some_and(strong));
        Value::tenths(against.map(|round| i64::from(round.points.as_tenths())).sum())
    };
    event.entries.iter().map(value).collect()
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
