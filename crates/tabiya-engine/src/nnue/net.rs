// SPDX-License-Identifier: MIT OR Apache-2.0
//! The network: its weights, its file format, and the output layer.
//!
//! A file has these parts, with all numbers little-endian:
//! - the line `tabiya net 2`;
//! - four 16-bit numbers: the inputs, [`HIDDEN`], the number of views (2), [`GROUPS`];
//! - the weights as 16-bit numbers: the first layer's weights by input, its biases, the second layer's
//!   weights by group and view, its biases. All low bytes come before all high bytes, which
//!   gzip compresses a tenth better.
//!
//! A file of `tabiya net 1` has both bytes of a number side by side, and is read, too.

use std::fmt;

use tabiya_rules::{Color, Position};

use super::features::{INPUTS, feature, is_mirrored, output_group};
use crate::score::Value;

/// The number of sums of the first layer, in each view.
pub const HIDDEN: usize = 128;
/// The number of groups of output weights.
pub const GROUPS: usize = 8;
/// The number that represents 1 in the first layer.
pub const ONE: i32 = 255;
/// The number that represents 1 in the weights of the second layer.
pub const OUTPUT_ONE: i32 = 64;
/// The value of an output of 1, in hundredths of a pawn.
pub const SCALE: i32 = 400;

const MAGIC: &[u8] = b"tabiya net 2\n";
/// The line of files whose numbers stand one after the other.
const SIDE_BY_SIDE: &[u8] = b"tabiya net 1\n";
const SIZES: [u16; 4] = [INPUTS as u16, HIDDEN as u16, 2, GROUPS as u16];
const NUMBERS: usize = INPUTS * HIDDEN + HIDDEN + GROUPS * 2 * HIDDEN + GROUPS;
/// With a larger weight, activation times weight would overflow 16 bits.
const MAX_OUTPUT_WEIGHT: i16 = 128;

/// A row of the first layer: weights, or sums of weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub(super) struct Row(pub(super) [i16; HIDDEN]);

impl Row {
    pub(super) const ZERO: Row = Row([0; HIDDEN]);
}

/// A network.
#[derive(Clone, PartialEq, Eq)]
pub struct Net {
    /// By input.
    pub(super) weights: Vec<Row>,
    pub(super) bias: Row,
    /// By group and view; the view of the side to move comes first.
    output_weights: [[Row; 2]; GROUPS],
    output_bias: [i16; GROUPS],
}

/// Why bytes are not a network for this engine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NetError {
    /// They do not begin with the header of a network file.
    NoNet,
    /// A network with layers of other sizes.
    OtherSizes {
        /// The sizes in the file.
        found: [u16; 4],
        /// The sizes that this engine supports.
        expected: [u16; 4],
    },
    /// The file has the wrong length.
    Length {
        /// The length of the file in bytes.
        found: usize,
        /// The expected length in bytes.
        expected: usize,
    },
    /// An output weight that is too large for this engine.
    Weight(i16),
}

impl fmt::Display for NetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetError::NoNet => {
                f.write_str("no network: it begins neither with \"tabiya net 2\" nor with \"tabiya net 1\"")
            }
            NetError::OtherSizes { found, expected } => {
                write!(f, "a network of sizes {found:?}, expected {expected:?}")
            }
            NetError::Length { found, expected } => write!(f, "a file of {found} bytes, expected {expected}"),
            NetError::Weight(found) => {
                write!(f, "an output weight of {found}, expected at most {MAX_OUTPUT_WEIGHT} either way")
            }
        }
    }
}

impl std::error::Error for NetError {}

