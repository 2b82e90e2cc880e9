// SPDX-License-Identifier: AGPL-3.0-or-later
//! Arena tournaments.

use super::{Bound, Calls, Input, Shape, Subject, from_to, group, longest, object};
use crate::answer::methods::{get, post};
use crate::lichess::arenas::{self, LATEST, LONGEST, MOST_CLOCK};
use crate::lichess::fields::HIGHEST;
use crate::lichess::wish::MOST_INCREMENT;

pub(super) const SUBJECT: Subject = Subject {
    begins: &["tournament"],
    calls: group!("Arena tournaments" {
        get "/api/tournament" "" "Arenas" "The arenas to come, those that are played, and the last ones." []
        post "/api/tournament" "tournament:write" "Arena" "Makes an arena; for organisers and staff." ["name@arena" "clockTime!" "clockIncrement!" "minutes!" "waitMinutes" "startDate" "variant" "rated@arena" "berserkable" "description@event" "conditions.minRating.rating" "conditions.maxRating.rating"]
        get "/api/tournament/{id@arena}" "" "Arena" "An arena, with a page of its standings." ["page?"]
        post "/api/tournament/{id@arena}" "tournament:write" "Arena" "Changes an arena that has not begun." ["name@arena" "clockTime!" "clockIncrement!" "minutes!" "waitMinutes" "startDate" "variant" "rated@arena" "berserkable" "description@event" "conditions.minRating.rating" "conditions.maxRating.rating"]
        post "/api/tournament/{id@arena}/join" "tournament:write" "Done" "Enters, or comes back." ["password@event"]
        post "/api/tournament/{id@arena}/withdraw" "tournament:write" "Done" "Leaves an arena to come; pauses in one that is played." []
        post "/api/tournament/{id@arena}/terminate" "tournament:write" "Done" "Ends an arena before its time." []
        get "/api/tournament/{id@arena}/results" "" "lines ArenaResult" "The standings, the best first." ["nb@arena?" "sheet?"]
        get "/api/tournament/{id@arena}/games" "" "games" "The games." ["moves?" "tags?" "clocks?" "opening?" "literate?" "pgnInJson?"]
        get "/api/user/{name}/tournament/created" "" "lines ListedArena" "The arenas that a player has made, the last first." ["nb@arena?" "status@arena?"]
        get "/api/user/{name}/tournament/played" "" "lines PlayedArena" "The arenas in which a player has played, the last first." ["nb@arena?"]
    }),
    routes,
    inputs: INPUTS,
    bounds: BOUNDS,
    shapes: SHAPES,
    absent: &["/api/tournament/team-battle/{id}", "/api/tournament/{id}/teams"],
};

fn routes() -> Calls {
    Calls::new([
        ("/api/tournament", get(arenas::list).merge(post(arenas::create))),
        ("/api/tournament/{id}", get(arenas::show).merge(post(arenas::update))),
        ("/api/tournament/{id}/join", post(arenas::join)),
        ("/api/tournament/{id}/withdraw", post(arenas::withdraw)),
        ("/api/tournament/{id}/terminate", post(arenas::terminate)),
        ("/api/tournament/{id}/results", get(arenas::results)),
        ("/api/tournament/{id}/games", get(arenas::games)),
        ("/api/user/{name}/tournament/created", get(arenas::created)),
        ("/api/user/{name}/tournament/played", get(arenas::played)),
    ])
}

const INPUTS: &[Input] = &[
    ("id@arena", "string", "abcd1234", "The id of an arena."),
    ("name@arena", "string", "Friday Arena", "What it is called, at most 80 characters. Default: Arena."),
    ("clockTime", "number", "3", "The time at the beginning, in minutes, which may have a fraction."),
    ("clockIncrement", "integer", "0", "What each move adds, in seconds."),
    ("minutes", "integer", "60", "How long the arena lasts."),
    ("waitMinutes", "integer", "5", "In how many minutes it begins. Default: 5."),
    ("startDate", "integer", "", "When it begins, in milliseconds since 1970, in place of `waitMinutes`."),
    ("rated@arena", "boolean", "true", "Whether the games count. Default: true."),
    (
        "berserkable",
        "boolean",
        "true",
        "Whether players may give up half of their time for a point more. Default: true.",
    ),
    ("page", "integer", "1", "Which ten lines of the standings."),
    ("nb@arena", "integer", "", "At most so many lines."),
    ("sheet", "boolean", "", "Also the points of each game."),
    (
        "status@arena",
        "integer",
        "",
        "Only arenas to come (10), those that are played (20) or those that are over (30).",
    ),
];

