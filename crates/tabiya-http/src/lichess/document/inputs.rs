// SPDX-License-Identifier: AGPL-3.0-or-later
//! What calls are told: the parameters of paths and queries, and the fields of bodies. A name means the same in most calls; a
//! second meaning has a mark behind `@`. Here stand those that several subjects read; each subject has its own beside its
//! calls.

use crate::lichess::published;
use crate::lichess::rows::Input;

const COMMON: &[Input] = &[
    ("username", "string", "bob", "A player's name; small and capital letters are the same."),
    ("id", "string", "abcd1234", "The id of a game or of a challenge, which are the same: eight characters."),
    ("rated", "boolean", "false", "Whether the game counts. Default: false."),
    (
        "clock.limit",
        "integer",
        "300",
        "The time at the beginning, in seconds, from 0 to 10800; with 0 the clock begins with the increment. Without it and without `days` the game has no limit.",
    ),
    ("clock.increment", "integer", "3", "What each move adds, in seconds, from 0 to 180."),
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
    ("moves", "boolean", "", "Whether the moves are shown. Default: true."),
    ("tags", "boolean", "", "Whether PGN has tags. Default: true."),
    ("clocks", "boolean", "", "Whether the clocks are shown. Default: true for one game, false for many."),
    ("opening", "boolean", "", "Whether the opening is named. Default: true."),
    (
        "evals",
        "boolean",
        "",
        "Whether analysed games have evaluations. Default: true for one game, false for many.",
    ),
    (
        "accuracy",
        "boolean",
        "",
        "Whether JSON of analysed games has the accuracy of both sides. Default: false.",
    ),
    (
        "division",
        "boolean",
        "",
        "Whether JSON of analysed games says where the phases begin. Default: false.",
    ),
    (
        "literate",
        "boolean",
        "",
        "Whether the PGN says in comments which opening was played and how the game ended. Default: false.",
    ),
    ("pgnInJson", "boolean", "", "Whether JSON has the PGN too. Default: false."),
];

/// Every one.
pub(super) fn inputs() -> impl Iterator<Item = &'static Input> {
    COMMON.iter().chain(published::inputs())
}

/// What is known of this name.
pub(super) fn input(key: &str) -> Option<&'static Input> {
    inputs().find(|(name, ..)| *name == key)
}
