// SPDX-License-Identifier: MIT OR Apache-2.0
//! Whether players can all be paired by the absolute criteria (C4), and the lowest score for the bye (C5).

use super::field::Field;
use super::weights::Layout;
use crate::Points;
use crate::matching::{Matcher, Wide};

/// Whether the players can all be paired, with the bye to one of a given score where there is one.
pub(super) fn is_possible(field: &Field, players: &[usize], bye_score: Option<Points>) -> bool {
    if players.len() % 2 == usize::from(bye_score.is_none()) {
        return false;
    }
    let bye = bye_score.map(|score| move |player: usize| u64::from(field.score(player) == score));
    matches(field, players, bye).is_some()
}

/// The lowest score of a player that can have the bye while all others are paired (C5). `None` where nobody can.
pub(super) fn bye_score(field: &Field) -> Option<Points> {
    let players: Vec<usize> = (0..field.len()).collect();
    // Players are ranked by score, so a later place is a score at most as high.
    let group = |player: usize| {
        let first = field.facts.partition_point(|facts| facts.score > field.score(player));
        first as u64 + 1
    };
    let matcher = matches(field, &players, Some(group))?;
    matcher.mate(players.len()).map(|player| field.score(player))
}

/// A matching of all players and the bye; the bye goes to the player with the largest value, and to none with zero.
fn matches(field: &Field, players: &[usize], bye: Option<impl Fn(usize) -> u64>) -> Option<Matcher<1>> {
    let vertices = players.len() + usize::from(bye.is_some());
    let mut layout = Layout::default();
    let complete = layout.add(vertices / 2);
    let preferred = layout.add(if bye.is_some() { field.len() + 1 } else { 0 });
    let mut encoder = layout.encoder::<1>();
    let mut matcher = Matcher::new(vertices);
    encoder.put(complete, 1);
    let pair: Wide<1> = encoder.take();
    for (one, higher) in players.iter().enumerate() {
        for (other, lower) in players.iter().enumerate().skip(one + 1) {
            if field.may_meet(*higher, *lower) {
                matcher.set(one, other, pair);
            }
        }
        if let Some(value) = bye.as_ref().map(|value| value(*higher)).filter(|value| *value > 0)
            && field.facts[*higher].may_have_bye
        {
            encoder.put(complete, 1);
            encoder.put(preferred, usize::try_from(value).unwrap_or(usize::MAX));
            matcher.set(one, players.len(), encoder.take());
        }
    }
    let wished: Vec<_> = (1..players.len()).step_by(2).map(|lower| (lower - 1, lower)).collect();
    matcher.start(|_| true, &wished);
    matcher.solve();
    (0..vertices).all(|vertex| matcher.mate(vertex).is_some()).then_some(matcher)
}
