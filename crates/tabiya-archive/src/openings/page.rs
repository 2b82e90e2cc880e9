// SPDX-License-Identifier: AGPL-3.0-or-later
//! The same names for the page, which knows a position by the first four fields of its FEN.
//!
//! `web/src/analysis/openings/names.txt` has the names from its second line on, in their order, so that they compress well. Its
//! first line has for each name five bytes of a hash of its position, in hexadecimal: another position has the same five bytes with a
//! probability of four in a thousand million. With `TABIYA_CODEGEN=1` in the environment the file is written anew; `cargo xtask
//! codegen` does that.

use std::collections::HashMap;
use std::path::Path;

use tabiya_rules::{Attempt, Position};

use super::{LINES, OPENINGS, split};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/analysis/openings/names.txt");

/// Pieces, turn, castling and en passant, as a FEN begins.
fn four_fields(position: &Position) -> String {
    position.to_fen().split(' ').take(4).collect::<Vec<_>>().join(" ")
}

/// FNV-1a with 32 bits.
fn hash(text: &str, begin: u32) -> u32 {
    text.bytes().fold(begin, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Five bytes of two hashes, the second going on from the first, in hexadecimal.
fn ten_digits(text: &str) -> String {
    let first = hash(text, 0x811c_9dc5);
    let second = hash(text, first);
    format!("{first:08x}{:02x}", second >> 24)
}

/// The position after each move of each line, and the line's name where it is the last.
fn positions() -> Vec<(Position, Option<&'static str>)> {
    let mut all = Vec::new();
    for line in LINES.lines() {
        let (opening, moves) = split(line).expect("three columns");
        let mut position = Position::start();
        for uci in moves.split(' ') {
            let attempt: Attempt = uci.parse().expect("UCI");
            position = position.after(attempt.to_move(&position).expect("a legal move"));
            all.push((position, None));
        }
        all.last_mut().expect("a line has moves").1 = Some(opening.name);
    }
    all
}

#[test]
fn the_page_has_the_same_names() {
    let mut named: Vec<_> = positions()
        .into_iter()
        .filter_map(|(position, name)| Some((name?, four_fields(&position))))
        .collect();
    named.sort();
    let (names, digits): (Vec<_>, Vec<_>) =
        named.iter().map(|(name, position)| (*name, ten_digits(position))).unzip();
    let text = format!("{}\n{}\n", digits.concat(), names.join("\n"));
    let file = Path::new(FILE);
    if std::env::var_os("TABIYA_CODEGEN").is_some() {
        std::fs::write(file, &text).expect("the page's folder");
    }
    let found = std::fs::read_to_string(file).unwrap_or_default();
    assert!(found == text, "the names of the page are old; `cargo xtask codegen` writes them anew");
}

/// What the page goes by tells positions apart just as the server's key does.
#[test]
fn positions_have_the_same_digits_if_they_are_the_same() {
    let (mut by_key, mut by_digits) = (HashMap::new(), HashMap::new());
    for (position, _) in positions() {
        let digits = ten_digits(&four_fields(&position));
        assert_eq!(by_key.entry(position.key()).or_insert_with(|| digits.clone()), &digits, "{position}");
        assert_eq!(by_digits.entry(digits).or_insert(position.key()), &position.key(), "{position}");
    }
    assert_eq!(by_digits.values().filter(|key| OPENINGS.contains_key(key)).count(), OPENINGS.len());
}
