// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tests of the crate's public interface.
#![allow(clippy::unwrap_used)]

#[cfg(feature = "arbitrary")]
mod arbitrary_values;
mod chess960;
mod differential;
mod epd;
mod explain;
mod explain_truth;
mod fen;
mod fuzz_bodies;
mod fuzz_bodies_bytes;
mod fuzzing;
mod fuzzing_bytes;
mod games;
mod lan;
mod notation;
mod oracle;
mod packed;
mod polyglot;
mod properties;
mod questions;
mod random;
mod san_search;
mod setups;
mod suites;
mod svg;
mod text_forms;
mod variant;
mod winnable;
