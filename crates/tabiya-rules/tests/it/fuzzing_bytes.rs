// SPDX-License-Identifier: MIT OR Apache-2.0
//! Runs the bodies of the fuzz targets in `fuzz_bodies_bytes` on stable Rust.

use proptest::prelude::*;
use tabiya_rules::{PackedPosition, random_board};

use crate::fuzz_bodies_bytes as bodies;
use crate::fuzzing::drive_seeds;

#[test]
fn seeds_of_the_targets() {
    drive_seeds("epd", bodies::epd);
    drive_seeds("uci", bodies::uci);
    drive_seeds("packed", bodies::packed);
    drive_seeds("key", bodies::key);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(data in prop::collection::vec(any::<u8>(), 0..200)) {
        bodies::epd(&data);
        bodies::uci(&data);
        bodies::packed(&data);
        bodies::key(&data);
    }

    #[test]
    fn texts_like_epd(text in "4k2r/8/8/3pP3/8/8/8/R3K3 w Qk (-|d6)( [0-9]{1,6}){0,2}( (bm|am|pv|id|hmvc|fmvn|ce|c0|x_1|9) ?(exd6|O-O-O|Kd2|Rb1|Rh1|\"a; \"|\"|-?[0-9]{1,6}|ü){0,3};?){0,4}") {
        bodies::epd(text.as_bytes());
    }

    #[test]
    fn texts_like_uci(choice in prop::collection::vec(any::<u8>(), 16), text in "[a-h][1-8][a-h][1-8][qrbnkp]?") {
        bodies::uci(&[&choice[..], text.as_bytes()].concat());
    }

    #[test]
    fn nearly_packed(numbers in prop::collection::vec(any::<u16>(), 0..80), at in 0..32usize, byte in any::<u8>()) {
        let mut numbers = numbers.into_iter().map(u64::from).chain(std::iter::repeat(0));
        let mut bytes = *PackedPosition::new(&random_board(&mut || numbers.next().unwrap())).as_bytes();
        bytes[at] = byte;
        bodies::packed(&bytes);
    }
}
