// SPDX-License-Identifier: MIT OR Apache-2.0
//! Pictures of positions: well-formed, complete, small.

use proptest::prelude::*;
use tabiya_rules::{Color, MarkColor, Move, Position, Square, SvgTheme};

use crate::properties::boards;

/// Every element is closed in the right order, and no text or attribute contains an unescaped character.
fn assert_well_formed(svg: &str) {
    let mut open = Vec::new();
    for part in svg.split('<').skip(1) {
        let (tag, text) = part.split_once('>').expect(part);
        assert!(!text.contains('>') && !text.contains('&'), "{part}");
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        let name = tag.trim_matches('/').split([' ', '/']).next().unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "{part}");
        } else if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty() && svg.starts_with("<svg ") && svg.ends_with("</svg>"), "{open:?}");
}

#[test]
fn it_says_what_it_shows() {
    let svg = Position::from_fen("4k3/8/8/8/8/8/4r3/4K2Q w - - 0 1").unwrap().svg().to_string();
    let words = "Chess position, white to move, in check. White: king e1, queen h1. Black: king e8, rook e2.";
    assert!(svg.contains(&format!("role=\"img\" aria-label=\"{words}\"")), "{svg}");
    assert!(svg.contains("<title>4k3/8/8/8/8/8/4r3/4K2Q w - - 0 1</title>"), "{svg}");
    // The king in check, on e1.
    assert!(svg.contains(&format!("fill=\"{}\" opacity=\"0.7\" d=\"M180 315h", SvgTheme::LIGHT.check)));
}

#[test]
fn black_below_turns_everything_round() {
    let position = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
    let rook = |svg: String, x, y| assert!(svg.contains(&format!("-rook\" x=\"{x}\" y=\"{y}\"")), "{svg}");
    rook(position.svg().to_string(), 0, 315);
    rook(position.svg().bottom(Color::Black).to_string(), 315, 0);
}

#[test]
fn marks_are_read_as_pgn_writes_them() {
    let start = Position::start();
    let by_text = start.svg().marks("Ge2e4, Rd5").unwrap().to_string();
    let by_hand =
        start.svg().arrow(Square::E2, Square::E4, MarkColor::Green).circle(Square::D5, MarkColor::Red);
    assert_eq!(by_text, by_hand.to_string());
    for wrong in ["Xe2", "Ge", "Ge2e9", "Ge2e44", "e2e4", "Gé2", "Ge2é"] {
        assert_eq!(start.svg().marks(wrong).unwrap_err().found, wrong);
    }
    assert!(!start.svg().coordinates(false).to_string().contains("<text"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_picture_is_well_formed_and_small(position in boards(), from in 0..64u8, to in 0..64u8) {
        if let Some(position) = position {
            let (from, to) = (Square::new(from).unwrap(), Square::new(to).unwrap());
            let mut svg = position.svg().theme(SvgTheme::DARK).arrow(from, to, MarkColor::Blue);
            if from != to {
                svg = svg.last_move(Move::normal(from, to));
            }
            let svg = svg.to_string();
            assert_well_formed(&svg);
            prop_assert!(svg.len() < 15_000, "{} bytes", svg.len());
            prop_assert_eq!(svg.matches("<use ").count(), position.occupied().len());
            prop_assert!(!svg.contains("NaN") && !svg.contains("inf"));
        }
    }
}
