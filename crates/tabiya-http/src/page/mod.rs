// SPDX-License-Identifier: AGPL-3.0-or-later
//! The page's dialect of HTTP: its paths, and a file of handlers for each subject. Nothing below knows of it.

mod challenges;
mod editor;
mod first_board;
mod games;
mod host;
mod imports;
mod info;
mod over_the_board;
mod pages;
mod people;
mod pictures;
mod preview;
mod profile;
mod router;
mod tokens;
mod watch;

use games::read as read_game;
pub use router::paths;
pub use router::router;
