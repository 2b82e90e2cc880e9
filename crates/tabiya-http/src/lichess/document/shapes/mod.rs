// SPDX-License-Identifier: AGPL-3.0-or-later
//! The shapes of this API's answers, one table row per field. The type words are those of [`super::types`].
//!
//! Each file has the shapes of one subject. `tests/server/openapi.rs` compares real answers with them: a field that is missing here, or has another type, fails there.

mod common;
mod games;
mod players;
mod streams;
mod tokens;
mod watching;

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

const fn object(name: &'static str, about: &'static str, fields: &'static [Field]) -> Shape {
    Shape::Object { name, about, fields }
}

const fn alias(name: &'static str, kind: &'static str, example: &'static str, about: &'static str) -> Shape {
    Shape::Alias { name, kind, example, about }
}

const START_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const FEN_AFTER_E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
const GAME_URL: &str = "https://chess.example/game/abcd1234";

/// Every shape.
pub(super) fn shapes() -> impl Iterator<Item = &'static Shape> {
    [common::COMMON, players::PLAYERS, tokens::TOKENS, games::GAMES, streams::STREAMS, watching::WATCHING]
        .into_iter()
        .flatten()
}
