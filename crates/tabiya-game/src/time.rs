// SPDX-License-Identifier: MIT OR Apache-2.0
//! Instants and spans of time. Nothing here reads a clock.

use std::fmt;

use serde::{Deserialize, Serialize};

/// An instant, in milliseconds on the time line of the game's owner.
///
/// The server builds that line as the wall-clock time at its start (since 1970) plus monotonic time since
/// then, so it never jumps while the server runs. It may go back only when the server restarts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts", type = "number"))]
pub struct Time(pub u64);

impl Time {
    /// The span since `earlier`; zero if `earlier` lies in the future.
    pub const fn since(self, earlier: Time) -> Millis {
        let span = self.0.saturating_sub(earlier.0);
        Millis(if span > u32::MAX as u64 { u32::MAX } else { span as u32 })
    }

    /// The instant `span` earlier, but not before the start of the time line.
    pub const fn before(self, span: Millis) -> Time {
        Time(self.0.saturating_sub(span.0 as u64))
    }

    /// The instant `span` later.
    pub const fn after(self, span: Millis) -> Time {
        Time(self.0.saturating_add(span.0 as u64))
    }
}

/// A span of time in milliseconds, from zero to 49 days. Arithmetic saturates at both ends.
///
/// A clock can't reach the upper end: three hours and an increment of three minutes for each of the 5,900
/// moves that the 75-move rule allows are thirteen days.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts", type = "number"))]
pub struct Millis(pub u32);

impl Millis {
    /// No time at all.
    pub const ZERO: Millis = Millis(0);

    /// This many seconds.
    pub const fn from_secs(seconds: u32) -> Millis {
        Millis(seconds.saturating_mul(1000))
    }

    /// This many days, at most 49.
    pub const fn from_days(days: u32) -> Millis {
        Millis(days.saturating_mul(24 * 60 * 60 * 1000))
    }

    /// The shorter one.
    pub const fn min(self, other: Millis) -> Millis {
        if self.0 < other.0 { self } else { other }
    }

    /// The longer one.
    pub const fn max(self, other: Millis) -> Millis {
        if self.0 > other.0 { self } else { other }
    }

    /// This span minus `other`; zero if `other` is longer.
    pub const fn less(self, other: Millis) -> Millis {
        Millis(self.0.saturating_sub(other.0))
    }

    /// The sum.
    pub const fn plus(self, other: Millis) -> Millis {
        Millis(self.0.saturating_add(other.0))
    }
}

impl fmt::Display for Millis {
    /// The seconds with as many decimals as needed: `90`, `0.25`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seconds, rest) = (self.0 / 1000, self.0 % 1000);
        let decimals = format!("{rest:03}");
        match decimals.trim_end_matches('0') {
            "" => write!(f, "{seconds}"),
            decimals => write!(f, "{seconds}.{decimals}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_stop_at_both_ends() {
        assert_eq!(Time(5).since(Time(9)), Millis::ZERO);
        assert_eq!(Time(u64::MAX).since(Time(0)), Millis(u32::MAX));
        assert_eq!(Time(u64::MAX).after(Millis(1)), Time(u64::MAX));
        assert_eq!(Millis(3).less(Millis(4)), Millis::ZERO);
        assert_eq!(Millis(u32::MAX).plus(Millis(4)), Millis(u32::MAX));
    }

    #[test]
    fn spans_are_written_in_seconds() {
        for (span, text) in [(0, "0"), (250, "0.25"), (1_500, "1.5"), (1_005, "1.005"), (600_000, "600")] {
            assert_eq!(Millis(span).to_string(), text);
        }
    }
}
