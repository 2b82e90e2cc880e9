// SPDX-License-Identifier: AGPL-3.0-or-later
//! Topics: what nodes follow of each other. Each belongs to a slot, which has one owner at a time; the store says which.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// The longest name of a topic, in bytes.
const LONGEST: usize = 64;

/// The name of something that is followed, such as `game:Ab3dEf9h`: 1 to 64 visible ASCII characters.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TopicName(Arc<str>);

/// A text that is no name of a topic.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{found:?} is no name of a topic; expected 1 to {LONGEST} visible ASCII characters")]
pub struct TopicNameError {
    found: String,
}

impl TopicName {
    /// The name's text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for TopicName {
    type Err = TopicNameError;

    fn from_str(text: &str) -> Result<Self, TopicNameError> {
        if (1..=LONGEST).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic()) {
            Ok(Self(text.into()))
        } else {
            Err(TopicNameError { found: text.chars().take(LONGEST).collect() })
        }
    }
}

impl fmt::Debug for TopicName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TopicName({})", self.0)
    }
}
