// SPDX-License-Identifier: AGPL-3.0-or-later
//! The kind of chess, as this dialect names it: our variants, and `fromPosition` for standard chess from a position that
//! somebody chose.

use serde_json::{Value, json};
use tabiya_rules::{Position, Variant};

/// The name of standard chess from a chosen position.
pub(super) const FROM_POSITION: &str = "fromPosition";

/// A kind of chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A variant from a position of its own.
    Variant(Variant),
    /// Standard chess from another one.
    FromPosition,
}

impl Kind {
    /// That of a game with this start.
    pub(super) fn of(start: &Position) -> Self {
        match start.variant() {
            Variant::Standard if *start != Position::start() => Self::FromPosition,
            variant @ (Variant::Standard | Variant::Chess960) => Self::Variant(variant),
        }
    }

    /// The kind with this key or number; `None` if this server does not play it.
    pub(super) fn named(word: &str) -> Option<Self> {
        let variants = Variant::ALL.into_iter().map(Self::Variant);
        variants.chain([Self::FromPosition]).find(|kind| kind.key() == word || kind.number() == word)
    }

    /// The name for programs.
    pub(super) const fn key(self) -> &'static str {
        match self {
            Self::Variant(variant) => variant.key(),
            Self::FromPosition => FROM_POSITION,
        }
    }

    /// The number, which forms may send instead of the key.
    const fn number(self) -> &'static str {
        match self {
            Self::Variant(Variant::Standard) => "1",
            Self::Variant(Variant::Chess960) => "2",
            Self::FromPosition => "3",
        }
    }

    /// The start position, where every client knows it from the kind.
    pub(super) fn fixed_start(self) -> Option<Position> {
        match self {
            Self::Variant(variant) => variant.fixed_start(),
            Self::FromPosition => None,
        }
    }

    /// Key and names.
    pub(super) fn json(self) -> Value {
        let (name, short) = match self {
            Self::Variant(variant @ Variant::Standard) => (variant.pgn_name(), "Std"),
            Self::Variant(variant @ Variant::Chess960) => (variant.pgn_name(), "960"),
            Self::FromPosition => ("From Position", "FEN"),
        };
        json!({ "key": self.key(), "name": name, "short": short })
    }
}

/// The keys of all variants and these, for a sentence.
pub(super) fn listed(more: &[&'static str]) -> String {
    let mut keys: Vec<_> = Variant::ALL.into_iter().map(Variant::key).chain(more.iter().copied()).collect();
    let last = keys.pop().unwrap_or_default();
    format!("{} and {last}", keys.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Clients know these words.
    #[test]
    fn each_kind_keeps_its_names() {
        let from_fen = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").expect("a position");
        let shuffled = Position::chess960(17).expect("one of the 960");
        for (start, shown, number) in [
            (Position::start(), r#"{"key":"standard","name":"Standard","short":"Std"}"#, "1"),
            (shuffled, r#"{"key":"chess960","name":"Chess960","short":"960"}"#, "2"),
            (from_fen, r#"{"key":"fromPosition","name":"From Position","short":"FEN"}"#, "3"),
        ] {
            let kind = Kind::of(&start);
            assert_eq!(kind.json(), serde_json::from_str::<Value>(shown).expect("JSON"));
            assert_eq!([kind.key(), number].map(Kind::named), [Some(kind); 2]);
        }
        assert_eq!(["crazyhouse", "10", ""].map(Kind::named), [None; 3]);
    }

    #[test]
    fn a_sentence_lists_them() {
        assert_eq!(listed(&[]), "standard and chess960");
        assert_eq!(listed(&[FROM_POSITION]), "standard, chess960 and fromPosition");
    }
}
