// SPDX-License-Identifier: AGPL-3.0-or-later
//! Puzzles, one by one and by the dozen, and races of them. Storms are not here.

use super::{Bound, Calls, Input, START_FEN, Shape, Subject, from_to, group, object};
use crate::answer::methods::{get, post};
use crate::lichess::{puzzle_batches, puzzle_races, puzzles};

pub(super) const SUBJECT: Subject = Subject {
    begins: &["puzzle"],
    calls: group!("Puzzles" {
        get "/api/puzzle/daily" "token?" "PuzzleAndGame" "The puzzle of the day in UTC, the same for all. A puzzle that a token with a scope of puzzles has fetched counts for no rating of its player any more." []
        get "/api/puzzle/next" "token?" "PuzzleAndGame" "A puzzle that the player has not tried; without a token any." ["angle?" "difficulty?"]
        get "/api/puzzle/{id}" "token?" "PuzzleAndGame" "A puzzle by its id, with its solution." []
        get "/api/puzzle/batch/{angle}" "token?" "PuzzleBatch" "Puzzles that the player has not tried, with their solutions; they count for no rating of the player any more." ["nb@batch?" "difficulty?"]
        post "/api/puzzle/batch/{angle}" "puzzle:write" "PuzzlesSolved" "Says how puzzles of a batch went. It is kept as practice." ["solutions!" "nb@more?" "difficulty?"]
        get "/api/puzzle/replay/{days}/{theme}" "puzzle:read" "PuzzleReplay" "Puzzles of a theme or an opening that you have first tried in the last days, failed, and not solved since." []
        post "/api/racer" "racer:write" "RaceMade" "Makes a race. People join it by its address, and you start it there. A child's race is for the own class alone." []
        get "/api/racer/{id}" "token?" "RaceResults" "The score of a race. A race is kept for an hour after its start, and no longer than the server runs." []
        get "/api/puzzle/activity" "puzzle:read" "lines PuzzleTried" "The puzzles that you have tried, the latest first." ["max@puzzles?" "before@puzzles?"]
        get "/api/puzzle/dashboard/{days}" "puzzle:read" "PuzzleDashboard" "How you have solved puzzles in the last days." []
    }),
    routes: || {
        Calls::new([
            ("/api/puzzle/daily", get(puzzles::daily)),
            ("/api/puzzle/next", get(puzzles::next)),
            ("/api/puzzle/batch/{angle}", get(puzzle_batches::fetch).merge(post(puzzle_batches::solved))),
            ("/api/puzzle/replay/{days}/{theme}", get(puzzle_batches::replay)),
            ("/api/racer", post(puzzle_races::make)),
            ("/api/racer/{id}", get(puzzle_races::results)),
            ("/api/puzzle/activity", get(puzzles::activity)),
            ("/api/puzzle/dashboard/{days}", get(puzzles::dashboard)),
            ("/api/puzzle/{id}", get(puzzles::by_id)),
        ])
    },
    inputs: INPUTS,
    bounds: BOUNDS,
    shapes: SHAPES,
    absent: &["/api/storm/dashboard/{username}"],
};

