// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tests of PGN from outside.
#![allow(clippy::unwrap_used)]

mod corpus;
mod fuzz_body;
mod fuzzing;
mod large;
mod laws;
mod scribe;
mod tree;
mod write;
