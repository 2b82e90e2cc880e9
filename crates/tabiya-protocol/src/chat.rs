// SPDX-License-Identifier: MIT OR Apache-2.0
//! What is said beside a game.

use serde::{Deserialize, Serialize};

/// The maximum length of what is said at a time, in characters.
pub const MAX_CHAT: usize = 300;

/// What everybody may say, also where free text is not allowed. A page may word them in its own language.
pub const CHAT_PRESETS: [&str; 8] =
    ["Hello", "Good luck", "Have fun", "Good game", "Well played", "Thanks", "Sorry", "Bye"];

/// What a client may say in a chat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum MaySay {
    /// It only reads.
    Nothing,
    /// One of the presets.
    Presets,
    /// Anything.
    Anything,
}

/// Something that was said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ChatLineView {
    /// Counts up in each chat.
    pub number: u32,
    /// When, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub at: u64,
    /// The name of who said it, then.
    pub name: String,
    /// What: plain text.
    pub text: String,
}
