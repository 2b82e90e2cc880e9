// SPDX-License-Identifier: AGPL-3.0-or-later
//! "From today's games": a teacher names games, and each pupil gets up to three positions of the own ones, in which the move that was
//! played is the wrong answer.
//!
//! One thread of low priority looks at the games in the background, so moves go first. After each game its positions are stored
//! together with the number of games that are done: after a restart it goes on with the next one. It needs no network. Which games of
//! the site may be taken the one [`door`](crate::door) decides.

mod games;
mod look;
mod make;
mod pupil;
mod teacher;

pub use games::LessonPgn;
pub use look::Lessons;
