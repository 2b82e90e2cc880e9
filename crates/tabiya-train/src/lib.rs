// SPDX-License-Identifier: MIT OR Apache-2.0
//! Where the engine's network comes from.
//!
//! [`datagen`] lets the engine play against itself and writes the games down ([`games`]); [`train`] learns a network from them.
//! `docs/training.md` tells how to do it all again.
//!
//! Nothing but such games is learnt from: no other engine's positions, scores or networks.
#![forbid(unsafe_code)]

pub mod datagen;
pub mod games;
mod model;
mod optimiser;
mod random;
mod samples;
mod self_play;
pub mod train;
