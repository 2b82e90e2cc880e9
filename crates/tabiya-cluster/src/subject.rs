// SPDX-License-Identifier: AGPL-3.0-or-later
//! Subjects: the names under which messages go over the bus.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// The longest subject, in bytes.
const LONGEST: usize = 160;

/// The name under which messages are published: tokens of letters, digits, `-` and `_`, joined by dots, such as
/// `tabiya.slot.17`. At most 160 bytes.
///
/// NATS's wildcards (`*`, `>`) are not allowed: who subscribes names exactly what it wants to hear.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Subject(Arc<str>);

/// A text that is no subject.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{found:?} is no subject; expected letters, digits, - and _ in tokens joined by dots, at most {LONGEST} bytes"
)]
pub struct SubjectError {
    found: String,
}

impl Subject {
    /// The subject's text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Subject {
    type Err = SubjectError;

    fn from_str(text: &str) -> Result<Self, SubjectError> {
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        let is_token = |token: &str| !token.is_empty() && token.bytes().all(is_letter);
        if text.len() <= LONGEST && text.split('.').all(is_token) {
            Ok(Self(text.into()))
        } else {
            Err(SubjectError { found: text.chars().take(LONGEST).collect() })
        }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Subject({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_is_tokens_joined_by_dots() {
        for text in ["a", "tabiya.slot.17", "_INBOX.aB3.9", "ev.node-1_b"] {
            assert_eq!(text.parse::<Subject>().unwrap().as_str(), text);
        }
        for text in ["", ".", "a.", ".a", "a..b", "a b", "a.*", "a.>", "ä", "a\r\nPUB b 0", &"a".repeat(161)]
        {
            assert!(text.parse::<Subject>().is_err(), "{text}");
        }
    }
}
