// SPDX-License-Identifier: AGPL-3.0-or-later
//! Puzzles: positions of games in which one side can win, and has one right way to do it.
//!
//! - [`Finder`] looks for them in a game. Each [`Puzzle`] keeps its [`Proof`]: what the engine saw, with how many nodes. Any
//!   machine can [`check`] it again.
//! - [`themes_of`] says by the rules what a puzzle is about.
//! - [`Puzzle::answer`] decides what a move is worth, and [`why()`] says why it is wrong.
//! - [`Solving`] gives puzzles to solvers.
//! - [`Search`] looks for them in the games of the site.
//! - [`sees`] says who is shown which.
//! - [`PuzzleService`] is all of it in a running server.
//! - A puzzle is written in a line of text ([`Puzzle::to_line`]), or as the row of CSV that other sites publish ([`csv`]).
#![forbid(unsafe_code)]

mod again;
mod answer;
mod bell;
mod check;
pub mod csv;
mod daily;
mod door;
mod finder;
mod history;
mod id;
mod lessons;
mod line;
mod no_lesson;
mod openings;
mod overlap;
mod paper;
mod proof;
mod puzzle;
mod race;
mod search;
mod service;
mod sets;
mod solving;
mod start_set;
mod strength;
mod theme;
mod themes;
mod why;

pub use answer::Answer;
pub use bell::PuzzleBell;
pub use check::{Unproved, check};
pub use door::{class_called, gives_games, is_exported, is_imported, players_let, sees};
pub use finder::{Effort, Finder, Interrupted};
pub use history::Tried;
pub use id::{PuzzleId, PuzzleIdError};
pub use lessons::{LessonPgn, Lessons};
pub use line::{LineError, start_of_line};
pub use no_lesson::NoLesson;
pub use openings::{MOST_OPENINGS, is_opening, openings_of};
pub use overlap::{Overlap, Overlaps};
pub use proof::{ENGINE, Proof, ProvedStep, Seen, SeenLine};
pub use puzzle::{Origin, Puzzle, PuzzleError, Step};
pub use race::{Entrant, RACE_PUZZLES, RaceResults, Races, key_of};
pub use search::{Search, for_audience, take_back_imports};
pub use service::PuzzleService;
pub use sets::MOST_THEMES;
pub use solving::{NotSolved, Solving, Wish, Worth, to_store};
pub use start_set::START_SET;
pub use strength::{DEVIATION, start_points};
pub use theme::Theme;
pub use themes::themes_of;
pub use why::why;
