// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tie-breaks from a participant's own record: C.07 article 7.

use std::cmp::Ordering;
use std::ops::Range;

use super::part::Part;
use super::unplayed::{Event, Round};
use super::{Acronym, TieBreak, Value};
use crate::{Colour, Points};

fn lost_by_forfeit(event: &Event, round: &Round) -> bool {
    round.forfeit && round.points < event.win
}

/// Article 15.2: in a round robin forfeit losses stay unplayed here, forfeit wins are games.
fn game(event: &Event, round: &Round) -> bool {
    round.game && !lost_by_forfeit(event, round)
}

/// WIN: a win's points.
fn won_points(event: &Event, round: &Round) -> bool {
    round.points >= event.win
}

/// WON: a game won on the board.
fn won_game(event: &Event, round: &Round) -> bool {
    game(event, round) && round.points >= event.win
}

/// BPG: a game with Black. Those that were won count for BWG.
fn black_game(event: &Event, round: &Round) -> bool {
    game(event, round) && round.colour == Some(Colour::Black)
}

/// REP: a round that was not given up.
fn elected(event: &Event, round: &Round) -> bool {
    !round.requested_bye && !lost_by_forfeit(event, round)
}

/// What a round must be to count for WIN, WON, BPG, BWG or REP; nothing for other tie-breaks.
pub(super) fn counted(acronym: Acronym) -> Option<fn(&Event, &Round) -> bool> {
    Some(match acronym {
        Acronym::Win => won_points,
        Acronym::Won => won_game,
        Acronym::Bpg => black_game,
        Acronym::Bwg => |event, round| black_game(event, round) && round.points >= event.win,
        Acronym::Rep => elected,
        _ => return None,
    })
}

/// WIN, WON, BPG, BWG and REP: how many rounds count.
pub(super) fn count(event: &Event, player: usize, tie_break: &TieBreak) -> Value {
    Value::whole(parts_of_count(event, player, tie_break).iter().filter(|part| part.counts).count() as i64)
}

/// What the rounds of a player add to them: each 1, or nothing.
pub(super) fn parts_of_count(event: &Event, player: usize, tie_break: &TieBreak) -> Vec<Part> {
    let Some(counts) = counted(tie_break.acronym) else { return Vec::new() };
    let rounds = event.rounds_of(player, tie_break.forfeits_played);
    let part = |(index, round): (usize, &Round)| {
        let counts = counts(event, round);
        let value = Value::whole(i64::from(counts));
        Part { is_unplayed: !round.game, counts, ..Part::of(event, index, round.opponent, value) }
    };
    rounds.iter().enumerate().map(part).collect()
}

/// STD: 1 for more points than the opponent, ½ for as many.
pub(super) fn standard_points(event: &Event, player: usize, tie_break: &TieBreak) -> Value {
    Value::tenths(standard_tenths(event, player, tie_break).iter().sum())
}

/// What the rounds of a player add to STD.
pub(super) fn parts_of_standard(event: &Event, player: usize, tie_break: &TieBreak) -> Vec<Part> {
    let rounds = event.rounds_of(player, tie_break.forfeits_played);
    let parts = standard_tenths(event, player, tie_break).into_iter().zip(rounds).enumerate();
    let part = |(index, (tenths, round)): (usize, (i64, Round))| Part {
        is_unplayed: !round.game,
        ..Part::of(event, index, round.opponent, Value::tenths(tenths))
    };
    parts.map(part).collect()
}

fn standard_tenths(event: &Event, player: usize, tie_break: &TieBreak) -> Vec<i64> {
    let rounds = event.rounds_of(player, tie_break.forfeits_played);
    let tenths = rounds.iter().enumerate().map(|(index, round)| {
        // A round without a game is measured by a draw, so that a double forfeit is none.
        let opponent = round.opponent.filter(|_| game(event, round));
        let bar = opponent.map_or(event.draw, |opponent| event.entries[opponent].rounds[index].points);
        match round.points.cmp(&bar) {
            Ordering::Greater => 10,
            Ordering::Equal => 5,
            Ordering::Less => 0,
        }
    });
    tenths.collect()
}

/// PS: the sum of the scores after each round. A cut drops the first rounds (article 14.1.1).
pub(super) fn progress(event: &Event, player: usize, tie_break: &TieBreak) -> Value {
    let after = scores_after(event, player, tie_break);
    let counted = after.get(counted_scores(after.len(), tie_break)).unwrap_or(&[]);
    Value::tenths(counted.iter().sum())
}

/// What the rounds of a player add to PS.
pub(super) fn parts_of_progress(event: &Event, player: usize, tie_break: &TieBreak) -> Vec<Part> {
    let after = scores_after(event, player, tie_break);
    let counted = counted_scores(after.len(), tie_break);
    let opponents = event.entries[player].rounds.iter().map(|round| round.opponent);
    let parts = after.into_iter().zip(opponents).enumerate();
    let part = |(index, (score, opponent)): (usize, (i64, Option<usize>))| Part {
        counts: counted.contains(&index),
        ..Part::of(event, index, opponent, Value::tenths(score))
    };
    parts.map(part).collect()
}

/// The scores after each round, in tenths.
fn scores_after(event: &Event, player: usize, tie_break: &TieBreak) -> Vec<i64> {
    let mut score = Points::ZERO;
    let rounds = event.rounds_of(player, tie_break.forfeits_played);
    let after = rounds.iter().map(|round| {
        score += round.points;
        i64::from(score.as_tenths())
    });
    after.collect()
}

fn counted_scores(rounds: usize, tie_break: &TieBreak) -> Range<usize> {
    tie_break.cut_low..rounds.saturating_sub(tie_break.cut_high)
}
