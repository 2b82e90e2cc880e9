// SPDX-License-Identifier: MIT OR Apache-2.0
//! The bodies of the fuzz targets. The tests in `fuzzing` call the same functions on stable Rust.
//!
//! The folder `fuzz/` includes this file by its path, so it may only use the public interface.

use tabiya_rules::{Attempt, History, Position, SanError, explain, parse_san, san};

/// Any bytes as a FEN: an error with a message, or a position in which everything works.
pub(crate) fn fen(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let position = match Position::from_fen(text) {
        Ok(position) => position,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    let written = position.to_fen();
    let read = Position::from_fen(&written).expect("a written FEN can be read");
    assert_eq!(read.to_fen(), written);
    assert_eq!(Position::from_setup(&position.to_setup()), Ok(position));
    let history = History::new(position);
    for mv in &position.legal_moves() {
        let next = position.after(*mv);
        assert_eq!(Position::from_setup(&next.to_setup()), Ok(next), "{mv:?} in {written}");
        let text = mv.to_uci(position.castling_mode());
        let attempt: Attempt = text.parse().expect("written UCI can be read");
        assert_eq!(attempt.to_move(&position), Ok(*mv), "{text} in {written}");
        if history.outcome().is_none() {
            assert_eq!(explain(&history, attempt), Ok(*mv), "{text} in {written}");
        }
        let text = san(&position, *mv);
        assert_eq!(parse_san(&position, &text), Ok(*mv), "{text} in {written}");
    }
    assert!(!position.diagram().to_string().is_empty());
}

/// A line with a FEN and a line with a move in SAN or UCI: a legal move, or an error with a message.
pub(crate) fn san_or_uci(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (fen, text) = text.split_once('\n').unwrap_or(("", text));
    let position = Position::from_fen(fen).unwrap_or_default();
    match parse_san(&position, text) {
        Ok(mv) => {
            assert!(position.is_legal(mv), "{text:?} in {position}");
            assert_eq!(parse_san(&position, &san(&position, mv)), Ok(mv), "{text:?} in {position}");
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            if let SanError::Syntax { at, .. } = error {
                assert!(at <= text.chars().count(), "{text:?}");
            }
        }
    }
    match text.parse::<Attempt>() {
        Ok(attempt) => {
            assert_eq!(attempt.to_string(), text);
            match attempt.to_move(&position) {
                Ok(mv) => assert!(position.is_legal(mv), "{text:?} in {position}"),
                Err(reason) => assert!(reason.to_string().ends_with('.'), "{reason}"),
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
