// SPDX-License-Identifier: MIT OR Apache-2.0
//! Parses what a client sends.
//!
//! Messages and bodies consist of objects; an array stands only where a field is a list. serde would also read
//! an object's fields from an array, in their order. So all other arrays are refused before serde sees them.

use serde::de::DeserializeOwned;

use crate::LISTS;

/// Why a message or a body is not valid.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It contains an array where no list belongs.
    #[error("an array at byte {at}, where an object or a value was expected")]
    Array {
        /// The byte where the array begins, from 0.
        at: usize,
    },
    /// It is not JSON, or not a message of this type.
    #[error("{0}")]
    Json(#[from] serde_json::Error),
}

/// Parses a message or a body of a client.
///
/// # Errors
/// What is wrong, and where.
pub fn read<T: DeserializeOwned>(json: &[u8]) -> Result<T, ReadError> {
    match first_array(json) {
        Some(at) => Err(ReadError::Array { at }),
        None => Ok(serde_json::from_slice(json)?),
    }
}

/// The byte where the first array begins that is not the value of a list's field: a bracket outside of strings.
fn first_array(json: &[u8]) -> Option<usize> {
    let mut in_string = false;
    let mut escaped = false;
    // Where the last string is, and whether a colon and nothing else has followed it.
    let (mut begin, mut end, mut is_field) = (0, 0, false);
    let is_list = |name: &[u8]| LISTS.iter().flat_map(|lists| *lists).any(|list| list.as_bytes() == name);
    json.iter().enumerate().position(|(at, &byte)| {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' if in_string => (in_string, end) = (false, at),
            b'"' => (in_string, begin, is_field) = (true, at + 1, false),
            _ if in_string || byte.is_ascii_whitespace() => {}
            b'[' if is_field && is_list(&json[begin..end]) => is_field = false,
            b'[' => return true,
            _ => is_field = byte == b':',
        }
        false
    })
}
