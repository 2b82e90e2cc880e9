// SPDX-License-Identifier: AGPL-3.0-or-later
//! Why there is no lesson, which is one of the reasons why puzzles are refused.

/// The most lessons of a teacher.
pub(crate) const MOST_LESSONS: u32 = 100;

/// The most lessons of a teacher that are being made.
pub(crate) const MOST_UNFINISHED: u32 = 2;

/// Why there is no lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoLesson {
    /// The class has played no game that can be taken, and there is none in the PGN.
    #[error("there is no finished game of your class in that time")]
    NoGames,
    /// Nothing of the PGN could be read.
    #[error("none of the {unread} games in the PGN could be read")]
    Unreadable {
        /// How many games there are.
        unread: u32,
    },
    /// The teacher's last lessons are not done.
    #[error("{MOST_UNFINISHED} lessons of yours are being made; wait for one of them")]
    Busy,
    /// The teacher has too many.
    #[error("you have {MOST_LESSONS} lessons; delete one first")]
    TooMany,
}
