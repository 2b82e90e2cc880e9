// SPDX-License-Identifier: MIT OR Apache-2.0
//! What is wrong with a tournament file, and where.

/// The file can't be used. Line and column are counted from 1; the column is 0 where the whole line is meant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct TrfError {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
    /// What was found there, and what was expected.
    pub problem: String,
}

impl TrfError {
    pub(crate) fn new(line: usize, column: usize, problem: impl Into<String>) -> Self {
        Self { line, column, problem: problem.into() }
    }
}

impl std::fmt::Display for TrfError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.column {
            0 => write!(f, "line {}: {}", self.line, self.problem),
            column => write!(f, "line {}, column {column}: {}", self.line, self.problem),
        }
    }
}
