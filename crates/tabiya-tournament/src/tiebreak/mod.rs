// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tie-breaks by C.07 in force since 1 March 2026.
//!
//! A [`TieBreak`] is one entry of the published list, written as TRF's lines `202` and `212` write it: `BH/C1`, `SB`,
//! `KS/L+1`. [`standings`](crate::standings::standings) applies a list.

mod code;
mod direct;
mod opponents;
mod own;
mod ratings;
mod tables;
mod unplayed;

pub use code::{Acronym, TieBreak, TieBreakError};
pub(crate) use direct::direct_encounter;
pub(crate) use unplayed::Event;

use std::cmp::Ordering;
use std::fmt;

/// The value of a tie-break: an exact fraction. More is better.
#[derive(Clone, Copy, Debug)]
pub struct Value {
    numerator: i64,
    denominator: i64,
    decimals: usize,
}

impl Value {
    /// A whole number.
    pub(crate) const fn whole(number: i64) -> Self {
        Self { numerator: number, denominator: 1, decimals: 0 }
    }

    /// A number of tenths.
    pub(crate) const fn tenths(tenths: i64) -> Self {
        Self { numerator: tenths, denominator: 10, decimals: 1 }
    }

    /// A number of hundredths.
    pub(crate) const fn hundredths(hundredths: i64) -> Self {
        Self { numerator: hundredths, denominator: 100, decimals: 2 }
    }

    /// Tenths, divided by a count; zero where the count is.
    pub(crate) const fn average_of_tenths(tenths: i64, count: i64) -> Self {
        let denominator = if count > 0 { 10 * count } else { 1 };
        Self { numerator: if count > 0 { tenths } else { 0 }, denominator, decimals: 2 }
    }

    /// The value as a fraction.
    pub const fn fraction(self) -> (i64, i64) {
        (self.numerator, self.denominator)
    }

    /// The value with the opposite sign, for lists in reverse order.
    pub(crate) const fn reversed(self) -> Self {
        Self { numerator: -self.numerator, ..self }
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        let (one, two) = (i128::from(self.numerator), i128::from(other.numerator));
        (one * i128::from(other.denominator)).cmp(&(two * i128::from(self.denominator)))
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Value {}

/// With a decimal point, rounded half up: `14.0`, `6.75`, `2500`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scale = 10_i64.pow(u32::try_from(self.decimals).unwrap_or(0));
        let doubled = 2 * self.numerator * scale + self.denominator;
        let rounded = doubled.div_euclid(2 * self.denominator);
        let sign = if rounded < 0 { "-" } else { "" };
        let size = rounded.unsigned_abs();
        let scale = scale.unsigned_abs();
        if self.decimals == 0 {
            write!(f, "{sign}{size}")
        } else {
            write!(f, "{sign}{}.{:0width$}", size / scale, size % scale, width = self.decimals)
        }
    }
}

/// The values of a tie-break other than the direct encounter, of all players in their order.
pub(crate) fn values(event: &Event<'_>, tie_break: &TieBreak) -> Vec<Value> {
    let players = 0..event.tournament.players.len();
    let values: Vec<Value> = match tie_break.acronym {
        Acronym::De => players.map(|_| Value::whole(0)).collect(),
        Acronym::Bh => opponents::buchholz(event, tie_break),
        Acronym::Fb => opponents::buchholz(event, &TieBreak { fore: true, ..tie_break.clone() }),
        Acronym::Aob => opponents::average_buchholz(event, tie_break),
        Acronym::Sb => opponents::sonneborn_berger(event, tie_break),
        Acronym::Ks => players.map(|player| opponents::koya(event, player, tie_break)).collect(),
        Acronym::Aro | Acronym::Tpr | Acronym::Ptp | Acronym::Apro | Acronym::Appo => {
            ratings::values(event, tie_break)
        }
        Acronym::Rtng => {
            players.map(|player| Value::whole(i64::from(event.rating(player).unwrap_or(0)))).collect()
        }
        Acronym::Tpn => players.map(|player| Value::whole(-i64::from(event.number(player)))).collect(),
        Acronym::Win
        | Acronym::Won
        | Acronym::Bpg
        | Acronym::Bwg
        | Acronym::Ps
        | Acronym::Rep
        | Acronym::Std => players.map(|player| own::value(event, player, tie_break)).collect(),
    };
    if tie_break.reversed { values.into_iter().map(Value::reversed).collect() } else { values }
}
