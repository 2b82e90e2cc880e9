// SPDX-License-Identifier: AGPL-3.0-or-later
//! Swiss tournaments.

use super::{Bound, Calls, Input, Shape, Subject, from_to, group, longest, object};
use crate::answer::methods::{get, post};
use crate::lichess::fields::HIGHEST;
use crate::lichess::swiss;
use crate::lichess::tournaments::MOST_RATING;
use crate::lichess::wish::{MOST_INCREMENT, MOST_SECONDS};

pub(super) const SUBJECT: Subject = Subject {
    begins: &["swiss"],
    calls: group!("Swiss tournaments" {
        post "/api/swiss/new/{teamId}" "tournament:write" "Swiss" "Makes a tournament; for organisers and staff. It belongs to no team." ["name@swiss" "clock.limit@swiss!" "clock.increment@swiss!" "nbRounds!" "startsAt" "roundInterval" "rated@swiss" "description@event" "conditions.minRating.rating" "conditions.maxRating.rating"]
        get "/api/swiss/{id@swiss}" "" "Swiss" "A tournament." []
        post "/api/swiss/{id@swiss}/edit" "tournament:write" "Swiss" "Changes a tournament. Once its first round is published, its clocks, its start and whether it counts stay." ["name@swiss" "clock.limit@swiss!" "clock.increment@swiss!" "nbRounds!" "startsAt" "roundInterval" "rated@swiss" "description@event" "conditions.minRating.rating" "conditions.maxRating.rating"]
        post "/api/swiss/{id@swiss}/join" "tournament:write" "Done" "Enters, or comes back." ["password@event"]
        post "/api/swiss/{id@swiss}/withdraw" "tournament:write" "Done" "Leaves." []
        post "/api/swiss/{id@swiss}/schedule-next-round" "tournament:write" "Done" "Sets when the next round begins." ["date!"]
        post "/api/swiss/{id@swiss}/terminate" "tournament:write" "Done" "Ends a tournament before its last round." []
        get "/api/swiss/{id@swiss}/results" "" "lines SwissResult" "The standings, the best first." ["nb@swiss?"]
        get "/api/swiss/{id@swiss}/games" "" "games" "The games that were played on this server." ["moves?" "tags?" "clocks?" "opening?" "literate?" "pgnInJson?"]
        get "/swiss/{file}" "" "text" "The tournament report as TRF: the id with `.trf` behind it." []
    }),
    routes,
    inputs: INPUTS,
    bounds: BOUNDS,
    shapes: SHAPES,
    absent: &["/api/team/{teamId}/swiss"],
};

fn routes() -> Calls {
    Calls::new([
        ("/api/swiss/new/{teamId}", post(swiss::create)),
        ("/api/swiss/{id}", get(swiss::show)),
        ("/api/swiss/{id}/edit", post(swiss::edit)),
        ("/api/swiss/{id}/join", post(swiss::join)),
        ("/api/swiss/{id}/withdraw", post(swiss::withdraw)),
        ("/api/swiss/{id}/schedule-next-round", post(swiss::schedule)),
        ("/api/swiss/{id}/terminate", post(swiss::terminate)),
        ("/api/swiss/{id}/results", get(swiss::results)),
        ("/api/swiss/{id}/games", get(swiss::games)),
        ("/swiss/{file}", get(swiss::trf)),
    ])
}

