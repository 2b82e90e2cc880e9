// SPDX-License-Identifier: AGPL-3.0-or-later
//! Games as spectators see them: streams, exports and TV.

use super::{FEN_AFTER_E4, GAME_URL, START_FEN, Shape, object};

pub(super) const WATCHING: &[Shape] = &[
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
            ("increment", "integer", "3", "Added by each move; or the delay."),
            ("delay?", "integer", "", "The same where it is a delay. Our own addition."),
            ("bronstein?", "integer", "", "The same where it is a delay after Bronstein. Our own addition."),
            ("totalTime", "integer", "420", "For a game of 40 moves."),
        ],
    ),
    object(
        "Imported",
        "A game that was brought here.",
        &[
            ("id", "string", "abcd1234", "Its id."),
            ("url", "url", GAME_URL, "Where it is."),
            (
                "left?",
                "ImportsLeft",
                "",
                "Without a token: what guests of this address may still bring today. Our own addition.",
            ),
        ],
    ),
    object(
        "ImportsLeft",
        "What guests of an address may still bring today.",
        &[
            ("bytes", "integer", "4193000", "As the server stores games."),
            ("againAt", "time", "1795046400000", "When there is as much again as at the beginning of a day."),
        ],
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
