// SPDX-License-Identifier: AGPL-3.0-or-later
//! What lists of a player's games filter on, in one number.
//!
//! ```text
//! bit  0      the player had Black
//! bits 1-3    how it ended for the player: won 1, lost 2, drawn 3, aborted 4; 0 while it goes on
//! bits 4-6    the speed, from bullet 1 to correspondence 5; 0 for an unlimited game
//! bit  7      it counts for ratings
//! bit  8      the lowest bit of the variant's number
//! bits 9-13   by what it ended, in the order of [`Termination`] from 1; 0 while it goes on
//! bit  14     it is private
//! bits 16-47  half-moves
//! bits 48-50  the other bits of the variant's number
//! ```
//!
//! The variant's number is in two places, because at first it was one bit: Chess960 or not.

use tabiya_game::{Speed, Termination, Terms};
use tabiya_rules::{Color, Variant};

use crate::{GameFilter, PlayerOutcome};

const HALF_MOVES: u32 = 16;

/// The bits of the half-moves.
pub(super) const HALF_MOVES_MASK: i64 = 0xFFFF_FFFF << HALF_MOVES;

/// The bits of the variant.
const VARIANT: i64 = of_number(0b1111);

/// The bits of speed and rated, of which a casual game without a clock has none.
pub(super) const SPEED_AND_RATED: i64 = 0b1111 << 4;

/// The half-moves with which White has moved twice. Black has with one more.
pub(super) const TWO_MOVES: i64 = 3 << HALF_MOVES;
pub(super) const ONE_MORE: i64 = 1 << HALF_MOVES;

/// The bit of a private game.
pub(super) const PRIVATE: i64 = 1 << 14;

const fn outcome(outcome: PlayerOutcome) -> i64 {
    (match outcome {
        PlayerOutcome::Won => 1,
        PlayerOutcome::Lost => 2,
        PlayerOutcome::Drawn => 3,
        PlayerOutcome::Aborted => 4,
    }) << 1
}

const fn speed(speed: Speed) -> i64 {
    (match speed {
        Speed::Bullet => 1,
        Speed::Blitz => 2,
        Speed::Rapid => 3,
        Speed::Classical => 4,
        Speed::Correspondence => 5,
    }) << 4
}

const fn termination(termination: Termination) -> i64 {
    (match termination {
        Termination::Checkmate => 1,
        Termination::Resignation => 2,
        Termination::Stalemate => 3,
        Termination::InsufficientMaterial => 4,
        Termination::FivefoldRepetition => 5,
        Termination::SeventyFiveMoves => 6,
        Termination::ThreefoldRepetition => 7,
        Termination::FiftyMoves => 8,
        Termination::Agreement => 9,
        Termination::TimeForfeit => 10,
        Termination::TimeForfeitInsufficientMaterial => 11,
        Termination::Abandonment => 12,
        Termination::AbandonmentInsufficientMaterial => 13,
        Termination::Abort => 14,
        Termination::NoFirstMove => 15,
        Termination::Unknown => 16,
        Termination::ArbiterDecision => 17,
    }) << 9
}

const fn color(color: Color) -> i64 {
    match color {
        Color::White => 0,
        Color::Black => 1,
    }
}

pub(super) const fn variant(variant: Variant) -> i64 {
    of_number(match variant {
        Variant::Standard => 0,
        Variant::Chess960 => 1,
    })
}

/// The places of a variant's number, which is below 16.
const fn of_number(number: i64) -> i64 {
    ((number & 1) << 8) + ((number >> 1) << 48)
}

/// The facts that a game has from its beginning, for the player of this side.
pub(super) fn of_new(side: Color, terms: &Terms) -> i64 {
    let game_speed = terms.time().map(|time| time.speed());
    let rated = i64::from(terms.is_rated()) << 7;
    let private = i64::from(terms.is_private()) * PRIVATE;
    color(side) + game_speed.map_or(0, speed) + rated + variant(terms.variant()) + private
}