impl Net {
    /// Reads a network file.
    ///
    /// # Errors
    /// If the bytes are not a network, or not one that this engine supports.
    pub fn from_bytes(bytes: &[u8]) -> Result<Net, NetError> {
        let (is_split, rest) = match (bytes.strip_prefix(MAGIC), bytes.strip_prefix(SIDE_BY_SIDE)) {
            (Some(rest), _) => (true, rest),
            (None, Some(rest)) => (false, rest),
            (None, None) => return Err(NetError::NoNet),
        };
        let expected = MAGIC.len() + 2 * (SIZES.len() + NUMBERS);
        let length = NetError::Length { found: bytes.len(), expected };
        let Some((sizes, weights)) = rest.split_first_chunk::<{ 2 * SIZES.len() }>() else {
            return Err(length);
        };
        let found: [u16; SIZES.len()] =
            std::array::from_fn(|size| u16::from_le_bytes([sizes[2 * size], sizes[2 * size + 1]]));
        if found != SIZES {
            return Err(NetError::OtherSizes { found, expected: SIZES });
        }
        if bytes.len() != expected {
            return Err(length);
        }
        let number = |index: usize| {
            let (low, high) = if is_split { (index, NUMBERS + index) } else { (2 * index, 2 * index + 1) };
            i16::from_le_bytes([weights[low], weights[high]])
        };
        Net::from_numbers(&(0..NUMBERS).map(number).collect::<Vec<_>>())
    }

    /// A network with these weights, in the order of the file.
    ///
    /// # Errors
    /// If there are too few or too many, or an output weight is too large.
    pub fn from_numbers(numbers: &[i16]) -> Result<Net, NetError> {
        if numbers.len() != NUMBERS {
            return Err(NetError::Length { found: 2 * numbers.len(), expected: 2 * NUMBERS });
        }
        let (rows, output_bias) = numbers.as_chunks::<HIDDEN>();
        let row = |index: usize| Row(rows[index]);
        let weights = (0..INPUTS).map(row).collect();
        let mut net = Net {
            weights,
            bias: row(INPUTS),
            output_weights: [[Row::ZERO; 2]; GROUPS],
            output_bias: [0; GROUPS],
        };
        for group in 0..GROUPS {
            net.output_weights[group] = [0, 1].map(|view| row(INPUTS + 1 + 2 * group + view));
        }
        net.output_bias.copy_from_slice(output_bias);
        let wrong = |weight: &&i16| weight.unsigned_abs() > MAX_OUTPUT_WEIGHT.unsigned_abs();
        match net.output_weights.as_flattened().iter().flat_map(|row| &row.0).find(wrong) {
            Some(weight) => Err(NetError::Weight(*weight)),
            None => Ok(net),
        }
    }

    /// Writes the network file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let sizes = SIZES.into_iter().flat_map(u16::to_le_bytes);
        let bytes = |place: usize| self.numbers().map(move |number| number.to_le_bytes()[place]);
        MAGIC.iter().copied().chain(sizes).chain(bytes(0)).chain(bytes(1)).collect()
    }

    /// All weights, in the order of the file.
    pub fn numbers(&self) -> impl Iterator<Item = i16> + '_ {
        let rows = self.weights.iter().chain([&self.bias]).chain(self.output_weights.as_flattened());
        rows.flat_map(|row| row.0).chain(self.output_bias)
    }

    /// The value of the position for the side to move, in hundredths of a pawn, computed from scratch.
    #[must_use]
    pub fn evaluate(&self, position: &Position) -> i32 {
        let [own, other] =
            [position.turn(), position.turn().opposite()].map(|view| self.sums(position, view));
        self.output(&own, &other, output_group(position))
    }

    /// The sums of the first layer in that side's view, computed from scratch.
    pub(super) fn sums(&self, position: &Position, view: Color) -> Row {
        let mirrored = is_mirrored(position, view);
        let mut sums = self.bias;
        for square in position.occupied() {
            if let Some(piece) = position.piece_at(square) {
                add(&mut sums, &self.weights[feature(view, mirrored, piece, square)]);
            }
        }
        sums
    }

    /// The second layer: the sums are clipped to 0 ..= 1, squared, weighted and added up (squared clipped
    /// ReLU).
    pub(super) fn output(&self, own: &Row, other: &Row, group: usize) -> Value {
        let [own_weights, other_weights] = &self.output_weights[group];
        // One product is at most 255 × 255 × 128. The products of both views add up to at most 2^31 in all,
        // which the assertion below checks.
        let sum = weigh(own, own_weights) + weigh(other, other_weights);
        (sum / ONE + i32::from(self.output_bias[group])) * SCALE / (ONE * OUTPUT_ONE)
    }
}

