// SPDX-License-Identifier: MIT OR Apache-2.0
//! FEN, the one-line text of a position: standard, X-FEN and Shredder-FEN.
//!
//! Read: six fields, or the first two to five, with any number of spaces between them; missing counters are 0
//! and 1. The castling letters `KQkq` mean the outermost rook on that side (X-FEN). File letters mean the
//! rook on that file (Shredder-FEN). Written: the en passant square only if a capture there is legal;
//! castling as `KQkq`, with the file letter only if the rook that may castle is not the outermost.

mod error;
mod read;
mod write;

pub(crate) use error::shorten;
pub use error::{FenError, FenField};
