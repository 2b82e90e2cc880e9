// SPDX-License-Identifier: AGPL-3.0-or-later
//! How the archive's tables write what is an enum in Rust.

use serde::{Serialize, de::DeserializeOwned};
use tabiya_game::Speed;
use tabiya_rules::Color;

use crate::{PlayerOutcome, Variant};

/// The speed of an unlimited game.
const UNLIMITED: &str = "unlimited";

pub(super) const fn speed(speed: Option<Speed>) -> &'static str {
    match speed {
        Some(Speed::Bullet) => "bullet",
        Some(Speed::Blitz) => "blitz",
        Some(Speed::Rapid) => "rapid",
        Some(Speed::Classical) => "classical",
        Some(Speed::Correspondence) => "correspondence",
        None => UNLIMITED,
    }
}

pub(super) const fn color(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

pub(super) const fn outcome(outcome: PlayerOutcome) -> &'static str {
    match outcome {
        PlayerOutcome::Won => "won",
        PlayerOutcome::Lost => "lost",
        PlayerOutcome::Drawn => "drawn",
        PlayerOutcome::Aborted => "aborted",
    }
}

pub(super) const fn variant(variant: Variant) -> &'static str {
    match variant {
        Variant::Standard => "standard",
        Variant::Chess960 => "chess960",
    }
}

pub(super) fn read_variant(word: &str) -> Option<Variant> {
    [Variant::Standard, Variant::Chess960].into_iter().find(|each| variant(*each) == word)
}

/// A word of the log's JSON, such as a result.
pub(in crate::tables) fn log_word(value: &impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        other => unreachable!("results and terminations are words, not {other:?}"),
    }
}

pub(in crate::tables) fn read_log_word<T: DeserializeOwned>(word: &str) -> Option<T> {
    serde_json::from_value(serde_json::Value::String(word.to_owned())).ok()
}
