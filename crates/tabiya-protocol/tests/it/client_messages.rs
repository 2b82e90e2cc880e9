// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reading what clients send: the fuzz target's body on stable Rust, with its seeds and with random frames.

use std::fs;
use std::path::Path;

use proptest::prelude::*;

use crate::fuzz_body;

#[test]
fn seeds_whole_and_cut_off_at_each_byte() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/client_message");
    let mut seeds = 0;
    for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let seed = fs::read(entry.unwrap().path()).unwrap();
        (0..=seed.len()).for_each(|end| fuzz_body::client_message(&seed[..end]));
        seeds += 1;
    }
    assert!(seeds > 5, "only {seeds} seeds in {}", folder.display());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(data in prop::collection::vec(any::<u8>(), 0..200)) {
        fuzz_body::client_message(&data);
    }

    #[test]
    fn objects_like_messages(
        kind in "subscribe|unsubscribe|play|join|resign|abort|offer_draw|answer_draw|claim_draw|rematch|ping|Play|\\PC{0,8}",
        id in "[0-9]{1,12}|-1|null|1\\.5|\"1\"",
        rest in "|,\"seq\":[0-9]{1,6},\"uci\":\"[a-h1-8q]{0,6}\"|,\"accept\":(true|false)|,\"\\PC{0,8}\":[0-9]",
    ) {
        fuzz_body::client_message(format!("{{\"type\":\"{kind}\",\"topic\":\"game:00000007\",\"id\":{id}{rest}}}").as_bytes());
    }
}
