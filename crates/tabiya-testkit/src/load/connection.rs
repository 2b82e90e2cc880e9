// SPDX-License-Identifier: AGPL-3.0-or-later
//! A nonblocking connection to the server, plain or over TLS, with buffers for incomplete input and unsent output.

use std::io::{self, Read, Write};
use std::net::SocketAddr;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::io::Errno;
use rustix::net::{
    AddressFamily, RecvFlags, SendFlags, SocketFlags, SocketType, connect, recv, send, socket_with, sockopt,
};
use tokio_rustls::rustls::ClientConnection;

/// The most that one record of TLS holds (RFC 8446, 5.1).
const RECORD: usize = 16 * 1024;

/// A connection. Dropping it closes it without a close frame.
#[derive(Debug)]
pub(super) struct Connection {
    socket: OwnedFd,
    /// What encrypts; `None` for a plain connection. It keeps what is to be sent until the handshake is over.
    tls: Option<Box<ClientConnection>>,
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
    pub(super) fn open(to: SocketAddr, tls: Option<ClientConnection>) -> io::Result<Self> {
        let family = if to.is_ipv4() { AddressFamily::INET } else { AddressFamily::INET6 };
        let flags = SocketFlags::NONBLOCK | SocketFlags::CLOEXEC;
        let socket = socket_with(family, SocketType::STREAM, flags, None)?;
        // A move is one small packet, which must be sent at once.
        sockopt::set_tcp_nodelay(&socket, true)?;
        match connect(&socket, &to) {
            Ok(()) | Err(Errno::INPROGRESS) => {}
            Err(error) => return Err(error.into()),
        }
        Ok(Self { socket, tls: tls.map(Box::new), partial: Vec::new(), unsent: Vec::new() })
    }

    /// Sends the bytes, or keeps what the socket does not accept until [`Connection::flush`]. `false` if the
    /// connection is closed.
    pub(super) fn send(&mut self, bytes: &[u8]) -> bool {
        match &mut self.tls {
            None => self.send_raw(bytes),
            Some(tls) => tls.writer().write_all(bytes).is_ok() && self.send_records(),
        }
    }

    /// Sends what TLS has to say. `false` if the connection is closed.
    fn send_records(&mut self) -> bool {
        let Some(tls) = &mut self.tls else { return true };
        let mut records = Vec::new();
        while tls.wants_write() {
            if tls.write_tls(&mut records).is_err() {
                return false;
            }
        }
        records.is_empty() || self.send_raw(&records)
    }

    fn send_raw(&mut self, bytes: &[u8]) -> bool {
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
        self.send_raw(&waiting)
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
            if self.tls.is_none() {
                keep_rest(&mut self.partial, &scratch[..length], &mut take);
            } else if !self.read_records(&scratch[..length], &mut take) {
                return Readable::Gone;
            }
            // A short read emptied the socket. Only the end of the stream may still follow.
            if length < scratch.len() && !ended {
                return Readable::Drained;
            }
        }
    }
}

impl Connection {
    /// Takes in what came over TLS, and answers what belongs to TLS alone. `false` if it is not TLS, or the answer can't be sent.
    fn read_records(&mut self, mut records: &[u8], take: &mut impl FnMut(&[u8]) -> usize) -> bool {
        let Some(tls) = &mut self.tls else { return false };
        let mut text = [0; RECORD];
        while !records.is_empty() {
            if tls.read_tls(&mut records).is_err() || tls.process_new_packets().is_err() {
                return false;
            }
            // It ends by an error where nothing is left; the end of the stream shows at the socket.
            while let Ok(length @ 1..) = tls.reader().read(&mut text) {
                keep_rest(&mut self.partial, &text[..length], take);
            }
        }
        self.send_records()
    }
}

/// Passes new bytes to `take`, behind those that were left, and keeps what it leaves.
fn keep_rest(partial: &mut Vec<u8>, new: &[u8], take: &mut impl FnMut(&[u8]) -> usize) {
    if partial.is_empty() {
        let taken = take(new);
        partial.extend_from_slice(&new[taken..]);
    } else {
        partial.extend_from_slice(new);
        let taken = take(partial);
        partial.drain(..taken);
    }
}

impl AsFd for Connection {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }
}
