// SPDX-License-Identifier: MIT OR Apache-2.0
//! Portable Game Notation (the standard of 1994): reading, a tree of moves to work with, and writing.
//!
//! [`PgnReader`] goes through a file of any size in constant memory and tells a [`PgnVisitor`] what it meets. A [`GameTree`]
//! holds a game with variations, to be edited and written; [`PgnGame`] writes one without. Positions and moves are those of
//! [`tabiya_rules`].
//!
//! | | |
//! |---|---|
//! | reading files of any size | [`PgnReader`], [`PgnVisitor`], [`PgnFault`]; where a game begins: [`PgnStart`] |
//! | clocks and evaluations in comments | [`PgnCommand`] |
//! | a game with variations, to edit and write | [`GameTree`] |
//! | a game without | [`PgnGame`] |
//!
//! # Features
//!
//! `std` (on by default) is for reading from [`std::io::Read`]; without it the crate reads from memory and needs `core` and
//! `alloc` alone.
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

/// The README's example is a test too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
