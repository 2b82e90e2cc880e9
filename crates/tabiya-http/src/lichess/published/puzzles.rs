// SPDX-License-Identifier: AGPL-3.0-or-later
//! Puzzles. Sets of them, replays, storms and races are not here yet.

use axum::routing::get;

use super::{Bound, Calls, Input, START_FEN, Shape, Subject, from_to, group, object};
use crate::lichess::puzzles;

pub(super) const SUBJECT: Subject = Subject {
    begins: &["puzzle"],
    calls: group!("Puzzles" {
        get "/api/puzzle/daily" "token?" "PuzzleAndGame" "The puzzle of the day in UTC, the same for all. A puzzle that a token with a scope of puzzles has fetched counts for no rating of its player any more." []
        get "/api/puzzle/next" "token?" "PuzzleAndGame" "A puzzle that the player has not tried; without a token any." ["angle?" "difficulty?"]
        get "/api/puzzle/{id}" "token?" "PuzzleAndGame" "A puzzle by its id, with its solution." []
        get "/api/puzzle/activity" "puzzle:read" "lines PuzzleTried" "The puzzles that you have tried, the latest first." ["max@puzzles?" "before@puzzles?"]
        get "/api/puzzle/dashboard/{days}" "puzzle:read" "PuzzleDashboard" "How you have solved puzzles in the last days." []
    }),
    routes: || {
        Calls::new([
            ("/api/puzzle/daily", get(puzzles::daily)),
            ("/api/puzzle/next", get(puzzles::next)),
            ("/api/puzzle/activity", get(puzzles::activity)),
            ("/api/puzzle/dashboard/{days}", get(puzzles::dashboard)),
            ("/api/puzzle/{id}", get(puzzles::by_id)),
        ])
    },
    inputs: INPUTS,
    bounds: BOUNDS,
    shapes: SHAPES,
    absent: &[
        "/api/puzzle/batch/{angle}",
        "/api/puzzle/replay/{days}/{theme}",
        "/api/storm/dashboard/{username}",
        "/api/racer",
        "/api/racer/{id}",
    ],
};

const INPUTS: &[Input] = &[
    ("angle", "string", "mix", "A theme by its name, such as `fork`, or `mix` for any."),
    (
        "difficulty",
        "'easiest'|'easier'|'normal'|'harder'|'hardest'",
        "normal",
        "How hard, beside the player's own rating.",
    ),
    ("max@puzzles", "integer", "", "How many at most. Default: 100."),
    ("before@puzzles", "time", "", "Only those that were tried before."),
];

const BOUNDS: &[Bound] = &[("max@puzzles", || from_to(1, puzzles::MOST_LISTED))];

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
