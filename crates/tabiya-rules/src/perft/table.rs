// SPDX-License-Identifier: MIT OR Apache-2.0
//! A table of counts that are already known, because many sequences of moves lead to the same position.

use alloc::vec::Vec;
use core::fmt;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::perft;
use crate::move_list::MoveList;
use crate::position::Position;

/// From this depth on, a look-up in the table is faster than counting.
const MIN_DEPTH: u8 = 3;
/// The bits of an entry for the depth. The other bits hold the count.
const DEPTH_BITS: u32 = 6;
/// The entries in one cache line.
const WAYS: usize = 4;

/// Counts by position and depth. Threads may share a table; it needs no lock.
///
/// Positions are identified by the 64 bits of their [`key`](Position::key), so a wrong count is possible,
/// though very unlikely. Where the count must be certain, use no table.
pub struct PerftTable {
    lines: Vec<[Entry; WAYS]>,
}

/// The first word is the count with the depth in its lower bits; the second is that word combined with the
/// key by exclusive or. An entry whose two words were written by different threads then has a wrong key and
/// is skipped (Hyatt and Mann, 2002).
#[derive(Default)]
struct Entry {
    check: AtomicU64,
    count_and_depth: AtomicU64,
}

impl PerftTable {
    /// A table of this many mebibytes, at least 1.
    ///
    /// # Errors
    /// The memory can't be allocated.
    pub fn new(mebibytes: usize) -> Result<PerftTable, alloc::collections::TryReserveError> {
        let wanted = mebibytes.max(1).saturating_mul(1 << 20) / size_of::<[Entry; WAYS]>();
        let mut lines = Vec::new();
        lines.try_reserve_exact(wanted)?;
        lines.resize_with(wanted, Default::default);
        Ok(PerftTable { lines })
    }

    fn line(&self, key: u64) -> &[Entry; WAYS] {
        &self.lines[((u128::from(key) * self.lines.len() as u128) >> 64) as usize]
    }

    fn get(&self, key: u64, depth: u8) -> Option<u64> {
        self.line(key).iter().find_map(|entry| {
            let word = entry.count_and_depth.load(Relaxed);
            let known = entry.check.load(Relaxed) ^ word == key && depth_of(word) == depth;
            known.then_some(word >> DEPTH_BITS)
        })
    }

    /// Replaces the count with the least depth in the cache line, because that count is the fastest to
    /// repeat.
    fn insert(&self, key: u64, depth: u8, count: u64) {
        if count >= 1 << (u64::BITS - DEPTH_BITS) {
            return;
        }
        let word = count << DEPTH_BITS | u64::from(depth);
        let depth_there = |entry: &&Entry| depth_of(entry.count_and_depth.load(Relaxed));
        if let Some(entry) = self.line(key).iter().min_by_key(depth_there) {
            entry.check.store(key ^ word, Relaxed);
            entry.count_and_depth.store(word, Relaxed);
        }
    }
}

fn depth_of(word: u64) -> u8 {
    (word & ((1 << DEPTH_BITS) - 1)) as u8
}

impl fmt::Debug for PerftTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PerftTable").field("entries", &(self.lines.len() * WAYS)).finish()
    }
}

/// The same number as [`perft`], with a table of earlier counts.
///
/// ```
/// use tabiya_rules::{PerftTable, Position, perft_with_table};
///
/// let table = PerftTable::new(16).unwrap();
/// assert_eq!(perft_with_table(&Position::start(), 5, &table), 4_865_609);
/// ```
#[must_use]
pub fn perft_with_table(position: &Position, depth: u8, table: &PerftTable) -> u64 {
    if depth < MIN_DEPTH || u32::from(depth) >= 1 << DEPTH_BITS {
        return perft(position, depth);
    }
    if let Some(count) = table.get(position.key(), depth) {
        return count;
    }
    let mut moves = MoveList::new();
    position.legal_moves_into(&mut moves);
    let count = moves.iter().map(|mv| perft_with_table(&position.after(*mv), depth - 1, table)).sum();
    table.insert(position.key(), depth, count);
    count
}
