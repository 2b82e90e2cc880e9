// SPDX-License-Identifier: MIT OR Apache-2.0
//! Arrows and circles on a picture, with the letters of PGN's `%cal` and `%csl`.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use crate::square::Square;

/// The colour of an arrow or circle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum MarkColor {
    Green,
    Red,
    Yellow,
    Blue,
}

impl MarkColor {
    /// Reads `G`, `R`, `Y` or `B`.
    #[must_use]
    pub const fn from_char(c: char) -> Option<MarkColor> {
        match c {
            'G' => Some(MarkColor::Green),
            'R' => Some(MarkColor::Red),
            'Y' => Some(MarkColor::Yellow),
            'B' => Some(MarkColor::Blue),
            _ => None,
        }
    }

    const fn css(self) -> &'static str {
        match self {
            MarkColor::Green => "#2e7d32",
            MarkColor::Red => "#b3261e",
            MarkColor::Yellow => "#c98a00",
            MarkColor::Blue => "#1f5fa8",
        }
    }
}

/// A text that is not an arrow or circle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkError {
    /// The text.
    pub found: String,
}

impl fmt::Display for MarkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "expected a mark like Gd5 or Re2e4, with G, R, Y or B as its colour, found {:?}",
            self.found
        )
    }
}

impl core::error::Error for MarkError {}

/// An arrow, or a circle if both squares are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) color: MarkColor,
    pub(super) from: Square,
    pub(super) to: Square,
}

impl FromStr for Shape {
    type Err = MarkError;

    fn from_str(text: &str) -> Result<Shape, MarkError> {
        let parts = || {
            let color = MarkColor::from_char(text.chars().next()?)?;
            let from = text.get(1..3)?.parse().ok()?;
            let to = if text.len() == 3 { from } else { text.get(3..)?.parse().ok()? };
            Some(Shape { color, from, to })
        };
        parts().ok_or_else(|| MarkError { found: text.to_owned() })
    }
}

impl Shape {
    /// `middle` returns the centre of a square in half units, which makes it a whole number.
    pub(super) fn write(
        self,
        f: &mut fmt::Formatter<'_>,
        middle: impl Fn(Square) -> (i32, i32),
    ) -> fmt::Result {
        let css = self.color.css();
        let (x, y) = middle(self.from);
        if self.from == self.to {
            let (x, y) = (f64::from(x) / 2.0, f64::from(y) / 2.0);
            return write!(
                f,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"20\" fill=\"none\" stroke=\"{css}\" stroke-width=\"3\" opacity=\"0.8\"/>"
            );
        }
        // The arrow is drawn to the right from the origin, then rotated and moved.
        let (to_x, to_y) = middle(self.to);
        let (dx, dy) = (f64::from(to_x - x) / 2.0, f64::from(to_y - y) / 2.0);
        let length = length(dx, dy);
        let (a, b) = (dx / length, dy / length);
        let (x, y) = (f64::from(x) / 2.0, f64::from(y) / 2.0);
        let (neck, tip) = (length - 20.0, length - 5.0);
        write!(
            f,
            "<path transform=\"matrix({a:.4} {b:.4} {:.4} {a:.4} {x} {y})\" d=\"M8 -3.5H{neck:.1}v-6.5L{tip:.1} 0L{neck:.1} 10v-6.5H8z\" fill=\"{css}\" opacity=\"0.8\"/>",
            -b
        )
    }
}

/// The length of a vector. `core` has no square root, so this uses Newton's method.
fn length(dx: f64, dy: f64) -> f64 {
    let square = dx * dx + dy * dy;
    let mut root = 300.0;
    for _ in 0..12 {
        root = (root + square / root) / 2.0;
    }
    root
}