const INPUTS: &[Input] = &[
    ("teamId", "string", "club", "A team. This server has none, so any word will do."),
    ("id@swiss", "string", "abcd1234", "The id of a tournament."),
    ("file", "string", "abcd1234.trf", "The tournament's id and `.trf`."),
    ("name@swiss", "string", "Friday Swiss", "What it is called, at most 80 characters. Default: Swiss."),
    ("clock.limit@swiss", "integer", "300", "The time at the beginning, in seconds, from 0 to 10800."),
    ("clock.increment@swiss", "integer", "3", "What each move adds, in seconds, from 0 to 180."),
    ("nbRounds", "integer", "7", "How many rounds, from 3 to 99."),
    (
        "startsAt",
        "integer",
        "",
        "When it begins, in milliseconds since 1970; in ten minutes where it is missing.",
    ),
    (
        "roundInterval",
        "integer",
        "120",
        "Seconds between a round's last result and the next round; -1 for the usual pause, 99999999 where each round is begun by hand.",
    ),
    ("rated@swiss", "boolean", "true", "Whether the games count. Default: true."),
    (
        "description@event",
        "string",
        "",
        "What players read about it: the programme, at most 2000 characters.",
    ),
    (
        "conditions.minRating.rating",
        "integer",
        "",
        "The lowest rating with which players may enter by themselves, from 1 to 4000.",
    ),
    (
        "conditions.maxRating.rating",
        "integer",
        "",
        "The highest rating with which players may enter by themselves, from 1 to 4000.",
    ),
    ("password@event", "string", "", "The entry code of a tournament that asks for one."),
    ("date", "integer", "1767225600000", "When the next round begins, in milliseconds since 1970."),
    ("nb@swiss", "integer", "", "At most so many lines."),
];

const BOUNDS: &[Bound] = &[
    ("name@swiss", || longest(80)),
    ("description@event", || longest(2000)),
    ("conditions.minRating.rating", || from_to(1, MOST_RATING)),
    ("conditions.maxRating.rating", || from_to(1, MOST_RATING)),
    ("clock.limit@swiss", || from_to(0, MOST_SECONDS)),
    ("clock.increment@swiss", || from_to(0, MOST_INCREMENT)),
    ("nbRounds", || from_to(3, 99)),
    ("startsAt", || from_to(0, HIGHEST)),
    ("date", || from_to(0, HIGHEST)),
    ("nb@swiss", || from_to(1, HIGHEST)),
];

const SHAPES: &[Shape] = &[
    object(
        "SwissClock",
        "The clocks of a tournament.",
        &[
            ("limit", "integer", "300", "The time at the beginning, in seconds."),
            ("increment", "integer", "3", "What each move adds, in seconds."),
        ],
    ),
    object(
        "SwissVerdicts",
        "Who may enter.",
        &[
            ("accepted", "boolean", "true", "Whether everybody may enter."),
            ("list", "[object]", "", "What is asked for, each as `condition` in words."),
        ],
    ),
    object(
        "SwissNextRound",
        "A round that begins by itself.",
        &[
            ("at", "string|null", "2026-01-01T00:00:00Z", "When, as ISO 8601 has it."),
            ("in", "integer", "60", "In so many seconds."),
        ],
    ),
    object(
        "Swiss",
        "A tournament that is paired by the Swiss system.",
        &[
            ("id", "string", "abcd1234", "Its id."),
            ("createdBy", "string|null", "ann", "The id of whoever made it."),
            ("startsAt", "string|null", "2026-01-01T00:00:00Z", "When it begins, as ISO 8601 has it."),
            ("name", "string", "Friday Swiss", "What it is called."),
            ("clock", "SwissClock", "", "The clocks."),
            ("variant", "string", "standard", "Always `standard`."),
            ("round", "integer", "3", "The last round that is published; 0 before the first."),
            ("nbRounds", "integer", "7", "How many rounds will be played."),
            ("nbPlayers", "integer", "24", "How many take part."),
            ("nbOngoing", "integer", "5", "Games of the last round without a result."),
            ("status", "'created'|'started'|'finished'", "", "How far it is."),
            ("rated", "boolean", "true", "Whether the games count."),
            ("verdicts", "SwissVerdicts", "", "Who may enter."),
            ("nextRound?", "SwissNextRound", "", "The next round, where it begins by itself."),
        ],
    ),
    object(
        "SwissResult",
        "A line of the standings.",
        &[
            ("rank", "integer", "1", "The rank, shared by players that nothing tells apart."),
            ("points", "number", "5.5", "The points."),
            ("tieBreak", "number", "21.5", "The first tie-break."),
            ("rating", "integer", "1850", "The rating by which the player is seeded; 0 without one."),
            ("username", "string", "Ann", "The name."),
            ("title?", "string", "", "A title of FIDE's."),
            ("absent?", "boolean", "", "True for whoever is not paired at the moment."),
        ],
    ),
];