/// What its end adds to them.
pub(super) fn of_end(how: PlayerOutcome, by: Termination, half_moves: u32) -> i64 {
    outcome(how) + termination(by) + (i64::from(half_moves) << HALF_MOVES)
}

/// The bits of a colour and an outcome, for counting.
pub(super) const RESULT: i64 = 0b1111;

/// The colour and outcome in such bits; `None` for a game that goes on.
pub(super) fn result_of(bits: i64) -> Option<(Color, PlayerOutcome)> {
    let side = if bits & 1 == 0 { Color::White } else { Color::Black };
    let all = [PlayerOutcome::Won, PlayerOutcome::Lost, PlayerOutcome::Drawn, PlayerOutcome::Aborted];
    all.into_iter().find(|each| outcome(*each) == bits & 0b1110).map(|found| (side, found))
}

/// What a filter asks of the facts: `facts & mask = wanted`, and of the bits of the half-moves `>= least` and `< below`.
pub(super) struct Wanted {
    pub(super) mask: i64,
    pub(super) wanted: i64,
    pub(super) least: i64,
    pub(super) below: i64,
}

impl Wanted {
    pub(super) fn by(filter: &GameFilter) -> Self {
        let mut wanted = Self { mask: 0, wanted: 0, least: 0, below: i64::MAX };
        let mut ask = |mask: i64, value: Option<i64>| {
            if let Some(value) = value {
                wanted.mask |= mask;
                wanted.wanted |= value;
            }
        };
        ask(1, filter.color.map(color));
        ask(0b111 << 1, filter.outcome.map(outcome));
        ask(0b111 << 4, filter.speed.map(speed));
        ask(1 << 7, filter.rated.map(|rated| i64::from(rated) << 7));
        ask(VARIANT, filter.variant.map(variant));
        ask(0b1_1111 << 9, filter.termination.map(termination));
        ask(PRIVATE, filter.private.map(|private| i64::from(private) * PRIVATE));
        if let Some(least) = filter.min_half_moves {
            wanted.least = i64::from(least) << HALF_MOVES;
        }
        if let Some(most) = filter.max_half_moves {
            wanted.below = (i64::from(most) + 1) << HALF_MOVES;
        }
        wanted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of old folders hold these numbers, so none may ever change.
    #[test]
    fn each_end_keeps_its_number() {
        let ends = [
            Termination::Checkmate,
            Termination::Resignation,
            Termination::Stalemate,
            Termination::InsufficientMaterial,
            Termination::FivefoldRepetition,
            Termination::SeventyFiveMoves,
            Termination::ThreefoldRepetition,
            Termination::FiftyMoves,
            Termination::Agreement,
            Termination::TimeForfeit,
            Termination::TimeForfeitInsufficientMaterial,
            Termination::Abandonment,
            Termination::AbandonmentInsufficientMaterial,
            Termination::Abort,
            Termination::NoFirstMove,
            Termination::Unknown,
            Termination::ArbiterDecision,
        ];
        for (number, end) in (1..).zip(ends) {
            assert_eq!(termination(end), number << 9, "{end:?}");
        }
    }

    /// The same of each variant.
    #[test]
    fn each_variant_keeps_its_number() {
        assert_eq!(Variant::ALL.map(variant), [0, 256]);
    }

    #[test]
    fn no_two_facts_share_a_bit() {
        let termination = 0b1_1111 << 9;
        let masks = [1, 0b111 << 1, 0b111 << 4, 1 << 7, VARIANT, termination, PRIVATE, HALF_MOVES_MASK];
        let mut all = 0;
        for mask in masks {
            assert_eq!(all & mask, 0, "{mask:b}");
            all |= mask;
        }
        assert!(all > 0);
        for number in 0..16 {
            assert_eq!(of_number(number) & !VARIANT, 0);
            assert!((0..number).all(|other| of_number(other) != of_number(number)));
        }
        // The statements in `read.rs` have this number in their text.
        assert_eq!(HALF_MOVES_MASK, 281_474_976_645_120);
    }
}
