// SPDX-License-Identifier: AGPL-3.0-or-later
//! `epoll`, edge-triggered, with timeouts finer than a millisecond.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::time::Duration;

use rustix::event::epoll::{self, CreateFlags, EventData, EventFlags};
use rustix::time::Timespec;

/// The maximum number of events handled at once: few, so that no planned move waits long for them.
const AT_ONCE: usize = 32;

/// An event of a socket.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ready {
    /// The token that the socket was added with.
    pub(super) token: u64,
    /// It can be written to again.
    pub(super) writable: bool,
    /// The other side has closed its half.
    pub(super) ended: bool,
}

/// All sockets of the generator.
pub(super) struct Poller {
    epoll: OwnedFd,
    events: Vec<epoll::Event>,
}

impl Poller {
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self { epoll: epoll::create(CreateFlags::CLOEXEC)?, events: Vec::with_capacity(AT_ONCE) })
    }

    /// Adds a socket. A socket that is closed is removed automatically.
    pub(super) fn add(&self, socket: impl AsFd, token: u64) -> io::Result<()> {
        let flags = EventFlags::IN | EventFlags::OUT | EventFlags::RDHUP | EventFlags::ET;
        Ok(epoll::add(&self.epoll, socket, EventData::new_u64(token), flags)?)
    }

    /// Waits at most this long, and adds the sockets' events to `ready`.
    pub(super) fn wait(&mut self, at_most: Duration, ready: &mut Vec<Ready>) -> io::Result<()> {
        let timeout = Timespec {
            tv_sec: i64::try_from(at_most.as_secs()).unwrap_or(i64::MAX),
            tv_nsec: at_most.subsec_nanos().into(),
        };
        self.events.clear();
        match epoll::wait(&self.epoll, rustix::buffer::spare_capacity(&mut self.events), Some(&timeout)) {
            Ok(_) => {}
            Err(rustix::io::Errno::INTR) => return Ok(()),
            Err(error) => return Err(error.into()),
        }
        let ended = EventFlags::RDHUP | EventFlags::HUP | EventFlags::ERR;
        ready.extend(self.events.iter().map(|event| {
            let (flags, data) = (event.flags, event.data);
            Ready {
                token: data.u64(),
                writable: flags.contains(EventFlags::OUT),
                ended: flags.intersects(ended),
            }
        }));
        Ok(())
    }
}
