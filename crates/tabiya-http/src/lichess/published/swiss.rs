// SPDX-License-Identifier: AGPL-3.0-or-later
//! Swiss tournaments: not here yet.

use super::Subject;

pub(super) const SUBJECT: Subject = Subject {
    begins: &["swiss"],
    absent: &[
        "/api/swiss/new/{teamId}",
        "/api/swiss/{id}",
        "/api/swiss/{id}/edit",
        "/api/swiss/{id}/schedule-next-round",
        "/api/swiss/{id}/join",
        "/api/swiss/{id}/withdraw",
        "/api/swiss/{id}/terminate",
        "/swiss/{file}",
        "/api/swiss/{id}/games",
        "/api/swiss/{id}/results",
        "/api/team/{teamId}/swiss",
    ],
    ..Subject::NONE
};
