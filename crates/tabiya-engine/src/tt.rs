// SPDX-License-Identifier: MIT OR Apache-2.0
//! The transposition table: results of earlier searches, by position.
//!
//! Threads share the table by reference and write to it without locks. An entry is two words: the data, and
//! the position's key xored with the data. When two threads write at once, the words may not belong together.
//! The key then does not match, and the entry counts as empty (R. Hyatt and T. Mann, "A lockless
//! transposition table", ICGA Journal 2002).
//!
//! A move read from the table is only a *suggestion*, because two positions may have the same key. The search
//! looks for it among the legal moves.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use tabiya_rules::Move;

use crate::report::Bound;
use crate::score::{MATE_BOUND, NO_VALUE, Value};

/// The result of a search of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) best: Option<Move>,
    /// From the view of the side to move. Mates are counted from this position.
    pub(crate) value: Value,
    /// The evaluation, or [`NO_VALUE`].
    pub(crate) eval: Value,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
    /// Whether the position was ever on a principal variation.
    pub(crate) pv: bool,
}

/// Four entries: one cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket {
    slots: [Slot; 4],
}

#[derive(Default)]
struct Slot {
    /// The key xored with the data.
    check: AtomicU64,
    data: AtomicU64,
}

/// Ages count from 0 to 31 and wrap around.
const AGES: u8 = 32;

/// The transposition table.
pub(crate) struct Table {
    buckets: Box<[Bucket]>,
    age: AtomicU8,
}

impl Table {
    /// A table of this many MiB, at least one; or a smaller one if there is not as much memory.
    pub(crate) fn new(mebibytes: usize) -> Table {
        let mut count = mebibytes.max(1) * Table::BUCKETS_PER_MEBIBYTE;
        let mut buckets: Vec<Bucket> = Vec::new();
        if buckets.try_reserve_exact(count).is_err() {
            while count > 1 && buckets.try_reserve_exact(count).is_err() {
                count -= count.div_ceil(16);
            }
            // The rest of the program needs memory, too.
            buckets = Vec::new();
            count -= count / 4;
        }
        buckets.resize_with(count, Bucket::default);
        Table { buckets: buckets.into_boxed_slice(), age: AtomicU8::new(0) }
    }

    const BUCKETS_PER_MEBIBYTE: usize = (1 << 20) / size_of::<Bucket>();

    /// The size in whole MiB.
    pub(crate) fn mebibytes(&self) -> usize {
        self.buckets.len() / Table::BUCKETS_PER_MEBIBYTE
    }

    /// Clears the table.
    pub(crate) fn clear(&self) {
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.slots) {
            slot.check.store(0, Ordering::Relaxed);
            slot.data.store(0, Ordering::Relaxed);
        }
        self.age.store(0, Ordering::Relaxed);
    }

    /// Called when a new search begins: the existing entries become older.
    pub(crate) fn grow_older(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    /// The share of entries written by the current search, in thousandths, estimated from a sample.
    pub(crate) fn hashfull(&self) -> u16 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let used = sample
            .iter()
            .flat_map(|bucket| &bucket.slots)
            .map(|slot| slot.data.load(Ordering::Relaxed))
            .filter(|&data| data != 0 && age_of(data) == age)
            .count();
        (used * 1000 / (sample.len() * 4)) as u16
    }

    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[index(key, self.buckets.len())]
    }

    /// Prefetches the position's bucket into the processor's cache. It helps where there is other work before
    /// the probe: a read from memory takes as long as making a move.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket: *const Bucket = self.bucket(key);
            // SAFETY: a prefetch is only a hint and does not change the program's state. The address is that
            // of a bucket. Every 64-bit x86 processor has the instruction.
            #[allow(unsafe_code)]
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(bucket.cast());
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// Reads the entry of a position, for a node `ply` plies from the root.
    pub(crate) fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        for slot in &self.bucket(key).slots {
            let data = slot.data.load(Ordering::Relaxed);
            if data != 0 && slot.check.load(Ordering::Relaxed) ^ data == key {
                let mut entry = unpack(data);
                if entry.value >= MATE_BOUND && entry.value != NO_VALUE {
                    entry.value -= ply as Value;
                } else if entry.value <= -MATE_BOUND {
                    entry.value += ply as Value;
                }
                return Some(entry);
            }
        }
        None
    }

    /// Stores an entry. It replaces the entry that is least worth keeping.
    pub(crate) fn store(&self, key: u64, ply: usize, mut entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let mut worst = &self.bucket(key).slots[0];
        let mut worst_worth = i32::MAX;
        for slot in &self.bucket(key).slots {
            let data = slot.data.load(Ordering::Relaxed);
            if data == 0 {
                worst = slot;
                break;
            }
            if slot.check.load(Ordering::Relaxed) ^ data == key {
                let old = unpack(data);
                if entry.best.is_none() {
                    entry.best = old.best;
                }
                let fresh = age_of(data) == age;
                let pv_bonus = 2 * i32::from(entry.pv);
                if fresh && entry.bound != Bound::Exact && entry.depth + 4 + pv_bonus <= old.depth {
                    return;
                }
                worst = slot;
                break;
            }
            let years = i32::from((age + AGES - age_of(data)) % AGES);
            let worth = depth_of(data) - 4 * years;
            if worth < worst_worth {
                worst_worth = worth;
                worst = slot;
            }
        }
        if entry.value >= MATE_BOUND && entry.value != NO_VALUE {
            entry.value += ply as Value;
        } else if entry.value <= -MATE_BOUND {
            entry.value -= ply as Value;
        }
        let data = pack(entry, age);
        worst.data.store(data, Ordering::Relaxed);
        worst.check.store(key ^ data, Ordering::Relaxed);
    }
}

