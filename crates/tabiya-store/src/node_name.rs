// SPDX-License-Identifier: AGPL-3.0-or-later
//! The names of nodes.

use std::{fmt, str::FromStr};

/// The name of a node, which the operator chooses: 1 to 32 letters, digits, hyphens, dots and underscores.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeName(String);

impl NodeName {
    /// The longest name, in characters.
    pub const LONGEST: usize = 32;

    /// The name's text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for NodeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// What is no name of a node.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected 1 to {} letters, digits, hyphens, dots and underscores as a node's name, found {found:?}",
    NodeName::LONGEST
)]
pub struct NodeNameError {
    /// What was found.
    pub found: String,
}

impl FromStr for NodeName {
    type Err = NodeNameError;

    fn from_str(text: &str) -> Result<Self, NodeNameError> {
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
        if (1..=Self::LONGEST).contains(&text.len()) && text.bytes().all(fits) {
            Ok(Self(text.to_owned()))
        } else {
            Err(NodeNameError { found: text.chars().take(40).collect() })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_plain() {
        for name in ["a", "node-1.example_x", &"x".repeat(32)] {
            assert_eq!(name.parse::<NodeName>().unwrap().to_string(), name);
        }
        for name in ["", "a b", "ä", "a\n", &"x".repeat(33), "'; DROP"] {
            name.parse::<NodeName>().unwrap_err();
        }
    }
}
