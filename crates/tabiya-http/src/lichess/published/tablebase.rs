// SPDX-License-Identifier: AGPL-3.0-or-later
//! Tablebases: not here yet.

use super::Subject;

pub(super) const SUBJECT: Subject =
    Subject { absent: &["/standard", "/atomic", "/antichess"], ..Subject::NONE };
