// SPDX-License-Identifier: MIT OR Apache-2.0
//! The evaluation by a small neural network that can be updated efficiently from move to move (NNUE; Y. Nasu,
//! 2018).
//!
//! Each piece on each square is an input. It is seen from two views, White's and Black's (`features`). The
//! first layer adds up one row of weights for each piece on the board. A move changes only two or three
//! pieces, so these sums are updated instead of computed again (`accumulators`). The second layer multiplies
//! the sums of both views, the side to move's first, with one of eight groups of weights, chosen by the
//! number of pieces.
//!
//! All arithmetic is on integers, so every processor computes exactly the same value. The compiler turns the
//! loops into vector instructions of the width that it builds for: 256 bits in the usual build. Detecting 512
//! bits at run time would need unsafe code, and gained at most 3 % when measured.

mod accumulators;
mod features;
mod net;

pub(crate) use accumulators::Accumulators;
pub use features::{INPUTS, feature, is_mirrored, output_group};
pub use net::{GROUPS, HIDDEN, Net, NetError, ONE, OUTPUT_ONE, SCALE};
