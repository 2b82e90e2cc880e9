// SPDX-License-Identifier: AGPL-3.0-or-later
//! Rounds of many games, ordered by organisers.

use super::{Bound, Calls, Input, Shape, Subject, from_to, group, object};
use crate::answer::methods::{delete, get, post};
use crate::lichess::fields::HIGHEST;
use crate::lichess::{account, bulk};

pub(super) const SUBJECT: Subject = Subject {
    calls: group!("Rounds of organisers" {
        post "/api/bulk-pairing" "challenge:bulk" "BulkPairing" "Begins the games of a round." ["players!" "clock.limit" "clock.increment" "days" "pairAt" "startClocksAt" "rated" "variant" "fen" "rules"]
        get "/api/bulk-pairing" "challenge:bulk" "BulkPairings" "Your rounds, the last first." []
        get "/api/bulk-pairing/{id@bulk}" "challenge:bulk" "BulkPairing" "One of your rounds." []
        delete "/api/bulk-pairing/{id@bulk}" "challenge:bulk" "Done" "Takes a round back whose games have not begun." []
        post "/api/bulk-pairing/{id@bulk}/start-clocks" "challenge:bulk" "Done" "Lets the clocks of all games of a round run." []
        get "/api/bulk-pairing/{id@bulk}/games" "challenge:bulk" "games" "The games of a round." ["moves?" "tags?" "clocks?" "opening?" "literate?" "pgnInJson?"]
        post "/api/token/admin-challenge" "web:mod" "{string}" "A token with challenge:write for each of these players: an organiser for the players on the own list, an admin for everybody. An older one with the same description ends." ["users!" "description"]
    }),
    routes,
    inputs: INPUTS,
    bounds: BOUNDS,
    shapes: SHAPES,
    ..Subject::NONE
};

fn routes() -> Calls {
    Calls::new([
        ("/api/bulk-pairing", get(bulk::list).merge(post(bulk::create))),
        ("/api/bulk-pairing/{id}", get(bulk::show).merge(delete(bulk::cancel))),
        ("/api/bulk-pairing/{id}/start-clocks", post(bulk::start_clocks)),
        ("/api/bulk-pairing/{id}/games", get(bulk::games)),
        ("/api/token/admin-challenge", post(account::admin_challenge)),
    ])
}

const INPUTS: &[Input] = &[
    ("id@bulk", "string", "wxyz5678", "The id of a round."),
    (
        "players",
        "string",
        "TOKEN1:TOKEN2,TOKEN3:TOKEN4",
        "Pairs of tokens with challenge:write, White's first.",
    ),
    (
        "pairAt",
        "integer",
        "",
        "When the games begin, in milliseconds since 1970; at once where it is missing.",
    ),
    ("startClocksAt", "integer", "", "When the clocks start by themselves, in milliseconds since 1970."),
    ("users", "string", "ann,bob", "Names with commas between them, 500 at most."),
    ("description", "string", "Club evening", "What the players read about it in their settings."),
];

const BOUNDS: &[Bound] = &[("pairAt", || from_to(0, HIGHEST)), ("startClocksAt", || from_to(0, HIGHEST))];

const SHAPES: &[Shape] = &[
    object(
        "BulkGame",
        "A game of a round.",
        &[
            ("id", "string", "abcd1234", "The game's id."),
            ("white", "string|null", "ann", "White's id."),
            ("black", "string|null", "bob", "Black's id."),
        ],
    ),
    object(
        "BulkClock",
        "The clocks of a round.",
        &[
            ("limit", "integer|null", "300", "The time at the beginning, in seconds; null without a limit."),
            ("increment", "integer|null", "3", "What each move adds, in seconds."),
        ],
    ),
    object(
        "BulkDays",
        "The time of a round played over days.",
        &[("daysPerTurn", "integer", "3", "Days for each move.")],
    ),
    object(
        "BulkPairing",
        "A round.",
        &[
            ("id", "string", "wxyz5678", "Its id."),
            ("games", "[BulkGame]", "", "Its games, known before they begin."),
            ("variant", "VariantKey", "", "The kind of chess."),
            ("rated", "boolean", "true", "Whether the games count."),
            ("clock?", "BulkClock", "", "The clocks."),
            ("correspondence?", "BulkDays", "", "In place of clocks."),
            ("scheduledAt", "time", "1767225600000", "When it was ordered."),
            ("pairAt", "time", "1767225600000", "When its games begin."),
            ("pairedAt", "time|null", "1767225600000", "When they began; null before that."),
            ("startClocksAt", "time|null", "null", "When the clocks start by themselves."),
        ],
    ),
    object("BulkPairings", "Rounds.", &[("bulks", "[BulkPairing]", "", "The last first.")]),
];