/// The key's share of the length: the upper half of their product.
#[cfg(not(target_pointer_width = "32"))]
#[inline]
fn index(key: u64, length: usize) -> usize {
    ((u128::from(key) * length as u128) >> 64) as usize
}

/// The same where a product of 128 bits would take a function call. A length of 32 bits needs no such product.
#[cfg(any(test, target_pointer_width = "32"))]
#[inline]
fn index_of_32_bits(key: u64, length: u32) -> usize {
    let length = u64::from(length);
    let (upper, lower) = ((key >> 32) * length, (key & 0xFFFF_FFFF) * length);
    ((upper + (lower >> 32)) >> 32) as usize
}

#[cfg(target_pointer_width = "32")]
#[inline]
fn index(key: u64, length: usize) -> usize {
    index_of_32_bits(key, length as u32)
}

fn age_of(data: u64) -> u8 {
    (data >> 59) as u8
}

fn depth_of(data: u64) -> i32 {
    i32::from((data >> 48) as u8)
}

/// Bits 0-15: move. 16-31: value. 32-47: evaluation. 48-55: depth. 56-57: bound. 58: PV flag. 59-63: age.
fn pack(entry: Entry, age: u8) -> u64 {
    let bound: u64 = match entry.bound {
        Bound::Exact => 3,
        Bound::Lower => 1,
        Bound::Upper => 2,
    };
    u64::from(entry.best.map_or(0, Move::to_bits))
        | u64::from(entry.value as i16 as u16) << 16
        | u64::from(entry.eval as i16 as u16) << 32
        | (entry.depth.clamp(0, 255) as u64) << 48
        | bound << 56
        | u64::from(entry.pv) << 58
        | u64::from(age) << 59
}

fn unpack(data: u64) -> Entry {
    Entry {
        best: Move::from_bits(data as u16),
        value: Value::from((data >> 16) as u16 as i16),
        eval: Value::from((data >> 32) as u16 as i16),
        depth: depth_of(data),
        bound: match data >> 56 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        },
        pv: data >> 58 & 1 != 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::{mate_in, mated_in};
    use tabiya_rules::Square;

    fn entry(value: Value, depth: i32) -> Entry {
        let best = Some(Move::normal(Square::E2, Square::E4));
        Entry { best, value, eval: -31, depth, bound: Bound::Lower, pv: true }
    }

    #[test]
    fn an_entry_comes_back_whole() {
        let table = Table::new(1);
        for (key, value) in [(1, 0), (u64::MAX, -777), (0xDEAD_BEEF << 20, NO_VALUE), (7 << 55, 12_345)] {
            table.store(key, 0, entry(value, 9));
            assert_eq!(table.probe(key, 0), Some(entry(value, 9)), "{key:x}");
            assert_eq!(table.probe(key ^ 1 << 40, 0), None);
        }
        table.clear();
        assert_eq!(table.probe(1, 0), None);
    }

    #[test]
    fn indexes_are_the_same_on_machines_of_32_bits() {
        for length in [1, 2, 3, 16_384, 262_143, 8_388_608, u32::MAX] {
            for step in 0..2_000_u64 {
                let key = step.wrapping_mul(0x9E37_79B9_7F4A_7C15);
                for key in [key, !key, key >> 32, key << 32] {
                    assert_eq!(
                        index_of_32_bits(key, length),
                        index(key, length as usize),
                        "{key:x} {length}"
                    );
                }
            }
        }
    }

    #[test]
    fn mates_are_counted_from_the_node() {
        let table = Table::new(1);
        // A mate 9 plies from the root, found at ply 4, is 5 plies away. Found again at ply 10, it is 15
        // plies from the root.
        table.store(5, 4, entry(mate_in(9), 3));
        assert_eq!(table.probe(5, 10).map(|e| e.value), Some(mate_in(15)));
        table.store(6, 4, entry(mated_in(8), 3));
        assert_eq!(table.probe(6, 2).map(|e| e.value), Some(mated_in(6)));
    }

    #[test]
    fn deep_entries_outlive_shallow_ones_until_they_are_old() {
        let table = Table::new(1);
        // Keys with the same high bits share a bucket.
        table.store(100, 0, entry(1, 40));
        for key in 0..20 {
            table.store(key, 0, entry(2, 1));
        }
        assert!(table.probe(100, 0).is_some());
        for _ in 0..20 {
            table.grow_older();
        }
        for key in 0..20 {
            table.store(key, 0, entry(2, 1));
        }
        assert!(table.probe(100, 0).is_none());
    }

    #[test]
    fn torn_writes_read_as_empty() {
        let table = Table::new(1);
        table.store(100, 0, entry(1, 40));
        table.bucket(100).slots[0].data.fetch_xor(1 << 20, Ordering::Relaxed);
        assert_eq!(table.probe(100, 0), None);
    }

    #[test]
    fn hashfull_counts_this_search_only() {
        let table = Table::new(1);
        for n in 0..u64::from(u16::MAX) {
            table.store(n << 48 | 0x5555, 0, entry(1, 3));
        }
        assert!(table.hashfull() > 900, "{}", table.hashfull());
        table.grow_older();
        assert_eq!(table.hashfull(), 0);
    }
}