impl fmt::Debug for Net {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Net").field("hidden", &HIDDEN).finish_non_exhaustive()
    }
}

const _: () = assert!(2 * HIDDEN as i64 * 255 * 255 * MAX_OUTPUT_WEIGHT as i64 <= i32::MAX as i64 + 1);

/// The sum of squares times weights. The first product fits 16 bits. Processors that can multiply 16-bit
/// numbers and add pairs of products in one instruction therefore do the rest with it.
///
/// WebAssembly has that instruction too, but the compiler does not find it there: see [`simd`].
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline]
fn weigh(sums: &Row, weights: &Row) -> i32 {
    let mut total = 0_i32;
    for (sum, weight) in sums.0.iter().zip(&weights.0) {
        let active = (*sum).clamp(0, ONE as i16);
        let weighed = active.wrapping_mul(*weight);
        total = total.wrapping_add(i32::from(weighed) * i32::from(active));
    }
    total
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use simd::weigh;

/// The same sum in WebAssembly's vectors of 128 bits. Sums of 32 bits wrap around in both, so the order in which they are
/// added does not matter. The page's tests compare the node counts of the bench, which differ if one value does.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd {
    use std::arch::wasm32::{
        i16x8_max, i16x8_min, i16x8_mul, i16x8_splat, i32x4_add, i32x4_dot_i16x8, i32x4_extract_lane,
        i32x4_splat, v128, v128_load,
    };

    use super::{HIDDEN, ONE, Row};

    /// The numbers in one vector.
    const LANES: usize = 8;

    #[inline]
    pub(super) fn weigh(sums: &Row, weights: &Row) -> i32 {
        const { assert!(HIDDEN.is_multiple_of(2 * LANES)) };
        let mut totals = [i32x4_splat(0); 2];
        let (sums, _) = sums.0.as_chunks::<{ 2 * LANES }>();
        let (weights, _) = weights.0.as_chunks::<{ 2 * LANES }>();
        for (sums, weights) in sums.iter().zip(weights) {
            let ([sums, more_sums], [weights, more_weights]) = (halves(sums), halves(weights));
            totals[0] = i32x4_add(totals[0], part(sums, weights));
            totals[1] = i32x4_add(totals[1], part(more_sums, more_weights));
        }
        let total = i32x4_add(totals[0], totals[1]);
        i32x4_extract_lane::<0>(total)
            .wrapping_add(i32x4_extract_lane::<1>(total))
            .wrapping_add(i32x4_extract_lane::<2>(total))
            .wrapping_add(i32x4_extract_lane::<3>(total))
    }

    /// The products of eight sums, added up in pairs.
    #[inline]
    fn part(sums: v128, weights: v128) -> v128 {
        let active = i16x8_min(i16x8_max(sums, i16x8_splat(0)), i16x8_splat(ONE as i16));
        i32x4_dot_i16x8(i16x8_mul(active, weights), active)
    }

    #[inline]
    fn halves(numbers: &[i16; 2 * LANES]) -> [v128; 2] {
        let first = numbers.as_ptr().cast::<v128>();
        // SAFETY: the array is as long as two vectors, and a load needs no alignment.
        #[allow(unsafe_code)]
        unsafe {
            [v128_load(first), v128_load(first.add(1))]
        }
    }
}

#[inline]
pub(super) fn add(sums: &mut Row, weights: &Row) {
    for (sum, weight) in sums.0.iter_mut().zip(&weights.0) {
        *sum = sum.wrapping_add(*weight);
    }
}

