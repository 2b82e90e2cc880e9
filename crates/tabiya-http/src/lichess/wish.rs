// SPDX-License-Identifier: AGPL-3.0-or-later
//! The game that a call asks for: time, kind of chess, colour.

use tabiya_game::{Millis, Restriction, Restrictions};
use tabiya_protocol::http::{ColorChoice, StartPosition};
use tabiya_protocol::{ChallengeTerms, ClockControlView, CorrespondenceView, TimeControlView};
use tabiya_rules::Variant;

use super::failure::Failure;
use super::fields::Fields;
use super::variant::{self, Kind};

/// The longest clock, in seconds.
pub(super) const MOST_SECONDS: u64 = 10_800;
/// The longest increment or delay, in seconds.
pub(super) const MOST_INCREMENT: u64 = 180;
/// The most days for a move.
pub(super) const MOST_DAYS: u8 = 14;

/// The game that these fields ask for.
///
/// # Errors
/// Which field is wrong, and what would be right.
pub(super) fn game(fields: &Fields) -> Result<ChallengeTerms, Failure> {
    Ok(ChallengeTerms {
        time: time(fields)?,
        color: color(fields)?,
        start: start(fields)?,
        rated: fields.flag("rated")?.unwrap_or(false),
        private: false,
        restrictions: restrictions(fields)?,
    })
}

/// `rules`, with commas between them.
///
/// # Errors
/// If one of them is not known: whoever asked for it would play without it.
fn restrictions(fields: &Fields) -> Result<Restrictions, Failure> {
    let known = |word: &str| match word {
        "noAbort" => Ok(Restriction::NoAbort),
        "noRematch" => Ok(Restriction::NoRematch),
        "noGiveTime" => Ok(Restriction::NoGivenTime),
        "noClaimWin" => Ok(Restriction::NoClaimedWin),
        "noEarlyDraw" => Ok(Restriction::NoEarlyDraw),
        _ => Err(Failure::bad("rules: noAbort, noRematch, noGiveTime, noClaimWin and noEarlyDraw are known")),
    };
    let words = fields.text("rules").unwrap_or_default().split(',').map(str::trim);
    words.filter(|word| !word.is_empty()).map(known).collect()
}

/// `clock.limit` and `clock.increment` in seconds, or `days`; none of them for a game without a limit. Our own additions:
/// `clock.delay` and `clock.bronstein` in place of the increment.
fn time(fields: &Fields) -> Result<Option<TimeControlView>, Failure> {
    let limit = fields.within("clock.limit", 0, MOST_SECONDS)?;
    let increment = fields.within("clock.increment", 0, MOST_INCREMENT)?;
    let delay = fields.within("clock.delay", 0, MOST_INCREMENT)?;
    let bronstein = fields.within("clock.bronstein", 0, MOST_INCREMENT)?;
    let days = fields.within("days", 1, u64::from(MOST_DAYS))?;
    let ms = |seconds: u64| Millis::from_secs(u32::try_from(seconds).unwrap_or(u32::MAX)).0;
    match (limit, days) {
        (Some(_), Some(_)) => Err(Failure::bad("days: a game has a clock or days, not both")),
        (None, Some(days)) => {
            let days = u8::try_from(days).unwrap_or(MOST_DAYS);
            Ok(Some(TimeControlView::Correspondence(CorrespondenceView { days })))
        }
        (None, None) if increment.or(delay).or(bronstein).is_some_and(|bonus| bonus > 0) => {
            Err(Failure::bad("clock.limit: a clock has an initial time, in seconds"))
        }
        (None, None) => Ok(None),
        (Some(0), None) if [increment, delay, bronstein].iter().all(|bonus| bonus.unwrap_or(0) == 0) => {
            Err(Failure::bad("clock.limit: a clock that begins with no time needs an increment"))
        }
        (Some(limit), None) => {
            // An increment alone begins with itself; a second is the shortest with which a clock can begin.
            let initial = if limit == 0 { increment.unwrap_or(0).max(1) } else { limit };
            let initial_ms = ms(initial);
            Ok(Some(TimeControlView::Equal(match (delay, bronstein) {
                (Some(delay), None) => ClockControlView::Delay { initial_ms, delay_ms: ms(delay) },
                (None, Some(bronstein)) => {
                    ClockControlView::Bronstein { initial_ms, bronstein_ms: ms(bronstein) }
                }
                (None, None) => {
                    ClockControlView::Increment { initial_ms, increment_ms: ms(increment.unwrap_or(0)) }
                }
                (Some(_), Some(_)) => return Err(Failure::bad("clock.delay: one bonus is enough")),
            })))
        }
    }
}

/// `color`; chance decides where it is missing.
pub(super) fn color(fields: &Fields) -> Result<ColorChoice, Failure> {
    match fields.text("color") {
        None | Some("random") => Ok(ColorChoice::Random),
        Some("white") => Ok(ColorChoice::White),
        Some("black") => Ok(ColorChoice::Black),
        Some(_) => Err(Failure::bad("color: it is white, black or random")),
    }
}

/// `variant` and `fen`.
pub(super) fn start(fields: &Fields) -> Result<StartPosition, Failure> {
    let fen = fields.text("fen").map(str::to_owned);
    let kind = match fields.text("variant") {
        None => Kind::Variant(Variant::Standard),
        Some(word) => Kind::named(word).ok_or_else(|| {
            let known = variant::listed(&[variant::FROM_POSITION]);
            Failure::bad(format!("variant: this server plays {known}"))
        })?,
    };
    match (kind, fen) {
        (_, Some(fen)) => Ok(StartPosition::Fen { fen }),
        (Kind::Variant(variant), None) => Ok(StartPosition::Usual(variant)),
        (Kind::FromPosition, None) => Err(Failure::bad("fen: say from which position")),
    }
}
