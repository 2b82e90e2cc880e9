// SPDX-License-Identifier: MIT OR Apache-2.0
//! Time controls: how much time each side has for its moves, from bullet to correspondence.
//!
//! A game without a time control is unlimited. The JSON forms in the log:
//!
//! ```text
//! {"initial":300000,"increment":3000}      Fischer: each move adds three seconds
//! {"initial":300000,"delay":3000}          simple delay: the first three seconds of each turn cost nothing
//! {"initial":300000,"bronstein":3000}      Bronstein: each move gives back what it took, up to three seconds
//! {"white":{…},"black":{…}}                time odds: a clock of its own for each side
//! {"days":3}                               correspondence: three days for each move
//! ```

use std::num::NonZeroU8;

use serde::{Deserialize, Serialize};
use tabiya_rules::Color;

use crate::Millis;

/// A game whose moves add more seconds than twice the minutes at its start gives nobody a point more for going berserk: little
/// would be risked.
const MOST_SECONDS_A_MINUTE: u32 = 2;

/// The time control of a game. The order has no meaning in chess: it is for sorted maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "Form", into = "Form")]
pub enum TimeControl {
    /// Chess clocks. If they differ, one side gives time odds.
    Clocks {
        /// White's.
        white: ClockControl,
        /// Black's.
        black: ClockControl,
    },
    /// Correspondence: each move must be made within a number of days.
    Correspondence {
        /// The number of days.
        days: DaysPerMove,
    },
}

impl TimeControl {
    /// The same Fischer clock for both sides: `initial` for the whole game, and `increment` after each move
    /// except a side's first.
    ///
    /// # Errors
    /// Those of [`ClockControl::new`].
    pub const fn new(initial: Millis, increment: Millis) -> Result<Self, TimeControlError> {
        match ClockControl::new(initial, Bonus::Increment(increment)) {
            Ok(control) => Ok(Self::equal(control)),
            Err(error) => Err(error),
        }
    }

    /// The same clock for both sides.
    pub const fn equal(control: ClockControl) -> Self {
        Self::Clocks { white: control, black: control }
    }

    /// Whether half of these clocks, without what moves add, is a risk: see [`Terms::with_berserk`](crate::Terms::with_berserk).
    pub(crate) fn is_a_risk_halved(self) -> bool {
        Color::ALL.into_iter().all(|color| {
            self.clock_of(color).is_some_and(|clock| {
                let minutes = clock.initial().0 / 60_000;
                clock.initial().0 > 0
                    && clock.bonus().time().0 <= MOST_SECONDS_A_MINUTE * minutes.max(1) * 1000
            })
        })
    }

    /// The clock of one side; `None` in correspondence.
    pub const fn clock_of(self, color: Color) -> Option<ClockControl> {
        match (self, color) {
            (Self::Clocks { white, .. }, Color::White) => Some(white),
            (Self::Clocks { black, .. }, Color::Black) => Some(black),
            (Self::Correspondence { .. }, _) => None,
        }
    }

    /// The time on one side's clock at the start: the initial time, or one increment if that is zero. In
    /// correspondence, the time for a move.
    pub const fn starting_clock(self, color: Color) -> Millis {
        match (self, color) {
            (Self::Clocks { white, .. }, Color::White) => white.starting(),
            (Self::Clocks { black, .. }, Color::Black) => black.starting(),
            (Self::Correspondence { days }, _) => days.span(),
        }
    }

    /// The same with colours exchanged, so that the same player gives time odds again.
    #[must_use]
    pub const fn turned(self) -> Self {
        match self {
            Self::Clocks { white, black } => Self::Clocks { white: black, black: white },
            Self::Correspondence { .. } => self,
        }
    }

    /// The speed of such a game. With time odds, that of the side with more time.
    pub fn speed(self) -> Speed {
        match self {
            Self::Correspondence { .. } => Speed::Correspondence,
            Self::Clocks { white, black } => match white.expected().max(black.expected()).0 / 1000 {
                0..180 => Speed::Bullet,
                180..480 => Speed::Blitz,
                480..1500 => Speed::Rapid,
                1500.. => Speed::Classical,
            },
        }
    }
}

/// The chess clock of one side: the time for the whole game, and the increment or delay of each turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "ClockForm", into = "ClockForm")]
pub struct ClockControl {
    initial: Millis,
    bonus: Bonus,
}

impl ClockControl {
    /// The shortest initial time other than zero.
    pub const MIN_INITIAL: Millis = Millis::from_secs(1);
    /// The longest initial time.
    pub const MAX_INITIAL: Millis = Millis::from_secs(3 * 60 * 60);
    /// The shortest increment if the initial time is zero.
    pub const MIN_LONE_INCREMENT: Millis = Millis::from_secs(1);
    /// The longest increment or delay.
    pub const MAX_BONUS: Millis = Millis::from_secs(180);

