// SPDX-License-Identifier: MIT OR Apache-2.0
//! The bodies of the fuzz targets for EPD, UCI, packed positions and keys; see `fuzz_bodies`.
//!
//! The folder `fuzz/` includes this file by its path, so it may only use the public interface.

use tabiya_rules::{Attempt, Epd, PackedPosition, Position, random_board, random_game};

/// Any bytes as a line of EPD: an error with a message and a column, or a line that is written and read back
/// equal.
pub(crate) fn epd(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match text.parse::<Epd>() {
        Ok(epd) => {
            let written = epd.to_string();
            let read: Epd = written.parse().expect("a written EPD can be read");
            assert_eq!(read.to_string(), written);
            assert_eq!((read.position(), read.operations().len()), (epd.position(), epd.operations().len()));
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert!((1..=text.chars().count() + 1).contains(&error.column), "{error} in {text:?}");
        }
    }
}

/// The first bytes choose a board, the others are a move in UCI: a legal move, or an error with a reason.
pub(crate) fn uci(data: &[u8]) {
    let (choice, text) = data.split_at(data.len().min(16));
    let position = random_board(&mut numbers(choice));
    let Ok(text) = std::str::from_utf8(text) else { return };
    let legal = position.legal_moves();
    match text.parse::<Attempt>().map(|attempt| (attempt, attempt.to_move(&position))) {
        Ok((attempt, Ok(mv))) => {
            assert_eq!(attempt.to_string(), text);
            assert!(legal.contains(&mv), "{text} in {position}");
            let written = mv.to_uci(position.castling_mode());
            let again = written.parse::<Attempt>().expect("written UCI can be read");
            assert_eq!(again.to_move(&position), Ok(mv), "{written} in {position}");
        }
        Ok((attempt, Err(reason))) => {
            assert!(!reason.to_string().is_empty());
            assert!(legal.iter().all(|mv| Attempt::from(*mv) != attempt), "{text} in {position}: {reason}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Any 32 bytes: an error with a message, or a position that packs to the same bytes.
pub(crate) fn packed(data: &[u8]) {
    let mut bytes = [0; 32];
    bytes.iter_mut().zip(data).for_each(|(to, from)| *to = *from);
    match PackedPosition::from_bytes(bytes).unpack() {
        Ok(position) => {
            assert_eq!(*PackedPosition::new(&position).as_bytes(), bytes, "{position}");
            assert_eq!(Position::from_setup(&position.to_setup()), Ok(position));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    let position = random_board(&mut numbers(data));
    assert_eq!(PackedPosition::new(&position).unpack(), Ok(position));
}

/// The incrementally updated key equals the key computed from scratch.
pub(crate) fn key(data: &[u8]) {
    let history = random_game(&mut numbers(data));
    let mut position = *history.start();
    for (mv, key) in history.moves().iter().zip(&history.keys()[1..]) {
        position.play(*mv);
        let fresh = Position::from_setup(&position.to_setup()).expect("a position is one");
        assert_eq!((position.key(), fresh.key()), (*key, *key), "{position}");
        assert_eq!(position, fresh);
    }
}

/// Numbers of two bytes each, then zeros.
fn numbers(data: &[u8]) -> impl FnMut() -> u64 {
    let mut pairs = data.chunks(2);
    move || pairs.next().map_or(0, |pair| pair.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)))
}
