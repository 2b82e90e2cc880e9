// SPDX-License-Identifier: AGPL-3.0-or-later
//! The pieces, drawn once for each size from the shapes of `tabiya-rules`.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use tabiya_rules::{Piece, piece_svg};

/// The side of a shape in its own units.
const UNITS: f32 = 45.0;

/// One piece on a transparent square with a side of so many pixels.
pub(super) fn piece(piece: Piece, side: u32) -> Pixmap {
    static DRAWN: OnceLock<Mutex<HashMap<(Piece, u32), Pixmap>>> = OnceLock::new();
    let mut drawn = DRAWN.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    drawn.entry((piece, side)).or_insert_with(|| draw(piece, side)).clone()
}

fn draw(piece: Piece, side: u32) -> Pixmap {
    let mut pixmap = Pixmap::new(side, side).expect("a side is from 1 to a few hundred pixels");
    let tree = Tree::from_str(&piece_svg(piece), &Options::default());
    let tree = tree.expect("our own shapes are valid; a test draws each");
    let scale = side as f32 / UNITS;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap
}
