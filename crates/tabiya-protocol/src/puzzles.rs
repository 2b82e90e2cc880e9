// SPDX-License-Identifier: MIT OR Apache-2.0
//! Puzzles: what a solver is shown, and what a move is worth. Nothing here tells a solution before it is found or asked for.

use serde::{Deserialize, Serialize};
use tabiya_rules::{Attempt, Color, Square};

use crate::{EvalView, MoveView, RatingView, ReasonView};

/// The longest list of moves in a call.
pub const MOST_PUZZLE_MOVES: usize = 20;

/// A position in which the solver moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct PuzzlePosition {
    /// As a FEN.
    pub fen: String,
    /// Whether the side to move is in check.
    pub check: bool,
    /// All legal moves in UCI notation. In standard chess castling is listed twice, as `e1g1` and as `e1h1`.
    #[cfg_attr(feature = "ts", ts(type = "Array<string>"))]
    pub legal: Vec<Attempt>,
}

/// How an attempt at a puzzle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum PuzzleEnd {
    /// The solution was seen before it was solved.
    Shown,
    /// A hint was given before it was solved.
    Hinted,
    /// A wrong move was played.
    Failed,
    /// All right moves were found.
    Solved,
}

/// A puzzle as its solver sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct PuzzleView {
    /// Its id, which is part of its address.
    pub id: String,
    /// The position before the opponent's mistake, as a FEN.
    pub before: String,
    /// The mistake.
    pub mistake: MoveView,
    /// The position after it.
    pub position: PuzzlePosition,
    /// Who solves it.
    pub solver: Color,
    /// How hard it is.
    pub rating: RatingView,
    /// How the solver's last attempt at it ended; null without one.
    pub tried: Option<PuzzleEnd>,
    /// When the solver missed it, in milliseconds since 1970: the last time if that was the last attempt, else the first time, if
    /// the first attempt failed; else null.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub missed: Option<u64>,
    /// Whether the next attempt counts for the solver's rating.
    pub counts: bool,
}

/// How somebody solves puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct PuzzlePlayerView {
    /// The rating.
    pub rating: RatingView,
    /// How many puzzles this player has tried.
    pub tried: u32,
}

/// The answer to `GET /api/page/puzzles`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct NextPuzzle {
    /// The next puzzle; null if there is none that the caller has not tried.
    pub puzzle: Option<PuzzleView>,
    /// How the caller solves puzzles; null for a guest.
    pub player: Option<PuzzlePlayerView>,
}

/// The answer to `GET /api/page/puzzle-themes`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct PuzzleThemes {
    /// The themes that some puzzle of this server has, by the names that the public CSV has for them.
    pub themes: Vec<String>,
    /// The openings of the games that some puzzle comes from, by their names in the public CSV: families, and families with a variation.
    pub openings: Vec<String>,
    /// Whether there are more openings than are told: those are the first by name.
    pub lacks_openings: bool,
    /// How many puzzles there are.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub puzzles: u64,
}

/// The body of `POST /api/page/puzzles/{id}/move`, `.../hint` and `.../why`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct PuzzleMoves {
    /// The solver's moves so far in UCI notation, without the replies. All but the last are right; the last one is what is asked
    /// about. For a hint all are right.
    pub moves: Vec<String>,
    /// Whether it is practice, as in a streak or a rush: the attempt is kept, and counts for no rating.
    #[serde(default)]
    pub practice: bool,
}

/// The answer to `GET /api/page/puzzle-history`: the puzzles that the caller has tried, the latest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct PuzzleHistory {
    /// A page of them.
    pub tried: Vec<TriedPuzzle>,
    /// The number before which the next page ends; null if this is the last one.
    pub before: Option<u32>,
}

/// A puzzle that somebody has tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct TriedPuzzle {
    /// Its id.
    pub id: String,
    /// How the first attempt ended, the only one that can be rated.
    pub first: PuzzleEnd,
    /// How the last one ended.
    pub last: PuzzleEnd,
    /// When the first attempt ended, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub at: u64,
    /// The points that the first attempt has won or lost; null if it was not rated.
    pub change: Option<i32>,
    /// How hard the puzzle is now; null if it was withdrawn, so that it can't be tried again.
    pub rating: Option<RatingView>,
    /// The position in which the solver moves, as a FEN; null if it was withdrawn.
    pub fen: Option<String>,
    /// What the puzzle is about. Empty where the last attempt failed: it would help with the next one.
    pub themes: Vec<String>,
}

/// What a move is worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum PuzzleVerdict {
    /// It is right, and the opponent replies.
    Right {
        /// The reply.
        reply: MoveView,
        /// The position after it.
        position: PuzzlePosition,
    },
    /// It is right, and the puzzle is solved.
    Solved,
    /// It still wins, but there is a better move. It costs nothing.
    Good,
    /// It throws the advantage away.
    Wrong,
}

/// What an attempt that has ended has done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct PuzzleDone {
    /// How it ended.
    pub end: PuzzleEnd,
    /// The solver's rating before and after it; null if it was not rated.
    pub rated: Option<[RatingView; 2]>,
    /// What the puzzle is about. Empty until it is solved or shown.
    pub themes: Vec<String>,
    /// The game of this site that it comes from; null for others, and until it is solved or shown.
    pub game: Option<String>,
}

/// The answer to `POST /api/page/puzzles/{id}/move`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct PuzzleAnswer {
    /// The move as it was played.
    pub played: MoveView,
    /// What it is worth.
    pub verdict: PuzzleVerdict,
    /// What the attempt has done, if this move ended it.
    pub done: Option<PuzzleDone>,
}

/// The answer to `POST /api/page/puzzles/{id}/hint`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct PuzzleHint {
    /// Where the piece stands that should move.
    pub from: Square,
}

/// The answer to `POST /api/page/puzzles/{id}/solution`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct PuzzleSolution {
    /// The moves of both sides after the mistake.
    pub line: Vec<MoveView>,
    /// What the attempt has done.
    pub done: PuzzleDone,
}

/// The answer to `POST /api/page/puzzles/{id}/why`: why a move is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct PuzzleWhy {
    /// How the opponent goes on: the moves of both sides.
    pub line: Vec<MoveView>,
    /// How it stands after the move, if the opponent goes on like that; null where the game is over or the engine can't look.
    pub stands: Option<EvalView>,
    /// The reason in a claim that is proved; null where there is none.
    pub reason: Option<ReasonView>,
}

/// The fields of its bodies that are lists.
pub(crate) const LISTS: &[&str] = &["moves"];

/// Declares the types of this file to the page.
#[cfg(feature = "ts")]
pub(crate) fn declare(page: &mut impl ts_rs::TypeVisitor) {
    page.visit::<NextPuzzle>();
    page.visit::<PuzzleThemes>();
    page.visit::<PuzzleMoves>();
    page.visit::<PuzzleHistory>();
    page.visit::<PuzzleAnswer>();
    page.visit::<PuzzleHint>();
    page.visit::<PuzzleSolution>();
    page.visit::<PuzzleWhy>();
}
