// SPDX-License-Identifier: AGPL-3.0-or-later
//! Every call: the table from which the document and its page are made.
//!
//! A test compares it with the routes, so that no call is missing; `tests/server/openapi.rs` makes each call on a real server
//! and compares the answer with what stands here.

/// One call.
pub(in crate::lichess) struct Call {
    pub(super) group: &'static str,
    pub(super) method: &'static str,
    pub(in crate::lichess) path: &'static str,
    /// One of these scopes is needed; a token without any where it says `token`; none where it is empty. With `token?` a call
    /// without a token shows less.
    pub(super) scopes: &'static str,
    /// Types of the answer with `; ` between them. `lines T` is ndjson, `game` and `games` are PGN or JSON by the `Accept`
    /// header, `nothing` is no body. A status other than 200 stands in front.
    pub(super) answer: &'static str,
    pub(super) summary: &'static str,
    /// Keys of [`super::inputs`]. `?` behind a name puts it into the query, otherwise it is in the body; `!` says that it must
    /// be there. `=TEXT` is a body of plain text such as TEXT.
    pub(super) fields: &'static [&'static str],
}

macro_rules! calls {
    ($($group:literal { $($method:ident $path:literal $scopes:literal $answer:literal $summary:literal [$($field:literal)*])* })*) => {
        /// Every call.
        pub(in crate::lichess) const CALLS: &[Call] = &[$($(Call {
            group: $group,
            method: stringify!($method),
            path: $path,
            scopes: $scopes,
            answer: $answer,
            summary: $summary,
            fields: &[$($field),*],
        }),*),*];
    };
}

