// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tie-breaks from a player's own record: C.07 article 7.

use super::unplayed::{Event, Round};
use super::{Acronym, TieBreak, Value};
use crate::{Colour, Points};

pub(super) fn value(event: &Event<'_>, player: usize, tie_break: &TieBreak) -> Value {
    let rounds = event.rounds_of(player, tie_break.forfeits_played);
    let scoring = &event.tournament.scoring;
    let (win, draw) = (scoring.win(), scoring.draw());
    // Article 15.2: in a round robin forfeit losses stay unplayed here, forfeit wins are games.
    let lost_by_forfeit = |round: &&Round| round.forfeit && round.points < win;
    let game = |round: &&Round| round.game && !lost_by_forfeit(round);
    let count = |wanted: &dyn Fn(&&Round) -> bool| Value::whole(rounds.iter().filter(wanted).count() as i64);
    match tie_break.acronym {
        Acronym::Win => count(&|round| round.points >= win),
        Acronym::Won => count(&|round| game(round) && round.points >= win),
        Acronym::Bpg => count(&|round| game(round) && round.colour == Some(Colour::Black)),
        Acronym::Bwg => {
            count(&|round| game(round) && round.colour == Some(Colour::Black) && round.points >= win)
        }
        Acronym::Ps => progress(&rounds, tie_break),
        Acronym::Rep => count(&|round| !round.requested_bye && !lost_by_forfeit(round)),
        Acronym::Std => {
            let halves = rounds.iter().enumerate().map(|(index, round)| {
                // A round without a game is measured by a draw, so that a double forfeit is none.
                let bar = round.opponent.filter(|_| game(&round)).map_or(draw, |opponent| {
                    let cell = event.tournament.players[opponent].cell(index as u16 + 1);
                    scoring.points(cell)
                });
                match round.points.cmp(&bar) {
                    std::cmp::Ordering::Greater => 10,
                    std::cmp::Ordering::Equal => 5,
                    std::cmp::Ordering::Less => 0,
                }
            });
            Value::tenths(halves.sum())
        }
        Acronym::De
        | Acronym::Tpn
        | Acronym::Bh
        | Acronym::Aob
        | Acronym::Fb
        | Acronym::Sb
        | Acronym::Ks
        | Acronym::Aro
        | Acronym::Tpr
        | Acronym::Ptp
        | Acronym::Apro
        | Acronym::Appo
        | Acronym::Rtng => Value::whole(0),
    }
}

/// The sum of the scores after each round. A cut drops the first rounds (article 14.1.1).
fn progress(rounds: &[Round], tie_break: &TieBreak) -> Value {
    let mut score = Points::ZERO;
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
