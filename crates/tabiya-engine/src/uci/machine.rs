// SPDX-License-Identifier: MIT OR Apache-2.0
//! How much of the machine the engine can have. An option that asks for more gets what there is, and a
//! message says so: a program that ends in the middle of a game would lose it.

use std::io::Write;
use std::sync::Mutex;
use std::thread;

use super::write::Output;
use crate::search::Engine;
use crate::threads::{Starter, reserved};

/// The memory of one search thread with its stack, in bytes, rounded up.
const THREAD_BYTES: u64 = 4 << 20;

/// Gives the engine a table of this many MiB, or of as many as there are.
///
/// `usable_memory` tells how many bytes the engine may take. A system may grant memory that it does not have,
/// and end the program when it is used.
pub(super) fn resize_hash<W: Write>(
    engine: &mut Engine,
    asked: usize,
    usable_memory: &dyn Fn() -> Option<u64>,
    output: &Output<W>,
) {
    if engine.hash() == asked {
        return;
    }
    // The old table goes first, so that its memory counts as free.
    engine.set_hash(Engine::MIN_HASH);
    let most = usable_memory().map_or(asked, |bytes| count(bytes >> 20));
    engine.set_hash(asked.min(most));
    engine.prepare();
    let taken = engine.hash();
    if taken < asked {
        output.say(format_args!("Hash: there is no memory for {asked} MiB, {taken} MiB are taken"));
    }
}

/// Gives the engine this many search threads, or as many as there can be.
pub(super) fn set_threads<W: Write>(
    engine: &mut Engine,
    asked: usize,
    usable_memory: &dyn Fn() -> Option<u64>,
    output: &Output<W>,
) {
    let most = usable_memory().map_or(asked, |bytes| count(bytes / THREAD_BYTES));
    let mut threads = asked.min(most).max(1);
    while threads > 1 && !can_start(threads) {
        threads -= threads.div_ceil(16);
    }
    engine.set_threads(threads);
    if threads < asked {
        output.say(format_args!("Threads: the machine can't start {asked}, {threads} are taken"));
    }
}

/// A number that may be more than can be addressed.
fn count(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// Whether so many threads can run at once, and whether there is memory for them.
fn can_start(threads: usize) -> bool {
    let memory = reserved(threads * count(THREAD_BYTES));
    let (gate, starter) = (Mutex::new(()), Starter::of(threads));
    thread::scope(|scope| {
        // Closed until the last thread has been started.
        let _closed = gate.lock();
        memory.is_some() && (1..threads).all(|_| starter.start(scope, || drop(gate.lock())))
    })
}
