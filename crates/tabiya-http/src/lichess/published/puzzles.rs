// SPDX-License-Identifier: AGPL-3.0-or-later
//! Puzzles: not here yet.

use super::Subject;

pub(super) const SUBJECT: Subject = Subject {
    begins: &["puzzle"],
    absent: &[
        "/api/puzzle/daily",
        "/api/puzzle/{id}",
        "/api/puzzle/next",
        "/api/puzzle/batch/{angle}",
        "/api/puzzle/activity",
        "/api/puzzle/replay/{days}/{theme}",
        "/api/puzzle/dashboard/{days}",
        "/api/storm/dashboard/{username}",
        "/api/racer",
        "/api/racer/{id}",
    ],
    ..Subject::NONE
};
