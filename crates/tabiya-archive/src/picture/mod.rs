// SPDX-License-Identifier: AGPL-3.0-or-later
//! Pictures of games: a position as PNG, a whole game as an animated GIF.
//!
//! ```text
//! order    what is to be drawn, as a value, and the name under which it is kept
//! painter  threads of low priority in fair turns, in front of them a bounded cache and a rate limit
//! scene    one position on a canvas; text, pieces, palette: what it is made of
//! still, moving   the canvas as PNG, many as GIF
//! ```
//!
//! The same PNG is the picture of a link preview (tabiya-http's `page/preview.rs`).

mod cache;
mod moving;
mod order;
mod painter;
mod palette;
mod pieces;
mod scene;
mod still;
mod text;

pub use order::Order;
pub use painter::{Painter, PictureError};
