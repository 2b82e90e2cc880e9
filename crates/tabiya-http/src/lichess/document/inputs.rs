// SPDX-License-Identifier: AGPL-3.0-or-later
//! What calls are told: the parameters of paths and queries, and the fields of bodies. A name means the same in most calls; a
//! second meaning has a mark behind `@`.

/// One of them: its name, its type in the words of [`super::types`], an example, what it is.
pub(super) type Input = (&'static str, &'static str, &'static str, &'static str);

/// Every one.
pub(super) const INPUTS: &[Input] = &[
    // Paths
    ("username", "string", "bob", "A player's name; small and capital letters are the same."),
    ("user1", "string", "ann", "A player's name."),
    ("user2", "string", "bob", "Another player's name."),
    ("id", "string", "abcd1234", "The id of a game or of a challenge, which are the same: eight characters."),
    ("id@bulk", "string", "wxyz5678", "The id of a round."),
    ("perf", "Perf", "blitz", "A category."),
    ("nb@path", "integer", "10", "How many, from 1 to 200."),
    ("uci", "string", "e2e4", "A move: from, to, and the letter of the piece to which a pawn promotes."),
    ("answer", "'yes'|'no'", "yes", "`yes` offers or accepts, `no` declines."),
    ("seconds", "integer", "15", "From 1 to 86400."),
    ("streamId", "string", "my-games", "A name of yours for the stream."),
    ("channel", "'best'|'bullet'|'blitz'|'rapid'|'classical'", "blitz", "A speed; `best` is all of them."),
    // Games that are asked for
    ("rated", "boolean", "false", "Whether the game counts. Default: false."),
    (
        "clock.limit",
        "integer",
        "300",
        "The time at the beginning, in seconds, from 0 to 10800; with 0 the clock begins with the increment. Without it and without `days` the game has no limit.",
    ),
    ("clock.increment", "integer", "3", "What each move adds, in seconds, from 0 to 180."),
    (
        "clock.delay",
        "integer",
        "",
        "In place of the increment: seconds before the clock runs. Our own addition.",
    ),
    (
        "clock.bronstein",
        "integer",
        "",
        "In place of the increment: up to so many seconds are given back. Our own addition.",
    ),
    ("days", "integer", "", "In place of a clock: days for each move, from 1 to 14."),
    ("color", "'white'|'black'|'random'", "white", "Your side. Default: random."),
    ("variant", "'standard'|'chess960'|'fromPosition'", "", "The kind of chess. Default: standard."),
    ("fen", "string", "", "The position in which the game begins."),
    (
        "rules",
        "string",
        "",
        "What is forbidden, with commas between the words: noAbort, noRematch, noGiveTime, noClaimWin, noEarlyDraw.",
    ),
    (
        "keepAliveStream",
        "boolean",
        "",
        "Answers with a stream: the challenge, then how it ended. The challenge is taken back when the stream is left. Without it a challenge for a game with clocks waits 20 seconds.",
    ),
    ("acceptByToken", "string", "", "A token of the opponent with challenge:write: the game begins at once."),
    ("level", "integer", "3", "How strong the computer is, from 1 to 15."),
    ("name", "string", "", "What you call the challenge."),
    (
        "reason",
        "string",
        "later",
        "generic, later, tooFast, tooSlow, timeControl, rated, casual, standard, variant, noBot or onlyBot.",
    ),
    ("color@side", "'white'|'black'|'random'", "", "In an open challenge: the side to take."),
    ("token1", "string", "", "A token of one player, if that is not the caller."),
    ("token2", "string", "", "A token of the other player."),
    ("time", "number", "10", "The time at the beginning, in minutes."),
    ("increment", "integer", "5", "What each move adds, in seconds."),
    ("ratingRange", "string", "", "Whom you want to meet, as in 1500-1800."),
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
    // Playing
    ("offeringDraw", "boolean", "", "Offers a draw with the move."),
    (
        "room",
        "'player'|'spectator'",
        "player",
        "Who is to read it. Players write to the spectators only after the game.",
    ),
    (
        "room@read",
        "'player'|'spectator'",
        "",
        "What the players said (default), or the spectators. The spectators' is shown to players only after the game. Our own addition.",
    ),
    ("text", "string", "Good luck!", "What to say; 300 characters at most, and a longer text is refused."),
    ("text@note", "string", "plays the Dutch", "Your note; 500 characters at most."),
    // Exports
    ("moves", "boolean", "", "Whether the moves are shown. Default: true."),
    ("tags", "boolean", "", "Whether PGN has tags. Default: true."),
    ("clocks", "boolean", "", "Whether the clocks are shown. Default: true for one game, false for many."),
    ("opening", "boolean", "", "Whether the opening is named. Default: true."),
    (
        "literate",
        "boolean",
        "",
        "Whether the PGN says in comments which opening was played and how the game ended. Default: false.",
    ),
    ("pgnInJson", "boolean", "", "Whether JSON has the PGN too. Default: false."),
    ("lastFen", "boolean", "", "Whether JSON has the last position. Default: false."),
    ("since", "integer", "", "Games from this time on, in milliseconds since 1970."),
    ("until", "integer", "", "Games up to this time."),
    ("max", "integer", "", "How many games at most."),
    ("vs", "string", "", "Games against this player."),
    ("rated@filter", "boolean", "", "Rated games alone, or casual ones alone."),
    ("perfType", "string", "", "Categories, with commas between them."),
    ("color@filter", "Color", "", "Games with this side."),
    ("ongoing", "boolean", "", "Also games that go on. Default: false."),
    ("finished", "boolean", "", "Also games that are over. Default: true."),
    ("sort", "'dateAsc'|'dateDesc'", "", "The oldest or the newest first. Default: dateDesc."),
    ("pgn", "string", "1. e4 e5 2. Qh5 Nc6", "One game as PGN."),
    // Lists
    ("nb", "integer", "", "How many at most."),
    ("nb@bots", "integer", "", "How many bots at most. Default: 100."),
    ("nb@tv", "integer", "", "How many games at most. Default: 10."),
    ("ids", "string", "ann,bob", "Names with commas between them, 100 at most."),
    ("withGameIds", "boolean", "", "Whether the games that they play are named."),
    ("term", "string", "ann", "How the name begins, 3 letters at least."),
    ("object", "boolean", "", "Objects in place of names."),
    ("friend", "boolean", "", "Only players whom you follow."),
    ("withCurrentGames", "boolean", "", "Begins with the games that go on."),
    ("v", "boolean", "false", "On or off."),
    // Tokens
    ("grant_type", "'authorization_code'", "authorization_code", "Always the same."),
    ("code", "string", "CODE", "What came to your `redirect_uri`."),
    ("code_verifier", "string", "SECRET", "The random text whose SHA-256 was the challenge."),
    ("redirect_uri", "string", "https://board.example/back", "Exactly as before."),
    ("client_id", "string", "board.example", "Exactly as before."),
    ("users", "string", "ann,bob", "Names with commas between them, 500 at most."),
    ("description", "string", "Club evening", "What the players read about it in their settings."),
];

/// What is known of this name.
pub(super) fn input(key: &str) -> Option<&'static Input> {
    INPUTS.iter().find(|(name, ..)| *name == key)
}
