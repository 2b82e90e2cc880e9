// SPDX-License-Identifier: MIT OR Apache-2.0
#![no_main]

use libfuzzer_sys::fuzz_target;

#[allow(dead_code)]
#[path = "../../crates/tabiya-rules/tests/it/fuzz_bodies.rs"]
mod fuzz_bodies;

fuzz_target!(|data: &[u8]| fuzz_bodies::pgn(data));
