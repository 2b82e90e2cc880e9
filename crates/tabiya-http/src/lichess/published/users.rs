// SPDX-License-Identifier: AGPL-3.0-or-later
//! Players.

use super::{Bound, Calls, GAME_URL, Input, Shape, Subject, from_to, group, longest, object};
use crate::answer::methods::{get, post};
use crate::lichess::relations::LONGEST_NOTE;
use crate::lichess::users::MOST_BOTS;
use crate::lichess::users::MOST_LEADERS;
use crate::lichess::{relations, users};

pub(super) const SUBJECT: Subject = Subject {
    begins: &["streamer"],
    calls: group!("Users" {
        get "/api/user/{username}" "" "User" "A player." []
        get "/api/user/{username}/rating-history" "" "[RatingHistory]" "A player's ratings, day by day." []
        get "/api/user/{username}/perf/{perf}" "" "PerfStat" "A player in one category." []
        get "/api/user/{username}/activity" "" "[Activity]" "A player's games of the last seven days, the last day first." []
        get "/api/user/{username}/note" "token" "[Note]" "Your private note about a player: a list of one or none." []
        post "/api/user/{username}/note" "token" "Done" "Writes your private note about a player, in place of the one before." ["text@note!"]
        post "/api/users" "" "[User]" "Players by name. The body is names with commas between them, 300 at most; unknown ones are left out." ["=ann,bob"]
        get "/api/users/status" "" "[UserStatus]" "Who is here and who plays." ["ids?" "withGameIds?"]
        get "/api/player" "" "{[Leader]}" "The best ten of each category." []
        get "/api/player/top/{nb}/{perf}" "" "Leaders" "The best of one category." []
        get "/api/player/autocomplete" "" "[string]|Completed" "Players whose name begins so." ["term" "object?" "friend?"]
        get "/api/crosstable/{user1}/{user2}" "" "Crosstable" "The score between two players." []
        get "/api/streamer/live" "" "[LightUser]" "Always empty: there are no streamers here." []
        get "/api/bot/online" "" "lines User" "Bots that are here." ["nb@bots?"]
    }),
    routes,
    inputs: INPUTS,
    bounds: BOUNDS,
    shapes: SHAPES,
    absent: &["/api/timeline"],
};

fn routes() -> Calls {
    Calls::new([
        ("/api/bot/online", get(users::online_bots)),
        ("/api/user/{name}", get(users::show)),
        ("/api/user/{name}/rating-history", get(users::rating_history)),
        ("/api/user/{name}/perf/{perf}", get(users::perf)),
        ("/api/user/{name}/activity", get(users::activity)),
        ("/api/user/{name}/note", get(users::notes).merge(post(relations::write_note))),
        ("/api/users", post(users::many)),
        ("/api/users/status", get(users::status)),
        ("/api/player", get(users::all_leaders)),
        ("/api/player/top/{most}/{perf}", get(users::top)),
        ("/api/player/autocomplete", get(users::autocomplete)),
        ("/api/crosstable/{first}/{second}", get(users::crosstable)),
        ("/api/streamer/live", get(users::streamers)),
    ])
}

const INPUTS: &[Input] = &[
    ("user1", "string", "ann", "A player's name."),
    ("user2", "string", "bob", "Another player's name."),
    ("perf", "Perf", "blitz", "A category."),
    ("nb@path", "integer", "10", "How many, from 1 to 200."),
    ("text@note", "string", "plays the Dutch", "Your note; 500 characters at most."),
    ("nb@bots", "integer", "", "How many bots at most. Default: 100."),
    ("ids", "string", "ann,bob", "Names with commas between them, 100 at most."),
    ("withGameIds", "boolean", "", "Whether the games that they play are named."),
    ("term", "string", "ann", "How the name begins, 3 letters at least."),
    ("object", "boolean", "", "Objects in place of names."),
    ("friend", "boolean", "", "Only players whom you follow."),
];

const BOUNDS: &[Bound] = &[
    ("nb@path", || from_to(1, MOST_LEADERS)),
    ("nb@bots", || from_to(0, MOST_BOTS)),
    ("text@note", || longest(LONGEST_NOTE)),
];

