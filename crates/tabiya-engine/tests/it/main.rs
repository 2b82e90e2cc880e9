// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tests of the engine's public interface.

mod analysis;
mod bench;
mod common;
mod draws;
mod games;
mod judgements;
mod levels;
mod limits;
mod mates;
mod odd_positions;
mod steps;
mod tactics;
mod threads;
mod uci;
mod uci_dialogues;
mod uci_options;
mod uci_positions;
