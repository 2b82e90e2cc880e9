// SPDX-License-Identifier: AGPL-3.0-or-later
//! Private messages: not here.

use super::Subject;

pub(super) const SUBJECT: Subject =
    Subject { begins: &["inbox"], absent: &["/inbox/{username}"], ..Subject::NONE };
