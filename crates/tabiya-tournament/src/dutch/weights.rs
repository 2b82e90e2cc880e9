// SPDX-License-Identifier: MIT OR Apache-2.0
//! Criteria as bits of one number.
//!
//! Each criterion becomes a value for each edge such that the best pairing by it has the largest sum. Where the rules
//! minimise violations, the value counts pairs without one: the number of pairs is fixed by a criterion above.

use crate::matching::Wide;

/// The place of each criterion in the weight. Criteria are added with the most important one first.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    widths: Vec<usize>,
}

/// A criterion's place in a [`Layout`]. A criterion that no pair can violate has none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot(Option<usize>);

impl Layout {
    /// A criterion whose values sum to `largest` at most.
    pub(super) fn add(&mut self, largest: usize) -> Slot {
        if largest == 0 {
            return Slot(None);
        }
        self.widths.push(largest.ilog2() as usize + 1);
        Slot(Some(self.widths.len() - 1))
    }

    /// The bits of all criteria.
    pub(super) fn bits(&self) -> usize {
        self.widths.iter().sum()
    }

    /// How far each criterion is shifted.
    fn shifts(&self) -> Vec<usize> {
        let mut shifts = vec![0; self.widths.len()];
        let mut at = 0;
        for index in (0..self.widths.len()).rev() {
            shifts[index] = at;
            at += self.widths[index];
        }
        shifts
    }

    pub(super) fn encoder<const N: usize>(&self) -> Encoder<N> {
        Encoder { shifts: self.shifts(), weight: Wide::ZERO }
    }
}

/// Puts a weight together.
pub(super) struct Encoder<const N: usize> {
    shifts: Vec<usize>,
    weight: Wide<N>,
}

impl<const N: usize> Encoder<N> {
    pub(super) fn put(&mut self, slot: Slot, value: usize) {
        if let Slot(Some(index)) = slot
            && value > 0
        {
            self.weight.add_shifted(value as u64, self.shifts[index]);
        }
    }

    pub(super) fn take(&mut self) -> Wide<N> {
        std::mem::replace(&mut self.weight, Wide::ZERO)
    }
}
