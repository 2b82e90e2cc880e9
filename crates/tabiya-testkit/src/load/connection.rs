// SPDX-License-Identifier: AGPL-3.0-or-later
//! A nonblocking connection to the server, with what could not be written or understood yet.

use std::io;
use std::net::SocketAddr;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::io::Errno;
use rustix::net::{
    AddressFamily, RecvFlags, SendFlags, SocketFlags, SocketType, connect, recv, send, socket_with, sockopt,
};

/// A connection. Dropping it closes it without a goodbye.
#[derive(Debug)]
pub(super) struct Connection {
    socket: OwnedFd,
    /// What came in without its end.
    partial: Vec<u8>,
    /// What did not fit into the socket.
    unsent: Vec<u8>,
}

/// How a read ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Readable {
    /// There is no more for now.
    Drained,
    /// The connection is gone.
    Gone,
}

impl Connection {
    /// Begins to connect. Whether it succeeds shows on the first write or read.
    pub(super) fn open(to: SocketAddr) -> io::Result<Self> {
        let family = if to.is_ipv4() { AddressFamily::INET } else { AddressFamily::INET6 };
        let flags = SocketFlags::NONBLOCK | SocketFlags::CLOEXEC;
        let socket = socket_with(family, SocketType::STREAM, flags, None)?;
        // A move is one small packet, and must not wait for company.
        sockopt::set_tcp_nodelay(&socket, true)?;
        match connect(&socket, &to) {
            Ok(()) | Err(Errno::INPROGRESS) => {}
            Err(error) => return Err(error.into()),
        }
        Ok(Self { socket, partial: Vec::new(), unsent: Vec::new() })
    }

    /// Sends it, or keeps what the socket does not take until [`Connection::flush`]. `false`: the connection is gone.
    pub(super) fn send(&mut self, bytes: &[u8]) -> bool {
        if !self.unsent.is_empty() {
            self.unsent.extend_from_slice(bytes);
            return true;
        }
        match send(&self.socket, bytes, SendFlags::NOSIGNAL) {
            Ok(sent) => self.unsent.extend_from_slice(&bytes[sent..]),
            Err(Errno::AGAIN | Errno::INTR) => self.unsent.extend_from_slice(bytes),
            // Still connecting: Linux says so by this.
            Err(Errno::NOTCONN) => self.unsent.extend_from_slice(bytes),
            Err(_) => return false,
        }
        true
    }

    /// Sends what waited. `false`: the connection is gone.
    pub(super) fn flush(&mut self) -> bool {
        if self.unsent.is_empty() {
            return true;
        }
        let waiting = std::mem::take(&mut self.unsent);
        self.send(&waiting)
    }

    /// Reads all that is there, through `scratch`, and shows it to `take`, which says how much of it was complete.
    pub(super) fn read(
        &mut self,
        scratch: &mut [u8],
        ended: bool,
        mut take: impl FnMut(&[u8]) -> usize,
    ) -> Readable {
        loop {
            let (_, length) = match recv(&self.socket, &mut *scratch, RecvFlags::empty()) {
                Ok((_, 0)) => return Readable::Gone,
                Ok(received) => received,
                Err(Errno::AGAIN) => return Readable::Drained,
                Err(Errno::INTR) => continue,
                Err(_) => return Readable::Gone,
            };
            if self.partial.is_empty() {
                let taken = take(&scratch[..length]);
                self.partial.extend_from_slice(&scratch[taken..length]);
            } else {
                self.partial.extend_from_slice(&scratch[..length]);
                let taken = take(&self.partial);
                self.partial.drain(..taken);
            }
            // A short read emptied the socket; only the end of the stream may still wait behind it.
            if length < scratch.len() && !ended {
                return Readable::Drained;
            }
        }
    }
}

impl AsFd for Connection {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }
}
