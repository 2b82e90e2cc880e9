// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tie-breaks from ratings: C.07 article 10. Only games on the board count, in a round robin too (article 15.2).

use super::part::Part;
use super::tables::{expected, performance};
use super::unplayed::Event;
use super::{Acronym, TieBreak, Value};

/// The opponents' ratings and the score in half points.
struct Games {
    /// The places of the rounds among all, from 0.
    rounds: Vec<usize>,
    opponents: Vec<usize>,
    ratings: Vec<i64>,
    halves: i64,
}

fn games(event: &Event, player: usize) -> Games {
    let mut games = Games { rounds: Vec::new(), opponents: Vec::new(), ratings: Vec::new(), halves: 0 };
    for (index, round) in event.entries[player].rounds.iter().enumerate().filter(|(_, round)| round.game) {
        let Some(opponent) = round.opponent else { continue };
        games.rounds.push(index);
        games.opponents.push(opponent);
        games.ratings.push(i64::from(event.entries[opponent].rating.unwrap_or(0)));
        games.halves += i64::from(round.halves);
    }
    games
}

/// An average, rounded half up; zero of nothing.
fn average(values: &[i64]) -> i64 {
    let count = values.len() as i64;
    if count == 0 { 0 } else { (2 * values.iter().sum::<i64>() + count).div_euclid(2 * count) }
}

fn average_rating(games: &Games, tie_break: &TieBreak) -> i64 {
    let mut ratings = games.ratings.clone();
    ratings.sort_unstable();
    let end = ratings.len().saturating_sub(tie_break.cut_high);
    average(ratings.get(tie_break.cut_low..end).unwrap_or(&[]))
}

fn performance_rating(games: &Games) -> i64 {
    let count = games.ratings.len() as i64;
    if count == 0 {
        return 0;
    }
    // The share in hundredths, rounded half up.
    let share = (100 * games.halves + count).div_euclid(2 * count);
    average(&games.ratings) + performance(share)
}

/// The lowest rating whose expected score against these opponents is the real one (article 10.3).
fn perfect_performance(games: &Games) -> i64 {
    let Some(lowest) = games.ratings.iter().min().copied() else { return 0 };
    if games.halves == 0 {
        return lowest - 800;
    }
    let enough = |rating: i64| {
        let hundredths: i64 = games.ratings.iter().map(|opponent| expected(rating - opponent)).sum();
        hundredths >= 50 * games.halves
    };
    let (mut low, mut high) = (lowest - 1000, games.ratings.iter().max().copied().unwrap_or(lowest) + 1000);
    while low < high {
        let middle = (low + high).div_euclid(2);
        if enough(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

/// ARO, TPR, PTP, APRO and APPO of all players.
pub(super) fn values(event: &Event, tie_break: &TieBreak) -> Vec<Value> {
    let games: Vec<Games> = (0..event.len()).map(|player| games(event, player)).collect();
    let of_opponents = |value: &dyn Fn(&Games) -> i64| -> Vec<i64> {
        let all: Vec<i64> = games.iter().map(value).collect();
        let average_of = |games: &Games| {
            average(&games.opponents.iter().map(|opponent| all[*opponent]).collect::<Vec<_>>())
        };
        games.iter().map(average_of).collect()
    };
    let values = match tie_break.acronym {
        Acronym::Tpr => games.iter().map(performance_rating).collect(),
        Acronym::Ptp => games.iter().map(perfect_performance).collect(),
        Acronym::Apro => of_opponents(&performance_rating),
        Acronym::Appo => of_opponents(&perfect_performance),
        _ => games.iter().map(|games| average_rating(games, tie_break)).collect::<Vec<_>>(),
    };
    values.into_iter().map(Value::whole).collect()
}

/// What the games of a player have to do with ARO, TPR and PTP: the opponents' ratings, of which ARO may cut some. For APRO and
/// APPO the opponents' own performances.
pub(super) fn parts(event: &Event, player: usize, tie_break: &TieBreak) -> Vec<Part> {
    let own = games(event, player);
    let mut order: Vec<usize> = (0..own.ratings.len()).collect();
    order.sort_by_key(|place| own.ratings[*place]);
    let end = order.len().saturating_sub(tie_break.cut_high);
    let counted = order.get(tie_break.cut_low..end).unwrap_or(&[]);
    let part = |(place, (index, opponent)): (usize, (&usize, &usize))| {
        let value = match tie_break.acronym {
            Acronym::Apro => performance_rating(&games(event, *opponent)),
            Acronym::Appo => perfect_performance(&games(event, *opponent)),
            _ => own.ratings[place],
        };
        let counts = tie_break.acronym != Acronym::Aro || counted.contains(&place);
        Part { counts, ..Part::of(event, *index, Some(*opponent), Value::whole(value)) }
    };
    own.rounds.iter().zip(&own.opponents).enumerate().map(part).collect()
}
