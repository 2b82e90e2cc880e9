// SPDX-License-Identifier: AGPL-3.0-or-later
//! The bounds of what calls are told, as JSON Schema, from the constants that the code compares with.

use serde_json::{Value, json};
use tabiya_engine::Level;
use tabiya_game::GameId;
use tabiya_protocol::MAX_CHAT;

use super::inputs::Input;
use super::types;
use crate::lichess::challenge::MOST_GIVEN;
use crate::lichess::fields::HIGHEST;
use crate::lichess::relations::LONGEST_NOTE;
use crate::lichess::seek::MOST_MINUTES;
use crate::lichess::tv;
use crate::lichess::users::{MOST_BOTS, MOST_LEADERS};
use crate::lichess::wish::{MOST_DAYS, MOST_INCREMENT, MOST_SECONDS};

/// The schema of an input, with its bounds.
pub(super) fn schema_of((key, kind, ..): &Input) -> Value {
    let mut schema = types::schema(kind);
    if let (Value::Object(schema), Value::Object(bounds)) = (&mut schema, bounds(key)) {
        schema.extend(bounds);
    }
    schema
}

/// The bounds of the input with this key; null where it has none.
fn bounds(key: &str) -> Value {
    let from_to = |low: u64, high: u64| json!({ "minimum": low, "maximum": high });
    match key {
        "id" => {
            let game = GameId::LEN;
            // Eight characters, and four more where one side of a game is meant.
            json!({ "pattern": format!("^[0-9A-Za-z]{{{game}}}([0-9A-Za-z]{{4}})?$") })
        }
        "clock.limit" => from_to(0, MOST_SECONDS),
        "clock.increment" | "clock.delay" | "clock.bronstein" | "increment" => from_to(0, MOST_INCREMENT),
        "days" => from_to(1, u64::from(MOST_DAYS)),
        "time" => json!({ "minimum": 0.0, "maximum": MOST_MINUTES }),
        "level" => from_to(1, u64::from(Level::HIGHEST.get())),
        "ratingRange" => json!({ "pattern": "^ *[0-9]{1,5} *- *[0-9]{1,5} *$" }),
        "seconds" => from_to(1, u64::from(MOST_GIVEN)),
        "nb@path" => from_to(1, MOST_LEADERS),
        "nb@bots" => from_to(0, MOST_BOTS),
        "nb@tv" => from_to(1, tv::MOST_GAMES),
        "nb" | "max" | "since" | "until" | "pairAt" | "startClocksAt" => from_to(0, HIGHEST),
        "text" => json!({ "maxLength": MAX_CHAT }),
        "text@note" => json!({ "maxLength": LONGEST_NOTE }),
        _ => Value::Null,
    }
}
