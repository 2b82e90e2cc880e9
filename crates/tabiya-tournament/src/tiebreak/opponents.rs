// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tie-breaks from the opponents' scores: C.07 articles 8 and 9, with the cuts of articles 14 and 16.5.

use super::unplayed::{Event, Round};
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
fn dummy(event: &Event<'_>, own: i64, round: &Round, adjusted: &[i64]) -> i64 {
    let cap = match round.opponent {
        Some(opponent) => adjusted[opponent],
        None => i64::from(event.tournament.scoring.draw().as_tenths()) * i64::from(event.rounds),
    };
    own.min(cap)
}

fn adjusted_scores(event: &Event<'_>, tie_break: &TieBreak) -> Vec<i64> {
    let players = 0..event.tournament.players.len();
    players.map(|player| i64::from(event.adjusted_score(player, tie_break).as_tenths())).collect()
}

/// The addends of a player; `weigh` makes the value of the opponent's score and the points.
fn addends(
    event: &Event<'_>,
    player: usize,
    tie_break: &TieBreak,
    adjusted: &[i64],
    weigh: impl Fn(i64, i64) -> i64,
) -> Vec<Addend> {
    let rounds = event.rounds_for(player, tie_break);
    let own = i64::from(event.score_for(player, tie_break).as_tenths());
    let counted = rounds.iter().filter(|round| !(event.predetermined && round.opponent.is_none()));
    counted
        .map(|round| {
            let opponent = match round.opponent {
                Some(opponent) if round.game => adjusted[opponent],
                _ => dummy(event, own, round, adjusted),
            };
            let value = weigh(opponent, i64::from(round.points.as_tenths()));
            Addend { opponent, value, voluntary: round.voluntary }
        })
        .collect()
}

/// The sum after the cuts. The least significant value is that of the lowest opponent; with voluntary unplayed rounds
/// the lowest of theirs is cut in its place, unless it is lower (article 16.5).
fn cut_sum(mut addends: Vec<Addend>, tie_break: &TieBreak) -> i64 {
    for _ in 0..tie_break.cut_low {
        let lowest = |voluntary: bool| {
            let these = addends.iter().enumerate().filter(move |(_, addend)| !voluntary || addend.voluntary);
            these.min_by_key(
                |(_, addend)| if voluntary { (addend.value, 0) } else { (addend.opponent, addend.value) },
            )
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
pub(super) fn buchholz(event: &Event<'_>, tie_break: &TieBreak) -> Vec<Value> {
    buchholz_tenths(event, tie_break).into_iter().map(Value::tenths).collect()
}

fn buchholz_tenths(event: &Event<'_>, tie_break: &TieBreak) -> Vec<i64> {
    let adjusted = adjusted_scores(event, tie_break);
    let players = 0..event.tournament.players.len();
    players
        .map(|player| {
            cut_sum(addends(event, player, tie_break, &adjusted, |opponent, _| opponent), tie_break)
        })
        .collect()
}

/// AOB: over the opponents that were met on the board.
pub(super) fn average_buchholz(event: &Event<'_>, tie_break: &TieBreak) -> Vec<Value> {
    let all = buchholz_tenths(event, tie_break);
    let players = 0..event.tournament.players.len();
    players
        .map(|player| {
            let rounds = event.rounds_for(player, tie_break);
            let met: Vec<usize> =
                rounds.iter().filter(|round| round.game).filter_map(|round| round.opponent).collect();
            Value::average_of_tenths(met.iter().map(|opponent| all[*opponent]).sum(), met.len() as i64)
        })
        .collect()
}

/// SB.
pub(super) fn sonneborn_berger(event: &Event<'_>, tie_break: &TieBreak) -> Vec<Value> {
    let adjusted = adjusted_scores(event, tie_break);
    let players = 0..event.tournament.players.len();
    let product = |opponent: i64, points: i64| opponent * points;
    players
        .map(|player| cut_sum(addends(event, player, tie_break, &adjusted, product), tie_break))
        .map(Value::hundredths)
        .collect()
}

/// KS: points against opponents with at least half of the possible points, more or less by the limit.
pub(super) fn koya(event: &Event<'_>, player: usize, tie_break: &TieBreak) -> Value {
    let scoring = &event.tournament.scoring;
    let possible = scoring.win().as_tenths() * i32::from(event.rounds);
    let half_points = scoring.win().as_tenths() * tie_break.limit;
    let strong = |opponent: usize| event.score(opponent).as_tenths() * 2 >= possible + half_points;
    let rounds = event.rounds_of(player, tie_break.forfeits_played);
    // The article speaks of points achieved, not of games: a win by forfeit counts in a Swiss too.
    let against = rounds.iter().filter(|round| round.opponent.is_some_and(strong));
    Value::tenths(against.map(|round| i64::from(round.points.as_tenths())).sum())
}
