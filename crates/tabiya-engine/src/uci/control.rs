// SPDX-License-Identifier: MIT OR Apache-2.0
//! How the reading thread controls a running search: stop it, or tell it that the opponent has played the
//! expected move.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use crate::limits::Stopwatch;

/// Shared by the reading thread and one search.
#[derive(Default)]
pub(super) struct Control {
    pub(super) stop: AtomicBool,
    pub(super) pondering: AtomicBool,
    /// Whether the answer must wait for `stop` or `ponderhit`, even when the search has ended.
    held: Mutex<bool>,
    released: Condvar,
    /// Whether the search has ended and its answer is on its way.
    answered: AtomicBool,
}

impl Control {
    pub(super) fn new(ponder: bool, infinite: bool) -> Control {
        let control = Control::default();
        control.pondering.store(ponder, Ordering::Relaxed);
        *control.held.lock().unwrap_or_else(PoisonError::into_inner) = ponder || infinite;
        control
    }

    /// Ends the search.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.ponder_hit();
    }

    /// The opponent has played the expected move: from now on the engine's own clock runs.
    pub(super) fn ponder_hit(&self) {
        self.pondering.store(false, Ordering::Relaxed);
        *self.held.lock().unwrap_or_else(PoisonError::into_inner) = false;
        self.released.notify_all();
    }

    /// Called just before the answer is sent, so that a user interface that has it finds no search running.
    pub(super) fn answer(&self) {
        self.answered.store(true, Ordering::Relaxed);
    }

    /// Whether the answer has not been sent yet.
    pub(super) fn is_searching(&self) -> bool {
        !self.answered.load(Ordering::Relaxed)
    }

    /// Blocks until the answer may be sent.
    pub(super) fn wait_until_released(&self) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        while *held {
            held = self.released.wait(held).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// A stopwatch that also tells whether the engine is pondering.
pub(super) struct PonderWatch {
    pub(super) watch: Box<dyn Stopwatch + Send>,
    pub(super) control: Arc<Control>,
}

impl Stopwatch for PonderWatch {
    fn elapsed(&self) -> Duration {
        self.watch.elapsed()
    }

    fn pondering(&self) -> bool {
        self.control.pondering.load(Ordering::Relaxed)
    }
}
