// SPDX-License-Identifier: AGPL-3.0-or-later
//! The opening explorer: not here yet.

use super::Subject;

pub(super) const SUBJECT: Subject =
    Subject { absent: &["/masters", "/lichess", "/player", "/masters/pgn/{gameId}"], ..Subject::NONE };
