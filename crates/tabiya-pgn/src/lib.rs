// SPDX-License-Identifier: MIT OR Apache-2.0
//! Portable Game Notation (standard of 1994): a reader, an editable tree of moves, and a writer.
//!
//! [`PgnReader`] reads a file of any size in constant memory and reports everything to a [`PgnVisitor`]. A
//! [`GameTree`] holds a game with variations, which can be edited and written. [`PgnGame`] writes a game
//! without variations. Positions and moves are those of [`tabiya_rules`].
//!
//! # A file of many games
//!
//! The reader passes each game to a visitor. Games may begin from any position, which [`PgnStart`] takes from the
//! tags. A fault costs one game, and the next call goes on with the next one. If reading the file itself fails, the
//! fault is [`PgnProblem::Unreadable`], and no game follows.
//!
//! ```
//! use tabiya_pgn::{PgnProblem, PgnReader, PgnStart, PgnText, PgnVisitor, Then};
//! use tabiya_rules::{Position, San};
//!
//! /// Plays the main line of a game.
//! #[derive(Default)]
//! struct Last {
//!     start: PgnStart,
//!     position: Position,
//! }
//!
//! impl PgnVisitor for Last {
//!     type Game = Position;
//!
//!     fn begin_game(&mut self) {
//!         *self = Last::default();
//!     }
//!
//!     fn tag(&mut self, name: &str, value: PgnText<'_>) -> Result<(), PgnProblem> {
//!         self.start.tag(name, value).map(drop)
//!     }
//!
//!     fn end_tags(&mut self) -> Result<Then, PgnProblem> {
//!         self.position = self.start.position();
//!         Ok(Then::Read)
//!     }
//!
//!     fn san(&mut self, san: San) -> Result<(), PgnProblem> {
//!         self.position.play(san.to_move(&self.position)?);
//!         Ok(())
//!     }
//!
//!     fn end_game(&mut self) -> Position {
//!         self.position
//!     }
//! }
//!
//! // Any `std::io::Read` will do, a `File` too. The reader has its own buffer.
//! let file = "[FEN \"8/8/8/8/8/4k3/8/4K2R w K - 0 1\"]\n\n1. O-O *\n\n1. e4 e4 *\n\n1. d4 d5 1/2-1/2\n";
//! let mut reader = PgnReader::new(file.as_bytes());
//! let mut visitor = Last::default();
//! let mut lines = Vec::new();
//! while let Some(game) = reader.read_game(&mut visitor) {
//!     lines.push(match game {
//!         Ok(last) => last.to_fen(),
//!         Err(fault) => format!("line {}: {}", fault.line, fault.problem),
//!     });
//! }
//! assert_eq!(lines.len(), 3);
//! assert_eq!(lines[0], "8/8/8/8/8/4k3/8/5RK1 b - - 1 1");
//! assert!(lines[1].starts_with("line 5: e4: A pawn moves straight ahead"));
//! ```
//!
//! The crate unpacks nothing and starts no threads. To use several cores, cut the file where
//! [`find_pgn_game_start`] finds a game and give each piece a reader of its own.
//!
//! # What is where
//!
//! | | |
//! |---|---|
//! | reading files of any size | [`PgnReader`], [`PgnVisitor`], [`PgnFault`]; the starting position of a game: [`PgnStart`] |
//! | clocks and evaluations in comments | [`PgnCommand`] |
//! | a game with variations, to edit and write | [`GameTree`] |
//! | a game without | [`PgnGame`] |
//!
//! # Features
//!
//! `std` (on by default) is needed to read from [`std::io::Read`]. Without it the crate reads from memory and
//! needs only `core` and `alloc`.
#![forbid(unsafe_code)]
#![cfg_attr(not(any(test, feature = "std")), no_std)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod command;
mod effort;
mod fault;
mod game;
mod movetext;
mod oddity;
mod reader;
mod result;
mod start;
mod tags;
mod text;
mod tree;
mod visitor;

pub use command::{PgnColor, PgnCommand, PgnCommands, PgnEval, PgnScore};
pub use fault::{PgnFault, PgnProblem};
pub use game::PgnGame;
pub use oddity::PgnOddity;
#[cfg(feature = "std")]
pub use reader::Buffered;
pub use reader::{
    PGN_BOUNDARY_LOOK_AHEAD, PGN_MAX_DEPTH, PGN_MAX_TEXT, PGN_MAX_TOKEN, PgnReader, PgnSource,
    find_pgn_game_start,
};
pub use result::{PgnResult, PgnTermination, PgnTimeControl};
pub use start::PgnStart;
pub use text::PgnText;
pub use tree::{GameNode, GameTree, GameTreeBuilder, NodeId, PgnTags, TreeError};
pub use visitor::{PgnVisitor, Then};

/// Compiles and runs the README's example as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
