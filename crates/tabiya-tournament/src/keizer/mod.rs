// SPDX-License-Identifier: MIT OR Apache-2.0
//! Keizer: the league of chess clubs. It pairs those who are present, and a win is worth the opponent's value.
//!
//! Every member has a value that follows from the place in the list: the first one has the highest, each place below it one
//! step less. A win scores the opponent's value, a draw half of it, an absence a share of one's own value, and everybody has
//! their own value on top. The scores make a new list, the list new values, and with these *all* rounds are scored again, so
//! that a win in round 1 against somebody who has risen since counts for more today.
//!
//! [`standings`] ranks, [`pair`] pairs neighbours of the list, [`check_round`] pairs a round again and compares.

mod list;
mod pairing;

use crate::{Colour, GameResult, Points};

pub use list::{Line, standings};
pub use pairing::{ColourRule, Opposite, Pairing, Passed, Reason, check_round, pair};

/// What the organiser decides. Shares are per cent of a member's own value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The value of the first one in the list; 0 for one and a half times the number of members, so that the first one is
    /// worth three times as much as the last.
    pub top: u16,
    /// How much less each place is worth. No value falls below 1.
    pub step: u16,
    /// The share for an absence that was announced.
    pub excused: u8,
    /// The share for an absence without notice, and for a loss by not coming.
    pub unexcused: u8,
    /// The share for playing elsewhere for the club.
    pub club_duty: u8,
    /// The share for whoever is left over with an odd number of players.
    pub bye: u8,
    /// How many rounds lie between two meetings at least; where that leaves somebody without an opponent, fewer.
    pub rounds_between: u16,
}

impl Default for Settings {
    fn default() -> Self {
        Self { top: 0, step: 1, excused: 35, unexcused: 0, club_duty: 70, bye: 50, rounds_between: 3 }
    }
}

impl Settings {
    /// The value of a place, from 0, in a list of so many members.
    fn value(&self, place: usize, members: usize) -> u32 {
        let top = match self.top {
            0 => (3 * members).div_ceil(2),
            top => usize::from(top),
        };
        let below = place.saturating_mul(usize::from(self.step));
        u32::try_from(top.saturating_sub(below).max(1)).unwrap_or(u32::MAX)
    }
}

/// What a member did in one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attended {
    /// Had an opponent.
    Game {
        /// The opponent's number.
        opponent: u16,
        /// The colour.
        colour: Colour,
        /// The result as this member sees it.
        result: GameResult,
    },
    /// Was there and left over.
    Bye,
    /// Was away with notice.
    Excused,
    /// Was away without notice.
    Unexcused,
    /// Played elsewhere for the club.
    ClubDuty,
    /// Did not belong to the league then: worth nothing.
    NotYet,
}

/// Somebody in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// A number that no other member has. Members stand in the order of the first list: by strength.
    pub number: u16,
    /// What the member did in each round; what is missing at the end is [`Attended::NotYet`].
    pub rounds: Vec<Attended>,
}

impl Member {
    /// What the member did in a round, from 1.
    pub fn round(&self, round: u16) -> Attended {
        let place = usize::from(round).checked_sub(1);
        place.and_then(|place| self.rounds.get(place)).copied().unwrap_or(Attended::NotYet)
    }
}

/// How many rounds are written.
fn rounds_of(members: &[Member]) -> u16 {
    let most = members.iter().map(|member| member.rounds.len()).max().unwrap_or(0);
    u16::try_from(most).unwrap_or(u16::MAX)
}

/// So many per cent of a value, to the nearest tenth of a point.
fn share(value: u32, per_cent: u8) -> Points {
    let tenths = (u64::from(value) * u64::from(per_cent) + 5) / 10;
    Points::tenths(i32::try_from(tenths).unwrap_or(i32::MAX))
}
