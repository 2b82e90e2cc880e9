// SPDX-License-Identifier: MIT OR Apache-2.0
//! Maximum-weight matching in general graphs: Edmonds' blossoms with dual variables.
//!
//! The criteria of a Swiss pairing become one weight for each pair: a [`Wide`] number in which each criterion has its
//! bits, the most important one the highest. The matching of the largest weight is then the pairing that is best by
//! the first criterion, among those by the second, and so on.
//!
//! The solver keeps its dual variables. After a change of one vertex's edges it repairs the matching by a few searches
//! in place of solving everything again. That makes it cheap to ask for the earliest of many equally good pairings.

mod blossoms;
mod search;
mod solver;
#[cfg(test)]
mod tests;
mod wide;

pub(crate) use solver::Matcher;
pub(crate) use wide::Wide;

/// No vertex.
pub(crate) const NONE: usize = usize::MAX;
