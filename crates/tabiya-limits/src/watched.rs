// SPDX-License-Identifier: AGPL-3.0-or-later
//! A connection whose bytes somebody looks at as they pass, and may refuse.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Looks at the bytes of a connection, in the order in which they pass.
pub trait Watch {
    /// These bytes were received.
    ///
    /// # Errors
    /// If they are too much. The reader gets the error and none of these bytes.
    fn received(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// These bytes were sent.
    fn sent(&mut self, _bytes: &[u8]) {}
}

/// A stream of bytes and who watches it.
pub struct Watched<S, W> {
    stream: S,
    watch: W,
}

impl<S, W> Watched<S, W> {
    /// The stream, watched from here on.
    pub fn new(stream: S, watch: W) -> Self {
        Self { stream, watch }
    }

    /// The stream, for bytes that nobody needs to look at.
    pub fn unwatched(&mut self) -> &mut S {
        &mut self.stream
    }
}

impl<S: AsyncRead + Unpin, W: Watch + Unpin> AsyncRead for Watched<S, W> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        let looked = self.watch.received(&buffer.filled()[before..]);
        if looked.is_err() {
            // A reader may not be given bytes and an error at once.
            buffer.set_filled(before);
        }
        Poll::Ready(looked)
    }
}

impl<S: AsyncWrite + Unpin, W: Watch + Unpin> AsyncWrite for Watched<S, W> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = ready!(Pin::new(&mut self.stream).poll_write(context, bytes))?;
        self.watch.sent(&bytes[..written]);
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
            self.watch.sent(&slice[..taken]);
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

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    /// Keeps what has passed, and refuses a `!`.
    #[derive(Default)]
    struct Keeps {
        received: Vec<u8>,
        sent: Vec<u8>,
    }

    impl Watch for Keeps {
        fn received(&mut self, bytes: &[u8]) -> io::Result<()> {
            self.received.extend(bytes);
            if bytes.contains(&b'!') { Err(io::Error::other("refused")) } else { Ok(()) }
        }

        fn sent(&mut self, bytes: &[u8]) {
            self.sent.extend(bytes);
        }
    }

    #[tokio::test]
    async fn a_reader_gets_nothing_of_what_was_refused() {
        let (mut client, server) = tokio::io::duplex(100);
        let mut watched = Watched::new(server, Keeps::default());
        client.write_all(b"good").await.unwrap();
        let mut bytes = [0; 20];
        let mut buffer = ReadBuf::new(&mut bytes);
        poll_fn(|context| Pin::new(&mut watched).poll_read(context, &mut buffer)).await.unwrap();
        client.write_all(b"bad!").await.unwrap();
        let refused = poll_fn(|context| Pin::new(&mut watched).poll_read(context, &mut buffer)).await;
        assert_eq!((refused.unwrap_err().to_string(), buffer.filled()), ("refused".to_owned(), &b"good"[..]));
        assert_eq!(watched.watch.received, b"goodbad!");
    }

    #[tokio::test]
    async fn what_was_sent_is_seen_once_and_in_order() {
        let (mut client, server) = tokio::io::duplex(4);
        let mut watched = Watched::new(server, Keeps::default());
        let slices = [IoSlice::new(b"on"), IoSlice::new(b"etwo")];
        let written = poll_fn(|context| Pin::new(&mut watched).poll_write_vectored(context, &slices)).await;
        let written = written.unwrap();
        assert_eq!(watched.watch.sent, b"onetwo"[..written]);
        let mut read = vec![0; written];
        client.read_exact(&mut read).await.unwrap();
        watched.write_all(&b"onetwo"[written..]).await.unwrap();
        assert_eq!(watched.watch.sent, b"onetwo");
    }
}
