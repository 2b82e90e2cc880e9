// SPDX-License-Identifier: MIT OR Apache-2.0
//! Moves with English letters or with those of another language.

use alloc::string::String;
use alloc::vec::Vec;

use crate::{PgnProblem, PgnText};
use tabiya_rules::{Color, Letters, Piece, Role, San, SanError};

/// A move, with English letters or those of a language.
pub(super) fn read_move(text: &[u8], letters: Option<&Letters<'_>>) -> Result<San, PgnProblem> {
    let Some(letters) = letters else { return Ok(San::from_bytes(text)?) };
    let written = PgnText::comment(text).to_str();
    let english = in_english(&written, letters);
    let word: String = english.iter().map(|(c, _)| *c).collect();
    San::from_bytes(word.as_bytes()).map_err(|error| match error {
        SanError::Syntax { at, expected, .. } => {
            let (found, at) = match english.get(at) {
                Some((_, from)) => (written.chars().nth(*from), *from),
                None => (None, written.chars().count()),
            };
            let expected = match expected {
                PIECE => "a piece's letter in the chosen language, a file from a to h or castling (O-O)",
                PROMOTION => "the letter of a piece to promote to, in the chosen language",
                other => other,
            };
            SanError::Syntax { at, found, expected }.into()
        }
        other => other.into(),
    })
}

/// Two of the texts in [`SanError::Syntax`], which name English letters.
const PIECE: &str = "a piece (K, Q, R, B, N), a file from a to h or castling (O-O)";
const PROMOTION: &str = "a piece to promote to (Q, R, B or N)";

/// A move in which these letters are replaced by English ones. Each character comes with the number of the character that it
/// replaces.
///
/// A letter that names a piece only in English is invalid here. The letter of a pawn is dropped.
fn in_english(text: &str, letters: &Letters<'_>) -> Vec<(char, usize)> {
    if text.starts_with(['O', '0', 'o']) && text.contains('-') {
        return text.chars().zip(0..).collect();
    }
    let mut english = Vec::with_capacity(text.len());
    let mut rest = text;
    let mut read = 0;
    while let Some(c) = rest.chars().next() {
        let named = |role: &Role| letters.of(Piece::new(Color::White, *role));
        // "Кр" is the king and "К" the knight, so the longest match counts.
        let role = Role::ALL
            .into_iter()
            .filter(|role| rest.starts_with(named(role)))
            .max_by_key(|role| named(role).len());
        let len = match role {
            Some(Role::Pawn) => named(&Role::Pawn).len(),
            Some(role) => {
                english.push((role.upper_char(), read));
                named(&role).len()
            }
            None => {
                // A letter that is not in this language becomes one that is invalid in SAN, too.
                english.push((if c.is_ascii_uppercase() { '_' } else { c }, read));
                c.len_utf8()
            }
        };
        read += rest[..len].chars().count();
        rest = &rest[len..];
    }
    english
}

/// A move with English letters, in which these letters replace them.
pub(super) fn in_language(english: &str, letters: &Letters<'_>) -> String {
    let mut text = String::with_capacity(english.len() + 4);
    for c in english.chars() {
        match Role::from_char(c).filter(|_| c.is_ascii_uppercase()) {
            Some(role) => text.push_str(letters.of(Piece::new(Color::White, role))),
            None => text.push(c),
        }
    }
    text
}
