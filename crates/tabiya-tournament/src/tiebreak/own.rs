// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tie-breaks from a participant's own record: C.07 article 7.

use std::cmp::Ordering;

use super::unplayed::{Event, Round};
use super::{TieBreak, Value};
use crate::{Colour, Points};

/// Rounds of which something is true.
fn count(event: &Event, player: usize, tie_break: &TieBreak, wanted: impl Fn(&Round) -> bool) -> Value {
    let rounds = event.rounds_of(player, tie_break.forfeits_played);
    Value::whole(rounds.iter().filter(|round| wanted(round)).count() as i64)
}

fn lost_by_forfeit(event: &Event, round: &Round) -> bool {
    round.forfeit && round.points < event.win
}

/// Article 15.2: in a round robin forfeit losses stay unplayed here, forfeit wins are games.
fn game(event: &Event, round: &Round) -> bool {
    round.game && !lost_by_forfeit(event, round)
}

/// WIN: rounds with a win's points.
pub(super) fn wins(event: &Event, player: usize, tie_break: &TieBreak) -> Value {
    count(event, player, tie_break, |round| round.points >= event.win)
}

/// WON: games won on the board.
pub(super) fn games_won(event: &Event, player: usize, tie_break: &TieBreak) -> Value {
    count(event, player, tie_break, |round| game(event, round) && round.points >= event.win)
}

/// BPG: games with Black.
pub(super) fn black_games(event: &Event, player: usize, tie_break: &TieBreak) -> Value {
    count(event, player, tie_break, |round| game(event, round) && round.colour == Some(Colour::Black))
}

/// BWG: games won with Black.
pub(super) fn black_wins(event: &Event, player: usize, tie_break: &TieBreak) -> Value {
    count(event, player, tie_break, |round| {
        game(event, round) && round.colour == Some(Colour::Black) && round.points >= event.win
    })
}

/// REP: rounds that were not given up.
pub(super) fn elected_rounds(event: &Event, player: usize, tie_break: &TieBreak) -> Value {
    count(event, player, tie_break, |round| !round.requested_bye && !lost_by_forfeit(event, round))
}

/// STD: 1 for more points than the opponent, ½ for as many.
pub(super) fn standard_points(event: &Event, player: usize, tie_break: &TieBreak) -> Value {
    let rounds = event.rounds_of(player, tie_break.forfeits_played);
    let halves = rounds.iter().enumerate().map(|(index, round)| {
        // A round without a game is measured by a draw, so that a double forfeit is none.
        let opponent = round.opponent.filter(|_| game(event, round));
        let bar = opponent.map_or(event.draw, |opponent| event.entries[opponent].rounds[index].points);
        match round.points.cmp(&bar) {
            Ordering::Greater => 10,
            Ordering::Equal => 5,
            Ordering::Less => 0,
        }
    });
    Value::tenths(halves.sum())
}

/// PS: the sum of the scores after each round. A cut drops the first rounds (article 14.1.1).
pub(super) fn progress(event: &Event, player: usize, tie_break: &TieBreak) -> Value {
    let mut score = Points::ZERO;
    let rounds = event.rounds_of(player, tie_break.forfeits_played);
    let after: Vec<i32> = rounds
        .iter()
        .map(|round| {
            score += round.points;
            score.as_tenths()
        })
        .collect();
    let end = after.len().saturating_sub(tie_break.cut_high);
    let counted = after.get(tie_break.cut_low..end).unwrap_or(&[]);
    Value::tenths(counted.iter().map(|tenths| i64::from(*tenths)).sum())
}
