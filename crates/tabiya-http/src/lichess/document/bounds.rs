// SPDX-License-Identifier: AGPL-3.0-or-later
//! The bounds of what calls are told, as JSON Schema, from the constants that the code compares with. Here stand those of the
//! common inputs; each subject has its own beside its calls.

use serde_json::Value;
use tabiya_game::GameId;

use super::types;
use crate::lichess::published;
use crate::lichess::rows::{Bound, Input, from_to, pattern};
use crate::lichess::wish::{MOST_DAYS, MOST_INCREMENT, MOST_SECONDS};

const COMMON: &[Bound] = &[
    ("id", || {
        let game = GameId::LEN;
        // Eight characters, and four more where one side of a game is meant.
        pattern(&format!("^[0-9A-Za-z]{{{game}}}([0-9A-Za-z]{{4}})?$"))
    }),
    ("clock.limit", || from_to(0, MOST_SECONDS)),
    ("clock.increment", || from_to(0, MOST_INCREMENT)),
    ("days", || from_to(1, u64::from(MOST_DAYS))),
];

/// Every one.
pub(super) fn bounds() -> impl Iterator<Item = &'static Bound> {
    COMMON.iter().chain(published::bounds())
}

/// The schema of an input, with its bounds.
pub(super) fn schema_of((key, kind, ..): &Input) -> Value {
    let mut schema = types::schema(kind);
    let bounds = bounds().find(|(name, _)| name == key).map(|(_, bounds)| bounds());
    if let (Value::Object(schema), Some(Value::Object(bounds))) = (&mut schema, bounds) {
        schema.extend(bounds);
    }
    schema
}
