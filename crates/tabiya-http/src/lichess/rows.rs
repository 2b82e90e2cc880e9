// SPDX-License-Identifier: AGPL-3.0-or-later
//! Rows of the tables that describe this API: what calls are told, with which bounds, and the shapes of answers. Their type
//! words are those of `document/types.rs`.

use serde_json::{Value, json};

/// What a call is told: its name, its type in the words of `document/types.rs`, an example, what it is.
pub(super) type Input = (&'static str, &'static str, &'static str, &'static str);

/// The bounds of the input with this name.
pub(super) type Bound = (&'static str, fn() -> Value);

/// A whole number.
pub(super) fn from_to(low: u64, high: u64) -> Value {
    json!({ "minimum": low, "maximum": high })
}

/// A text of so many characters at most.
pub(super) fn longest(characters: usize) -> Value {
    json!({ "maxLength": characters })
}

/// A text that this regular expression describes.
pub(super) fn pattern(regex: &str) -> Value {
    json!({ "pattern": regex })
}

/// One field: its name, with `?` behind it if it may be absent; its type; an example; what it is. An optional field without
/// an example stays out of examples.
pub(super) type Field = (&'static str, &'static str, &'static str, &'static str);

/// An object, or a name for a type.
pub(super) enum Shape {
    Object { name: &'static str, about: &'static str, fields: &'static [Field] },
    Alias { name: &'static str, kind: &'static str, example: &'static str, about: &'static str },
}

impl Shape {
    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::Object { name, .. } | Self::Alias { name, .. } => name,
        }
    }
}

pub(super) const fn object(name: &'static str, about: &'static str, fields: &'static [Field]) -> Shape {
    Shape::Object { name, about, fields }
}

pub(super) const fn alias(
    name: &'static str,
    kind: &'static str,
    example: &'static str,
    about: &'static str,
) -> Shape {
    Shape::Alias { name, kind, example, about }
}

pub(super) const START_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
pub(super) const FEN_AFTER_E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
pub(super) const GAME_URL: &str = "https://chess.example/game/abcd1234";
