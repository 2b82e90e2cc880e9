// SPDX-License-Identifier: MIT OR Apache-2.0
//! Piece letters of other languages.

use tabiya_pgn::PgnReader;
use tabiya_rules::{Letters, Position, san_with};

use crate::scribe::told;

/// The lines told of one game, with the letters of a language.
fn lines(moves: &str, language: &str) -> Vec<String> {
    let letters = Letters::of_language(language).unwrap();
    told(PgnReader::from_bytes(moves.as_bytes()).with_letters(letters), true)
}

/// Positions in which all pieces move, castle and promote.
const POSITIONS: [&str; 3] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
];

#[test]
fn every_move_of_every_language_is_read_and_is_not_odd() {
    for language in Letters::languages() {
        let letters = Letters::of_language(language).unwrap();
        for fen in POSITIONS {
            let position = Position::from_fen(fen).unwrap();
            for mv in position.legal_moves() {
                let written = san_with(&position, mv, letters);
                let english = san_with(&position, mv, &Letters::ENGLISH);
                let found = lines(&format!("[FEN \"{fen}\"]\n\n1... {written} *"), language);
                assert_eq!(found, [format!("game 1: {english} *")], "{language}: {written}");
            }
        }
    }
}

#[test]
fn other_spellings_are_odd_in_every_language() {
    let start = "[FEN \"r3k2r/8/8/8/8/8/3N4/R3K2R w KQkq - 0 1\"]\n\n1. ";
    for written in ["0-0", "e1g1", "Sd2-f3", "Td1,", "Td11-0"] {
        let found = lines(&format!("{start}{written} *"), "de");
        assert!(found[0].contains("expected"), "{written}: {found:?}");
    }
    assert_eq!(lines("1. Be4 *", "de").len(), 1);
    assert!(lines("1. Be4 *", "de")[0].contains("the standard's spelling"), "the pawn has no letter");
}

#[test]
fn a_fault_names_what_stands_in_the_file() {
    let of = |moves: &str, language: &str| lines(moves, language).remove(0);
    let english = of("1. Nf3 *", "de");
    assert!(
        english.ends_with(
            "Nf3: expected a piece's letter in the chosen language, a file from a to h or castling (O-O), found 'N' at character 1"
        ),
        "{english}"
    );
    let late = of("1. КрQ *", "ru");
    assert!(late.contains("found 'Q' at character 3"), "{late}");
    let promotion = of("[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8=Q *", "de");
    assert!(promotion.contains("in the chosen language, found 'Q' at character 4"), "{promotion}");
    let end = of("1. Sf *", "de");
    assert!(end.ends_with("found the end of the move"), "{end}");
}

#[test]
fn a_letter_apart_from_its_square_is_no_mark() {
    for (moves, language) in
        [("1. e4 e5 2. D f3 *", "de"), ("1. e4 D f6 *", "de"), ("1. e4 e5 2. N f3 *", "de")]
    {
        let found = lines(moves, language);
        assert!(found[0].contains(": expected"), "{moves}: {found:?}");
    }
    assert_eq!(lines("1. e4 N e5 *", "de"), ["game 1: e4 $146 e5 *"], "N is no piece in German");
}
