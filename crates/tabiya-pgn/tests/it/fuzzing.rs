// SPDX-License-Identifier: MIT OR Apache-2.0
//! Runs the body of the fuzz target on stable Rust, with its seeds and with random texts that resemble valid
//! ones.

use std::fs;
use std::path::Path;

use proptest::prelude::*;

use crate::fuzz_body;

/// Passes each seed to the body, whole and cut off at each byte.
#[test]
fn seeds_of_the_pgn_target() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/pgn");
    let mut seeds = 0;
    for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let seed = fs::read(entry.unwrap().path()).unwrap();
        (0..=seed.len()).for_each(|end| fuzz_body::pgn(&seed[..end]));
        seeds += 1;
    }
    assert!(seeds > 5, "only {seeds} seeds in {}", folder.display());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_as_pgn(data in prop::collection::vec(any::<u8>(), 0..60)) {
        fuzz_body::pgn(&data);
    }

    #[test]
    fn texts_like_pgn(
        parts in prop::collection::vec(prop::sample::select(vec![
            "[Event \"x\"]", "[White \"a\\\"b\\\\\"]\n", "[FEN \"4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 1\"]\n", "[Variant \"Chess960\"]\n",
            "[", "]", "\"", "\n", "\n\n", "\r", "\r\n", "\n%x", "{", "}", "{c}", "{ [%clk 1:02:03] }", "{a\n[b \"", ";x\n", ";x}", "(", ")", " (",
            "1.", "2...", " e4", " e5", " d4 ", "d5", "Nf3 ", "Nf6", " exd5", "e8=Q", "e8(Q)", "O-O", "0-0", "--", "Z0", "$1", "$", "!", "?!", "!!", "=", "+-",
            "*", " 1-0", "0-1", "1/2-1/2", "\u{feff}", "½-½", "♘f3", "\t", " ", "é", "e.p.",
            "\u{a0}", "\u{200b}", "\u{2026}", "\u{2013}", "\u{2011}O", "N ", "TN", "D", "<>", "null ", "pass", "1/2-0", " 0-0", "1:0", "+/-", "-:+", "[Fen \"x\"]",
            "[white \"a\"]\n", "[Other \"1\"]\n", "\n\n[White \"a\"]\n[Black \"b\"]\n", "\n\n[Black \"b\"]", "\u{ff11}", "0000",
        ]), 0..40),
    ) {
        fuzz_body::pgn(parts.concat().as_bytes());
    }
}
