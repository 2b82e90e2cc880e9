// SPDX-License-Identifier: AGPL-3.0-or-later
//! How the archive's tables write what is an enum in Rust.

use serde::{Serialize, de::DeserializeOwned};
use tabiya_game::Speed;
use tabiya_rules::Color;

use crate::PlayerOutcome;

/// The speed of an unlimited game.
const UNLIMITED: &str = "unlimited";

pub(super) const fn speed(speed: Option<Speed>) -> &'static str {
    match speed {
        Some(speed) => speed.name(),
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
