// SPDX-License-Identifier: MIT OR Apache-2.0
//! The search: finds the best move by looking ahead.
//!
//! Iterative deepening ([`deepen`]) calls a principal variation search ([`node`]), which ends in quiescence
//! search ([`quiescence`]). [`prune_node`] prunes nodes before their moves are searched, [`order`] orders the
//! moves, and [`histories`] keeps the tables that [`update_histories`] updates.
//!
//! Terms: a *PV node* has an open window, so its value may be exact. All other nodes have a null window
//! `(alpha, alpha + 1)` and only tell whether the value is above alpha. At a *cut node* the first move is
//! expected to be above it; at an *all node* no move is.

mod checks;
mod deepen;
mod engine;
#[cfg(not(target_family = "wasm"))]
mod helpers;
mod histories;
#[cfg(not(target_family = "wasm"))]
mod mate;
mod node;
mod order;
mod prune;
mod prune_node;
mod quiescence;
mod singular;
mod steps;
mod thread;
mod update_histories;

pub use engine::Engine;
pub use steps::Steps;
