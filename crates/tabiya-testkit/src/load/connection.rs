// SPDX-License-Identifier: AGPL-3.0-or-later
//! A nonblocking connection to the server, with buffers for incomplete input and unsent output.

use std::io;
use std::net::SocketAddr;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::io::Errno;
use rustix::net::{
    AddressFamily, RecvFlags, SendFlags, SocketFlags, SocketType, connect, recv, send, socket_with, sockopt,
};

/// A connection. Dropping it closes it without a close frame.
#[derive(Debug)]
pub(super) struct Connection {
    socket: OwnedFd,
    /// The start of a message that is not complete yet.
    partial: Vec<u8>,
    /// Output that the socket did not accept yet.
    unsent: Vec<u8>,
}

/// How a read ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Readable {
    /// There is no more input at the moment.
    Drained,
    /// The connection is closed.
    Gone,
}

impl Connection {
    /// Starts to connect. The first write or read shows whether it succeeds.
    pub(super) fn open(to: SocketAddr) -> io::Result<Self> {
        let family = if to.is_ipv4() { AddressFamily::INET } else { AddressFamily::INET6 };
        let flags = SocketFlags::NONBLOCK | SocketFlags::CLOEXEC;
        let socket = socket_with(family, SocketType::STREAM, flags, None)?;
        // A move is one small packet, which must be sent at once.
        sockopt::set_tcp_nodelay(&socket, true)?;
        match connect(&socket, &to) {
            Ok(()) | Err(Errno::INPROGRESS) => {}
            Err(error) => return Err(error.into()),
        }
        Ok(Self { socket, partial: Vec::new(), unsent: Vec::new() })
    }

    /// Sends the bytes, or keeps what the socket does not accept until [`Connection::flush`]. `false` if the
    /// connection is closed.
    pub(super) fn send(&mut self, bytes: &[u8]) -> bool {
        if !self.unsent.is_empty() {
            self.unsent.extend_from_slice(bytes);
            return true;
        }
        match send(&self.socket, bytes, SendFlags::NOSIGNAL) {
            Ok(sent) => self.unsent.extend_from_slice(&bytes[sent..]),
            Err(Errno::AGAIN | Errno::INTR) => self.unsent.extend_from_slice(bytes),
            // Linux returns this while the socket is still connecting.
            Err(Errno::NOTCONN) => self.unsent.extend_from_slice(bytes),
            Err(_) => return false,
        }
        true
    }

    /// Sends what is waiting. `false` if the connection is closed.
    pub(super) fn flush(&mut self) -> bool {
        if self.unsent.is_empty() {
            return true;
        }
        let waiting = std::mem::take(&mut self.unsent);
        self.send(&waiting)
    }

    /// Reads all input through `scratch` and passes it to `take`, which returns how many bytes of it were
    /// complete.
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
            // A short read emptied the socket. Only the end of the stream may still follow.
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
