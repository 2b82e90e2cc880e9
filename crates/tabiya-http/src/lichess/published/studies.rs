// SPDX-License-Identifier: AGPL-3.0-or-later
//! Studies: not here yet.

use super::Subject;

pub(super) const SUBJECT: Subject = Subject {
    begins: &["study"],
    absent: &[
        "/api/study",
        "/api/study/{studyId}/{chapterId}/moves",
        "/api/study/{file}",
        "/api/study/{studyId}/import-pgn",
        "/api/study/{studyId}/{chapterId}/tags",
        "/api/study/by/{username}/export.pgn",
        "/api/study/by/{username}",
        "/api/study/{studyId}/{chapterId}",
    ],
    ..Subject::NONE
};
