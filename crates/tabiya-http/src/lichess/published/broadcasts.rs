// SPDX-License-Identifier: AGPL-3.0-or-later
//! Broadcasts, and the players of FIDE: not here yet.

use super::Subject;

pub(super) const SUBJECT: Subject = Subject {
    begins: &["broadcast"],
    absent: &[
        "/api/broadcast",
        "/api/broadcast/top",
        "/api/broadcast/by/{username}",
        "/api/broadcast/search",
        "/broadcast/new",
        "/api/broadcast/{broadcastTournamentId}",
        "/broadcast/{broadcastTournamentId}/players",
        "/broadcast/{broadcastTournamentId}/players/{playerId}",
        "/broadcast/{broadcastTournamentId}/teams/standings",
        "/broadcast/{broadcastTournamentId}/edit",
        "/broadcast/{broadcastTournamentId}/new",
        "/api/broadcast/{broadcastTournamentSlug}/{broadcastRoundSlug}/{broadcastRoundId}",
        "/broadcast/round/{broadcastRoundId}/edit",
        "/api/broadcast/round/{broadcastRoundId}/reset",
        "/api/broadcast/round/{broadcastRoundId}/push",
        "/api/stream/broadcast/round/{file}",
        "/api/stream/broadcast/group/{file}",
        "/api/stream/broadcast/tour/{file}",
        "/api/broadcast/round/{file}",
        "/api/broadcast/my-rounds",
        "/api/fide/player/{playerId}",
        "/api/fide/player/{playerId}/ratings",
        "/api/fide/player",
    ],
    ..Subject::NONE
};
