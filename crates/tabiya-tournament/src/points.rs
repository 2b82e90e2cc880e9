// SPDX-License-Identifier: MIT OR Apache-2.0
//! Scores as whole numbers, so that sums and comparisons are exact.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Sub};
use std::str::FromStr;

/// A score, counted in tenths of a point: a draw is `Points::tenths(5)`. TRF writes no finer values. Sums stop at the
/// largest number, so that a hostile file can't overflow them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points(i32);

impl Points {
    /// No points.
    pub const ZERO: Self = Self(0);

    /// A score from tenths of a point.
    pub const fn tenths(tenths: i32) -> Self {
        Self(tenths)
    }

    /// The score in tenths of a point.
    pub const fn as_tenths(self) -> i32 {
        self.0
    }
}

impl Add for Points {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Points {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl Mul<i32> for Points {
    type Output = Self;
    fn mul(self, times: i32) -> Self {
        Self(self.0.saturating_mul(times))
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::ZERO, Self::add)
    }
}

/// With one decimal: `4.5`.
impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let size = self.0.unsigned_abs();
        f.pad(&format!("{sign}{}.{}", size / 10, size % 10))
    }
}

/// The text is no score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a score like 4.5, with at most one decimal")]
pub struct PointsError;

impl FromStr for Points {
    type Err = PointsError;

    /// Reads `4`, `4.5`, `.5` or `4.50`, up to 9999.9, with a sign where there is one.
    fn from_str(text: &str) -> Result<Self, PointsError> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, part) = digits.split_once(['.', ',']).unwrap_or((digits, ""));
        let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if (whole.is_empty() && part.is_empty()) || whole.len() > 4 || !all_digits(whole) || !all_digits(part)
        {
            return Err(PointsError);
        }
        let (tenth, rest) = part.split_at(part.len().min(1));
        if rest.bytes().any(|byte| byte != b'0') {
            return Err(PointsError);
        }
        let whole: i32 = if whole.is_empty() { 0 } else { whole.parse().map_err(|_| PointsError)? };
        let tenth: i32 = if tenth.is_empty() { 0 } else { tenth.parse().map_err(|_| PointsError)? };
        let size = whole * 10 + tenth;
        Ok(Self(if negative { -size } else { size }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_number() {
        for (text, tenths) in [("4.5", 45), ("0", 0), (".5", 5), ("11.50", 115), ("-1.0", -10)] {
            assert_eq!(text.parse(), Ok(Points::tenths(tenths)), "{text}");
        }
        for text in ["", ".", "x", "1.25", "1.-5", "10000", "--1"] {
            assert_eq!(text.parse::<Points>(), Err(PointsError), "{text}");
        }
        assert_eq!(Points::tenths(-5).to_string(), "-0.5");
        assert_eq!(format!("{:>4}", Points::tenths(45)), " 4.5");
    }
}
