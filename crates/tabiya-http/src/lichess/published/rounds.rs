// SPDX-License-Identifier: AGPL-3.0-or-later
//! Rounds of many games, ordered by organisers.

use super::{Subject, group};

pub(super) const SUBJECT: Subject = Subject {
    begins: &[],
    calls: group!("Rounds of organisers" {
        post "/api/bulk-pairing" "challenge:bulk" "BulkPairing" "Begins the games of a round." ["players!" "clock.limit" "clock.increment" "days" "pairAt" "startClocksAt" "rated" "variant" "fen" "rules"]
        get "/api/bulk-pairing" "challenge:bulk" "BulkPairings" "Your rounds, the last first." []
        get "/api/bulk-pairing/{id@bulk}" "challenge:bulk" "BulkPairing" "One of your rounds." []
        delete "/api/bulk-pairing/{id@bulk}" "challenge:bulk" "Done" "Takes a round back whose games have not begun." []
        post "/api/bulk-pairing/{id@bulk}/start-clocks" "challenge:bulk" "Done" "Lets the clocks of all games of a round run." []
        get "/api/bulk-pairing/{id@bulk}/games" "challenge:bulk" "games" "The games of a round." ["moves?" "tags?" "clocks?" "opening?" "literate?" "pgnInJson?"]
        post "/api/token/admin-challenge" "web:mod" "{string}" "A token with challenge:write for each of these players: an organiser for the players on the own list, an admin for everybody. An older one with the same description ends." ["users!" "description"]
    }),
    absent: &[],
};
