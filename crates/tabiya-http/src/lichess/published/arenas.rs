// SPDX-License-Identifier: AGPL-3.0-or-later
//! Arena tournaments: not here yet.

use super::Subject;

pub(super) const SUBJECT: Subject = Subject {
    begins: &["tournament"],
    absent: &[
        "/api/tournament",
        "/api/tournament/{id}",
        "/api/tournament/{id}/join",
        "/api/tournament/{id}/withdraw",
        "/api/tournament/{id}/terminate",
        "/api/tournament/team-battle/{id}",
        "/api/tournament/{id}/games",
        "/api/tournament/{id}/results",
        "/api/tournament/{id}/teams",
        "/api/user/{name}/tournament/created",
        "/api/user/{name}/tournament/played",
    ],
    ..Subject::NONE
};
