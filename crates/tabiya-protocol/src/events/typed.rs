// SPDX-License-Identifier: MIT OR Apache-2.0
//! Results as people type them: one table for the arbiter's desk, the command line and whatever else reads one.

/// The short forms of results, each with the result in full: one or two keys for what comes all the time, and what lists of
/// pairings have. `½` and `0.5` are read as `1/2` before, and every dash and colon as `-`.
pub const TYPED_RESULTS: [(&str, &str); 17] = [
    ("1", "1-0"),
    ("0", "0-1"),
    ("5", "1/2-1/2"),
    ("=", "1/2-1/2"),
    ("=-=", "1/2-1/2"),
    ("1/2", "1/2-1/2"),
    ("+", "+/-"),
    ("+-", "+/-"),
    ("+--", "+/-"),
    ("-", "-/+"),
    ("-+", "-/+"),
    ("--+", "-/+"),
    ("--", "-/-"),
    ("---", "-/-"),
    ("10", "1-0"),
    ("01", "0-1"),
    ("00", "0-0"),
];
