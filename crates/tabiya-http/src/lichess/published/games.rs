// SPDX-License-Identifier: AGPL-3.0-or-later
//! Games to read, and to bring here.

use axum::extract::DefaultBodyLimit;

use super::{Bound, Calls, FEN_AFTER_E4, GAME_URL, Input, START_FEN, Shape, Subject, from_to, group, object};
use crate::answer::methods::{get, post};
use crate::lichess::fields::HIGHEST;
use crate::lichess::{MAX_PGN, all_games, export, import, play, player_games, streams};

pub(super) const SUBJECT: Subject = Subject {
    calls: group!("Games" {
        get "/game/export/{id}" "" "game" "A game." ["moves?" "tags?" "clocks?" "opening?" "evals?" "accuracy?" "division?" "literate?" "pgnInJson?" "lastFen?"]
        get "/api/game/{id}/chat" "token?" "[ChatMessage]" "What the game's spectators said, the last 100 lines. Players get it only after the game; a token says who asks." []
        get "/api/games/{id}/lag" "" "Lag" "What this server has measured of both players' lag. Our own addition, which the page also calls: it reads no token, so private games are not found, and its errors have another form." []
        get "/api/user/{username}/current-game" "" "game" "The game that a player plays, or the last one." ["moves?" "tags?" "clocks?" "opening?" "evals?" "accuracy?" "division?" "literate?" "pgnInJson?" "lastFen?"]
        get "/api/games/user/{username}" "" "games" "A player's games." ["since?" "until?" "max?" "vs?" "rated@filter?" "perfType?" "color@filter?" "analysed?" "ongoing?" "finished?" "sort?" "moves?" "tags?" "clocks?" "opening?" "evals?" "accuracy?" "division?" "literate?" "pgnInJson?" "lastFen?"]
        post "/api/games/export/_ids" "" "games" "Games by id. The body is ids with commas between them, 300 at most; unknown ones are left out." ["=abcd1234,wxyz5678" "moves?" "tags?" "clocks?" "opening?" "evals?" "accuracy?" "division?" "literate?" "pgnInJson?" "lastFen?"]
        get "/api/games/export/imports" "token" "games" "The games that you have imported, the last first." ["moves?" "tags?" "clocks?" "opening?" "evals?" "accuracy?" "division?" "literate?" "pgnInJson?"]
        get "/api/tabiya/games" "web:mod" "games" "Every finished game of this server, private and imported ones too, in the order of their ids: for admins. Our own addition." ["since?" "until?" "moves?" "tags?" "clocks?" "opening?" "evals?" "accuracy?" "division?" "literate?" "pgnInJson?" "lastFen?"]
        post "/api/import" "" "Imported" "Imports a game." ["pgn!"]
        get "/api/stream/game/{id}" "" "lines GameBrief|Position" "How a game stands, each move so far, each that follows, and how it ends." []
        post "/api/stream/games-by-users" "" "lines GameBrief" "The games among some players, as they begin and end. The body is names with commas between them, 300 at most." ["=ann,bob" "withCurrentGames?"]
        post "/api/stream/games/{streamId}" "" "lines GameBrief" "Some games, as they begin and end. The body is ids with commas between them, 500 at most." ["=abcd1234"]
        post "/api/stream/games/{streamId}/add" "" "Done" "Adds games to such a stream." ["=wxyz5678"]
    }),
    routes,
    inputs: INPUTS,
    bounds: BOUNDS,
    shapes: SHAPES,
    absent: &["/api/games/export/bookmarks", "/bookmark/{gameId}"],
    ..Subject::NONE
};

fn routes() -> Calls {
    Calls::new([
        ("/api/user/{name}/current-game", get(export::current)),
        ("/game/export/{id}", get(export::export)),
        ("/api/games/export/_ids", post(export::by_ids)),
        ("/api/game/{id}/chat", get(play::spectators_chat)),
        ("/api/games/user/{name}", get(player_games::by_user)),
        ("/api/games/export/imports", get(import::imports)),
        ("/api/tabiya/games", get(all_games::export)),
        ("/api/import", post(import::import).layer(DefaultBodyLimit::max(MAX_PGN))),
        ("/api/stream/game/{id}", get(streams::moves)),
        ("/api/stream/games-by-users", post(streams::by_users)),
        ("/api/stream/games/{name}", post(streams::by_ids)),
        ("/api/stream/games/{name}/add", post(streams::add_ids)),
    ])
}

