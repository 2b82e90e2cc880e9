// SPDX-License-Identifier: MIT OR Apache-2.0
//! Where the engine's network comes from.
//!
//! Besides, [`levels`] measures how strong the engine's levels are.
//!
//! [`datagen`] lets the engine play against itself and writes the games down ([`games`]); [`train`] learns a network from them.
//! `docs/training.md` tells how to do it all again.
//!
//! Nothing but such games is learnt from: no other engine's positions, scores or networks.
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
