// SPDX-License-Identifier: AGPL-3.0-or-later
//! The body of `POST /api/games`.

use serde_json::{Value, json};

/// A game to be created. By default: unlimited time, the standard position, and White for the creator.
#[derive(Clone, Debug)]
pub struct NewGame {
    opponent: Value,
    time: Value,
    color: &'static str,
    start: Value,
    rated: bool,
    private: bool,
}

impl NewGame {
    /// Against anybody who joins by the link.
    pub fn friend() -> Self {
        Self::against(json!({ "kind": "friend" }))
    }

    /// Against the computer at a level from 1 to 15.
    pub fn computer(level: u8) -> Self {
        Self::against(json!({ "kind": "computer", "level": level }))
    }

    fn against(opponent: Value) -> Self {
        Self {
            opponent,
            time: Value::Null,
            color: "white",
            start: json!({ "kind": "standard" }),
            rated: false,
            private: false,
        }
    }

    /// With clocks: the initial time and the increment, in milliseconds.
    #[must_use]
    pub fn clocks(mut self, initial_ms: u32, increment_ms: u32) -> Self {
        self.time = json!({ "initial_ms": initial_ms, "increment_ms": increment_ms });
        self
    }

    /// With any time control, in the form of `docs/protocol.md`.
    #[must_use]
    pub fn time(mut self, control: Value) -> Self {
        self.time = control;
        self
    }

    /// It counts for ratings.
    #[must_use]
    pub fn rated(mut self) -> Self {
        self.rated = true;
        self
    }

    /// Only its players and staff may see it.
    #[must_use]
    pub fn private(mut self) -> Self {
        self.private = true;
        self
    }

    /// The creator plays Black.
    #[must_use]
    pub fn as_black(mut self) -> Self {
        self.color = "black";
        self
    }

    /// From this position.
    #[must_use]
    pub fn from_fen(mut self, fen: &str) -> Self {
        self.start = json!({ "kind": "fen", "fen": fen });
        self
    }

    /// From one of the 960 positions, chosen by the server.
    #[must_use]
    pub fn chess960(mut self) -> Self {
        self.start = json!({ "kind": "chess960" });
        self
    }

    /// The body as it is sent.
    pub fn body(&self) -> Value {
        let mut body =
            json!({ "opponent": self.opponent, "time": self.time, "color": self.color, "start": self.start });
        if self.rated {
            body["rated"] = json!(true);
        }
        if self.private {
            body["private"] = json!(true);
        }
        body
    }
}
