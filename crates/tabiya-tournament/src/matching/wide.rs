// SPDX-License-Identifier: MIT OR Apache-2.0
//! Unsigned integers of a fixed number of 64-bit limbs.

use std::cmp::Ordering;

/// An unsigned integer of `64 * N` bits, lowest limb first. Sums are never so large that they overflow: the solver
/// leaves three bits above the largest weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Wide<N> {
    pub(crate) const ZERO: Self = Self([0; N]);

    /// How many bits a weight may use.
    pub(crate) const BITS: usize = 64 * N - 4;

    #[inline]
    pub(crate) fn is_zero(&self) -> bool {
        self.0.iter().all(|limb| *limb == 0)
    }

    #[inline]
    #[must_use]
    pub(crate) fn plus(mut self, other: &Self) -> Self {
        let mut carry = false;
        for (limb, add) in self.0.iter_mut().zip(other.0) {
            (*limb, carry) = carrying_add(*limb, add, carry);
        }
        debug_assert!(!carry, "the weight is wider than its type");
        self
    }

    /// The difference; `other` must not be larger.
    #[inline]
    #[must_use]
    pub(crate) fn minus(mut self, other: &Self) -> Self {
        let mut borrow = false;
        for (limb, sub) in self.0.iter_mut().zip(other.0) {
            (*limb, borrow) = borrowing_sub(*limb, sub, borrow);
        }
        debug_assert!(!borrow, "a dual variable or a slack would be negative");
        self
    }

    #[inline]
    #[must_use]
    pub(crate) fn twice(self) -> Self {
        self.plus(&self)
    }

    /// Half of an even number.
    #[inline]
    #[must_use]
    pub(crate) fn half(mut self) -> Self {
        debug_assert!(self.0[0].is_multiple_of(2), "half of an odd number");
        for at in 0..N {
            let above = if at + 1 < N { self.0[at + 1] << 63 } else { 0 };
            self.0[at] = (self.0[at] >> 1) | above;
        }
        self
    }

    /// Adds `value << shift`.
    pub(crate) fn add_shifted(&mut self, value: u64, shift: usize) {
        let (limb, bits) = (shift / 64, shift % 64);
        let mut part = Self::ZERO;
        if limb < N {
            part.0[limb] = value << bits;
        }
        if bits > 0 && limb + 1 < N {
            part.0[limb + 1] = value >> (64 - bits);
        }
        *self = self.plus(&part);
    }
}

#[inline]
fn carrying_add(one: u64, other: u64, carry: bool) -> (u64, bool) {
    let (sum, first) = one.overflowing_add(other);
    let (sum, second) = sum.overflowing_add(u64::from(carry));
    (sum, first | second)
}

#[inline]
fn borrowing_sub(one: u64, other: u64, borrow: bool) -> (u64, bool) {
    let (difference, first) = one.overflowing_sub(other);
    let (difference, second) = difference.overflowing_sub(u64::from(borrow));
    (difference, first | second)
}

impl<const N: usize> Ord for Wide<N> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        for at in (0..N).rev() {
            match self.0[at].cmp(&other.0[at]) {
                Ordering::Equal => {}
                different => return different,
            }
        }
        Ordering::Equal
    }
}

impl<const N: usize> PartialOrd for Wide<N> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
