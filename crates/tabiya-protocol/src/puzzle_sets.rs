// SPDX-License-Identifier: MIT OR Apache-2.0
//! Sets of puzzles: made by hand or by a filter, given to a class, and what the class has solved.

use serde::{Deserialize, Serialize};
use tabiya_rules::Color;

use crate::{PuzzleEnd, RatingView};

/// The most puzzles of a set.
pub const MOST_SET_PUZZLES: usize = 60;
/// The longest name of a set or a pupil, in characters.
pub const LONGEST_SET_NAME: usize = 60;

/// Which puzzles a set begins with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct PuzzleFilter {
    /// Each has one of these themes, by the names of the public CSV; empty for any.
    pub themes: Vec<String>,
    /// Each comes from a game with one of these openings, by the names of the public CSV; empty for any.
    #[serde(default)]
    pub openings: Vec<String>,
    /// The lowest rating.
    pub from: u16,
    /// The highest one.
    pub to: u16,
    /// How many, from 1 to [`MOST_SET_PUZZLES`].
    pub count: u8,
}

/// The body of `POST /api/page/puzzle-sets`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct NewPuzzleSet {
    /// Its name.
    pub name: String,
    /// Puzzles by their ids, in order.
    #[serde(default)]
    pub puzzles: Vec<String>,
    /// Further puzzles, from the easiest to the hardest; null for none.
    #[serde(default)]
    pub filter: Option<PuzzleFilter>,
}

/// The body of `POST /api/page/puzzle-sets/{id}`. What is null stays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ChangePuzzleSet {
    /// The version that the caller has seen.
    pub seen: u32,
    /// Its name.
    #[serde(default)]
    pub name: Option<String>,
    /// All of its puzzles, in order.
    #[serde(default)]
    pub puzzles: Option<Vec<String>>,
}

/// The body of `POST /api/page/puzzle-sets/{id}/assign`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct AssignPuzzleSet {
    /// The version that the caller has seen.
    pub seen: u32,
    /// By when the class should solve it, in milliseconds since 1970; null takes it back.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub due: Option<u64>,
}

/// A set in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct PuzzleSetSummary {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// By when the class should solve it, in milliseconds since 1970; null while nobody should.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub due: Option<u64>,
    /// How many puzzles it has.
    pub puzzles: u32,
    /// How many of them the caller has solved by now.
    pub solved: u32,
}

/// The answer to `GET /api/page/puzzle-sets`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct PuzzleSetLists {
    /// Those of the caller, the latest first.
    pub own: Vec<PuzzleSetSummary>,
    /// Those that the caller's organiser has assigned, the first due first.
    pub assigned: Vec<PuzzleSetSummary>,
    /// Whether the caller may have a class to which sets are assigned.
    pub has_class: bool,
    /// The id of the race for the caller's class that waits or runs; null without one.
    pub race: Option<String>,
}

/// A puzzle of a set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct PuzzleOfSet {
    /// Its id.
    pub id: String,
    /// The position in which the solver moves, as a FEN.
    pub fen: String,
    /// Who solves it.
    pub solver: Color,
    /// How hard it is.
    pub rating: RatingView,
    /// How the caller's last attempt ended; null without one.
    pub last: Option<PuzzleEnd>,
    /// The move that the caller has played here in a game, in SAN; null in a set.
    pub played: Option<String>,
}

/// The answer to `GET /api/page/puzzle-sets/{id}`, and to what changes a set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct PuzzleSetView {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// By when the class should solve it, in milliseconds since 1970; null while nobody should.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub due: Option<u64>,
    /// Raised by each change.
    pub version: u32,
    /// Whether it is the caller's.
    pub is_own: bool,
    /// Whether the caller may assign it to a class.
    pub may_assign: bool,
    /// Those of its puzzles that the caller may see and that were not withdrawn, in order.
    pub puzzles: Vec<PuzzleOfSet>,
}

/// What a pupil has done with a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct PupilAttempt {
    /// How the first attempt ended.
    pub first: PuzzleEnd,
    /// How the last one ended.
    pub last: PuzzleEnd,
    /// How often the pupil has solved or failed it. A hint and a solution that is shown are no tries.
    pub tries: u32,
}

/// What a pupil has done with a set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct PupilResults {
    /// The pupil's username.
    pub name: String,
    /// The real name that the organiser has given; null without one.
    pub real_name: Option<String>,
    /// The attempts, puzzle by puzzle; null where there was none.
    pub attempts: Vec<Option<PupilAttempt>>,
}

/// The answer to `GET /api/page/puzzle-sets/{id}/results`: for the set's owner alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct PuzzleSetResults {
    /// The pupils on the owner's list, by name.
    pub pupils: Vec<PupilResults>,
}

/// A puzzle on paper.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct PuzzleOnPaper {
    /// Its id.
    pub id: String,
    /// The position in which the solver moves, as a FEN.
    pub fen: String,
    /// Who solves it.
    pub solver: Color,
    /// The moves of both sides with their numbers, in SAN: `1. Nf6+ Kg7 2. Nxd7`. Other right last moves follow behind `/`.
    pub solution: String,
}

/// The answer to `POST /api/page/puzzle-sets/{id}/sheet`: for the set's owner alone, for whom its puzzles count for nothing then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct PuzzleSheet {
    /// The set's name.
    pub name: String,
    /// Its puzzles.
    pub puzzles: Vec<PuzzleOnPaper>,
}

/// The body of `POST /api/page/puzzle-pupils`: an organiser gives a pupil of the own list a real name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct NamePupil {
    /// The pupil's username.
    pub name: String,
    /// The real name; empty for none.
    pub real_name: String,
}

/// The fields of its bodies that are lists.
pub(crate) const LISTS: &[&str] = &["puzzles", "themes", "openings"];

/// Declares the types of this file to the page.
#[cfg(feature = "ts")]
pub(crate) fn declare(page: &mut impl ts_rs::TypeVisitor) {
    page.visit::<NewPuzzleSet>();
    page.visit::<ChangePuzzleSet>();
    page.visit::<AssignPuzzleSet>();
    page.visit::<PuzzleSetLists>();
    page.visit::<PuzzleSetView>();
    page.visit::<PuzzleSetResults>();
    page.visit::<PuzzleSheet>();
    page.visit::<NamePupil>();
}
