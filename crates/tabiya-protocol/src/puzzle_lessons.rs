// SPDX-License-Identifier: MIT OR Apache-2.0
//! Lessons from games: the games that a teacher names, and the positions of them that each pupil is to solve.

use serde::{Deserialize, Serialize};

use crate::{PuzzleEnd, PuzzleOnPaper};

/// The body of `POST /api/page/puzzle-lessons`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct NewLesson {
    /// Its name.
    pub name: String,
    /// Games from elsewhere, in PGN; empty for none. A pupil is known by the username or by the real name.
    #[serde(default)]
    pub pgn: String,
    /// The class's own games that ended from the first of these times to the second, in milliseconds since 1970; null for any time if
    /// there is an event, else for none of these games.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(type = "[number, number] | null"))]
    pub between: Option<[u64; 2]>,
    /// The class's own games of the event with this id alone; null for all.
    #[serde(default)]
    pub event: Option<String>,
}

/// A pupil on an organiser's list. The answer to `GET /api/page/puzzle-pupils` is a list of them, by their usernames.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct PupilName {
    /// The username.
    pub name: String,
    /// The real name that this organiser has given; null without one.
    pub real_name: Option<String>,
    /// Whether a PGN that has the real name does not mean this pupil, because it is the name of another one, too.
    pub shares_name: bool,
}

/// A lesson in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct LessonSummary {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// When it was made, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub created: u64,
    /// How many games it has.
    pub total: u32,
    /// How many of them were looked at.
    pub done: u32,
}

/// A position of a pupil.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct LessonPuzzle {
    /// The number of its game in the lesson, from 1; null if it can't be found.
    pub game: Option<u32>,
    /// The opponent's place in the list of those who have played, from 0; null where it is nobody of them.
    pub opponent: Option<u32>,
    /// The position and what would have been right. The moves have the numbers of the game.
    pub puzzle: PuzzleOnPaper,
    /// The move that was played, in SAN.
    pub played: String,
    /// How the pupil's first attempt ended; null without one.
    pub first: Option<PuzzleEnd>,
    /// How the pupil's last attempt ended; null without one.
    pub last: Option<PuzzleEnd>,
}

/// A pupil of a lesson.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct LessonPupil {
    /// The username, or the name in the PGN.
    pub name: String,
    /// The real name that the teacher has given; null without one.
    pub real_name: Option<String>,
    /// Whether it is a pupil on the teacher's list, who finds the positions on the page of puzzles.
    pub has_account: bool,
    /// Up to three.
    pub positions: Vec<LessonPuzzle>,
}

/// The answer to `GET /api/page/puzzle-lessons/{id}`: for its teacher alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct LessonView {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// When it was made, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub created: u64,
    /// How many games it has.
    pub total: u32,
    /// How many of them were looked at.
    pub done: u32,
    /// How many games in the PGN could not be read.
    pub unread: u32,
    /// How many games there were beyond the most that a lesson has.
    pub left_out: u32,
    /// Those who have played, in the order of the games.
    pub pupils: Vec<LessonPupil>,
}

/// The fields of its bodies that are lists.
pub(crate) const LISTS: &[&str] = &["between"];

/// Declares the types of this file to the page.
#[cfg(feature = "ts")]
pub(crate) fn declare(page: &mut impl ts_rs::TypeVisitor) {
    page.visit::<PupilName>();
    page.visit::<NewLesson>();
    page.visit::<LessonSummary>();
    page.visit::<LessonView>();
}
