// SPDX-License-Identifier: MIT OR Apache-2.0
//! The tags of a game: the roster, then the others in their order.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::tags::is_name;

/// The seven-tag roster without `Result`, with the values for unknown (section 8.1.1).
const ROSTER: [(&str, &str); 6] =
    [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"), ("Black", "?")];

/// The tags that follow from the game.
const DERIVED: [&str; 4] = ["Result", "Variant", "SetUp", "FEN"];

/// With more tags than this they are found by an index. Without one, a game of 30,000 tags would take seconds.
const FEW: usize = 64;

/// The tags of a [`GameTree`](super::GameTree). The six of the roster are always present.
#[derive(Clone, Debug)]
pub struct PgnTags {
    pairs: Vec<(String, String)>,
    /// Where each name stands in `pairs`; empty while these are few.
    places: BTreeMap<String, usize>,
}

impl PartialEq for PgnTags {
    fn eq(&self, other: &PgnTags) -> bool {
        self.pairs == other.pairs
    }
}

impl Eq for PgnTags {}

impl Default for PgnTags {
    /// The roster with unknown values.
    fn default() -> PgnTags {
        let pairs = ROSTER.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
        PgnTags { pairs, places: BTreeMap::new() }
    }
}

impl PgnTags {
    /// A tag's value.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.place(name).map(|place| self.pairs[place].1.as_str())
    }

    fn place(&self, name: &str) -> Option<usize> {
        if self.places.is_empty() {
            return self.pairs.iter().position(|(known, _)| known == name);
        }
        self.places.get(name).copied()
    }

    /// The index of tags that have become many.
    fn index(&mut self) {
        self.places.clear();
        if self.pairs.len() > FEW {
            self.places.extend(self.pairs.iter().enumerate().map(|(place, (name, _))| (name.clone(), place)));
        }
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
        if let Some(place) = self.place(name) {
            self.pairs[place].1 = value;
            return true;
        }
        self.pairs.push((name.to_string(), value));
        if self.places.is_empty() {
            self.index();
        } else {
            self.places.insert(name.to_string(), self.pairs.len() - 1);
        }
        true
    }

    /// Removes a tag. One of the roster becomes unknown.
    pub fn remove(&mut self, name: &str) {
        match ROSTER.iter().find(|(known, _)| *known == name) {
            Some((_, unknown)) => drop(self.set(name, unknown)),
            None => {
                self.pairs.retain(|(known, _)| known != name);
                self.index();
            }
        }
    }

    /// All names and values, the roster's first.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pairs.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The number of tags of [`iter`](PgnTags::iter) that belong to the roster, without `Result`.
    pub(super) const ROSTER_LEN: usize = ROSTER.len();
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::*;

    #[test]
    fn many_tags_are_found_as_few_are() {
        let mut tags = PgnTags::default();
        for number in 0..300 {
            assert!(tags.set(&format!("T{number}"), "first"));
            assert!(tags.set(&format!("T{}", number / 2), &format!("again {number}")));
        }
        assert_eq!(tags.iter().count(), PgnTags::ROSTER_LEN + 300);
        assert_eq!((tags.get("T70"), tags.get("T299")), (Some("again 141"), Some("first")));
        for number in 20..300 {
            tags.remove(&format!("T{number}"));
        }
        assert_eq!(
            (tags.get("T19"), tags.get("T20"), tags.get("Event")),
            (Some("again 39"), None, Some("?"))
        );
        assert_eq!(tags.iter().last(), Some(("T19", "again 39")));
    }
}
