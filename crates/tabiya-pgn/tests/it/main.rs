// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tests of the crate's public interface.
#![allow(clippy::unwrap_used)]

mod corpus;
mod fuzz_body;
mod fuzzing;
mod large;
mod laws;
mod letters;
mod scribe;
mod tree;
mod write;
