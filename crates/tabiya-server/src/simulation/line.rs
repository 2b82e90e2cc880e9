// SPDX-License-Identifier: AGPL-3.0-or-later
//! A WebSocket without a network. The server's connection reads and writes one end; the simulation has the
//! other.

use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Poll, Waker};

use futures_util::{Sink, Stream};
use tabiya_http::socket::Socket;
use tabiya_testkit::Random;
use tokio::sync::Notify;
use tokio_tungstenite::tungstenite::{Error, Message};

#[derive(Default)]
struct State {
    to_server: VecDeque<Result<Message, Error>>,
    /// After this the server receives nothing more.
    is_cut: bool,
    reader: Option<Waker>,
    to_client: Vec<Message>,
    /// Nothing can be written, because the client does not read.
    is_full: bool,
    writer: Option<Waker>,
    server_is_gone: bool,
}

/// The simulation's end.
#[derive(Clone)]
pub(super) struct Line {
    state: Arc<Mutex<State>>,
    /// Notified whenever the server sends something.
    said: Arc<Notify>,
}

/// The server's end.
pub(super) struct ServerEnd(Line);

impl Line {
    pub(super) fn new(said: Arc<Notify>) -> Self {
        Self { state: Arc::default(), said }
    }

    pub(super) fn server_end(&self) -> ServerEnd {
        ServerEnd(self.clone())
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("nothing panics under the lock")
    }

    /// Delivers a message to the server.
    pub(super) fn deliver(&self, message: Message) {
        let mut state = self.lock();
        state.to_server.push_back(Ok(message));
        wake(&mut state.reader);
    }

    /// Lets the server notice that the connection is closed.
    pub(super) fn cut(&self) {
        let mut state = self.lock();
        state.is_cut = true;
        wake(&mut state.reader);
        wake(&mut state.writer);
    }

    /// Sets whether the client has stopped reading, so that the server can't write.
    pub(super) fn set_full(&self, is_full: bool) {
        let mut state = self.lock();
        state.is_full = is_full;
        wake(&mut state.writer);
    }

    /// Takes what the server has sent since the last call.
    pub(super) fn take(&self) -> Vec<Message> {
        std::mem::take(&mut self.lock().to_client)
    }

    /// Whether the server has closed the connection.
    pub(super) fn server_is_gone(&self) -> bool {
        self.lock().server_is_gone
    }
}

fn wake(waker: &mut Option<Waker>) {
    if let Some(waker) = waker.take() {
        waker.wake();
    }
}

impl Stream for ServerEnd {
    type Item = Result<Message, Error>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let mut state = self.0.lock();
        match state.to_server.pop_front() {
            Some(message) => Poll::Ready(Some(message)),
            None if state.is_cut => Poll::Ready(None),
            None => {
                state.reader = Some(context.waker().clone());
                Poll::Pending
            }
        }
    }
}

impl Sink<Message> for ServerEnd {
    type Error = Error;

    fn poll_ready(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<(), Error>> {
        let mut state = self.0.lock();
        if state.is_cut {
            Poll::Ready(Err(Error::ConnectionClosed))
        } else if state.is_full {
            state.writer = Some(context.waker().clone());
            Poll::Pending
        } else {
            Poll::Ready(Ok(()))
        }
    }

    fn start_send(self: Pin<&mut Self>, message: Message) -> Result<(), Error> {
        self.0.lock().to_client.push(message);
        self.0.said.notify_one();
        Ok(())
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<(), Error>> {
        Poll::Ready(Ok(()))
    }

    fn poll_close(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<(), Error>> {
        Poll::Ready(Ok(()))
    }
}

impl Socket for ServerEnd {
    async fn drain(&mut self) {}
}

impl Drop for ServerEnd {
    fn drop(&mut self) {
        self.0.lock().server_is_gone = true;
        self.0.said.notify_one();
    }
}

/// What comes from a client.
#[derive(Debug)]
pub(super) enum Frame {
    Open,
    Text(String),
    Pong(bytes::Bytes),
    Close,
}

/// A line and its way through the network.
pub(super) struct Route {
    pub(super) client: usize,
    pub(super) line: Line,
    pub(super) random: Random,
    /// One way, in milliseconds.
    pub(super) lag: u64,
    /// Nothing overtakes what was sent before.
    pub(super) last_to_server: u64,
    pub(super) last_to_client: u64,
    /// The client still listens.
    pub(super) client_listens: bool,
    /// What it is told may have been said long before.
    pub(super) reads_late: bool,
    pub(super) server_is_gone: bool,
    pub(super) is_in_this_life: bool,
}
