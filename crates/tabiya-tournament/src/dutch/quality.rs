// SPDX-License-Identifier: MIT OR Apache-2.0
//! How well a bracket meets each criterion: C.04.3 article 2.

use std::cmp::Ordering;
use std::fmt;

use super::facts::Float;
use super::field::Field;
use super::graph::colour_cost;
use crate::Points;

/// A criterion of C.04.3 article 2 that compares candidates, in order of importance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Criterion {
    /// The score of the player with the bye.
    C5,
    /// The number of downfloaters.
    C6,
    /// The scores of the downfloaters.
    C7,
    /// How well the next bracket can do C1 to C7: there the pairs that it can make.
    C8,
    /// The unplayed games of the player with the bye.
    C9,
    /// Topscorers and their opponents with a colour difference beyond two.
    C10,
    /// Topscorers and their opponents with one colour three times running.
    C11,
    /// Colour preferences that are not met.
    C12,
    /// Strong colour preferences that are not met.
    C13,
    /// Residents that float down and did so a round ago.
    C14,
    /// Opponents of moved-down players that floated up a round ago.
    C15,
    /// Residents that float down and did so two rounds ago.
    C16,
    /// Opponents of moved-down players that floated up two rounds ago.
    C17,
    /// Score differences of moved-down players that floated down a round ago.
    C18,
    /// Score differences of the opponents of moved-down players that floated up a round ago.
    C19,
    /// Score differences of moved-down players that floated down two rounds ago.
    C20,
    /// Score differences of the opponents of moved-down players that floated up two rounds ago.
    C21,
}

impl Criterion {
    /// What is counted, in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::C5 => "score of the player with the bye",
            Self::C6 => "players leaving the bracket",
            Self::C7 => "scores of the players leaving the bracket",
            Self::C8 => "players that the next bracket can't pair",
            Self::C9 => "unplayed games of the player with the bye",
            Self::C10 => "colour differences over two",
            Self::C11 => "players with one colour three times running",
            Self::C12 => "colour wishes not met",
            Self::C13 => "strong colour wishes not met",
            Self::C14 => "players floating down as they did a round ago",
            Self::C15 => "players floating up as they did a round ago",
            Self::C16 => "players floating down as they did two rounds ago",
            Self::C17 => "players floating up as they did two rounds ago",
            Self::C18 => "score differences of players that floated down a round ago",
            Self::C19 => "score differences of opponents that floated up a round ago",
            Self::C20 => "score differences of players that floated down two rounds ago",
            Self::C21 => "score differences of opponents that floated up two rounds ago",
        }
    }
}

/// The name as the article has it: `C12`.
impl fmt::Display for Criterion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// The values of all criteria for one bracket. Smaller is better; scores and differences are in tenths of a point,
/// the largest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Quality {
    values: Vec<(Criterion, Vec<i32>)>,
}

/// A score difference beyond all others: the player is not paired in the bracket.
pub(crate) const NOT_PAIRED: i32 = 1_000_000;

impl Quality {
    /// The values of a criterion.
    pub fn get(&self, criterion: Criterion) -> &[i32] {
        self.values.iter().find(|(of, _)| *of == criterion).map_or(&[], |(_, values)| values.as_slice())
    }

    /// All criteria with their values, the most important first.
    pub fn iter(&self) -> impl Iterator<Item = (Criterion, &[i32])> {
        self.values.iter().map(|(criterion, values)| (*criterion, values.as_slice()))
    }

    pub(super) fn set_next_bracket(&mut self, ahead: Vec<i32>) {
        if let Some((_, values)) = self.values.iter_mut().find(|(criterion, _)| *criterion == Criterion::C8) {
            *values = ahead;
        }
    }

    pub(super) fn set_unplayed(&mut self, rounds: u16) {
        if let Some((_, values)) = self.values.iter_mut().find(|(criterion, _)| *criterion == Criterion::C9) {
            *values = vec![i32::from(rounds)];
        }
    }

