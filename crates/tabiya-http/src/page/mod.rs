// SPDX-License-Identifier: AGPL-3.0-or-later
//! The page's dialect of HTTP: its paths, and a file of handlers for each subject. Nothing below knows of it.

mod analysis;
mod challenges;
mod editor;
mod events;
mod first_board;
mod game_page;
mod games;
mod host;
mod imports;
mod info;
mod lines;
mod manifest;
mod over_the_board;
mod pages;
mod people;
mod pictures;
mod plain;
mod preview;
mod profile;
mod puzzle_lessons;
mod puzzle_races;
mod puzzle_sets;
mod puzzle_turns;
mod puzzles;
mod router;
mod tokens;
mod watch;

use crate::answer::Calls;
use crate::socket;
use games::read as read_game;
pub use plain::{Answers, plain_router};
pub use router::{absent_paths, paths, router};

/// What each subject answers. Pages and files are not among them; the router adds those.
const SUBJECTS: &[fn() -> Calls] = &[
    analysis::calls,
    challenges::calls,
    editor::calls,
    events::calls,
    games::calls,
    imports::calls,
    info::calls,
    lines::calls,
    over_the_board::calls,
    people::calls,
    pictures::calls,
    profile::calls,
    puzzle_lessons::calls,
    puzzle_races::calls,
    puzzle_sets::calls,
    puzzles::calls,
    socket::calls,
    tokens::calls,
    watch::calls,
];
