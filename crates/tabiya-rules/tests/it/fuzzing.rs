// SPDX-License-Identifier: MIT OR Apache-2.0
//! Runs the bodies of the fuzz targets on stable Rust, with their seeds and with random texts that resemble
//! valid ones.

use std::fs;
use std::path::Path;

use proptest::prelude::*;

use crate::fuzz_bodies;

/// Passes each seed of a target to its body, whole and cut off at each byte.
pub(crate) fn drive_seeds(target: &str, body: impl Fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(target);
    let mut seeds = 0;
    for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let seed = fs::read(entry.unwrap().path()).unwrap();
        (0..=seed.len()).for_each(|end| body(&seed[..end]));
        seeds += 1;
    }
    assert!(seeds > 5, "only {seeds} seeds in {}", folder.display());
}

#[test]
fn seeds_of_the_fen_target() {
    drive_seeds("fen", fuzz_bodies::fen);
}

#[test]
fn seeds_of_the_san_target() {
    drive_seeds("san", fuzz_bodies::san_or_uci);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_as_a_fen(data in prop::collection::vec(any::<u8>(), 0..120)) {
        fuzz_bodies::fen(&data);
    }

    #[test]
    fn texts_like_fens(text in "[kK1-8pnbrqPNBRQ]{1,8}(/[kK1-8pnbrqPNBRQ]{1,8}){5,8} [wb] (-|[KQkqA-Ha-h]{1,4}) (-|[a-h][36])( [0-9]{1,3}){0,2}") {
        fuzz_bodies::fen(text.as_bytes());
    }

    #[test]
    fn any_bytes_as_a_move(data in prop::collection::vec(any::<u8>(), 0..20)) {
        fuzz_bodies::san_or_uci(&data);
    }

    #[test]
    fn texts_like_moves(
        fen in prop::sample::select(vec![
            "",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "1r2k1r1/pbppp1p1/1p2qp1p/8/8/1P2QP1P/PBPPP1P1/1R2K1R1 w GBgb - 4 9",
        ]),
        text in "[KQRBNPO0]?[a-h]?[1-8]?[x-]?[a-h0O-]{0,2}[1-8]?=?[QRBNqrbnkp]?[+#!?]{0,2}( e\\.p\\.)?",
    ) {
        fuzz_bodies::san_or_uci(format!("{fen}\n{text}").as_bytes());
    }

    #[test]
    fn texts_like_uci(text in "[a-h][1-8][a-h][1-8][qrbnkp]?") {
        fuzz_bodies::san_or_uci(text.as_bytes());
    }
}
