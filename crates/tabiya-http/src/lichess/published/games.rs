// SPDX-License-Identifier: AGPL-3.0-or-later
//! Games to read, and to bring here.

use super::{Subject, group};

pub(super) const SUBJECT: Subject = Subject {
    begins: &[],
    calls: group!("Games" {
        get "/game/export/{id}" "" "game" "A game." ["moves?" "tags?" "clocks?" "opening?" "literate?" "pgnInJson?" "lastFen?"]
        get "/api/game/{id}/chat" "token?" "[ChatMessage]" "What the game's spectators said, the last 100 lines. Players get it only after the game; a token says who asks." []
        get "/api/games/{id}/lag" "" "Lag" "What this server has measured of both players' lag. Our own addition, which the page also calls: it reads no token, so private games are not found, and its errors have another form." []
        get "/api/user/{username}/current-game" "" "game" "The game that a player plays, or the last one." ["moves?" "tags?" "clocks?" "opening?" "literate?" "pgnInJson?" "lastFen?"]
        get "/api/games/user/{username}" "" "games" "A player's games." ["since?" "until?" "max?" "vs?" "rated@filter?" "perfType?" "color@filter?" "ongoing?" "finished?" "sort?" "moves?" "tags?" "clocks?" "opening?" "literate?" "pgnInJson?" "lastFen?"]
        post "/api/games/export/_ids" "" "games" "Games by id. The body is ids with commas between them, 300 at most; unknown ones are left out." ["=abcd1234,wxyz5678" "moves?" "tags?" "clocks?" "opening?" "literate?" "pgnInJson?" "lastFen?"]
        get "/api/games/export/imports" "token" "games" "The games that you have imported, the last first." ["moves?" "tags?" "clocks?" "opening?" "literate?" "pgnInJson?"]
        get "/api/tabiya/games" "web:mod" "games" "Every finished game of this server, private and imported ones too, in the order of their ids: for admins. Our own addition." ["since?" "until?" "moves?" "tags?" "clocks?" "opening?" "literate?" "pgnInJson?" "lastFen?"]
        post "/api/import" "" "Imported" "Imports a game." ["pgn!"]
        get "/api/stream/game/{id}" "" "lines GameBrief|Position" "How a game stands, each move so far, each that follows, and how it ends." []
        post "/api/stream/games-by-users" "" "lines GameBrief" "The games among some players, as they begin and end. The body is names with commas between them, 300 at most." ["=ann,bob" "withCurrentGames?"]
        post "/api/stream/games/{streamId}" "" "lines GameBrief" "Some games, as they begin and end. The body is ids with commas between them, 500 at most." ["=abcd1234"]
        post "/api/stream/games/{streamId}/add" "" "Done" "Adds games to such a stream." ["=wxyz5678"]
    }),
    absent: &["/api/games/export/bookmarks", "/bookmark/{gameId}"],
};