calls! {
    "Account" {
        get "/api/account" "token" "User" "The token's player." []
        get "/api/account/email" "email:read" "Email" "The player's e-mail address." []
        get "/api/account/preferences" "preference:read" "Preferences" "The player's settings." []
        get "/api/account/kid" "preference:read" "Kid" "Whether kid mode is on." []
        post "/api/account/kid" "preference:write" "Done" "Switches kid mode." ["v?!"]
        get "/api/account/playing" "token" "Playing" "The games that the player plays now." ["nb?"]
    }
    "Tokens" {
        post "/api/token" "" "GrantedToken" "Changes the code of an OAuth grant for a token." ["grant_type!" "code!" "code_verifier!" "redirect_uri!" "client_id!"]
        delete "/api/token" "token" "204 nothing" "Revokes the token that the call shows." []
        post "/api/token/test" "" "{TestedToken|null}" "Says what tokens are good for; null for one that is not valid. The body is tokens with commas between them, 100 at most." ["=TOKEN1,TOKEN2"]
    }
    "Users" {
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
    }
    "Relations" {
        get "/api/rel/following" "follow:read" "lines User" "Whom you follow." []
        post "/api/rel/follow/{username}" "follow:write" "Done" "Follows a player." []
        post "/api/rel/unfollow/{username}" "follow:write" "Done" "Follows a player no more." []
        post "/api/rel/block/{username}" "follow:write" "Done" "Blocks a player: neither may challenge or write to the other." []
        post "/api/rel/unblock/{username}" "follow:write" "Done" "Blocks a player no more." []
    }
    "Challenges" {
        get "/api/stream/event" "challenge:read, bot:play or board:play" "lines GameStarted|GameFinished|ChallengeMade|ChallengeCanceled|ChallengeDeclined" "Games that begin and end, challenges that come and go. It begins with those that are there. One stream a token: a new one ends the one before." []
        get "/api/challenge" "challenge:read" "Challenges" "The challenges that wait, to you and from you." []
        post "/api/challenge/{username}" "challenge:write, bot:play or board:play" "Challenge; lines Challenge|ChallengeAnswered" "Challenges a player." ["rated" "clock.limit" "clock.increment" "clock.delay" "clock.bronstein" "days" "color" "variant" "fen" "rules" "keepAliveStream" "acceptByToken"]
        post "/api/challenge/ai" "challenge:write, bot:play or board:play" "201 OwnGame" "Begins a game against the computer." ["level!" "clock.limit" "clock.increment" "clock.delay" "clock.bronstein" "days" "color" "variant" "fen" "rules"]
        post "/api/challenge/open" "" "Challenge" "Makes a game that any two players may join." ["rated" "clock.limit" "clock.increment" "clock.delay" "clock.bronstein" "days" "variant" "fen" "rules" "name"]
        get "/api/challenge/{id}/show" "token?" "Challenge" "A challenge. One of a player to another is shown to these two alone, by their tokens, until its game begins; also for a while after it was declined or taken back. Open ones, and those whose game everybody may see, need no token." []
        post "/api/challenge/{id}/accept" "challenge:write, bot:play or board:play" "Done" "Accepts a challenge, or sits down in an open one." ["color@side?"]
        post "/api/challenge/{id}/decline" "challenge:write, bot:play or board:play" "Done" "Declines a challenge." ["reason"]
        post "/api/challenge/{id}/cancel" "challenge:write, bot:play or board:play" "Done" "Takes a challenge back, or aborts its game if nobody has moved." []
        post "/api/challenge/{id}/start-clocks" "challenge:write" "Done" "Lets the clocks run before both have moved. Both players agree, by the caller's token and those in `token1` and `token2`." ["token1?" "token2?"]
        post "/api/round/{id}/add-time/{seconds}" "challenge:write" "Done" "Gives the opponent time." []
    }
    "Rounds of organisers" {
        post "/api/bulk-pairing" "challenge:bulk" "BulkPairing" "Begins the games of a round." ["players!" "clock.limit" "clock.increment" "days" "pairAt" "startClocksAt" "rated" "variant" "fen" "rules"]
        get "/api/bulk-pairing" "challenge:bulk" "BulkPairings" "Your rounds, the last first." []
        get "/api/bulk-pairing/{id@bulk}" "challenge:bulk" "BulkPairing" "One of your rounds." []
        delete "/api/bulk-pairing/{id@bulk}" "challenge:bulk" "Done" "Takes a round back whose games have not begun." []
        post "/api/bulk-pairing/{id@bulk}/start-clocks" "challenge:bulk" "Done" "Lets the clocks of all games of a round run." []
        get "/api/bulk-pairing/{id@bulk}/games" "challenge:bulk" "games" "The games of a round." ["moves?" "tags?" "clocks?" "opening?" "literate?" "pgnInJson?"]
        post "/api/token/admin-challenge" "web:mod" "{string}" "A token with challenge:write for each of these players: an organiser for the players on the own list, an admin for everybody. An older one with the same description ends." ["users!" "description"]
    }
    "Board" {
        post "/api/board/seek" "board:play" "lines Error" "Looks for an opponent as long as the request lives. Blank lines until then; the game is told by `/api/stream/event`. A line with an error says why the search ended." ["rated" "time" "increment" "days" "variant" "color" "ratingRange"]
        get "/api/board/game/stream/{id}" "board:play" "lines GameFull|GameState|ChatLine|OpponentGone" "A game of yours. The stream ends with the game." []
        post "/api/board/game/{id}/move/{uci}" "board:play" "Done" "Moves. The move that you have just made, sent again, is not played again." ["offeringDraw?"]
        get "/api/board/game/{id}/chat" "board:play" "[ChatMessage]" "What was said." ["room@read?"]
        post "/api/board/game/{id}/chat" "board:play" "Done" "Says something." ["room" "text!"]
        post "/api/board/game/{id}/abort" "board:play" "Done" "Aborts a game before both have moved." []
        post "/api/board/game/{id}/resign" "board:play" "Done" "Resigns." []
        post "/api/board/game/{id}/draw/{answer}" "board:play" "Done" "Offers, accepts or declines a draw." []
        post "/api/board/game/{id}/takeback/{answer}" "board:play" "Done" "Proposes, accepts or declines a takeback." []
        post "/api/board/game/{id}/claim-victory" "board:play" "Done" "Wins against an opponent who has left." []
        post "/api/board/game/{id}/claim-draw" "board:play" "Done" "Claims a draw by repetition or fifty moves, or against an opponent who has left." []
        post "/api/board/game/{id}/berserk" "board:play" "Done" "Always refused: there are no arenas." []
    }
    "Bot" {
        post "/api/bot/account/upgrade" "bot:play" "Done" "Makes the account a bot's, before its first game." []
        get "/api/bot/game/stream/{id}" "bot:play" "lines GameFull|GameState|ChatLine|OpponentGone" "A game of yours. The stream ends with the game." []
        post "/api/bot/game/{id}/move/{uci}" "bot:play" "Done" "Moves." ["offeringDraw?"]
        get "/api/bot/game/{id}/chat" "bot:play" "[ChatMessage]" "What was said." ["room@read?"]
        post "/api/bot/game/{id}/chat" "bot:play" "Done" "Says something." ["room" "text!"]
        post "/api/bot/game/{id}/abort" "bot:play" "Done" "Aborts a game before both have moved." []
        post "/api/bot/game/{id}/resign" "bot:play" "Done" "Resigns." []
        post "/api/bot/game/{id}/draw/{answer}" "bot:play" "Done" "Offers, accepts or declines a draw." []
        post "/api/bot/game/{id}/takeback/{answer}" "bot:play" "Done" "Proposes, accepts or declines a takeback." []
        post "/api/bot/game/{id}/claim-victory" "bot:play" "Done" "Wins against an opponent who has left." []
        post "/api/bot/game/{id}/claim-draw" "bot:play" "Done" "Claims a draw." []
    }
    "Games" {
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
    }
    "TV" {
        get "/api/tv/channels" "" "{TvChannel}" "The best running game of each speed, and `best`." []
        get "/api/tv/feed" "" "lines Featured|FeaturedMove" "The best running game, move by move." []
        get "/api/tv/{channel}" "" "games" "The best running games of a channel." ["nb@tv?" "moves?" "tags?" "clocks?" "opening?" "literate?" "pgnInJson?"]
        get "/api/tv/{channel}/feed" "" "lines Featured|FeaturedMove" "The best running game of a channel, move by move." []
    }
}
