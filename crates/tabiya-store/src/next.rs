// SPDX-License-Identifier: AGPL-3.0-or-later
//! The next version of the program, as a test of a rolling upgrade needs it: this source with one more migration, one more kind of
//! event in the log, and one more message between nodes (see `room/remote/wire.rs` of `tabiya-live`).
//!
//! `tabiya serve --next-version` turns it on, in builds with debug assertions alone.

use std::borrow::Cow;
#[cfg(debug_assertions)]
use std::sync::atomic::{AtomicBool, Ordering};

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

/// How a draw offer stands in the log, and how the next version writes it.
const KINDS: [&str; 2] = [r#"{"draw_offered":"#, r#"{"draw_proposed":"#];

/// The JSON of an event as this process writes it, where all nodes know the next version or where some don't.
pub(crate) fn written(body: String, all_know_it: bool) -> String {
    match body.strip_prefix(KINDS[0]) {
        Some(rest) if is_on() && all_know_it => format!("{}{rest}", KINDS[1]),
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
