// SPDX-License-Identifier: MIT OR Apache-2.0
//! Portable Game Notation (standard of 1994): a reader, an editable tree of moves, and a writer.
//!
//! [`PgnReader`] reads a file of any size in constant memory and reports everything to a [`PgnVisitor`]. A
//! [`GameTree`] holds a game with variations, which can be edited and written. [`PgnGame`] writes a game
//! without variations. Positions and moves are those of [`tabiya_rules`].
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
