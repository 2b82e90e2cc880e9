// SPDX-License-Identifier: AGPL-3.0-or-later
//! Players.

use super::{Subject, group};

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
    absent: &["/api/timeline"],
};