    /// A clock with `initial` for the whole game and a bonus in each turn except a side's first. A bonus of
    /// zero time becomes an increment of zero.
    ///
    /// # Errors
    /// The initial time is neither zero nor from 1 second to 3 hours; or the bonus is above 3 minutes; or the
    /// initial time is zero and the bonus is not an increment of at least 1 second. A delay alone is not
    /// enough.
    pub const fn new(initial: Millis, bonus: Bonus) -> Result<Self, TimeControlError> {
        let time = bonus.time();
        if initial.0 != 0 && initial.0 < Self::MIN_INITIAL.0 || initial.0 > Self::MAX_INITIAL.0 {
            Err(TimeControlError::Initial { found: initial })
        } else if time.0 > Self::MAX_BONUS.0 {
            Err(TimeControlError::Bonus { found: time })
        } else if initial.0 == 0 && !matches!(bonus, Bonus::Increment(_)) {
            Err(TimeControlError::DelayAlone)
        } else if initial.0 == 0 && time.0 < Self::MIN_LONE_INCREMENT.0 {
            Err(TimeControlError::Nothing)
        } else if time.0 == 0 {
            Ok(Self { initial, bonus: Bonus::Increment(Millis::ZERO) })
        } else {
            Ok(Self { initial, bonus })
        }
    }

    /// The time for the whole game.
    pub const fn initial(self) -> Millis {
        self.initial
    }

    /// The increment or delay of each turn.
    pub const fn bonus(self) -> Bonus {
        self.bonus
    }

    const fn starting(self) -> Millis {
        if self.initial.0 == 0 { self.bonus.time() } else { self.initial }
    }

    /// The time that this side has for a game of forty moves.
    pub const fn expected(self) -> Millis {
        self.initial.plus(Millis(self.bonus.time().0.saturating_mul(40)))
    }
}

/// The increment or delay of each turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bonus {
    /// Fischer: added after each move.
    Increment(Millis),
    /// Simple or US delay: the clock starts to run this long after the turn began.
    Delay(Millis),
    /// Bronstein delay: after each move the time that it took is given back, up to this much. The clock never
    /// shows more than at the start of the turn.
    Bronstein(Millis),
}

impl Bonus {
    /// Its length.
    pub const fn time(self) -> Millis {
        match self {
            Self::Increment(time) | Self::Delay(time) | Self::Bronstein(time) => time,
        }
    }

    /// How long a turn lasts before the clock runs.
    pub const fn delay(self) -> Millis {
        match self {
            Self::Delay(delay) => delay,
            Self::Increment(_) | Self::Bronstein(_) => Millis::ZERO,
        }
    }

    /// The time given back after a move that took `cost`.
    pub(crate) const fn given_back(self, cost: Millis) -> Millis {
        match self {
            Self::Increment(increment) => increment,
            Self::Delay(_) => Millis::ZERO,
            Self::Bronstein(most) => cost.min(most),
        }
    }
}

/// The number of days for each move of a correspondence game, from 1 to 14.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DaysPerMove(NonZeroU8);

impl DaysPerMove {
    /// The maximum number of days.
    pub const MAX: u8 = 14;

    /// This number of days.
    ///
    /// # Errors
    /// The number is not from 1 to 14.
    pub const fn new(days: u8) -> Result<Self, TimeControlError> {
        match NonZeroU8::new(days) {
            Some(days) if days.get() <= Self::MAX => Ok(Self(days)),
            _ => Err(TimeControlError::Days { found: days }),
        }
    }

    /// The number of days.
    pub const fn get(self) -> u8 {
        self.0.get()
    }

    /// The days as a span of time.
    pub const fn span(self) -> Millis {
        Millis::from_days(self.0.get() as u32)
    }
}

/// The speed of a game, by the time that a side has for forty moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum Speed {
    /// Under three minutes.
    Bullet,
    /// Under eight minutes.
    Blitz,
    /// Under 25 minutes.
    Rapid,
    /// Longer.
    Classical,
    /// Days for each move.
    Correspondence,
}

impl Speed {
    /// All speeds, the fastest first.
    pub const ALL: [Self; 5] =
        [Self::Bullet, Self::Blitz, Self::Rapid, Self::Classical, Self::Correspondence];

    /// Its name in addresses, messages and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bullet => "bullet",
            Self::Blitz => "blitz",
            Self::Rapid => "rapid",
            Self::Classical => "classical",
            Self::Correspondence => "correspondence",
        }
    }
}

/// An invalid time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TimeControlError {
    /// The initial time is too short or too long.
    #[error(
        "the initial time must be from 1 second to 3 hours (or 0 with an increment), not {found} seconds"
    )]
    Initial {
        /// The requested time.
        found: Millis,
    },
    /// The increment or delay is too long.
    #[error("the increment or delay must be at most 180 seconds, not {found} seconds")]
    Bonus {
        /// The requested time.
        found: Millis,
    },
    /// The initial time is zero and there is no sufficient increment.
    #[error("without initial time the increment must be at least 1 second")]
    Nothing,
    /// There is a delay but no initial time.
    #[error("a delay needs an initial time of at least 1 second")]
    DelayAlone,
    /// The number of days is too small or too large.
    #[error("a correspondence game has from 1 to 14 days for each move, not {found}")]
    Days {
        /// The requested number.
        found: u8,
    },
}