const INPUTS: &[Input] = &[
    ("streamId", "string", "my-games", "A name of yours for the stream."),
    ("lastFen", "boolean", "", "Whether JSON has the last position. Default: false."),
    ("since", "integer", "", "Games from this time on, in milliseconds since 1970."),
    ("until", "integer", "", "Games up to this time."),
    ("max", "integer", "", "How many games at most."),
    ("vs", "string", "", "Games against this player."),
    ("rated@filter", "boolean", "", "Rated games alone, or casual ones alone."),
    ("perfType", "string", "", "Categories, with commas between them."),
    ("color@filter", "Color", "", "Games with this side."),
    (
        "analysed",
        "boolean",
        "",
        "Only games that have a computer analysis, or only games that have none. Default: both.",
    ),
    ("ongoing", "boolean", "", "Also games that go on. Default: false."),
    ("finished", "boolean", "", "Also games that are over. Default: true."),
    ("sort", "'dateAsc'|'dateDesc'", "", "The oldest or the newest first. Default: dateDesc."),
    ("pgn", "string", "1. e4 e5 2. Qh5 Nc6", "One game as PGN."),
    ("withCurrentGames", "boolean", "", "Begins with the games that go on."),
];

const BOUNDS: &[Bound] =
    &[("since", || from_to(0, HIGHEST)), ("until", || from_to(0, HIGHEST)), ("max", || from_to(0, HIGHEST))];

const SHAPES: &[Shape] = &[
    object(
        "Lag",
        "The lag of both players of a game with clocks.",
        &[
            ("white", "SideLag|null", "", "White's; null where the game does not use it."),
            ("black", "SideLag|null", "", "Black's; null where the game does not use it."),
        ],
    ),
    object(
        "SideLag",
        "One player's lag, and what the clock was given back for it.",
        &[
            ("mean_ms", "integer|null", "48", "The mean of all moves; null before the first."),
            ("max_ms", "integer", "130", "The longest."),
            ("compensated_ms", "integer", "960", "What the clock was given back in all."),
            ("quota_ms", "integer", "440", "What it may still be given back now."),
        ],
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
            (
                "analysis?",
                "SideAnalysis",
                "-",
                "What the computer analysis says of its moves, if it was asked for.",
            ),
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
            (
                "analysis?",
                "[MoveEval]",
                "",
                "What the computer analysis says of each move, if there is one and `evals` was said.",
            ),
            (
                "division?",
                "Division",
                "-",
                "Where its phases begin, if it was analysed and `division` was said.",
            ),
            ("tournament?", "string", "", "The arena in which it was played."),
            ("swiss?", "string", "", "The Swiss tournament in which it was played."),
            ("pgn?", "string", "", "The game as PGN, if `pgnInJson` was said."),
            ("lastFen?", "string", "", "The last position, if `lastFen` was said."),
            ("clock?", "ExportClock", "-", "The clocks."),
            ("daysPerTurn?", "integer", "", "In place of clocks."),
        ],
    ),
    object(
        "MoveEval",
        "What the computer analysis says of a move.",
        &[
            (
                "eval?",
                "integer",
                "34",
                "The position after it, in hundredths of a pawn, positive where White is better.",
            ),
            (
                "mate?",
                "integer",
                "",
                "In place of it: in how many moves somebody mates, negative for Black; 0 after mate.",
            ),
            ("best?", "string", "", "Of a bad move: what would have been best, in UCI notation."),
            ("variation?", "string", "", "Of a bad move: the better line."),
            ("judgment?", "Judgment", "-", "Of a bad move: how bad."),
        ],
    ),
    object(
        "Judgment",
        "How bad a move is.",
        &[
            ("name", "'Inaccuracy'|'Mistake'|'Blunder'", "Mistake", "In one word."),
            ("comment", "string", "Mistake. Nf3 was best.", "In a sentence."),
        ],
    ),
    object(
        "Division",
        "Where the phases of a game begin, in half-moves.",
        &[("middle?", "integer", "20", "The middlegame."), ("end?", "integer", "60", "The endgame.")],
    ),
    object(
        "SideAnalysis",
        "What the computer analysis says of a side.",
        &[
            ("inaccuracy", "integer", "3", "How many inaccuracies."),
            ("mistake", "integer", "1", "How many mistakes."),
            ("blunder", "integer", "0", "How many blunders."),
            ("acpl", "integer", "27", "The average loss in hundredths of a pawn."),
            ("accuracy?", "integer", "91", "The accuracy in per cent, if `accuracy` was said."),
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
];
