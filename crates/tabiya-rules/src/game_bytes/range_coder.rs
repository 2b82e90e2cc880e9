// SPDX-License-Identifier: MIT OR Apache-2.0
//! A range coder (Martin, 1979): symbols with chances into bytes and back.
//!
//! The bytes are the digits of a number below 1, base 256. Each symbol narrows the interval in which the number lies by its
//! chance; trailing zero bytes are left out, and read as if they were there.

use alloc::vec::Vec;

/// The interval is kept between 2^48 and 2^56.
const TOP: u64 = 1 << 56;
const BOTTOM: u64 = 1 << 48;

/// What a symbol's share of the interval is: from `start`, `size` of `total`. `total` is below 2^32.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share {
    pub(super) start: u64,
    pub(super) size: u64,
    pub(super) total: u64,
}

/// Writes.
pub(super) struct Encoder {
    low: u64,
    range: u64,
    bytes: Vec<u8>,
    /// How many bytes were there before.
    begin: usize,
}

impl Encoder {
    /// Begins after some bytes, which are left alone.
    pub(super) fn new(bytes: Vec<u8>) -> Encoder {
        Encoder { low: 0, range: TOP, begin: bytes.len(), bytes }
    }

    pub(super) fn write(&mut self, share: Share) {
        let unit = self.range / share.total;
        self.range = unit * share.size;
        self.add(unit * share.start);
        while self.range < BOTTOM {
            self.push_digit();
            self.range <<= 8;
        }
    }

    /// A carry goes back through all bytes of 255. It never reaches the bytes from before: the number is below 1.
    fn add(&mut self, what: u64) {
        self.low += what;
        if self.low >= TOP {
            self.low -= TOP;
            for byte in self.bytes.iter_mut().rev() {
                *byte = byte.wrapping_add(1);
                if *byte != 0 {
                    break;
                }
            }
        }
    }

    fn push_digit(&mut self) {
        self.bytes.push((self.low >> 48) as u8);
        self.low = self.low << 8 & (TOP - 1);
    }

    /// Ends with the number of fewest bytes within the interval.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.add(to_roundest(self.low, self.range));
        while self.low != 0 {
            self.push_digit();
        }
        while self.bytes.len() > self.begin && self.bytes.last() == Some(&0) {
            self.bytes.pop();
        }
        self.bytes
    }
}

/// How far above `low` the number with the most zero bits at its end lies, within `range`.
fn to_roundest(low: u64, range: u64) -> u64 {
    let up = |zeros: u32| low.wrapping_neg() & ((1 << zeros) - 1);
    (0..=56).rev().map(up).find(|up| *up < range).unwrap_or(0)
}

/// Reads.
pub(super) struct Decoder<'a> {
    /// The digits of the number that are looked at.
    window: u64,
    /// How far into the interval the number lies.
    offset: u64,
    range: u64,
    rest: &'a [u8],
}

impl<'a> Decoder<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Decoder<'a> {
        let mut decoder = Decoder { window: 0, offset: 0, range: TOP, rest: bytes };
        (0..7).for_each(|_| decoder.read_digit());
        decoder
    }

    fn read_digit(&mut self) {
        let (digit, rest) = self.rest.split_first().map_or((0, &[][..]), |(digit, rest)| (*digit, rest));
        self.rest = rest;
        self.offset = self.offset << 8 | u64::from(digit);
        self.window = (self.window << 8 | u64::from(digit)) & (TOP - 1);
    }

    /// Where in `total` the next symbol lies.
    pub(super) fn peek(&self, total: u64) -> u64 {
        (self.offset / (self.range / total)).min(total - 1)
    }

    /// Goes past the symbol that lies there; `false` if the number is none that an encoder writes.
    pub(super) fn take(&mut self, share: Share) -> bool {
        let unit = self.range / share.total;
        self.range = unit * share.size;
        let Some(offset) = self.offset.checked_sub(unit * share.start) else { return false };
        self.offset = offset;
        while self.range < BOTTOM {
            self.read_digit();
            self.range <<= 8;
        }
        self.offset < self.range
    }

    /// Whether the encoder would have ended with this very number.
    pub(super) fn is_at_end(&self) -> bool {
        let low = self.window.wrapping_sub(self.offset) & (TOP - 1);
        self.rest.is_empty() && self.offset == to_roundest(low, self.range)
    }
}
