// SPDX-License-Identifier: MIT OR Apache-2.0
//! The tags of a game: the roster, then the others in their order.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::tags::is_name;

/// The seven-tag roster without `Result`, with the values for unknown (section 8.1.1).
const ROSTER: [(&str, &str); 6] =
    [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"), ("Black", "?")];

/// The tags that follow from the game.
const DERIVED: [&str; 4] = ["Result", "Variant", "SetUp", "FEN"];

/// The tags of a [`GameTree`](super::GameTree). The six of the roster are always present.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnTags {
    pairs: Vec<(String, String)>,
}

impl Default for PgnTags {
    /// The roster with unknown values.
    fn default() -> PgnTags {
        PgnTags { pairs: ROSTER.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect() }
    }
}

impl PgnTags {
    /// A tag's value.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.pairs.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag. A new one is added after the others. Control characters become spaces, because a value
    /// can't contain them.
    ///
    /// Returns false and does nothing if the name is invalid (letters, digits and underscores are allowed) or
    /// is one that follows from the game: `Result`, `Variant`, `SetUp`, `FEN`.
    pub fn set(&mut self, name: &str, value: &str) -> bool {
        if !is_name(name) || DERIVED.contains(&name) {
            return false;
        }
        let value = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        match self.pairs.iter_mut().find(|(known, _)| known == name) {
            Some(pair) => pair.1 = value,
            None => self.pairs.push((name.to_string(), value)),
        }
        true
    }

    /// Removes a tag. One of the roster becomes unknown.
    pub fn remove(&mut self, name: &str) {
        match ROSTER.iter().find(|(known, _)| *known == name) {
            Some((_, unknown)) => drop(self.set(name, unknown)),
            None => self.pairs.retain(|(known, _)| known != name),
        }
    }

    /// All names and values, the roster's first.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pairs.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The number of tags of [`iter`](PgnTags::iter) that belong to the roster, without `Result`.
    pub(super) const ROSTER_LEN: usize = ROSTER.len();
}