/// A side's clock as it is stored, before it is checked.
#[derive(Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum ClockForm {
    Fischer { initial: Millis, increment: Millis },
    Delay { initial: Millis, delay: Millis },
    Bronstein { initial: Millis, bronstein: Millis },
}

impl TryFrom<ClockForm> for ClockControl {
    type Error = TimeControlError;

    fn try_from(form: ClockForm) -> Result<Self, TimeControlError> {
        match form {
            ClockForm::Fischer { initial, increment } => Self::new(initial, Bonus::Increment(increment)),
            ClockForm::Delay { initial, delay } => Self::new(initial, Bonus::Delay(delay)),
            ClockForm::Bronstein { initial, bronstein } => Self::new(initial, Bonus::Bronstein(bronstein)),
        }
    }
}

impl From<ClockControl> for ClockForm {
    fn from(ClockControl { initial, bonus }: ClockControl) -> Self {
        match bonus {
            Bonus::Increment(increment) => Self::Fischer { initial, increment },
            Bonus::Delay(delay) => Self::Delay { initial, delay },
            Bonus::Bronstein(bronstein) => Self::Bronstein { initial, bronstein },
        }
    }
}

/// A time control as it is stored, before it is checked.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Form {
    Equal(ClockForm),
    Odds(Odds),
    Correspondence(Days),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Odds {
    white: ClockForm,
    black: ClockForm,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Days {
    days: u8,
}

impl TryFrom<Form> for TimeControl {
    type Error = TimeControlError;

    fn try_from(form: Form) -> Result<Self, TimeControlError> {
        Ok(match form {
            Form::Equal(clock) => Self::equal(clock.try_into()?),
            Form::Odds(Odds { white, black }) => {
                Self::Clocks { white: white.try_into()?, black: black.try_into()? }
            }
            Form::Correspondence(Days { days }) => Self::Correspondence { days: DaysPerMove::new(days)? },
        })
    }
}

impl From<TimeControl> for Form {
    fn from(control: TimeControl) -> Self {
        match control {
            TimeControl::Clocks { white, black } if white == black => Self::Equal(white.into()),
            TimeControl::Clocks { white, black } => {
                Self::Odds(Odds { white: white.into(), black: black.into() })
            }
            TimeControl::Correspondence { days } => Self::Correspondence(Days { days: days.get() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        for bonus in [Bonus::Delay, Bonus::Bronstein] {
            assert!(ClockControl::new(Millis(1_000), bonus(Millis(180_000))).is_ok());
            let error = ClockControl::new(Millis::ZERO, bonus(Millis(5_000)));
            assert_eq!(error, Err(TimeControlError::DelayAlone));
            let error = ClockControl::new(Millis(1_000), bonus(Millis(180_001)));
            assert_eq!(error, Err(TimeControlError::Bonus { found: Millis(180_001) }));
        }
        let days: Vec<_> = (0..=255).filter(|&days| DaysPerMove::new(days).is_ok()).collect();
        assert_eq!(days, (1..=14).collect::<Vec<_>>());
    }

    #[test]
    fn a_delay_of_nothing_is_no_delay() {
        let sudden_death = ClockControl::new(Millis(60_000), Bonus::Increment(Millis::ZERO));
        for bonus in [Bonus::Delay(Millis::ZERO), Bonus::Bronstein(Millis::ZERO)] {
            assert_eq!(ClockControl::new(Millis(60_000), bonus), sudden_death);
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        for json in [
            r#"{"initial":300000,"increment":3000}"#,
            r#"{"initial":0,"increment":1000}"#,
            r#"{"initial":300000,"delay":3000}"#,
            r#"{"initial":300000,"bronstein":3000}"#,
            r#"{"white":{"initial":60000,"increment":0},"black":{"initial":300000,"delay":5000}}"#,
            r#"{"days":14}"#,
        ] {
            let control: TimeControl = serde_json::from_str(json).unwrap();
            assert_eq!(serde_json::to_string(&control).unwrap(), json);
        }
        for bad in [
            r#"{"initial":0,"increment":0}"#,
            r#"{"initial":1000}"#,
            r#"{"initial":1000,"increment":0,"delay":1}"#,
            r#"{"initial":1000,"increment":0,"days":1}"#,
            r#"{"white":{"initial":60000,"increment":0}}"#,
            r#"{"white":{"initial":60000,"increment":0},"black":{"days":1}}"#,
            r#"{"days":0}"#,
            r#"{"days":15}"#,
            r#"{"days":1,"weeks":1}"#,
            "{}",
            "null",
        ] {
            assert!(serde_json::from_str::<TimeControl>(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_games_speed_is_that_of_forty_moves() {
        let speed = |initial, increment| {
            TimeControl::new(Millis::from_secs(initial), Millis::from_secs(increment)).unwrap().speed()
        };
        assert_eq!(speed(60, 0), Speed::Bullet);
        assert_eq!(speed(60, 3), Speed::Blitz);
        assert_eq!(speed(479, 0), Speed::Blitz);
        assert_eq!(speed(300, 5), Speed::Rapid);
        assert_eq!(speed(900, 15), Speed::Classical);
    }
}
