// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a connection holds while it is open.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use tabiya_runtime::measure::Gauged;
use tokio::sync::mpsc;

use super::newcomers::Newcomers;
use crate::address::AddressPlace;

/// One connection. It counts as long as one of its requests or its WebSocket lives.
pub struct Admission {
    /// The other end of the TCP connection: the client's address, or that of a proxy before it.
    pub peer: SocketAddr,
    number: u64,
    has_asked: AtomicBool,
    newcomers: Arc<Newcomers>,
    open: Arc<AtomicUsize>,
    _of_its_address: AddressPlace,
    /// When the server stops, it waits until all of these are dropped.
    _alive: mpsc::Sender<Infallible>,
    _gauged: Gauged,
}

impl Admission {
    pub(super) fn new(
        peer: SocketAddr,
        number: u64,
        newcomers: Arc<Newcomers>,
        open: Arc<AtomicUsize>,
        _of_its_address: AddressPlace,
        _alive: mpsc::Sender<Infallible>,
    ) -> Self {
        open.fetch_add(1, Ordering::Relaxed);
        let has_asked = AtomicBool::new(false);
        let _gauged = Gauged::connection();
        Self { peer, number, has_asked, newcomers, open, _of_its_address, _alive, _gauged }
    }

    /// A request has arrived.
    pub(super) fn asks(&self) {
        if !self.has_asked.swap(true, Ordering::Relaxed) {
            self.newcomers.settled(self.number);
        }
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        self.asks();
        self.open.fetch_sub(1, Ordering::Relaxed);
    }
}
