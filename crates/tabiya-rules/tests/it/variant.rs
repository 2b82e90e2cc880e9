// SPDX-License-Identifier: MIT OR Apache-2.0
//! The variants' names, and which positions belong to which.

use tabiya_rules::{CastlingMode, Position, Variant};

/// Rows of databases, logs and addresses hold these words, so none may ever change.
#[test]
fn each_variant_keeps_its_names() {
    for (variant, key, pgn, uci) in [
        (Variant::Standard, "standard", "Standard", ("chess", false)),
        (Variant::Chess960, "chess960", "Chess960", ("chess", true)),
    ] {
        assert_eq!((variant.key(), variant.pgn_name()), (key, pgn));
        assert_eq!((variant.uci_variant(), variant.uci_chess960()), uci);
    }
}

#[test]
fn what_is_written_is_read() {
    for variant in Variant::ALL {
        assert_eq!(variant.to_string().parse(), Ok(variant));
        assert_eq!(Variant::from_pgn(variant.pgn_name()), Some(variant));
        assert_eq!(Variant::from_uci(variant.uci_variant(), variant.uci_chess960()), Some(variant));
    }
    let error = "Chess960".parse::<Variant>().unwrap_err();
    assert_eq!(error.to_string(), "expected the variant standard or chess960, found \"Chess960\"");
    assert_eq!(Variant::from_uci("crazyhouse", false), None);
}

#[test]
fn pgns_name_variants_in_many_ways() {
    for (names, variant) in [
        (
            &["", "Standard", "From Position", "chess", "Classical", "wild/5", "Pawn odds"][..],
            Variant::Standard,
        ),
        (
            &[
                "Chess 960",
                "Fischerandom",
                "chess960 518",
                "wild/fr",
                "Wild 22",
                "DFRC",
                "Double Fischer Random",
            ],
            Variant::Chess960,
        ),
    ] {
        for name in names {
            assert_eq!(Variant::from_pgn(name), Some(variant), "{name}");
        }
    }
    for name in ["Crazyhouse", "Three-check", "Atomic960", "Suicide", "960 x", "chess9600000"] {
        assert_eq!(Variant::from_pgn(name), None, "{name}");
    }
}

#[test]
fn a_positions_variant_is_that_of_its_castling() {
    let usual = Position::start();
    let shuffled = Position::chess960(17).unwrap();
    for variant in Variant::ALL {
        let start = usual.with_castling_mode(variant.castling_mode());
        assert_eq!(start.variant(), variant);
        assert!(variant.is_usual_start(&start));
        assert_eq!(variant.fixed_start(), (variant == Variant::Standard).then_some(start));
    }
    assert_eq!(shuffled.variant(), Variant::Chess960);
    assert!(Variant::Chess960.is_usual_start(&shuffled));
    assert!(!Variant::Standard.is_usual_start(&shuffled.with_castling_mode(CastlingMode::Standard)));
    assert!(!Variant::Chess960.is_usual_start(&usual));
    assert!(
        !Variant::Chess960.is_usual_start(&Position::from_fen("4k3/8/8/8/8/8/8/4K2R w H - 0 1").unwrap())
    );
}

/// Variants stand above positions. A position is one cache line with what surrounds it, and searches copy it millions of
/// times a second.
#[test]
fn a_position_stays_small() {
    assert_eq!(size_of::<Position>(), 56);
}
