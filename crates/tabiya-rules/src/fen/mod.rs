// SPDX-License-Identifier: MIT OR Apache-2.0
//! FEN, the one-line text of a position: standard, X-FEN and Shredder-FEN.
//!
//! Read: six fields, or the first four or five (the clocks are then 0 and 1), with any spaces between. Castling letters
//! `KQkq` mean the outermost rook on that side (X-FEN), file letters mean the rook on that file (Shredder-FEN).
//! Written: the en passant square only where the capture is legal; `KQkq`, and the file letter only where the rook that may
//! castle is not the outermost.

mod error;
mod read;
mod write;

pub(crate) use error::shorten;
pub use error::{FenError, FenField};
