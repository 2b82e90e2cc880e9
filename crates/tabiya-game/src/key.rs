// SPDX-License-Identifier: MIT OR Apache-2.0
//! Keys of commands, by which a command that comes a second time is recognised.
//!
//! A client whose command was not answered can't know whether it was carried out. It sends it again with the same key. The key
//! stands in the log with the event that the command caused, so whoever owns the game by then finds that event, and answers
//! with it instead of doing the same twice.

use std::{collections::VecDeque, fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use tabiya_rules::Color;

/// So many keys of each side are remembered. A client repeats what it has just sent, so a few are enough.
const REMEMBERED: usize = 8;

/// The key of a command: 1 to 32 letters, digits, hyphens and underscores, chosen at random by the client.
///
/// ```
/// # use tabiya_game::CommandKey;
/// assert!("Rk3mZ0qP-x_7".parse::<CommandKey>().is_ok());
/// assert!("two words".parse::<CommandKey>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts", type = "string"))]
pub struct CommandKey(Box<str>);

impl CommandKey {
    /// The most characters that a key may have.
    pub const LONGEST: usize = 32;
}

impl fmt::Display for CommandKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl FromStr for CommandKey {
    type Err = CommandKeyError;

    fn from_str(text: &str) -> Result<Self, CommandKeyError> {
        let may_stand = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        if (1..=Self::LONGEST).contains(&text.len()) && text.bytes().all(may_stand) {
            Ok(Self(text.into()))
        } else {
            Err(CommandKeyError)
        }
    }
}

impl TryFrom<String> for CommandKey {
    type Error = CommandKeyError;

    fn try_from(text: String) -> Result<Self, CommandKeyError> {
        text.parse()
    }
}

impl From<CommandKey> for String {
    fn from(key: CommandKey) -> Self {
        key.0.into()
    }
}

/// A text that is not a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a key is 1 to {} letters, digits, hyphens and underscores", CommandKey::LONGEST)]
pub struct CommandKeyError;

/// Which command caused an event: the side that gave it, and its key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Keyed {
    /// The side. Both players may happen to choose the same key.
    pub by: Color,
    /// The key.
    pub key: CommandKey,
}

/// The newest commands with keys, each with the number of the event that it caused.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CarriedOut([VecDeque<(CommandKey, u32)>; 2]);

impl CarriedOut {
    /// Remembers a command, and forgets the oldest one of its side where there are too many.
    pub(crate) fn remember(&mut self, Keyed { by, key }: &Keyed, seq: u32) {
        let own = &mut self.0[*by as usize];
        if own.len() == REMEMBERED {
            own.pop_front();
        }
        own.push_back((key.clone(), seq));
    }

    /// The number of the event that this side's command has caused.
    pub(crate) fn find(&self, by: Color, key: &CommandKey) -> Option<u32> {
        self.0[by as usize].iter().find(|(known, _)| known == key).map(|(_, seq)| *seq)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_short_and_plain() {
        let longest = "k".repeat(CommandKey::LONGEST);
        for good in ["a", "A-z_09", longest.as_str()] {
            assert_eq!(good.parse::<CommandKey>().unwrap().to_string(), good);
        }
        let long = "k".repeat(CommandKey::LONGEST + 1);
        for bad in ["", " ", "a b", "é", "\"", "a\n", long.as_str()] {
            assert_eq!(bad.parse::<CommandKey>(), Err(CommandKeyError), "{bad:?}");
        }
    }

    #[test]
    fn the_newest_keys_of_each_side_are_remembered_and_no_more() {
        let key = |number: u32| format!("k{number}").parse::<CommandKey>().unwrap();
        let mut carried_out = CarriedOut::default();
        for seq in 0..100 {
            carried_out.remember(&Keyed { by: Color::White, key: key(seq) }, seq);
        }
        carried_out.remember(&Keyed { by: Color::Black, key: key(99) }, 100);
        for seq in 0..100 {
            let known = (seq >= 92).then_some(seq);
            assert_eq!(carried_out.find(Color::White, &key(seq)), known);
        }
        assert_eq!(carried_out.find(Color::Black, &key(99)), Some(100));
        assert_eq!(carried_out.find(Color::Black, &key(98)), None);
    }
}
