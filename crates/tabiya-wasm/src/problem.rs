// SPDX-License-Identifier: MIT OR Apache-2.0
//! Why a request has no answer.

use std::fmt::Display;

use serde::Serialize;

/// A code for programs and a sentence for people.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Problem {
    pub(crate) code: &'static str,
    pub(crate) message: String,
}

impl Problem {
    pub(crate) fn new(code: &'static str, message: impl Display) -> Problem {
        Problem { code, message: sentence(message) }
    }

    /// The request itself is wrong: a fault of the page, not of whoever uses it.
    pub(crate) fn request(message: impl Display) -> Problem {
        Problem::new("request", message)
    }
}

/// A message as a sentence: with a capital letter and a full stop. The libraries' errors have neither. A first word
/// that is a move or a name is left as it is.
pub(crate) fn sentence(message: impl Display) -> String {
    let mut text = message.to_string();
    let first = text.split(' ').next().unwrap_or_default();
    let is_word = !first.is_empty() && first.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    if is_word {
        text[..1].make_ascii_uppercase();
    }
    if !text.ends_with(['.', '!', '?']) {
        text.push('.');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::sentence;

    #[test]
    fn errors_become_sentences_and_sentences_stay() {
        assert_eq!(sentence("expected a move"), "Expected a move.");
        assert_eq!(sentence("The knight is pinned."), "The knight is pinned.");
        assert_eq!(sentence("e4: no such move"), "e4: no such move.");
        assert_eq!(sentence(""), ".");
        assert_eq!(sentence("étude"), "étude.");
    }
}
