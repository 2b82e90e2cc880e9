// SPDX-License-Identifier: MIT OR Apache-2.0
//! Counting on several threads.

use alloc::vec;
use alloc::vec::Vec;
use core::num::NonZeroUsize;
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use crate::position::Position;

/// The number of parts of the tree for each thread. With fewer, one thread would finish last with a large
/// part.
const PARTS: usize = 64;

/// The sum of `count` over the parts of the tree. Each thread takes the next part when it has finished one.
///
/// `count` is one of the perft functions: [`perft`](super::perft), [`perft_no_bulk`](super::perft_no_bulk), or
/// [`perft_with_table`](super::perft_with_table) with a table that the threads share.
///
/// ```
/// use std::num::NonZeroUsize;
/// use tabiya_rules::{Position, perft, perft_on_threads};
///
/// let two = NonZeroUsize::new(2).unwrap();
/// assert_eq!(perft_on_threads(&Position::start(), 5, two, perft), 4_865_609);
/// ```
#[must_use]
pub fn perft_on_threads(
    position: &Position,
    depth: u8,
    threads: NonZeroUsize,
    count: impl Fn(&Position, u8) -> u64 + Sync,
) -> u64 {
    if threads.get() == 1 {
        return count(position, depth);
    }
    let (parts, rest) = split(position, depth, threads.get().saturating_mul(PARTS));
    let next = AtomicUsize::new(0);
    let work = || {
        let mut nodes = 0;
        while let Some(part) = parts.get(next.fetch_add(1, Relaxed)) {
            nodes += count(part, rest);
        }
        nodes
    };
    thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads.get()).map(|_| scope.spawn(work)).collect();
        let own = work();
        helpers.into_iter().fold(own, |nodes, helper| {
            nodes + helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    })
}

/// The positions a few moves later, and the remaining depth.
fn split(position: &Position, depth: u8, wanted: usize) -> (Vec<Position>, u8) {
    let (mut parts, mut rest) = (vec![*position], depth);
    while parts.len() < wanted && rest > 2 {
        parts =
            parts.iter().flat_map(|part| part.legal_moves().into_iter().map(|mv| part.after(mv))).collect();
        rest -= 1;
    }
    (parts, rest)
}
