// SPDX-License-Identifier: MIT OR Apache-2.0
//! Values that `arbitrary` makes from a fuzzer's bytes.

use std::collections::HashSet;

use arbitrary::{Arbitrary, Unstructured};
use tabiya_rules::{Attempt, History, Move, Position, Setup, Square, Validity};

fn all<T: for<'a> Arbitrary<'a>>() -> impl Iterator<Item = T> {
    let mut state = 1u64;
    (0..500).map(move |i| {
        let bytes: Vec<u8> = (0..i)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 56) as u8
            })
            .collect();
        T::arbitrary(&mut Unstructured::new(&bytes)).unwrap()
    })
}

#[test]
fn values_are_sound_and_differ() {
    assert_eq!(all::<Square>().collect::<HashSet<_>>().len(), 64);
    assert!(all::<Move>().all(|mv| Move::from_bits(mv.to_bits()) == Some(mv)));
    assert!(all::<Move>().collect::<HashSet<_>>().len() > 400);
    assert!(all::<Attempt>().any(|attempt| attempt.promotion.is_some()));
    for setup in all::<Setup>() {
        Position::from_setup_with(&setup, Validity::Unchecked).unwrap();
    }
    let positions: HashSet<Position> = all::<Position>().collect();
    assert!(positions.len() > 300, "{}", positions.len());
    assert!(positions.iter().all(|position| Position::from_setup(&position.to_setup()) == Ok(*position)));
    assert!(all::<History>().any(|history| history.ply() > 50));
}