    /// The first criterion by which the two differ. C9 compares only where both send down the player with the bye.
    pub fn first_difference(&self, other: &Self) -> Option<(Criterion, Ordering)> {
        let pairs = self.values.iter().zip(&other.values);
        pairs
            .filter(|((criterion, one), (_, other))| {
                *criterion != Criterion::C9 || one.is_empty() == other.is_empty()
            })
            .map(|((criterion, one), (_, other))| (*criterion, one.cmp(other)))
            .find(|(_, order)| order.is_ne())
    }
}

/// The values of a bracket. `pairs` have the higher-ranked player first. C8 is filled in once the next bracket is paired.
pub(super) fn of(
    field: &Field,
    players: &[usize],
    moved_down: usize,
    pairs: &[(usize, usize)],
    floaters: &[usize],
    last: bool,
) -> Quality {
    let is_moved_down = |player: usize| players[..moved_down].contains(&player);
    let floated = |player: usize, way: Float, back: usize| field.facts[player].floated(way, back);
    let tenths = |points: Points| points.as_tenths();
    let mut scores: Vec<i32> = floaters.iter().map(|player| tenths(field.score(*player))).collect();
    scores.sort_by_key(|score| std::cmp::Reverse(*score));
    let bye = if last { floaters.first() } else { None };
    let costs: Vec<_> = pairs.iter().map(|(one, other)| colour_cost(field, *one, *other)).collect();
    let sum =
        |value: &dyn Fn(&super::graph::ColourCost) -> usize| costs.iter().map(value).sum::<usize>() as i32;
    let mixed = || pairs.iter().filter(|(one, _)| is_moved_down(*one));
    let residents_down = |back| {
        floaters
            .iter()
            .filter(|player| !is_moved_down(**player) && floated(**player, Float::Down, back))
            .count()
    };
    let opponents_up = |back| mixed().filter(|(_, other)| floated(*other, Float::Up, back)).count();
    let difference = |one: usize, other: usize| tenths(field.score(one) - field.score(other));
    let sorted = |mut values: Vec<i32>| {
        values.sort_by_key(|value| std::cmp::Reverse(*value));
        values
    };
    let down_differences = |back| {
        let paired = mixed().filter(|(one, _)| floated(*one, Float::Down, back));
        let limbo =
            floaters.iter().filter(|player| is_moved_down(**player) && floated(**player, Float::Down, back));
        let limbo = limbo.map(|player| NOT_PAIRED + tenths(field.score(*player)));
        sorted(paired.map(|(one, other)| difference(*one, *other)).chain(limbo).collect())
    };
    let up_differences = |back| {
        let opponents = mixed().filter(|(_, other)| floated(*other, Float::Up, back));
        sorted(opponents.map(|(one, other)| difference(*one, *other)).collect())
    };
    let one = |value: usize| vec![value as i32];
    Quality {
        values: vec![
            (Criterion::C5, bye.map(|player| tenths(field.score(*player))).into_iter().collect()),
            (Criterion::C6, one(floaters.len())),
            (Criterion::C7, scores),
            (Criterion::C8, Vec::new()),
            (Criterion::C9, bye.map(|player| i32::from(field.facts[*player].unplayed)).into_iter().collect()),
            (Criterion::C10, vec![sum(&|cost| cost.width)]),
            (Criterion::C11, vec![sum(&|cost| cost.thrice)]),
            (Criterion::C12, vec![sum(&|cost| cost.wish)]),
            (Criterion::C13, vec![sum(&|cost| cost.strong_wish)]),
            (Criterion::C14, one(residents_down(1))),
            (Criterion::C15, one(opponents_up(1))),
            (Criterion::C16, one(residents_down(2))),
            (Criterion::C17, one(opponents_up(2))),
            (Criterion::C18, down_differences(1)),
            (Criterion::C19, up_differences(1)),
            (Criterion::C20, down_differences(2)),
            (Criterion::C21, up_differences(2)),
        ],
    }
}
