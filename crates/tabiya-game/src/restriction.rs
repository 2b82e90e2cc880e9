// SPDX-License-Identifier: MIT OR Apache-2.0
//! What whoever sets a game up may forbid in it.

use serde::{Deserialize, Serialize};

/// Something that is usual in a game and forbidden in this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Restriction {
    /// Nobody aborts the game. Whoever does not move in time still ends it.
    NoAbort,
    /// There is no rematch.
    NoRematch,
    /// Nobody gives the opponent time.
    NoGivenTime,
    /// An opponent who has left loses only by the clock; a draw can be claimed.
    NoClaimedWin,
    /// No draw is offered before both sides have made 30 moves.
    NoEarlyDraw,
}

/// The half-moves before which [`Restriction::NoEarlyDraw`] forbids a draw offer.
pub(crate) const EARLY: usize = 60;

impl Restriction {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::NoAbort, Self::NoRematch, Self::NoGivenTime, Self::NoClaimedWin, Self::NoEarlyDraw];

    /// What a player is told who tries it.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::NoAbort => "This game can't be aborted; you can resign.",
            Self::NoRematch => "After this game there is no rematch.",
            Self::NoGivenTime => "In this game nobody gives the opponent time.",
            Self::NoClaimedWin => "In this game an opponent who has left loses only by the clock.",
            Self::NoEarlyDraw => "In this game a draw is offered only after 30 moves of each side.",
        }
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// Several of them, as a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Restriction>", into = "Vec<Restriction>")]
pub struct Restrictions(u8);

impl Restrictions {
    /// Nothing is forbidden.
    pub const NONE: Self = Self(0);

    /// Whether this is forbidden.
    pub const fn has(self, restriction: Restriction) -> bool {
        self.0 & restriction.bit() != 0
    }

    /// Whether nothing is forbidden.
    pub const fn is_empty(&self) -> bool {
        self.0 == 0
    }
}

impl FromIterator<Restriction> for Restrictions {
    fn from_iter<I: IntoIterator<Item = Restriction>>(all: I) -> Self {
        Self(all.into_iter().fold(0, |bits, restriction| bits | restriction.bit()))
    }
}

impl From<Vec<Restriction>> for Restrictions {
    fn from(all: Vec<Restriction>) -> Self {
        all.into_iter().collect()
    }
}

impl From<Restrictions> for Vec<Restriction> {
    fn from(set: Restrictions) -> Self {
        Restriction::ALL.into_iter().filter(|restriction| set.has(*restriction)).collect()
    }
}
