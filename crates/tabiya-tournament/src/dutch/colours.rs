// SPDX-License-Identifier: MIT OR Apache-2.0
//! Who gets which colour: C.04.3 article 5.

use super::facts::{Facts, Strength};
use crate::Colour;

/// The article that decided the colours of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColourRule {
    /// 5.2.1: both get what they want.
    BothWishes,
    /// 5.2.2: the stronger wish; of two absolute ones that with the wider difference.
    Stronger,
    /// 5.2.3: the other way round than in the last round in which the colours differed.
    Alternate,
    /// 5.2.4: the wish of the higher-ranked player.
    HigherRanked,
    /// 5.2.5: the higher-ranked player has the first colour with an odd number, the other colour with an even one.
    Number,
}

/// The colour of the higher-ranked player of a pair, and the article that gave it.
pub(super) fn allocate(higher: &Facts, lower: &Facts, first_colour: Colour) -> (Colour, ColourRule) {
    match (higher.preference, lower.preference) {
        (None, None) => {
            let odd = higher.place % 2 == 1;
            (if odd { first_colour } else { first_colour.other() }, ColourRule::Number)
        }
        (Some(wish), None) => (wish, ColourRule::BothWishes),
        (None, Some(wish)) => (wish.other(), ColourRule::BothWishes),
        (Some(one), Some(other)) if one != other => (one, ColourRule::BothWishes),
        (Some(wish), Some(_)) => {
            let weight = |facts: &Facts| {
                let width = if facts.strength == Strength::Absolute { facts.difference.abs() } else { 0 };
                (facts.strength, width)
            };
            match weight(higher).cmp(&weight(lower)) {
                std::cmp::Ordering::Greater => (wish, ColourRule::Stronger),
                std::cmp::Ordering::Less => (wish.other(), ColourRule::Stronger),
                std::cmp::Ordering::Equal => match last_difference(&higher.colours, &lower.colours) {
                    Some(colour) => (colour.other(), ColourRule::Alternate),
                    None => (wish, ColourRule::HigherRanked),
                },
            }
        }
    }
}

/// The colour that the first player had when the two last had different ones, counting back over played games.
fn last_difference(one: &[Colour], other: &[Colour]) -> Option<Colour> {
    one.iter().rev().zip(other.iter().rev()).find(|(one, other)| one != other).map(|(one, _)| *one)
}