const BOUNDS: &[Bound] = &[
    ("name@arena", || longest(80)),
    ("clockTime", || from_to(0, MOST_CLOCK as u64)),
    ("clockIncrement", || from_to(0, MOST_INCREMENT)),
    ("minutes", || from_to(1, LONGEST)),
    ("waitMinutes", || from_to(0, LATEST)),
    ("startDate", || from_to(0, HIGHEST)),
    ("page", || from_to(1, HIGHEST)),
    ("nb@arena", || from_to(1, HIGHEST)),
    ("status@arena", || from_to(10, 30)),
];

const SHAPES: &[Shape] = &[
    object(
        "ArenaPerf",
        "The category of the games.",
        &[
            ("key", "string", "blitz", "Its name for programs."),
            ("name", "string", "Blitz", "Its name for people."),
        ],
    ),
    object(
        "ListedArena",
        "An arena of a list.",
        &[
            ("id", "string", "abcd1234", "Its id."),
            ("createdBy", "string|null", "ann", "The id of whoever made it."),
            ("system", "'arena'", "arena", "Always `arena`."),
            ("minutes", "integer", "60", "How long it lasts."),
            ("clock", "SwissClock", "", "The clocks."),
            ("rated", "boolean", "true", "Whether the games count."),
            ("fullName", "string", "Friday Arena", "What it is called."),
            ("nbPlayers", "integer", "24", "How many take part."),
            ("variant", "Variant", "", "The kind of chess."),
            ("startsAt", "time", "1767225600000", "When it begins or began."),
            ("finishesAt", "time", "1767229200000", "When its time is over."),
            ("status", "integer", "20", "10 to come, 20 played, 30 over."),
            ("perf", "ArenaPerf", "", "The category of the games."),
        ],
    ),
    object(
        "Arenas",
        "Arenas by how far they are.",
        &[
            ("created", "[ListedArena]", "", "Those to come."),
            ("started", "[ListedArena]", "", "Those that are played."),
            ("finished", "[ListedArena]", "", "Those that are over."),
        ],
    ),
    object(
        "ArenaSheet",
        "The points of each game.",
        &[("scores", "string", "0242", "A digit for each game, the last game first.")],
    ),
    object(
        "ArenaPlayer",
        "A line of the standings.",
        &[
            ("name", "string", "Ann", "The name."),
            ("rank", "integer", "1", "The rank."),
            ("rating", "integer", "1850", "The rating when the player entered; 0 without one."),
            ("score", "integer", "14", "The points."),
            ("sheet", "ArenaSheet", "", "The points of each game."),
            ("title?", "string", "", "A title of FIDE's."),
            ("withdraw?", "boolean", "", "True for whoever is not paired at the moment."),
        ],
    ),
    object(
        "ArenaStanding",
        "Ten lines of the standings.",
        &[("page", "integer", "1", "Which ten."), ("players", "[ArenaPlayer]", "", "The lines.")],
    ),
    object(
        "ArenaDuelist",
        "A player of a running game.",
        &[
            ("n", "string", "Ann", "The name."),
            ("r", "integer", "1850", "The rating."),
            ("k", "integer", "1", "The rank."),
            ("t?", "string", "", "A title of FIDE's."),
        ],
    ),
    object(
        "ArenaDuel",
        "A running game.",
        &[("id", "string", "abcd1234", "Its id."), ("p", "[ArenaDuelist]", "", "White and Black.")],
    ),
    object(
        "ArenaGames",
        "Games of a player.",
        &[
            ("game", "integer", "12", "All."),
            ("berserk", "integer", "3", "Those in which the player went berserk."),
            ("win", "integer", "8", "Those that were won."),
        ],
    ),
    object(
        "ArenaWinner",
        "One of the first three.",
        &[
            ("name", "string", "Ann", "The name."),
            ("rank", "integer", "1", "The rank."),
            ("rating", "integer", "1850", "The rating when the player entered."),
            ("score", "integer", "14", "The points."),
            ("performance", "integer", "2050", "The rating that the games show."),
            ("nb", "ArenaGames", "", "How many games."),
            ("title?", "string", "", "A title of FIDE's."),
        ],
    ),
    object(
        "ArenaStats",
        "What was played.",
        &[
            ("games", "integer", "40", "Games that count."),
            ("moves", "integer", "2400", "Moves of both sides."),
            ("whiteWins", "integer", "20", "Games that White won."),
            ("blackWins", "integer", "18", "Games that Black won."),
            ("draws", "integer", "2", "Draws."),
            ("berserks", "integer", "5", "How often somebody went berserk."),
            ("averageRating", "integer", "1620", "The mean of the players' ratings."),
        ],
    ),
    object(
        "Arena",
        "A tournament in which whoever is free is paired again until the time is over.",
        &[
            ("id", "string", "abcd1234", "Its id."),
            ("createdBy", "string|null", "ann", "The id of whoever made it."),
            ("system", "'arena'", "arena", "Always `arena`."),
            ("fullName", "string", "Friday Arena", "What it is called."),
            ("minutes", "integer", "60", "How long it lasts."),
            ("clock", "SwissClock", "", "The clocks."),
            ("variant", "VariantKey", "", "The kind of chess."),
            ("perf", "ArenaPerf", "", "The category of the games."),
            ("rated", "boolean", "true", "Whether the games count."),
            ("berserkable", "boolean", "true", "Whether players may go berserk."),
            ("verdicts", "SwissVerdicts", "", "Who may enter."),
            ("nbPlayers", "integer", "24", "How many take part."),
            ("duels", "[ArenaDuel]", "", "The running games of the best."),
            ("standing", "ArenaStanding", "", "Ten lines of the standings."),
            (
                "startsAt",
                "string|null",
                "2026-01-01T00:00:00Z",
                "When it begins or began, as ISO 8601 has it.",
            ),
            ("secondsToStart?", "integer", "300", "Until it begins by itself."),
            ("secondsToFinish?", "integer", "3000", "Until its time is over."),
            ("isStarted?", "boolean", "true", "True while it is played."),
            ("isFinished?", "boolean", "true", "True once it is over."),
            ("podium?", "[ArenaWinner]", "", "Once it is over: the first three."),
            ("stats?", "ArenaStats", "", "Once it is over: what was played."),
        ],
    ),
    object(
        "ArenaResult",
        "A line of the standings.",
        &[
            ("rank", "integer", "1", "The rank."),
            ("score", "integer", "14", "The points."),
            ("rating", "integer", "1850", "The rating when the player entered; 0 without one."),
            ("username", "string", "Ann", "The name."),
            ("performance", "integer", "2050", "The rating that the games show; 0 without a game."),
            ("title?", "string", "", "A title of FIDE's."),
            ("sheet?", "ArenaSheet", "", "The points of each game, if `sheet` was said."),
        ],
    ),
    object(
        "ArenaScore",
        "What a player has scored.",
        &[
            ("games", "integer", "12", "Games that count."),
            ("score", "integer", "14", "The points."),
            ("rank", "integer", "1", "The rank."),
            ("performance", "integer", "2050", "The rating that the games show."),
        ],
    ),
    object(
        "PlayedArena",
        "An arena in which a player has played.",
        &[
            ("tournament", "ListedArena", "", "The arena."),
            ("player", "ArenaScore", "", "What the player has scored."),
        ],
    ),
];
