// SPDX-License-Identifier: AGPL-3.0-or-later
//! Simultaneous exhibitions: not here yet.

use super::Subject;

pub(super) const SUBJECT: Subject = Subject { begins: &["simul"], absent: &["/api/simul"], ..Subject::NONE };
