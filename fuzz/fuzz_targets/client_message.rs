// SPDX-License-Identifier: MIT OR Apache-2.0
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/tabiya-protocol/tests/it/fuzz_body.rs"]
mod fuzz_body;

fuzz_target!(|data: &[u8]| fuzz_body::client_message(data));
