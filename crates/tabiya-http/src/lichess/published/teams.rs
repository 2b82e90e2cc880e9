// SPDX-License-Identifier: AGPL-3.0-or-later
//! Teams: not here.

use super::Subject;

pub(super) const SUBJECT: Subject = Subject {
    begins: &["team"],
    absent: &[
        "/api/team/{teamId}",
        "/api/team/all",
        "/api/team/of/{username}",
        "/api/team/search",
        "/api/team/{teamId}/users",
        "/api/team/{teamId}/arena",
        "/team/updates",
        "/team/updates/{teamId}",
        "/team/{teamId}/join",
        "/team/{teamId}/quit",
        "/api/team/{teamId}/requests",
        "/api/team/{teamId}/request/{userId}/accept",
        "/api/team/{teamId}/request/{userId}/decline",
        "/api/team/{teamId}/kick/{userId}",
        "/team/{teamId}/pm-all",
    ],
    ..Subject::NONE
};
