// SPDX-License-Identifier: AGPL-3.0-or-later
//! The bytes of a connection, watched as they pass: frames that bring nothing are counted, and answers that get on are noted.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Instant;

use super::allowance::Allowance;
use super::frames::Frames;
use super::work::Work;

/// A connection whose frames are watched.
pub(super) struct Wire<S> {
    stream: S,
    received: Frames,
    sent: Frames,
    allowance: Allowance,
    work: Arc<Work>,
}

impl<S> Wire<S> {
    pub(super) fn new(stream: S, work: Arc<Work>) -> Self {
        let (received, sent) = (Frames::received(), Frames::sent());
        Self { stream, received, sent, allowance: Allowance::new(Instant::now()), work }
    }

    fn note_sent(&mut self, bytes: &[u8]) {
        let answers = self.sent.pass(bytes, |_| {});
        if answers > 0 {
            self.allowance.sent(answers);
            self.work.moves();
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Wire<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        let Self { received, allowance, .. } = &mut *self;
        let (mut now, mut is_too_much) = (None, false);
        received.pass(&buffer.filled()[before..], |head| {
            if head.brings_nothing() {
                is_too_much |= !allowance.take(*now.get_or_insert_with(Instant::now));
            }
        });
        if is_too_much {
            return Poll::Ready(Err(io::Error::other("too many frames that bring nothing")));
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Wire<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = ready!(Pin::new(&mut self.stream).poll_write(context, bytes))?;
        self.note_sent(&bytes[..written]);
        Poll::Ready(Ok(written))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = ready!(Pin::new(&mut self.stream).poll_write_vectored(context, slices))?;
        let mut rest = written;
        for slice in slices {
            let taken = rest.min(slice.len());
            self.note_sent(&slice[..taken]);
            rest -= taken;
        }
        Poll::Ready(Ok(written))
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
