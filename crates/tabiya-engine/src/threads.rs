// SPDX-License-Identifier: MIT OR Apache-2.0
//! Starts threads only where there is memory for them: one that finds none while it starts ends the program.
//!
//! With its first allocation a thread may take 64 MiB of addresses, so that it never waits for the allocations of others (glibc does
//! so). Where there is not that much for all, each thread is waited for before the next one is started.

use std::hint::black_box;
use std::sync::{Arc, Barrier};
use std::thread::{Builder, Scope};

/// What a thread may take at once, with its stack, in bytes.
const AT_ONCE: usize = 66 << 20;
/// What must be free before a thread is started, in bytes. It is asked for, and given back at once.
const HEADROOM: usize = 160 << 20;

/// Starts the threads of one scope.
pub(crate) struct Starter {
    /// There is enough for all.
    is_ample: bool,
}

impl Starter {
    /// For so many threads.
    pub(crate) fn of(threads: usize) -> Self {
        let enough = threads.saturating_mul(AT_ONCE).saturating_add(HEADROOM);
        Self { is_ample: threads == 0 || reserved(enough).is_some() }
    }

    /// Starts a thread. Returns whether the system has one, and memory.
    pub(crate) fn start<'scope>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        job: impl FnOnce() + Send + 'scope,
    ) -> bool {
        if self.is_ample {
            return Builder::new().spawn_scoped(scope, job).is_ok();
        }
        let begins = Arc::new(Barrier::new(2));
        let of_thread = Arc::clone(&begins);
        let job = move || {
            drop(reserved(1));
            of_thread.wait();
            job();
        };
        let is_started = reserved(HEADROOM).is_some() && Builder::new().spawn_scoped(scope, job).is_ok();
        if is_started {
            begins.wait();
        }
        is_started
    }
}

/// So many bytes, if they can be had.
pub(crate) fn reserved(bytes: usize) -> Option<Vec<u8>> {
    let mut memory = Vec::new();
    memory.try_reserve_exact(bytes).ok()?;
    Some(black_box(memory))
}
