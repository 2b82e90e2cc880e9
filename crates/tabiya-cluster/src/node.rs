// SPDX-License-Identifier: AGPL-3.0-or-later
//! Nodes: the servers that are one site together.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// The longest name of a node, in bytes.
const LONGEST: usize = 32;

/// The name of a node, as its operator chose it: 1 to 32 letters, digits, `-` and `_`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeName(Arc<str>);

/// A text that is no name of a node.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{found:?} is no name of a node; expected 1 to {LONGEST} letters, digits, - and _")]
pub struct NodeNameError {
    found: String,
}

impl NodeName {
    /// The name's text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for NodeName {
    type Err = NodeNameError;

    fn from_str(text: &str) -> Result<Self, NodeNameError> {
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        if (1..=LONGEST).contains(&text.len()) && text.bytes().all(is_letter) {
            Ok(Self(text.into()))
        } else {
            Err(NodeNameError { found: text.chars().take(LONGEST).collect() })
        }
    }
}

impl fmt::Display for NodeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for NodeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NodeName({self})")
    }
}

/// One life of a node: a new number each time it joins. The store gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Incarnation(pub u64);

/// Who has sent a message.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sender {
    /// The node.
    pub node: NodeName,
    /// Which of its lives.
    pub incarnation: Incarnation,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_can_be_a_token_of_a_subject() {
        for name in ["a", "node-1", "Paris_2", &"x".repeat(32)] {
            assert_eq!(name.parse::<NodeName>().unwrap().as_str(), name);
        }
        for name in ["", "a.b", "a b", "*", "ä", &"x".repeat(33)] {
            assert!(name.parse::<NodeName>().is_err(), "{name}");
        }
    }
}
