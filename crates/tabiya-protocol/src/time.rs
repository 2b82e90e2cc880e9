// SPDX-License-Identifier: MIT OR Apache-2.0
//! Time controls, clocks and lag in messages. All spans are in milliseconds.

use serde::{Deserialize, Serialize};
use tabiya_game::{Bonus, ClockControl, DaysPerMove, LagReport, Millis, TimeControl, TimeControlError};
use tabiya_rules::Color;

/// A time control. Unlimited games have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "time is null, {\"days\"}, a clock ({\"initial_ms\"} with one of \"increment_ms\", \"delay_ms\" and \
                 \"bronstein_ms\"), or {\"white\", \"black\"} with a clock each"
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum TimeControlView {
    /// The same clock for both.
    Equal(ClockControlView),
    /// Time odds: each side has its own clock.
    Odds(OddsView),
    /// Correspondence.
    Correspondence(CorrespondenceView),
}

/// The clock of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum ClockControlView {
    /// Fischer clock: each move adds the increment.
    Increment {
        /// The initial time.
        initial_ms: u32,
        /// The increment.
        increment_ms: u32,
    },
    /// Simple delay: the clock waits at the start of each turn.
    Delay {
        /// The initial time.
        initial_ms: u32,
        /// How long a turn lasts before the clock runs.
        delay_ms: u32,
    },
    /// Bronstein delay: after each move the time that it took is given back, up to a maximum.
    Bronstein {
        /// The initial time.
        initial_ms: u32,
        /// The maximum that is given back.
        bronstein_ms: u32,
    },
}

/// Time odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct OddsView {
    /// White's clock.
    pub white: ClockControlView,
    /// Black's clock.
    pub black: ClockControlView,
}

/// Days for each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct CorrespondenceView {
    /// From 1 to 14.
    pub days: u8,
}

/// The time left on both clocks when the message was sent, in milliseconds. In correspondence, the time left
/// for the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ClocksView {
    /// White's time.
    pub white_ms: u32,
    /// Black's time.
    pub black_ms: u32,
    /// The side whose clock runs.
    pub running: Option<Color>,
    /// The time until the running clock starts to run, under a simple delay; omitted if it does not wait.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub delay_ms: Option<u32>,
    /// The time left for the first move of the side to move. After it the game is aborted. Omitted if there
    /// is no such limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub first_move_ms: Option<u32>,
}

/// The lag of both players: the answer to `GET /api/games/ID/lag`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct LagView {
    /// White's lag; null if the game does not use it.
    pub white: Option<SideLagView>,
    /// Black's lag; null if the game does not use it.
    pub black: Option<SideLagView>,
}

/// The lag of a side as the server measured it, and its compensation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct SideLagView {
    /// The mean lag over the side's moves; null before the first measurement.
    pub mean_ms: Option<u32>,
    /// The longest lag of a move.
    pub max_ms: u32,
    /// The total compensation.
    pub compensated_ms: u64,
    /// The remaining quota for compensation.
    pub quota_ms: u32,
}

impl TryFrom<TimeControlView> for TimeControl {
    type Error = TimeControlError;

    fn try_from(view: TimeControlView) -> Result<Self, TimeControlError> {
        Ok(match view {
            TimeControlView::Equal(clock) => Self::equal(clock.try_into()?),
            TimeControlView::Odds(OddsView { white, black }) => {
                Self::Clocks { white: white.try_into()?, black: black.try_into()? }
            }
            TimeControlView::Correspondence(CorrespondenceView { days }) => {
                Self::Correspondence { days: DaysPerMove::new(days)? }
            }
        })
    }
}

impl From<TimeControl> for TimeControlView {
    fn from(control: TimeControl) -> Self {
        match control {
            TimeControl::Clocks { white, black } if white == black => Self::Equal(white.into()),
            TimeControl::Clocks { white, black } => {
                Self::Odds(OddsView { white: white.into(), black: black.into() })
            }
            TimeControl::Correspondence { days } => {
                Self::Correspondence(CorrespondenceView { days: days.get() })
            }
        }
    }
}

impl TryFrom<ClockControlView> for ClockControl {
    type Error = TimeControlError;

    fn try_from(view: ClockControlView) -> Result<Self, TimeControlError> {
        let (initial_ms, bonus) = match view {
            ClockControlView::Increment { initial_ms, increment_ms } => {
                (initial_ms, Bonus::Increment(Millis(increment_ms)))
            }
            ClockControlView::Delay { initial_ms, delay_ms } => (initial_ms, Bonus::Delay(Millis(delay_ms))),
            ClockControlView::Bronstein { initial_ms, bronstein_ms } => {
                (initial_ms, Bonus::Bronstein(Millis(bronstein_ms)))
            }
        };
        Self::new(Millis(initial_ms), bonus)
    }
}

impl From<ClockControl> for ClockControlView {
    fn from(clock: ClockControl) -> Self {
        let initial_ms = clock.initial().0;
        match clock.bonus() {
            Bonus::Increment(Millis(increment_ms)) => Self::Increment { initial_ms, increment_ms },
            Bonus::Delay(Millis(delay_ms)) => Self::Delay { initial_ms, delay_ms },
            Bonus::Bronstein(Millis(bronstein_ms)) => Self::Bronstein { initial_ms, bronstein_ms },
        }
    }
}

impl From<LagReport> for SideLagView {
    fn from(report: LagReport) -> Self {
        Self {
            mean_ms: report.mean.map(|mean| mean.0),
            max_ms: report.longest.0,
            compensated_ms: report.compensated,
            quota_ms: report.quota.0,
        }
    }
}

/// None of its bodies has a field that is a list.
pub(crate) const LISTS: &[&str] = &[];

/// Declares the types of this file to the page.
#[cfg(feature = "ts")]
pub(crate) fn declare(page: &mut impl ts_rs::TypeVisitor) {
    page.visit::<LagView>();
}
