// SPDX-License-Identifier: AGPL-3.0-or-later
//! The next version of the program, as a test of a rolling upgrade needs it: this source with one more migration, one more kind of
//! event in the log, and one more message between nodes (see `room/remote/wire.rs` of `tabiya-live`).
//!
//! `tabiya serve --next-version` turns it on, in builds with debug assertions alone.

use std::borrow::Cow;
#[cfg(debug_assertions)]
use std::sync::atomic::{AtomicBool, Ordering};

use crate::tables::migrations::{SUBJECTS, Series};

/// The newest format that the next version knows.
pub(crate) const FORMAT: u32 = crate::formats::NEWEST + 1;

#[cfg(debug_assertions)]
static IS_ON: AtomicBool = AtomicBool::new(false);

/// From now on this process is the next version.
#[cfg(debug_assertions)]
pub fn turn_on() {
    IS_ON.store(true, Ordering::Relaxed);
}

/// Whether this process is the next version.
#[cfg(debug_assertions)]
#[must_use]
pub fn is_on() -> bool {
    IS_ON.load(Ordering::Relaxed)
}

/// There is none in a build for people.
#[cfg(not(debug_assertions))]
#[must_use]
pub const fn is_on() -> bool {
    false
}

/// The subjects that this process knows.
#[cfg(debug_assertions)]
pub(crate) fn subjects() -> &'static [Series] {
    use crate::tables::migrations::Migration;
    use std::sync::LazyLock;

    const TABLE: Series = Series {
        subject: "next_version",
        builds_on: &[],
        migrations: &[Migration::shared("CREATE TABLE next_version (x BIGINT)").beside_older()],
        readable: &[],
    };
    static ALL: LazyLock<Vec<Series>> = LazyLock::new(|| SUBJECTS.iter().copied().chain([TABLE]).collect());
    if is_on() { &ALL } else { SUBJECTS }
}

#[cfg(not(debug_assertions))]
pub(crate) const fn subjects() -> &'static [Series] {
    SUBJECTS
}

/// How a draw offer stands in the log, and how the next version writes it.
const KINDS: [&str; 2] = [r#"{"draw_offered":"#, r#"{"draw_proposed":"#];

/// The JSON of an event as this process writes it where the site writes in this format.
pub(crate) fn written(body: String, format: u32) -> String {
    match body.strip_prefix(KINDS[0]) {
        Some(rest) if is_on() && format >= FORMAT => format!("{}{rest}", KINDS[1]),
        _ => body,
    }
}

/// The JSON of an event as all versions know it.
pub(crate) fn read(body: &str) -> Cow<'_, str> {
    match body.strip_prefix(KINDS[1]) {
        Some(rest) if is_on() => Cow::Owned(format!("{}{rest}", KINDS[0])),
        _ => Cow::Borrowed(body),
    }
}
