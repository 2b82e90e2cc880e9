// SPDX-License-Identifier: MIT OR Apache-2.0
//! The JSON forms of types that are used in messages.
#![cfg(feature = "serde")]

use serde::Serialize;
use serde::de::DeserializeOwned;
use tabiya_rules::{CastlingMode, Claim, Color, Outcome, Piece, Position, Role, Square, Variant};

#[track_caller]
fn check<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: T, json: &str) {
    assert_eq!(serde_json::to_string(&value).unwrap(), json);
    assert_eq!(serde_json::from_str::<T>(json).unwrap(), value);
}

#[test]
fn json() {
    check(Square::E4, r#""e4""#);
    check(Color::Black, r#""black""#);
    check(Role::Knight, r#""knight""#);
    check(Piece::new(Color::White, Role::King), r#"{"color":"white","role":"king"}"#);
    check(CastlingMode::Chess960, r#""chess960""#);
    for variant in Variant::ALL {
        check(variant, &format!("\"{variant}\""));
    }
    check(Claim::ThreefoldRepetition, r#""threefold_repetition""#);
    check(Outcome::Stalemate, r#"{"outcome":"stalemate"}"#);
    check(Outcome::Checkmate { winner: Color::White }, r#"{"outcome":"checkmate","winner":"white"}"#);
    check(Outcome::SeventyFiveMoves, r#"{"outcome":"seventy_five_moves"}"#);
    check(Position::start(), r#""rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1""#);
}

#[test]
fn errors_say_what_was_expected() {
    let error = serde_json::from_str::<Square>(r#""e9""#).unwrap_err().to_string();
    assert!(error.contains("a1 to h8"), "{error}");
}
