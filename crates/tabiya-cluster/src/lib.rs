// SPDX-License-Identifier: AGPL-3.0-or-later
//! How the nodes of one Tabiya site speak to each other.
//!
//! [`bus`] carries messages from node to node, at most once, over NATS or inside one process. Nothing is kept there: what
//! must not be lost stands in the database.
//!
//! Architecture invariants: nothing here knows SQL, and nothing here decides about a game.
#![forbid(unsafe_code)]

pub mod bus;
pub mod node;
pub mod route;
pub mod seal;
pub mod subject;
pub mod topic;