const SHAPES: &[Shape] = &[
    object(
        "UserStatus",
        "Whether a player is here.",
        &[
            ("id", "string", "ann", "The name in lower case."),
            ("name", "string", "Ann", "The name as the player writes it."),
            ("title?", "string", "", "`BOT`, or another title."),
            ("online?", "boolean", "true", "The player is here. Absent where the player hides it."),
            ("playing?", "boolean", "true", "The player plays a game with clocks."),
            ("playingId?", "string", "abcd1234", "That game, if `withGameIds` was said."),
        ],
    ),
    object(
        "User",
        "A player.",
        &[
            ("id", "string", "ann", "The name in lower case. It names the player in other calls."),
            ("username", "string", "Ann", "The name as the player writes it."),
            ("title?", "string", "", "`BOT`, or a title that an admin has given."),
            ("url", "url", "https://chess.example/@/Ann", "The player's page."),
            ("createdAt", "time", "1767225600000", "When the account was made."),
            ("disabled?", "boolean", "", "The account is closed; then nothing else is said."),
            ("perfs?", "{UserPerf}", "blitz", "Ratings by category; all categories are there."),
            ("seenAt?", "time", "1767225600000", "When the player was last here, as far as others may know."),
            ("online?", "boolean", "true", "The player is here. Absent where the player hides it."),
            ("playing?", "url", GAME_URL, "The game with clocks that the player plays."),
            ("count?", "Count", "", "How many games."),
            ("playTime?", "PlayTime", "", "Always zero: this server does not count it."),
            ("profile?", "Profile", "", "What the player says, if anything."),
            ("followable?", "boolean", "", "Seen by another player: always true."),
            ("following?", "boolean", "", "Seen by another player: whether that one follows this one."),
            ("blocking?", "boolean", "", "Seen by another player: whether that one blocks this one."),
            ("kid?", "boolean", "", "The own account only: kid mode is on."),
        ],
    ),
    object(
        "UserPerf",
        "A rating.",
        &[
            ("games", "integer", "12", "Rated games in this category."),
            ("rating", "integer", "1523", "The rating (Glicko-2)."),
            ("rd", "integer", "88", "Its deviation."),
            ("prog", "integer", "14", "What the last twelve rated games changed."),
            ("prov?", "boolean", "", "The rating is provisional: few games, or long ago."),
        ],
    ),
    object(
        "Count",
        "How many games.",
        &[
            ("all", "integer", "30", "Finished games, without aborted ones."),
            ("rated", "integer", "12", "Rated ones among them."),
            ("win", "integer", "15", "Won."),
            ("winH", "integer", "15", "The same."),
            ("loss", "integer", "10", "Lost."),
            ("lossH", "integer", "10", "The same."),
            ("draw", "integer", "5", "Drawn."),
            ("drawH", "integer", "5", "The same."),
            ("playing", "integer", "1", "Unfinished games."),
            ("me", "integer", "2", "Games against the caller."),
            ("bookmark", "integer", "0", "Always zero."),
            ("import", "integer", "0", "Always zero."),
        ],
    ),
    object("PlayTime", "Always zero.", &[("total", "integer", "0", ""), ("tv", "integer", "0", "")]),
    object("Profile", "What a player says.", &[("bio", "string", "I like endings.", "A few sentences.")]),
    object(
        "RatingHistory",
        "One category's ratings.",
        &[
            ("name", "string", "Blitz", "The category's name."),
            (
                "points",
                "[[integer]]",
                "[[2026, 0, 31, 1523]]",
                "One a day with games: year, month counted from 0, day, rating.",
            ),
        ],
    ),
    object(
        "PerfStat",
        "A player in one category.",
        &[
            ("user", "LightUser", "", "The player."),
            ("perf", "PerfNow", "", "The rating now."),
            ("rank", "integer|null", "3", "The place in the leaderboard; null outside."),
            ("percentile", "null", "", "Not known here."),
            ("stat", "Stat", "", "Numbers of the player's games."),
        ],
    ),
    object(
        "PerfNow",
        "A rating now.",
        &[
            ("glicko", "Glicko", "", "The rating."),
            ("nb", "integer", "12", "Rated games."),
            ("progress", "integer", "0", "Always zero."),
        ],
    ),
    object(
        "Glicko",
        "A Glicko-2 rating.",
        &[
            ("rating", "number", "1523.4", "The rating."),
            ("deviation", "number", "88.2", "Its deviation, which grows while nothing is played."),
            ("provisional", "boolean", "false", "Whether it is not yet sure."),
        ],
    ),
    object(
        "Stat",
        "Numbers of a player's games in a category.",
        &[
            ("perfType", "PerfType", "", "The category."),
            ("id", "string", "ann/blitz", "Player and category."),
            ("bestWins", "Results", "", "Wins over the highest rated opponents."),
            ("count", "StatCount", "", "Rated games by their end."),
            ("highest?", "RatingPoint", "", "The highest rating."),
            ("lowest?", "RatingPoint", "", "The lowest rating."),
        ],
    ),
    object(
        "PerfType",
        "A category.",
        &[("key", "Perf", "", "Its word."), ("name", "string", "Blitz", "Its name for people.")],
    ),
    object("Results", "Some games.", &[("results", "[BestWin]", "", "At most five.")]),
    object(
        "BestWin",
        "A win.",
        &[
            ("opRating", "integer", "1710", "The opponent's rating before the game."),
            ("opId", "LightUser", "", "The opponent."),
            ("at", "string", "2026-01-31T12:00:00.000Z", "When."),
            ("gameId", "string", "abcd1234", "The game."),
        ],
    ),
    object(
        "StatCount",
        "Rated games by their end.",
        &[
            ("all", "integer", "12", "All."),
            ("rated", "integer", "12", "The same."),
            ("win", "integer", "7", "Won."),
            ("loss", "integer", "4", "Lost."),
            ("draw", "integer", "1", "Drawn."),
            ("tour", "integer", "0", "Always zero, as are the next four."),
            ("berserk", "integer", "0", ""),
            ("opAvg", "integer", "0", ""),
            ("seconds", "integer", "0", ""),
            ("disconnects", "integer", "0", ""),
        ],
    ),
    object(
        "RatingPoint",
        "A rating at one time.",
        &[
            ("int", "integer", "1548", "The rating."),
            ("at", "string", "2026-01-31T12:00:00.000Z", "When."),
            ("gameId", "string", "abcd1234", "After which game."),
        ],
    ),
    object(
        "Activity",
        "One day's games.",
        &[("interval", "Interval", "", "The day, in UTC."), ("games", "{DayGames}", "blitz", "By category.")],
    ),
    object(
        "Interval",
        "From when to when.",
        &[
            ("start", "time", "1767225600000", "The first moment."),
            ("end", "time", "1767312000000", "The first moment after it."),
        ],
    ),
    object(
        "DayGames",
        "Games by their end.",
        &[
            ("win", "integer", "2", "Won."),
            ("loss", "integer", "1", "Lost."),
            ("draw", "integer", "0", "Drawn."),
        ],
    ),
    object(
        "Note",
        "What you wrote about a player.",
        &[
            ("from", "LightUser", "", "You."),
            ("to", "LightUser", "", "The other player."),
            ("text", "string", "plays the Dutch", "Your words."),
            (
                "date",
                "time",
                "1767225600000",
                "When the other player's account was made; the note's own time is not kept.",
            ),
        ],
    ),
    object(
        "Leader",
        "A row of a leaderboard.",
        &[
            ("id", "string", "ann", "The name in lower case."),
            ("username", "string", "Ann", "The name."),
            ("title?", "string", "", "A title. Bots are not in these lists."),
            ("perfs", "{LeaderPerf}", "blitz", "The list's category alone."),
        ],
    ),
    object(
        "LeaderPerf",
        "A rating in a leaderboard.",
        &[("rating", "integer", "1523", "The rating."), ("progress", "integer", "0", "Always zero.")],
    ),
    object("Leaders", "A leaderboard.", &[("users", "[Leader]", "", "The best first.")]),
    object(
        "Completed",
        "Players whose name begins so.",
        &[("result", "[UserStatus]", "", "At most fifteen.")],
    ),
    object(
        "Crosstable",
        "The score between two players.",
        &[
            ("users", "{number}", r#"{"ann": 2.5, "bob": 1.5}"#, "Points by id."),
            ("nbGames", "integer", "4", "Finished games, without aborted ones."),
        ],
    ),
];
