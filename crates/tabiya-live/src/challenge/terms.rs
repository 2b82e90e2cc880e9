// SPDX-License-Identifier: AGPL-3.0-or-later
//! The game that a challenge is about, checked.

use tabiya_game::{PlayerId, Seat, Seats, Terms};
use tabiya_protocol::{ChallengeTerms, TimeControlView};

use crate::wish::{color_of, terms_of};

/// How long a challenge for a game with clocks waits, in milliseconds.
const LIVE: u64 = 10 * 60 * 1000;
/// How long another one waits.
const SLOW: u64 = 3 * 24 * 60 * 60 * 1000;

/// The game of these two. Where chance decides, it decides now.
///
/// # Errors
/// If there is no such game; the text says what is wrong.
pub fn terms(wish: &ChallengeTerms, from: PlayerId, to: PlayerId) -> Result<Terms, String> {
    let seats = Seats::new(from, color_of(wish.color), Seat::Player(to));
    terms_of(wish, seats).map_err(|error| error.to_string())
}

/// How long such a challenge waits for an answer, in milliseconds.
pub(crate) const fn patience(wish: &ChallengeTerms) -> u64 {
    match wish.time {
        None | Some(TimeControlView::Correspondence(_)) => SLOW,
        Some(TimeControlView::Equal(_) | TimeControlView::Odds(_)) => LIVE,
    }
}
