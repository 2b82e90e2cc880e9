// SPDX-License-Identifier: AGPL-3.0-or-later
//! The game that a challenge is about.

use tabiya_game::{GameId, PlayerId, Seat, Seats};
use tabiya_protocol::http::ColorChoice;
use tabiya_protocol::{ChallengeTerms, TimeControlView};
use tabiya_rules::Color;

/// How long a challenge for a game with clocks waits, in milliseconds.
const LIVE: u64 = 10 * 60 * 1000;
/// How long another one waits.
const SLOW: u64 = 3 * 24 * 60 * 60 * 1000;

/// How long such a challenge waits for an answer, in milliseconds.
pub(super) const fn patience(wish: &ChallengeTerms) -> u64 {
    match wish.time {
        None | Some(TimeControlView::Correspondence(_)) => SLOW,
        Some(TimeControlView::Equal(_) | TimeControlView::Odds(_)) => LIVE,
    }
}

/// The colour of the player who challenges. Where chance decides, it decided when it drew the id of this
/// version, so that everybody is told the same from the beginning, and after a restart too.
pub fn color_of(choice: ColorChoice, version: GameId) -> Color {
    match choice {
        ColorChoice::White => Color::White,
        ColorChoice::Black => Color::Black,
        ColorChoice::Random => {
            let sum: u32 = version.as_str().bytes().map(u32::from).sum();
            if sum.is_multiple_of(2) { Color::White } else { Color::Black }
        }
    }
}

/// Who plays which colour.
pub(super) fn seats(wish: &ChallengeTerms, version: GameId, [from, to]: [PlayerId; 2]) -> Seats {
    Seats::new(from, color_of(wish.color, version), Seat::Player(to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chance_gives_both_colours_and_each_version_keeps_its_own() {
        let white = |bits: u64| color_of(ColorChoice::Random, GameId::from_bits(bits)) == Color::White;
        // Any run of bits will do: each character of an id is about as often even as odd.
        let whites = (0..10_000_u64).filter(|bits| white(bits.wrapping_mul(0x9e37_79b9_7f4a_7c15))).count();
        assert!((4_800..5_200).contains(&whites), "{whites} of 10000");
        assert_eq!(white(12), white(12));
        assert_eq!(color_of(ColorChoice::Black, GameId::from_bits(12)), Color::Black);
    }
}
