// SPDX-License-Identifier: MIT OR Apache-2.0
//! Trains the engine's network, and measures the engine's levels.
//!
//! [`datagen`] lets the engine play against itself and stores the games ([`games`]); [`train`] trains a
//! network on them. `docs/training.md` describes how to repeat it. [`levels`] measures the strength of the
//! engine's levels.
//!
//! The network is trained only on such games: no positions, scores or networks of other engines are used.
#![forbid(unsafe_code)]

pub mod datagen;
pub mod games;
pub mod levels;
mod model;
mod optimiser;
mod random;
mod samples;
mod self_play;
pub mod train;
