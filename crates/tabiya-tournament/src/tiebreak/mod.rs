// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tie-breaks by C.07 in force since 1 March 2026.
//!
//! A [`TieBreak`] is one entry of the published list, written as TRF's lines `202` and `212` write it: `BH/C1`, `SB`,
//! `KS/L+1`. [`standings`](crate::standings::standings) applies a list.

mod acronym;
mod code;
mod direct;
mod opponents;
mod own;
mod part;
mod ratings;
mod tables;
mod team;
mod unplayed;

pub use acronym::Acronym;
pub use code::{TieBreak, TieBreakError};
pub use part::Part;
pub(crate) use team::TeamEvent;
pub(crate) use unplayed::{Entry, Event, Round};

use std::cmp::Ordering;
use std::fmt;

/// The value of a tie-break: an exact fraction. More is better.
#[derive(Clone, Copy, Debug)]
pub struct Value {
    numerator: i64,
    /// At least 1.
    denominator: i64,
    /// The least digits behind the point that are printed.
    decimals: usize,
}

/// The digits behind the point of a value that no decimal fraction says, like 22/3. Four digits tell apart all averages
/// over up to 70 games.
const REPEATING: usize = 4;

impl Value {
    /// A whole number.
    pub const fn whole(number: i64) -> Self {
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

    /// A fraction of tenths, shown with two decimals. The denominator is at least 1.
    pub(crate) const fn fraction_of_tenths(tenths: i64, denominator: i64) -> Self {
        Self { numerator: tenths, denominator: 10 * denominator, decimals: 2 }
    }

    /// The value with the opposite sign, for what is best where it is lowest.
    const fn negated(self) -> Self {
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

/// With a decimal point and all digits that the value has: `14.0`, `6.75`, `2500`. A value without an end, like 22/3, is
/// rounded half up: `7.3333`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (numerator, denominator) = (i128::from(self.numerator), i128::from(self.denominator));
        let scale = |decimals: usize| 10_i128.pow(u32::try_from(decimals).unwrap_or(0));
        let ends = |decimals: &usize| numerator * scale(*decimals) % denominator == 0;
        let decimals = (self.decimals..=REPEATING.max(self.decimals)).find(ends);
        let decimals = decimals.unwrap_or(REPEATING.max(self.decimals));
        let rounded = (2 * numerator * scale(decimals) + denominator).div_euclid(2 * denominator);
        let sign = if rounded < 0 { "-" } else { "" };
        let size = rounded.unsigned_abs();
        let scale = scale(decimals).unsigned_abs();
        if decimals == 0 {
            write!(f, "{sign}{size}")
        } else {
            write!(f, "{sign}{}.{:0decimals$}", size / scale, size % scale)
        }
    }
}

/// Tied participants as groups that stay tied, the best first, and the shown value of every participant.
pub(crate) type Applied = (Vec<Vec<usize>>, Vec<Value>);

/// Applies a tie-break to groups of tied participants (article 4.2).
pub(crate) fn apply(event: &Event, tie_break: &TieBreak, groups: Vec<Vec<usize>>) -> Applied {
    if tie_break.acronym == Acronym::De {
        return by_groups(event.len(), groups, |group| direct::direct_encounter(event, group, tie_break));
    }
    by_values(groups, values(event, tie_break), tie_break)
}

/// Splits tied participants by their values, the largest first. Where less is better the values are negative here and
/// shown without their sign.
pub(crate) fn by_values(groups: Vec<Vec<usize>>, values: Vec<Value>, tie_break: &TieBreak) -> Applied {
    let lowest_first = tie_break.acronym.is_lowest_first() != tie_break.reversed;
    let values: Vec<Value> =
        if lowest_first { values.into_iter().map(Value::negated).collect() } else { values };
    let split = groups.into_iter().flat_map(|mut group| {
        group.sort_by(|one, other| values[*other].cmp(&values[*one]));
        group.chunk_by(|one, other| values[*one] == values[*other]).map(<[usize]>::to_vec).collect::<Vec<_>>()
    });
    let groups = split.collect();
    (groups, if lowest_first { values.into_iter().map(Value::negated).collect() } else { values })
}

/// Splits each group by a function that says of one group how it splits, and what each of its members is shown.
pub(crate) fn by_groups(
    count: usize,
    groups: Vec<Vec<usize>>,
    split: impl Fn(&[usize]) -> Applied,
) -> Applied {
    let mut values = vec![Value::whole(0); count];
    let mut all = Vec::new();
    for group in groups {
        let (these, shown) = split(&group);
        group.iter().zip(shown).for_each(|(member, value)| values[*member] = value);
        all.extend(these);
    }
    (all, values)
}

/// The values of a tie-break of players other than the direct encounter, of all participants in their order.
fn values(event: &Event, tie_break: &TieBreak) -> Vec<Value> {
    let players = 0..event.len();
    let own = |value: fn(&Event, usize, &TieBreak) -> Value| {
        (0..event.len()).map(|player| value(event, player, tie_break)).collect()
    };
    match tie_break.acronym {
        Acronym::Bh => opponents::buchholz(event, tie_break),
        Acronym::Fb => opponents::buchholz(event, &TieBreak { fore: true, ..tie_break.clone() }),
        Acronym::Aob => opponents::average_buchholz(event, tie_break),
        Acronym::Sb => opponents::sonneborn_berger(event, tie_break),
        Acronym::Ks => opponents::koya(event, tie_break),
        Acronym::Aro | Acronym::Tpr | Acronym::Ptp | Acronym::Apro | Acronym::Appo => {
            ratings::values(event, tie_break)
        }
        Acronym::Rtng => {
            let rating = |entry: &Entry| Value::whole(i64::from(entry.rating.unwrap_or(0)));
            event.entries.iter().map(rating).collect()
        }
        Acronym::Tpn => event.entries.iter().map(|entry| Value::whole(i64::from(entry.number))).collect(),
        Acronym::Win | Acronym::Won | Acronym::Bpg | Acronym::Bwg | Acronym::Rep => own(own::count),
        Acronym::Ps => own(own::progress),
        Acronym::Std => own(own::standard_points),
        Acronym::De
        | Acronym::MpVGp
        | Acronym::Emmsb
        | Acronym::Emgsb
        | Acronym::Egmsb
        | Acronym::Eggsb
        | Acronym::Ede
        | Acronym::Edet
        | Acronym::Edeb
        | Acronym::Edebt
        | Acronym::Edebb
        | Acronym::Bc
        | Acronym::Tbr
        | Acronym::Bbe
        | Acronym::Sssc => players.map(|_| Value::whole(0)).collect(),
    }
}

/// What the rounds of a player have to do with the value; `tied` are those with whom the player is tied until then. Empty where there
/// is nothing to add up.
pub(crate) fn parts(event: &Event, player: usize, tied: &[usize], tie_break: &TieBreak) -> Vec<Part> {
    match tie_break.acronym {
        Acronym::De => direct::parts(event, player, tied, tie_break),
        Acronym::Bh | Acronym::Sb => opponents::parts(event, player, tie_break),
        Acronym::Fb => opponents::parts(event, player, &TieBreak { fore: true, ..tie_break.clone() }),
        Acronym::Aob => opponents::parts_of_average(event, player, tie_break),
        Acronym::Ks => opponents::parts_of_koya(event, player, tie_break),
        Acronym::Aro | Acronym::Tpr | Acronym::Ptp | Acronym::Apro | Acronym::Appo => {
            ratings::parts(event, player, tie_break)
        }
        Acronym::Ps => own::parts_of_progress(event, player, tie_break),
        Acronym::Std => own::parts_of_standard(event, player, tie_break),
        _ => own::parts_of_count(event, player, tie_break),
    }
}
