// SPDX-License-Identifier: AGPL-3.0-or-later
//! The shapes of this API's answers, one table row per field. The type words are those of [`super::types`].
//!
//! `tests/server/openapi.rs` compares real answers with them: a field that is missing here, or has another type, fails there.

/// One field: its name, with `?` behind it if it may be absent; its type; an example; what it is. An optional field without
/// an example stays out of examples.
pub(super) type Field = (&'static str, &'static str, &'static str, &'static str);

/// An object, or a name for a type.
pub(super) enum Shape {
    Object { name: &'static str, about: &'static str, fields: &'static [Field] },
    Alias { name: &'static str, kind: &'static str, example: &'static str, about: &'static str },
}

impl Shape {
    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::Object { name, .. } | Self::Alias { name, .. } => name,
        }
    }
}

const fn object(name: &'static str, about: &'static str, fields: &'static [Field]) -> Shape {
    Shape::Object { name, about, fields }
}

const fn alias(name: &'static str, kind: &'static str, example: &'static str, about: &'static str) -> Shape {
    Shape::Alias { name, kind, example, about }
}

const START_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const FEN_AFTER_E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
const GAME_URL: &str = "https://chess.example/game/abcd1234";

/// Every shape.
pub(super) const SHAPES: &[Shape] = &[
    alias("Color", "'white'|'black'", "white", "A side."),
    alias(
        "Speed",
        "'bullet'|'blitz'|'rapid'|'classical'|'correspondence'",
        "blitz",
        "How fast a game is. A game without a limit counts as correspondence.",
    ),
    alias(
        "Perf",
        "'bullet'|'blitz'|'rapid'|'classical'|'correspondence'|'chess960'",
        "blitz",
        "The category in which a game counts, or would count.",
    ),
    alias(
        "VariantKey",
        "'standard'|'chess960'|'fromPosition'",
        "standard",
        "The kind of chess, and the start.",
    ),
    alias(
        "StatusName",
        "'created'|'started'|'aborted'|'mate'|'resign'|'stalemate'|'timeout'|'draw'|'outoftime'|'unknownFinish'",
        "started",
        "How a game stands: it waits for a player, goes on (`started`), or how it ended. `timeout` means that a player left.",
    ),
    object(
        "Error",
        "Why a call failed.",
        &[
            ("error", "string", "No such game", "A sentence for people; for OAuth a word of RFC 6749."),
            (
                "refusal?",
                "object",
                "",
                "Why a game refused a move or another act, for programs. Our own addition; `docs/protocol.md` lists the kinds.",
            ),
            ("error_description?", "string", "", "The sentence for people where `error` is a word."),
        ],
    ),
    object("Done", "The call has done what it should.", &[("ok", "boolean", "true", "Always true.")]),
    // Players
    object(
        "LightUser",
        "A player in a few words.",
        &[
            ("id", "string", "ann", "The name in lower case. It names the player in other calls."),
            ("name", "string", "Ann", "The name as the player writes it."),
            ("title?", "string", "", "`BOT`, or a title that an admin has given."),
        ],
    ),
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
    object("Email", "An address.", &[("email", "string", "ann@example.com", "Empty where there is none.")]),
    object("Kid", "Kid mode.", &[("kid", "boolean", "false", "Whether it is on.")]),
    object(
        "Preferences",
        "A player's settings.",
        &[
            (
                "prefs",
                "{boolean|integer|string}",
                r#"{"dark": true, "pieceSet": "cburnett", "challenge": 4}"#,
                "The names and numbers are lichess's. Those without a counterpart here have fixed values.",
            ),
            ("language", "string", "en", "The language of the page."),
        ],
    ),
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
    // Tokens
    object(
        "GrantedToken",
        "A new token.",
        &[
            ("token_type", "'Bearer'", "Bearer", "How it is shown."),
            ("access_token", "string", "tbo_Zm9vYmFy", "The token."),
            ("expires_in", "integer", "31536000", "How long it is good, in seconds."),
        ],
    ),
    object(
        "TestedToken",
        "What a token is good for.",
        &[
            ("userId", "string", "ann", "Whose it is."),
            ("scopes", "string", "board:play,challenge:write", "Its scopes, with commas between them."),
            ("expires", "time|null", "null", "When it ends; null where it does not."),
        ],
    ),
    // Games
    object(
        "Status",
        "How a game stands.",
        &[
            (
                "id",
                "integer",
                "20",
                "10 created, 20 started, 25 aborted, 30 mate, 31 resign, 32 stalemate, 33 timeout, 34 draw, 35 outoftime, 38 unknownFinish.",
            ),
            ("name", "StatusName", "", "The same as a word."),
        ],
    ),
    object(
        "Variant",
        "The kind of chess.",
        &[
            ("key", "VariantKey", "", "For programs."),
            ("name", "string", "Standard", "For people."),
            ("short?", "string", "Std", "For small places."),
        ],
    ),
    object(
        "Compat",
        "Which programs may play the game: all.",
        &[("bot", "boolean", "true", ""), ("board", "boolean", "true", "")],
    ),
    object(
        "Opponent",
        "The other side of an own game.",
        &[
            ("id", "string|null", "bob", "The player's id; null for the computer and for guests."),
            ("username", "string", "Bob", "The name."),
            ("rating?", "integer|null", "1490", "The rating at the beginning."),
            ("ai?", "integer", "", "The computer's level."),
        ],
    ),
    object(
        "OwnGame",
        "A game as its player has it.",
        &[
            ("id", "string", "abcd1234", "The game's id."),
            ("gameId", "string", "abcd1234", "The same."),
            ("fullId", "string", "abcd1234whit", "The id and the side."),
            ("color", "Color", "", "The player's side."),
            ("fen", "string", FEN_AFTER_E4, "The position now."),
            ("lastMove", "string", "e2e4", "The last move; empty before the first."),
            ("hasMoved", "boolean", "true", "Whether the player has moved."),
            ("isMyTurn", "boolean", "false", "Whether the player is to move."),
            ("secondsLeft?", "integer", "298", "What is left on the player's clock."),
            ("source", "'friend'|'ai'", "friend", "`ai` against the computer."),
            ("status", "Status", "", "How the game stands."),
            ("winner?", "Color", "", "Who has won."),
            ("variant", "Variant", "", "The kind of chess."),
            ("speed", "Speed", "", "How fast."),
            ("perf", "Perf", "", "The category."),
            ("rated", "boolean", "true", "Whether it counts."),
            ("opponent", "Opponent", "", "The other side."),
            ("compat", "Compat", "", "Which programs may play it."),
            (
                "player?",
                "Color",
                "",
                "In the answer that begins a game with the computer: the player's side.",
            ),
            ("createdAt?", "time", "", "There too: when the game began."),
            ("turns?", "integer", "", "There too: half-moves so far."),
        ],
    ),
    object(
        "Playing",
        "The games that a player plays.",
        &[("nowPlaying", "[OwnGame]", "", "Those where the player is to move first.")],
    ),
    object(
        "Side",
        "A player in a game or a challenge.",
        &[
            ("id", "string|null", "bob", "The player's id; null for guests."),
            ("name", "string", "Bob", "The name."),
            ("title", "string|null", "null", "`BOT`, or another title."),
            ("rating?", "integer", "1490", "The rating at the beginning; 1500 for guests."),
            ("provisional?", "boolean", "", "That rating is not sure yet."),
            ("online?", "boolean", "", "The player is here."),
        ],
    ),
    object(
        "ComputerSide",
        "The computer in a game.",
        &[("aiLevel", "integer", "3", "Its level, from 1 to 12.")],
    ),
    object(
        "TimeControl",
        "The time of a challenge's game.",
        &[
            ("type", "'clock'|'correspondence'|'unlimited'", "clock", "Which of the others are there."),
            ("limit?", "integer", "300", "The time at the beginning, in seconds."),
            ("increment?", "integer", "3", "What each move adds, in seconds."),
            ("show?", "string", "5+3", "The same for people."),
            ("daysPerTurn?", "integer", "", "Days for each move."),
        ],
    ),
    object(
        "ChallengePerf",
        "The category of a challenge's game.",
        &[("icon", "string", "", "Always empty."), ("name", "string", "Blitz", "The category's name.")],
    ),
    object(
        "Challenge",
        "A challenge.",
        &[
            ("id", "string", "abcd1234", "Its id, and its game's."),
            ("url", "url", GAME_URL, "Where its game is."),
            ("status", "'created'|'accepted'|'declined'|'canceled'", "created", "How it stands."),
            ("challenger?", "Side|ComputerSide|null", "", "Who asks."),
            ("destUser?", "Side|ComputerSide|null", "", "Who is asked; null for an open challenge."),
            ("direction?", "'in'|'out'", "out", "Whether the caller is asked or asks."),
            ("variant", "Variant", "", "The kind of chess."),
            ("initialFen?", "string", "", "The start, where it is not the usual one."),
            ("rated", "boolean", "true", "Whether the game counts."),
            ("speed", "Speed", "", "How fast."),
            ("timeControl", "TimeControl", "", "The clocks."),
            ("color", "'white'|'black'|'random'", "random", "What the challenger asked for."),
            ("finalColor?", "Color", "", "The challenger's side, which chance has decided where nobody did."),
            ("perf", "ChallengePerf", "", "The category."),
            ("declineReason?", "string", "", "Why it was declined, in a sentence."),
            ("declineReasonKey?", "string", "", "The same as a word in lower case, such as `toofast`."),
            ("open?", "OpenTo", "", "An open challenge only."),
            ("urlWhite?", "url", "", "An open challenge only: where White sits down."),
            ("urlBlack?", "url", "", "An open challenge only: where Black sits down."),
            ("name?", "string", "", "An open challenge only: what its creator calls it."),
            ("challenge?", "Challenge", "", "The same once more, for older clients."),
        ],
    ),
    object("OpenTo", "Who may accept an open challenge.", &[("userIds", "null", "", "Everybody.")]),
    object(
        "BegunGame",
        "A challenge that was accepted by the opponent's token.",
        &[("game", "OwnGame", "", "The game."), ("challenge", "Challenge", "", "The challenge.")],
    ),
    object(
        "ChallengeAnswered",
        "The last line of `keepAliveStream`.",
        &[("done", "'accepted'|'declined'|'canceled'", "accepted", "How the challenge ended.")],
    ),
    object(
        "Challenges",
        "The challenges that wait.",
        &[("in", "[Challenge]", "", "To the caller."), ("out", "[Challenge]", "", "From the caller.")],
    ),
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
    // Streams
    object(
        "GameStarted",
        "A game goes on, or begins.",
        &[("type", "'gameStart'", "gameStart", ""), ("game", "OwnGame", "", "The game.")],
    ),
    object(
        "GameFinished",
        "A game has ended.",
        &[("type", "'gameFinish'", "gameFinish", ""), ("game", "OwnGame", "", "The game.")],
    ),
    object(
        "ChallengeMade",
        "A challenge waits, to the player or from the player.",
        &[
            ("type", "'challenge'", "challenge", ""),
            ("challenge", "Challenge", "", "The challenge."),
            ("compat", "Compat", "", "Which programs may play it."),
        ],
    ),
    object(
        "ChallengeCanceled",
        "A challenge was taken back, or nobody answered in time.",
        &[
            ("type", "'challengeCanceled'", "challengeCanceled", ""),
            ("challenge", "Challenge", "", "The challenge."),
        ],
    ),
    object(
        "ChallengeDeclined",
        "A challenge was declined; its reasons are in the challenge.",
        &[
            ("type", "'challengeDeclined'", "challengeDeclined", ""),
            ("challenge", "Challenge", "", "The challenge."),
        ],
    ),
    object(
        "GameFull",
        "The first line of a game's stream: everything.",
        &[
            ("type", "'gameFull'", "gameFull", ""),
            ("id", "string", "abcd1234", "The game's id."),
            ("variant", "Variant", "", "The kind of chess."),
            ("speed", "Speed", "", "How fast."),
            ("perf", "PerfName", "", "The category."),
            ("rated", "boolean", "true", "Whether it counts."),
            ("createdAt", "time", "1767225600000", "When it was made."),
            ("white", "Side|ComputerSide", "", "White."),
            ("black", "Side|ComputerSide", "", "Black."),
            ("initialFen", "string", "startpos", "`startpos`, or a FEN."),
            ("clock", "GameClock|null", "", "Milliseconds; null without clocks."),
            ("daysPerTurn?", "integer", "", "Days for each move."),
            ("state", "GameState", "", "How the game stands."),
        ],
    ),
    object("PerfName", "A category.", &[("name", "string", "Blitz", "Its name for people.")]),
    object(
        "GameClock",
        "A clock, in milliseconds.",
        &[
            ("initial", "integer", "300000", "At the beginning."),
            ("increment", "integer", "3000", "Added by each move."),
        ],
    ),
    object(
        "GameState",
        "How a game stands; sent again with each change.",
        &[
            ("type", "'gameState'", "gameState", ""),
            (
                "moves",
                "string",
                "e2e4 e7e5",
                "All moves so far as UCI. Castling is the king's own move (`e1g1`), in Chess960 the king takes the rook.",
            ),
            ("wtime", "integer", "298000", "White's clock, in milliseconds; 2147483647 without clocks."),
            ("btime", "integer", "300000", "Black's clock."),
            ("winc", "integer", "3000", "What each move adds to White's clock, in milliseconds."),
            ("binc", "integer", "3000", "The same for Black."),
            ("status", "StatusName", "", "How the game stands; `started` while it goes on."),
            ("winner?", "Color", "", "Who has won."),
            ("wdraw?", "boolean", "", "White offers a draw."),
            ("bdraw?", "boolean", "", "Black offers a draw."),
            ("wtakeback?", "boolean", "", "White proposes a takeback."),
            ("btakeback?", "boolean", "", "Black proposes a takeback."),
        ],
    ),
    object(
        "ChatLine",
        "Somebody said something.",
        &[
            ("type", "'chatLine'", "chatLine", ""),
            ("room", "'player'|'spectator'", "player", "Who reads it: the players, or the spectators."),
            ("username", "string", "Bob", "Who said it."),
            ("text", "string", "Good luck!", "What was said."),
        ],
    ),
    object(
        "OpponentGone",
        "The opponent has gone, or has come back.",
        &[
            ("type", "'opponentGone'", "opponentGone", ""),
            ("gone", "boolean", "true", "Whether the opponent is gone."),
            ("claimWinInSeconds?", "integer", "12", "In how many seconds the win may be claimed; 0 for now."),
        ],
    ),
    object(
        "ChatMessage",
        "What somebody said.",
        &[("user", "string", "Bob", "Who."), ("text", "string", "Good luck!", "What.")],
    ),
    object(
        "Position",
        "A position of a game that is watched.",
        &[
            ("fen", "string", FEN_AFTER_E4, "The position."),
            ("lm?", "string", "e2e4", "The move that led to it."),
            ("wc", "integer|null", "298", "White's clock in seconds; null where it is not known."),
            ("bc", "integer|null", "300", "Black's clock in seconds."),
        ],
    ),
    object(
        "GameBrief",
        "How a game stands, for those who watch.",
        &[
            ("id", "string", "abcd1234", "The game's id."),
            ("rated", "boolean", "true", "Whether it counts."),
            ("variant", "Variant", "", "The kind of chess."),
            ("speed", "Speed", "", "How fast."),
            ("perf", "Perf", "", "The category."),
            ("createdAt", "time", "1767225600000", "When it was made."),
            ("initialFen", "string", START_FEN, "The start."),
            ("fen", "string", FEN_AFTER_E4, "The position now."),
            ("player", "Color", "", "Who is to move."),
            ("turns", "integer", "1", "Half-moves so far."),
            ("startedAtTurn", "integer", "0", "Always zero."),
            ("source", "string", "friend", "Always `friend`."),
            ("status", "Status", "", "How the game stands."),
            ("statusName", "StatusName", "", "The same as a word."),
            ("players", "GamePlayers", "", "Who plays."),
            ("lastMove?", "string", "e2e4", "The last move."),
            ("winner?", "Color", "", "Who has won."),
        ],
    ),
    object(
        "GamePlayers",
        "Both sides of a game.",
        &[("white", "GamePlayer", "", "White."), ("black", "GamePlayer", "", "Black.")],
    ),
    object(
        "GamePlayer",
        "A side of a game.",
        &[
            ("user?", "LightUser", "-", "The player; absent for guests and the computer."),
            ("userId?", "string", "", "The same, in streams."),
            ("name?", "string", "", "A guest's name, or the name in an imported game."),
            ("aiLevel?", "integer", "", "The computer's level."),
            ("rating?", "integer", "1523", "The rating at the beginning."),
            ("provisional?", "boolean", "", "That rating was not sure yet."),
            ("ratingDiff?", "integer", "6", "What the game changed."),
        ],
    ),
    object(
        "Game",
        "A game.",
        &[
            ("id", "string", "abcd1234", "Its id."),
            ("rated", "boolean", "true", "Whether it counts."),
            ("variant", "VariantKey", "", "The kind of chess."),
            ("speed", "Speed", "", "How fast."),
            ("perf", "Perf", "", "The category."),
            ("createdAt", "time", "1767225600000", "When it was made."),
            ("lastMoveAt", "time", "1767225660000", "When it last changed."),
            ("status", "StatusName", "", "How it stands."),
            ("players", "GamePlayers", "", "Who plays."),
            ("winner?", "Color", "white", "Who has won."),
            ("initialFen?", "string", "", "The start, where it is not the usual one."),
            ("opening?", "Opening", "-", "The opening, if it has a name."),
            ("moves?", "string", "e4 e5 Qh5 Nc6", "The moves as people write them."),
            (
                "clocks?",
                "[integer]",
                "",
                "The clock after each half-move, in hundredths of a second, if `clocks` was said.",
            ),
            ("pgn?", "string", "", "The game as PGN, if `pgnInJson` was said."),
            ("lastFen?", "string", "", "The last position, if `lastFen` was said."),
            ("clock?", "ExportClock", "-", "The clocks."),
            ("daysPerTurn?", "integer", "", "In place of clocks."),
        ],
    ),
    object(
        "Opening",
        "An opening.",
        &[
            ("eco", "string", "C20", "Its code."),
            ("name", "string", "King's Pawn Game", "Its name."),
            ("ply", "integer", "3", "Half-moves that belong to it."),
        ],
    ),
    object(
        "ExportClock",
        "The clocks of a game, in seconds.",
        &[
            ("initial", "integer", "300", "At the beginning."),
            ("increment", "integer", "3", "Added by each move."),
            ("totalTime", "integer", "420", "For a game of 40 moves."),
        ],
    ),
    object(
        "Imported",
        "A game that was brought here.",
        &[("id", "string", "abcd1234", "Its id."), ("url", "url", GAME_URL, "Where it is.")],
    ),
    object(
        "TvUser",
        "A player on TV.",
        &[
            ("id", "string|null", "ann", "The id; null for guests."),
            ("name", "string|null", "Ann", "The name."),
            ("title", "string|null", "null", "A title."),
        ],
    ),
    object(
        "TvChannel",
        "The best running game of a speed.",
        &[
            ("user", "TvUser", "", "Its stronger player."),
            ("rating", "integer", "1523", "That player's rating."),
            ("gameId", "string", "abcd1234", "The game."),
            ("color", "Color", "", "That player's side."),
        ],
    ),
    object(
        "TvPlayer",
        "A side of the game on TV.",
        &[
            ("color", "Color", "", "The side."),
            ("user", "TvUser", "", "The player."),
            ("rating", "integer|null", "1523", "The rating."),
            ("seconds", "integer|null", "298", "What is left on the clock."),
        ],
    ),
    object(
        "Featured",
        "Another game is the best now.",
        &[("t", "'featured'", "featured", ""), ("d", "FeaturedGame", "", "The game.")],
    ),
    object(
        "FeaturedGame",
        "The game on TV.",
        &[
            ("id", "string", "abcd1234", "The game."),
            ("orientation", "Color", "", "Which side is below."),
            ("players", "[TvPlayer]", "", "White and Black."),
            ("fen", "string", FEN_AFTER_E4, "The position."),
        ],
    ),
    object(
        "FeaturedMove",
        "A move in the game on TV.",
        &[("t", "'fen'", "fen", ""), ("d", "FeaturedPosition", "", "The position.")],
    ),
    object(
        "FeaturedPosition",
        "A position on TV.",
        &[
            ("fen", "string", FEN_AFTER_E4, "The position."),
            ("lm", "string|null", "e2e4", "The move that led to it."),
            ("wc", "integer|null", "298", "White's clock in seconds."),
            ("bc", "integer|null", "300", "Black's clock in seconds."),
        ],
    ),
];
