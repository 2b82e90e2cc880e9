// SPDX-License-Identifier: MIT OR Apache-2.0
//! The squares between two squares, and the lines through them, by the two squares. With the feature `tables-at-start`, a module for
//! browsers fills these tables when it starts ([`prepare`](crate::prepare)).

use super::rays;

#[cfg(not(all(target_family = "wasm", feature = "tables-at-start")))]
mod tables {
    use super::rays;

    pub(super) static BETWEEN: [[u64; 64]; 64] = rays::all_between();
    pub(super) static LINE: [[u64; 64]; 64] = rays::all_lines();

    #[inline(always)]
    pub(super) fn entry(table: &[[u64; 64]; 64], a: usize, b: usize) -> u64 {
        table[a][b]
    }
}

/// Atomic, so that safe code can fill them. There are no threads, so reading an entry costs no more than a plain read.
#[cfg(all(target_family = "wasm", feature = "tables-at-start"))]
mod tables {
    use core::sync::atomic::{AtomicU64, Ordering};

    type Table = [[AtomicU64; 64]; 64];

    pub(super) static BETWEEN: Table = [const { [const { AtomicU64::new(0) }; 64] }; 64];
    pub(super) static LINE: Table = [const { [const { AtomicU64::new(0) }; 64] }; 64];

    #[inline(always)]
    pub(super) fn entry(table: &Table, a: usize, b: usize) -> u64 {
        table[a][b].load(Ordering::Relaxed)
    }

    pub(super) fn fill(table: &Table, entries: &[[u64; 64]; 64]) {
        for (entry, value) in table.as_flattened().iter().zip(entries.as_flattened()) {
            entry.store(*value, Ordering::Relaxed);
        }
    }
}

/// The squares strictly between two squares, 0 to 63. Empty if the two share no line.
#[inline(always)]
pub(crate) fn between(a: usize, b: usize) -> u64 {
    tables::entry(&tables::BETWEEN, a, b)
}

/// The line through two squares, 0 to 63, both included. Empty if they share none or are the same square.
#[inline(always)]
pub(crate) fn line(a: usize, b: usize) -> u64 {
    tables::entry(&tables::LINE, a, b)
}

/// Fills the tables.
#[cfg(all(target_family = "wasm", feature = "tables-at-start"))]
pub(crate) fn prepare() {
    tables::fill(&tables::BETWEEN, &rays::all_between());
    tables::fill(&tables::LINE, &rays::all_lines());
}
