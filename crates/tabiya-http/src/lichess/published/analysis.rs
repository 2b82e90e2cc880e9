// SPDX-License-Identifier: AGPL-3.0-or-later
//! Evaluations from the cloud and engines elsewhere: not here yet.

use super::Subject;

pub(super) const SUBJECT: Subject = Subject {
    absent: &[
        "/api/cloud-eval",
        "/api/external-engine",
        "/api/external-engine/{id}",
        "/api/external-engine/{id}/analyse",
        "/api/external-engine/work",
        "/api/external-engine/work/{id}",
    ],
    ..Subject::NONE
};