#[inline]
pub(super) fn subtract(sums: &mut Row, weights: &Row) {
    for (sum, weight) in sums.0.iter_mut().zip(&weights.0) {
        *sum = sum.wrapping_sub(*weight);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::eval::board::mix;

    /// A network of pseudo-random weights.
    pub(in crate::nnue) fn pseudo_random_net() -> Net {
        let number = |n: usize| match n {
            n if n < INPUTS * HIDDEN + HIDDEN => (mix(n as u64) % 101) as i16 - 50,
            n => (mix(n as u64) % 257) as i16 - 128,
        };
        Net::from_numbers(&(0..NUMBERS).map(number).collect::<Vec<_>>()).unwrap()
    }

    /// The same evaluation in simple code and with wide integers.
    fn reference_evaluation(net: &Net, position: &Position) -> i64 {
        let mut total = 0;
        for (view, color) in [position.turn(), position.turn().opposite()].into_iter().enumerate() {
            for hidden in 0..HIDDEN {
                let mut sum = i64::from(net.bias.0[hidden]);
                for square in position.occupied() {
                    let piece = position.piece_at(square).unwrap();
                    let input = feature(color, is_mirrored(position, color), piece, square);
                    sum += i64::from(net.weights[input].0[hidden]);
                }
                let active = sum.clamp(0, 255);
                total +=
                    active * active * i64::from(net.output_weights[output_group(position)][view].0[hidden]);
            }
        }
        (total / 255 + i64::from(net.output_bias[output_group(position)])) * 400 / (255 * 64)
    }

    #[test]
    fn vectors_find_what_plain_numbers_find() {
        let net = pseudo_random_net();
        let mut n = 0;
        let mut next = || {
            n += 1;
            mix(n)
        };
        for _ in 0..300 {
            let position = tabiya_rules::random_position(&mut next);
            assert_eq!(
                i64::from(net.evaluate(&position)),
                reference_evaluation(&net, &position),
                "{}",
                position.to_fen()
            );
        }
    }

    #[test]
    fn the_largest_numbers_fit() {
        let full = Row([300; HIDDEN]);
        assert_eq!(weigh(&full, &Row([-128; HIDDEN])), -128 * 255 * 255 * HIDDEN as i32);
        assert_eq!(weigh(&full, &Row([128; HIDDEN])), 128 * 255 * 255 * HIDDEN as i32);
        assert_eq!(weigh(&Row([-5; HIDDEN]), &Row([128; HIDDEN])), 0);
    }

    #[test]
    fn a_file_comes_back_as_it_was() {
        let net = pseudo_random_net();
        let bytes = net.to_bytes();
        assert_eq!(Net::from_bytes(&bytes), Ok(net));
        assert_eq!(Net::from_bytes(b"MZ"), Err(NetError::NoNet));
        let short = Net::from_bytes(&bytes[..bytes.len() - 2]).unwrap_err();
        assert!(short.to_string().contains(&format!("expected {}", bytes.len())), "{short}");
        let mut wide = bytes.clone();
        wide[MAGIC.len() + 3] = 1;
        assert!(matches!(Net::from_bytes(&wide), Err(NetError::OtherSizes { .. })));
        let mut large = bytes;
        let last_weight = large.len() - GROUPS - 1;
        large[last_weight - NUMBERS] = 200;
        large[last_weight] = 0;
        assert_eq!(Net::from_bytes(&large), Err(NetError::Weight(200)));
    }

    #[test]
    fn a_file_with_its_numbers_side_by_side_is_read_too() {
        let net = pseudo_random_net();
        let sizes = SIZES.into_iter().flat_map(u16::to_le_bytes);
        let numbers = net.numbers().flat_map(i16::to_le_bytes);
        let file: Vec<u8> = SIDE_BY_SIDE.iter().copied().chain(sizes).chain(numbers).collect();
        assert_eq!(file.len(), net.to_bytes().len());
        assert_eq!(Net::from_bytes(&file), Ok(net));
    }
}
