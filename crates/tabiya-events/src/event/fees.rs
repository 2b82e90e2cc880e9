// SPDX-License-Identifier: AGPL-3.0-or-later
//! What entrants pay to play: only organisers see it.

use serde::{Deserialize, Serialize};

use super::{BirthBound, Card, Entrant, Event, Presence};

/// The fees of an event, in hundredths of the money.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fees {
    /// What everybody pays.
    pub full: u32,
    /// What some pay in its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reduced: Option<Reduced>,
}

/// A reduced fee, and who pays it by their date of birth. The desk may give it to others, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reduced {
    /// How much.
    pub amount: u32,
    /// Juniors: born on this day or later.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub born_from: Option<BirthBound>,
    /// Seniors: born on this day or before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub born_until: Option<BirthBound>,
}

/// What the desk has said that an entrant pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FeeClass {
    /// The full fee.
    Full,
    /// The reduced one.
    Reduced,
    /// Nothing.
    Free,
}

impl Fees {
    /// The highest fee.
    pub const HIGHEST: u32 = 10_000_000;

    /// Whether no amount is too high.
    pub fn are_possible(&self) -> bool {
        self.full <= Self::HIGHEST && self.reduced.is_none_or(|reduced| reduced.amount <= Self::HIGHEST)
    }

    /// Which fee is an entrant's: what the desk has said, or what follows from the date of birth.
    pub fn class(&self, card: &Card, chosen: Option<FeeClass>) -> FeeClass {
        let by_birth = self.reduced.is_some_and(|reduced| {
            reduced.born_from.is_some_and(|first| first.is_from(&card.birth))
                || reduced.born_until.is_some_and(|last| last.is_until(&card.birth))
        });
        chosen.unwrap_or(if by_birth { FeeClass::Reduced } else { FeeClass::Full })
    }

    /// What somebody with this card pays of whom the desk has said nothing.
    pub fn due(&self, card: &Card) -> u32 {
        self.amount(self.class(card, None))
    }

    fn amount(&self, class: FeeClass) -> u32 {
        match class {
            FeeClass::Full => self.full,
            FeeClass::Reduced => self.reduced.map_or(self.full, |reduced| reduced.amount),
            FeeClass::Free => 0,
        }
    }
}

/// What has come in and what is still due, in hundredths of the money.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// What was paid.
    pub paid: u64,
    /// What those have to pay who have not, and who have not left.
    pub due: u64,
}

impl Event {
    /// What an entrant pays; 0 where the event has no fees.
    pub fn fee_of(&self, entrant: &Entrant) -> u32 {
        self.fees.map_or(0, |fees| fees.amount(fees.class(&entrant.card, entrant.fee)))
    }

    /// What an entrant has paid: the fee as it was then.
    pub fn paid_by(&self, entrant: &Entrant) -> u32 {
        if entrant.paid { entrant.paid_amount.unwrap_or_else(|| self.fee_of(entrant)) } else { 0 }
    }

    /// What has come in, and what is due.
    pub fn fee_sums(&self) -> Sums {
        let mut sums = Sums::default();
        for one in &self.entrants {
            sums.paid += u64::from(self.paid_by(one));
            if !one.paid && one.presence != Presence::Withdrawn {
                sums.due += u64::from(self.fee_of(one));
            }
        }
        sums
    }
}