const INPUTS: &[Input] = &[
    (
        "angle",
        "string",
        "mix",
        "A theme by its name, such as `fork`, an opening, such as `Sicilian_Defense`, or `mix` for any.",
    ),
    (
        "difficulty",
        "'easiest'|'easier'|'normal'|'harder'|'hardest'",
        "normal",
        "How hard, beside the player's own rating.",
    ),
    ("theme", "string", "fork", "A theme by its name, an opening, or `mix` for any."),
    ("nb@batch", "integer", "", "How many at most. Default: 15."),
    ("nb@more", "integer", "", "How many further puzzles the answer has. Default: none."),
    ("solutions", "[PuzzleSolved]", r#"[{"id":"a1b2c3d4","win":true}]"#, "What was solved and what was not."),
    ("max@puzzles", "integer", "", "How many at most. Default: 100."),
    ("before@puzzles", "time", "", "Only those that were tried before."),
];

const BOUNDS: &[Bound] = &[
    ("max@puzzles", || from_to(1, puzzles::MOST_LISTED)),
    ("nb@batch", || from_to(1, puzzle_batches::MOST_IN_BATCH)),
    ("nb@more", || from_to(0, puzzle_batches::MOST_IN_BATCH)),
];

const SHAPES: &[Shape] = &[
    object(
        "PuzzleAndGame",
        "A puzzle with its solution.",
        &[("game", "PuzzleGame", "", "Where it comes from."), ("puzzle", "Puzzle", "", "The puzzle.")],
    ),
    object(
        "PuzzleGame",
        "The game of a puzzle, up to the opponent's mistake.",
        &[
            ("id?", "string", "abcd1234", "The game of this server, where it is one."),
            (
                "pgn",
                "string",
                "e4 e5 Qh5",
                "Its moves. Where the game is not of this server, the mistake alone.",
            ),
        ],
    ),
    object(
        "Puzzle",
        "A puzzle.",
        &[
            ("id", "string", "a1b2c3d4", "Its id."),
            ("fen", "string", START_FEN, "The position in which the solver moves."),
            ("lastMove", "string", "e2e4", "The opponent's mistake, in UCI notation."),
            (
                "initialPly",
                "integer",
                "20",
                "How many half-moves of the game were played before the mistake.",
            ),
            ("rating", "integer", "1500", "How hard it is."),
            ("plays", "integer", "12", "How often it was tried for rating."),
            ("solution", "[string]", "", "The moves of both sides, in UCI notation."),
            ("themes", "[string]", "", "What it is about."),
        ],
    ),
    object("PuzzleBatch", "Some puzzles.", &[("puzzles", "[PuzzleAndGame]", "", "The puzzles.")]),
    object(
        "PuzzleSolved",
        "How a puzzle went.",
        &[("id", "string", "a1b2c3d4", "The puzzle."), ("win", "boolean", "true", "Whether it was solved.")],
    ),
    object(
        "PuzzleRound",
        "What became of it.",
        &[
            ("id", "string", "a1b2c3d4", "The puzzle."),
            ("win", "boolean", "true", "Whether it was solved."),
            ("ratingDiff", "integer", "0", "Always 0: whoever has the solution is not rated."),
        ],
    ),
    object(
        "PuzzleGlicko",
        "A rating of puzzles.",
        &[
            ("rating", "number", "1500.0", "In points."),
            ("deviation", "number", "350.0", "How unsure it is, in points."),
            ("provisional", "boolean", "true", "Whether that is much."),
        ],
    ),
    object(
        "PuzzlesSolved",
        "What became of a batch, and further puzzles.",
        &[
            ("puzzles", "[PuzzleAndGame]", "", "Further puzzles, where they were asked for."),
            ("glicko", "PuzzleGlicko", "", "Your rating."),
            ("rounds", "[PuzzleRound]", "", "Those that are here."),
        ],
    ),
    object(
        "RaceMade",
        "A race.",
        &[
            ("id", "string", "abcd1234", "Its id."),
            ("url", "url", "http://127.0.0.1:8080/puzzles#/race/abcd1234", "Where people join it."),
        ],
    ),
    object(
        "RaceResults",
        "How a race stands.",
        &[
            ("id", "string", "abcd1234", "Its id."),
            ("owner?", "string", "ann", "Who made it, where that player races."),
            ("players", "[Racer]", "", "In the order in which they joined."),
            (
                "puzzles",
                "[RacedPuzzle]",
                "",
                "The same for all, from easy to hard. Empty until the race is over.",
            ),
            ("startsAt?", "time", "", "When the first puzzle comes; absent before the start."),
            ("finishesAt?", "time", "", "When the time is up; absent before the start."),
        ],
    ),
    object(
        "Racer",
        "A player in a race.",
        &[
            ("name", "string", "ann", "The username; `Guest` and a number for others."),
            ("score", "integer", "12", "How many puzzles are solved."),
        ],
    ),
    object(
        "RacedPuzzle",
        "A puzzle of a race.",
        &[
            ("id", "string", "a1b2c3d4", "Its id."),
            ("fen", "string", START_FEN, "The position before the opponent's move."),
            ("line", "string", "e2e4 e7e5", "The opponent's move, and the solution."),
            ("rating", "integer", "1500", "How hard it is."),
        ],
    ),
    object(
        "PuzzleReplay",
        "What could be tried again.",
        &[("replay", "PuzzleFailed", "", "The puzzles."), ("angle", "PuzzleAngle", "", "The theme.")],
    ),
    object(
        "PuzzleFailed",
        "Puzzles that were failed.",
        &[
            ("days", "integer", "30", "Of how many days."),
            ("theme", "string", "fork", "Of which theme, or `mix`."),
            ("nb", "integer", "2", "How many."),
            ("remaining", "[string]", "", "Their ids, the latest first."),
        ],
    ),
    object(
        "PuzzleAngle",
        "A theme.",
        &[
            ("key", "string", "fork", "Its name in the API."),
            ("name", "string", "Fork", "As people read it, in English."),
            ("desc", "string", "", "Always empty."),
        ],
    ),
    object(
        "PuzzleTried",
        "A puzzle that was tried.",
        &[
            ("date", "time", "1767225600000", "When the first attempt ended."),
            ("win", "boolean", "true", "Whether the first attempt solved it."),
            ("puzzle", "Puzzle", "", "The puzzle."),
        ],
    ),
    object(
        "PuzzleDashboard",
        "How somebody solves puzzles.",
        &[
            ("days", "integer", "30", "Of how many days."),
            ("global", "PuzzleResults", "", "All puzzles."),
            ("themes", "{PuzzleThemeResults}", "", "Those of each theme, by its name."),
        ],
    ),
    object(
        "PuzzleThemeResults",
        "How somebody solves puzzles of a theme.",
        &[("theme", "string", "fork", "The theme."), ("results", "PuzzleResults", "", "Its puzzles.")],
    ),
    object(
        "PuzzleResults",
        "What attempts come to.",
        &[
            ("nb", "integer", "10", "How many puzzles."),
            ("firstWins", "integer", "7", "How many of them the first attempt solved."),
            ("replayWins", "integer", "2", "How many others a later attempt solved."),
            ("puzzleRatingAvg", "integer", "1500", "How hard they are on average."),
            ("performance", "integer", "1700", "The rating of somebody who would solve as many."),
        ],
    ),
];
