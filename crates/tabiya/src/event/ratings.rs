// SPDX-License-Identifier: AGPL-3.0-or-later
//! Limits of ratings, as they are typed.

/// The ratings that an event or a section takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ratings {
    pub(super) from: Option<u16>,
    pub(super) to: Option<u16>,
}

/// `..1600`, `1400..1800`, `1800..` or `..`.
pub(super) fn ratings(text: &str) -> Result<Ratings, String> {
    let wrong = || format!("{text:?} are no ratings: write ..1600, 1400..1800 or 1800..");
    let (from, to) = text.split_once("..").ok_or_else(wrong)?;
    let rating = |text: &str| match text.trim() {
        "" => Ok(None),
        number => number.parse().map(Some).map_err(|_| wrong()),
    };
    Ok(Ratings { from: rating(from)?, to: rating(to)? })
}
