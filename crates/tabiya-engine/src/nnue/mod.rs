// SPDX-License-Identifier: MIT OR Apache-2.0
//! The evaluation by a small neural network that is cheap to keep up to date from move to move (NNUE; Y. Nasu, 2018).
//!
//! Each piece on each square is an input, seen twice: with the eyes of White and with those of Black (`features`).
//! The first layer sums one row of weights for each piece on the board; since a move changes two or three pieces, its sums
//! (`accumulators`) are carried on from position to position. The second layer weighs the sums of both views, those of
//! the side to move first, with the weights of one of eight groups by the number of pieces.
//!
//! All is done in whole numbers, so each processor finds the same value to the last bit. The loops are written so that
//! the compiler turns them into vector instructions of whatever width it builds for: those of 256 bits in the usual build. Asking at run
//! time for 512 would cost an unsafe call and was measured to gain no more than 3 %.

mod accumulators;
mod features;
mod net;

pub(crate) use accumulators::Accumulators;
pub use features::{INPUTS, feature, is_mirrored, output_group};
pub use net::{GROUPS, HIDDEN, Net, NetError, ONE, OUTPUT_ONE, SCALE};
