// SPDX-License-Identifier: MIT OR Apache-2.0
//! Long algebraic notation, and the letters of other languages.

use proptest::prelude::*;
use tabiya_rules::{
    Color, LanError, Letters, Move, Piece, Position, Role, Square, lan, lan_with, parse_lan, parse_san, san,
    san_with,
};

use crate::properties::starts;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn moves_are_written_with_both_squares() {
    let kiwi = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for (fen, short, long) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e4", "e2-e4"),
        (kiwi, "O-O", "O-O"),
        (kiwi, "O-O-O", "O-O-O"),
        (kiwi, "Nxg6", "Ne5xg6"),
        (kiwi, "dxe6", "d5xe6"),
        (kiwi, "Qxf6", "Qf3xf6"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", "e5xd6"),
        ("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "exd8=N", "e7xd8=N"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "Ra8#", "Ra1-a8#"),
        ("8/8/8/8/8/5k2/7p/5K2 b - - 0 1", "h1=Q#", "h2-h1=Q#"),
    ] {
        let position = position(fen);
        let mv = parse_san(&position, short).unwrap_or_else(|error| panic!("{short} in {fen}: {error}"));
        assert_eq!(lan(&position, mv), long, "{fen}");
        assert_eq!(parse_lan(&position, long), Ok(mv), "{fen}");
    }
}

#[test]
fn what_is_no_lan_is_refused() {
    let position = position("3rk3/4P3/8/8/8/8/8/R3K2R w KQ - 0 1");
    for (text, message) in [
        (
            "",
            "expected a piece (K, Q, R, B, N), a file from a to h or castling (O-O), found the end of the move",
        ),
        (
            "Xa1-a2",
            "expected a piece (K, Q, R, B, N), a file from a to h or castling (O-O), found 'X' at character 1",
        ),
        ("Ra8", "expected - or x, found the end of the move"),
        ("Ra1a8", "expected - or x, found 'a' at character 4"),
        ("Ra1-a9", "expected a rank from 1 to 8, found '9' at character 6"),
        ("e7xd8=", "expected a piece to promote to (Q, R, B or N), found the end of the move"),
        ("Ra1-a8Qq", "expected the end of the move, found 'q' at character 8"),
        ("Qa1-a8", "expected a queen on a1, found a rook"),
        ("a1-a8", "expected a pawn on a1, found a rook"),
        ("Ra1xa8", "expected - before a8, for nothing is captured there, found x"),
        ("e7-d8=Q", "expected x before d8, for a piece is captured there, found -"),
    ] {
        assert_eq!(parse_lan(&position, text).unwrap_err().to_string(), message, "{text}");
    }
    for illegal in ["e7-e8=Q", "Ke1-e3", "Ra1-b2", "e2-e4", "Ke1-g1", "O-O-O"] {
        let found = parse_lan(&position, illegal);
        assert!(matches!(found, Err(LanError::Illegal(_))), "{illegal}: {found:?}");
    }
    assert_eq!(parse_lan(&position, "e7xd8Q!?").map(|mv| mv.promotion()), Ok(Some(Role::Queen)));
    assert_eq!(parse_lan(&position, "0-0"), Ok(Move::castling(Square::E1, Square::H1)));
}

#[test]
fn every_language_has_its_letters() {
    let position = position("3rk3/4P3/8/8/8/8/8/R3K2R w KQ - 0 1");
    let promotion = Move::promoting(Square::E7, Square::D8, Role::Queen);
    let castling = Move::castling(Square::E1, Square::H1);
    for (language, expected) in [
        ("en", "exd8=Q+"),
        ("de", "exd8=D+"),
        ("cs", "exd8=D+"),
        ("et", "exd8=L+"),
        ("hu", "exd8=V+"),
        ("pl", "exd8=H+"),
        ("ru", "exd8=Ф+"),
    ] {
        let letters = Letters::of_language(language).unwrap();
        assert_eq!(san_with(&position, promotion, letters), expected, "{language}");
        assert_eq!(san_with(&position, castling, letters), "O-O", "{language}");
    }
    let listed: Vec<&str> = Letters::languages().collect();
    assert!(listed.is_sorted() && listed.len() == 20, "{listed:?}");
    for language in listed {
        let letters = Letters::of_language(language).unwrap();
        let mut set = Role::ALL.map(|role| letters.of(Piece::new(Color::White, role)));
        set.sort_unstable();
        assert!(set.windows(2).all(|pair| pair[0] != pair[1]), "{language}: {set:?}");
    }
}

#[test]
fn figurines_may_tell_the_colours_apart() {
    let white = Position::start();
    let mv = Move::normal(Square::G1, Square::F3);
    let black = white.after(mv);
    let answer = Move::normal(Square::G8, Square::F6);
    let both = Letters::FIGURINE_BY_COLOR;
    assert_eq!((san_with(&white, mv, &both), san_with(&black, answer, &both)), ("♘f3".into(), "♞f6".into()));
    assert_eq!(lan_with(&black, answer, &both), "♞g8-f6");
    assert_eq!(san_with(&black, answer, &Letters::FIGURINE), "♘f6");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read(start in starts(), choices in prop::collection::vec(any::<u16>(), 0..80)) {
        let mut position = start;
        for choice in choices {
            let moves = position.legal_moves();
            for mv in &moves {
                let text = lan(&position, *mv);
                prop_assert_eq!(parse_lan(&position, &text), Ok(*mv), "{} in {}", text, position);
                // The lenient reader of SAN reads LAN, too.
                prop_assert_eq!(parse_san(&position, &text), Ok(*mv), "{} in {}", text, position);
                prop_assert_eq!(san_with(&position, *mv, &Letters::ENGLISH), san(&position, *mv));
            }
            let Some(mv) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
            position.play(*mv);
        }
    }

    #[test]
    fn any_text_is_refused_without_panic(text in "\\PC{0,12}|[KQRBN]?[a-h][1-8][-x]?[a-h][1-8]=?[QRBN]?[+#]?") {
        if let Ok(mv) = parse_lan(&Position::start(), &text) {
            prop_assert!(Position::start().is_legal(mv));
        }
    }
}
