// SPDX-License-Identifier: MIT OR Apache-2.0
//! Races: several players solve the same puzzles at the same time. Nobody is told a solution, and nobody another player's moves.

use serde::{Deserialize, Serialize};
use tabiya_rules::Color;

use crate::{MoveView, PuzzlePosition};

/// The body of `POST /api/page/puzzle-races`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct NewRace {
    /// Each puzzle has one of these themes, by the names of the public CSV; empty for any.
    #[serde(default)]
    pub themes: Vec<String>,
    /// Each comes from a game with one of these openings, by the names of the public CSV; empty for any.
    #[serde(default)]
    pub openings: Vec<String>,
    /// Whether only the caller's class may race: an organiser's own, or the one that the caller is in. A child's race always is so.
    #[serde(default)]
    pub class: bool,
}

/// The answer to it, and to `POST /api/page/puzzle-races/{id}/again`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct RaceMade {
    /// The race's id, which is part of its link.
    pub id: String,
}

/// How far a race is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum RaceStage {
    /// Players join.
    Waiting,
    /// The first puzzle comes in some seconds.
    Starting,
    /// Moves count.
    Running,
    /// It is over.
    Over,
}

/// A player in a race.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct RacerView {
    /// In the order in which they joined, from 1. It stays when others are removed.
    pub number: u32,
    /// The username; null for a guest, and for an account whose name others may not read now.
    pub name: Option<String>,
    /// How many puzzles are solved.
    pub score: u32,
    /// How many were failed.
    pub missed: u32,
    /// Whether it is the caller.
    pub is_you: bool,
    /// Whether it is the organiser whose class the race is for: nobody removes that one.
    pub leads_class: bool,
}

/// The caller's puzzle at hand. It has no id before the race is over, because by its id others could be asked about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct RacePuzzle {
    /// Its number in the race, from 1: the same puzzle for all.
    pub number: u32,
    /// How many right moves the caller has found in it.
    pub found: u32,
    /// Who solves it.
    pub solver: Color,
    /// The position before the opponent's mistake, as a FEN.
    pub before: String,
    /// The moves from the mistake on, with the caller's right ones so far and the replies.
    pub line: Vec<MoveView>,
    /// The position after them.
    pub position: PuzzlePosition,
}

/// A puzzle that the caller has solved or failed, told when the race is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct RacedPuzzle {
    /// Its id, which is part of its address.
    pub id: String,
    /// Whether it was solved.
    pub is_solved: bool,
}

/// The answer to `GET /api/page/puzzle-races/{id}`, and to what is done in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct RaceView {
    /// Its id.
    pub id: String,
    /// How far it is.
    pub stage: RaceStage,
    /// Milliseconds until the first puzzle; 0 without a start.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub starts_in_ms: u64,
    /// Milliseconds that are left from the first puzzle on.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub left_ms: u64,
    /// Whether the caller may start it: whoever made it, and any player in it once that one is away.
    pub may_start: bool,
    /// Whether the caller may join it now.
    pub may_join: bool,
    /// Whether the caller may remove others from it now: whoever made it, and the organiser whose class it is for.
    pub may_remove: bool,
    /// Whether the caller races.
    pub has_joined: bool,
    /// Whether the caller was removed from it, and can't join any more.
    pub was_removed: bool,
    /// Whether it is for a class alone.
    pub is_of_class: bool,
    /// Everybody who races, in the order in which they joined.
    pub racers: Vec<RacerView>,
    /// The caller's puzzle at hand; null where there is none.
    pub puzzle: Option<RacePuzzle>,
    /// The caller's puzzles in their order; empty until the race is over.
    pub played: Vec<RacedPuzzle>,
    /// Whether the caller may make it again: whoever made it, once it is over.
    #[serde(default)]
    pub may_repeat: bool,
    /// The id of the race that was made after this one for the same players; null where there is none.
    #[serde(default)]
    pub next: Option<String>,
}

/// The body of `POST /api/page/puzzle-races/{id}/remove`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct RaceRemove {
    /// The number of the racer who is to go.
    pub number: u32,
}

/// The body of `POST /api/page/puzzle-races/{id}/move`: the next move of the caller in the puzzle at hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct RaceMove {
    /// The number of the puzzle that the caller sees.
    pub number: u32,
    /// How many right moves were found in it, as the caller sees it.
    pub found: u32,
    /// In UCI notation.
    pub uci: String,
}

/// What a move in a race is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum RaceVerdict {
    /// It is right, and the opponent has replied.
    Right,
    /// It is right, and the puzzle is solved.
    Solved,
    /// It still wins, but there is a better move. It costs nothing.
    Good,
    /// It throws the advantage away. The next puzzle is there.
    Wrong,
    /// It was for a position that is past: sent twice, or from another tab. It counts for nothing.
    Stale,
}

/// The answer to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct RaceMoved {
    /// What the move was worth.
    pub verdict: RaceVerdict,
    /// The race after it.
    pub race: RaceView,
}

/// The fields of its bodies that are lists.
pub(crate) const LISTS: &[&str] = &["themes", "openings"];

/// Declares the types of this file to the page.
#[cfg(feature = "ts")]
pub(crate) fn declare(page: &mut impl ts_rs::TypeVisitor) {
    page.visit::<NewRace>();
    page.visit::<RaceMade>();
    page.visit::<RaceMove>();
    page.visit::<RaceRemove>();
    page.visit::<RaceMoved>();
}
