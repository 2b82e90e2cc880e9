// SPDX-License-Identifier: MIT OR Apache-2.0
//! Instants, spans and the time control. Nothing here knows what time it is.

use std::fmt;

use serde::{Deserialize, Serialize};
use tabiya_rules::PgnTimeControl;

/// An instant: milliseconds on the time line of whoever owns the game.
///
/// The shell builds that line as the wall clock's time when it started (since 1970) plus monotonic time since,
/// so it never steps while a program runs. Only from one run to the next may it go backwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts", type = "number"))]
pub struct Time(pub u64);

impl Time {
    /// How long it is since `earlier`; nothing if that lies ahead.
    pub const fn since(self, earlier: Time) -> Millis {
        let span = self.0.saturating_sub(earlier.0);
        Millis(if span > u32::MAX as u64 { u32::MAX } else { span as u32 })
    }

    /// The instant that lies `span` later.
    pub const fn after(self, span: Millis) -> Time {
        Time(self.0.saturating_add(span.0 as u64))
    }
}

/// A span of time in milliseconds, from nothing to 49 days. Arithmetic stops at the ends.
///
/// A clock can't reach the upper end: three hours and an increment of three minutes on each of the 5,900 moves
/// that the 75-move rule allows make thirteen days.
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

    /// What is left after `other`; nothing if that is longer.
    pub const fn less(self, other: Millis) -> Millis {
        Millis(self.0.saturating_sub(other.0))
    }

    /// Both together.
    pub const fn plus(self, other: Millis) -> Millis {
        Millis(self.0.saturating_add(other.0))
    }
}

impl fmt::Display for Millis {
    /// Seconds, with as many decimals as there are: `90`, `0.25`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seconds, rest) = (self.0 / 1000, self.0 % 1000);
        let decimals = format!("{rest:03}");
        match decimals.trim_end_matches('0') {
            "" => write!(f, "{seconds}"),
            decimals => write!(f, "{seconds}.{decimals}"),
        }
    }
}

/// How much time each side has: Fischer's clock, which adds an increment after each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Form", into = "Form")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct TimeControl {
    initial: Millis,
    increment: Millis,
}

impl TimeControl {
    /// The least initial time that is not nothing.
    pub const MIN_INITIAL: Millis = Millis::from_secs(1);
    /// The longest initial time.
    pub const MAX_INITIAL: Millis = Millis::from_secs(3 * 60 * 60);
    /// The shortest increment of a game without initial time.
    pub const MIN_LONE_INCREMENT: Millis = Millis::from_secs(1);
    /// The longest increment.
    pub const MAX_INCREMENT: Millis = Millis::from_secs(180);

    /// A time control: `initial` for the whole game and `increment` after each move but a side's first.
    ///
    /// # Errors
    /// If the initial time is neither nothing nor from a second to three hours, the increment is above three
    /// minutes, or there is no initial time and less than a second of increment.
    pub const fn new(initial: Millis, increment: Millis) -> Result<Self, TimeControlError> {
        if initial.0 != 0 && initial.0 < Self::MIN_INITIAL.0 || initial.0 > Self::MAX_INITIAL.0 {
            Err(TimeControlError::Initial { found: initial })
        } else if increment.0 > Self::MAX_INCREMENT.0 {
            Err(TimeControlError::Increment { found: increment })
        } else if initial.0 == 0 && increment.0 < Self::MIN_LONE_INCREMENT.0 {
            Err(TimeControlError::Nothing)
        } else {
            Ok(Self { initial, increment })
        }
    }

    /// The time for the whole game.
    pub const fn initial(self) -> Millis {
        self.initial
    }

    /// The time that a move adds.
    pub const fn increment(self) -> Millis {
        self.increment
    }

    /// What both clocks show at first: the initial time, or one increment where there is none.
    pub const fn starting_clock(self) -> Millis {
        if self.initial.0 == 0 { self.increment } else { self.initial }
    }
}

impl From<TimeControl> for PgnTimeControl {
    fn from(time: TimeControl) -> Self {
        Self { initial_ms: time.initial.0, increment_ms: time.increment.0 }
    }
}

/// A time control that can't be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TimeControlError {
    /// Too little or too much initial time.
    #[error(
        "the initial time must be from 1 second to 3 hours (or 0 with an increment), not {found} seconds"
    )]
    Initial {
        /// What was asked for.
        found: Millis,
    },
    /// Too long an increment.
    #[error("the increment must be at most 180 seconds, not {found} seconds")]
    Increment {
        /// What was asked for.
        found: Millis,
    },
    /// Neither initial time nor an increment to live on.
    #[error("without initial time the increment must be at least 1 second")]
    Nothing,
}

/// A time control as it is written: not checked yet.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    initial: Millis,
    increment: Millis,
}

impl TryFrom<Form> for TimeControl {
    type Error = TimeControlError;

    fn try_from(form: Form) -> Result<Self, TimeControlError> {
        Self::new(form.initial, form.increment)
    }
}

impl From<TimeControl> for Form {
    fn from(time: TimeControl) -> Self {
        Self { initial: time.initial, increment: time.increment }
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
    fn only_playable_time_controls_exist() {
        let check = |initial, increment, good: bool| {
            let found = TimeControl::new(Millis(initial), Millis(increment));
            assert_eq!(found.is_ok(), good, "{initial} {increment}: {found:?}");
        };
        check(1_000, 0, true);
        check(999, 0, false);
        check(1, 5_000, false);
        check(10_800_000, 180_000, true);
        check(10_800_001, 0, false);
        check(60_000, 180_001, false);
        check(0, 1_000, true);
        check(0, 999, false);
        check(0, 0, false);
        assert!(serde_json::from_str::<TimeControl>(r#"{"initial":0,"increment":0}"#).is_err());
        assert!(serde_json::from_str::<TimeControl>(r#"{"initial":1000,"increment":0,"delay":1}"#).is_err());
    }

    #[test]
    fn spans_are_written_in_seconds() {
        for (span, text) in [(0, "0"), (250, "0.25"), (1_500, "1.5"), (1_005, "1.005"), (600_000, "600")] {
            assert_eq!(Millis(span).to_string(), text);
        }
    }
}
