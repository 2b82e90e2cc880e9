// SPDX-License-Identifier: MIT OR Apache-2.0
//! The search: which move is best, found by looking ahead.
//!
//! Iterative deepening ([`deepen`]) calls an alpha-beta search with null windows ([`node`]) that ends in quiescence
//! ([`quiescence`]). [`conclude`] ends nodes before their moves are looked at, [`order`] says which moves come first,
//! [`memory`] keeps what the search learns on its way ([`learn`]).
//!
//! Words used throughout. A *PV node* has an open window: its value may become exact. All others have the window
//! `(alpha, alpha + 1)` and only answer whether the value is above it: at a *cut node* the first move is expected to
//! be good enough, at an *all node* none is.

mod checks;
mod conclude;
mod deepen;
mod engine;
mod learn;
mod mate;
mod memory;
mod node;
mod order;
mod prune;
mod quiescence;
mod singular;
mod thread;

pub use engine::Engine;
pub(crate) use mate::MOST_MOVES;
