// SPDX-License-Identifier: AGPL-3.0-or-later
//! Answers that come line by line, as long as the client reads them.
//!
//! Each line is a chunk of its own (RFC 9112, 7.1), so that it arrives at once. Where nothing happens for a while a blank line
//! says that the stream is alive; clients use it to run what they do regularly. What waits is bounded: where a client does not
//! read, the stream's task waits with it, and whatever feeds the task is bounded itself.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::HeaderName;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::stream;
use serde::Serialize;
use tabiya_runtime::identity::Identity;
use tabiya_runtime::spawn::spawn;
use tabiya_runtime::stopping::stops;
use tabiya_runtime::topic::Outbox;
use tokio::sync::{mpsc, watch};
use tokio::time::timeout;

use crate::state::App;

/// How long nothing may happen before a blank line is sent.
pub(super) const BEAT: Duration = Duration::from_secs(6);
/// Lines that wait for the connection.
const WAITING: usize = 8;
/// How long a client may leave a line unread.
const PATIENCE: Duration = Duration::from_secs(30);

pub(super) const NDJSON: &str = "application/x-ndjson";

/// The writing end of a stream of lines.
pub(super) struct Lines(mpsc::Sender<Bytes>);

/// The client is gone, or reads nothing.
#[derive(Debug)]
pub(super) struct Gone;

impl Lines {
    /// Sends a value as one line.
    pub(super) async fn say(&self, value: &impl Serialize) -> Result<(), Gone> {
        let mut line = serde_json::to_vec(value).expect("answers hold nothing that JSON can't say");
        line.push(b'\n');
        self.send(line.into()).await
    }

    /// Says that the stream is alive.
    pub(super) async fn blank(&self) -> Result<(), Gone> {
        self.send(Bytes::from_static(b"\n")).await
    }

    pub(super) async fn send(&self, bytes: Bytes) -> Result<(), Gone> {
        match timeout(PATIENCE, self.0.send(bytes)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(Gone),
        }
    }

    /// Returns once the client is gone.
    pub(super) async fn closed(&self) {
        self.0.closed().await;
    }
}

/// An answer whose lines `talk` writes in a task of its own. It ends with the task, the client or the server.
pub(super) fn stream_lines<F>(
    mut stopping: watch::Receiver<bool>,
    talk: impl FnOnce(Lines) -> F + Send + 'static,
) -> Response
where
    F: Future<Output = Result<(), Gone>> + Send + 'static,
{
    let (sender, receiver) = mpsc::channel(WAITING);
    // In a box, because `select!` would keep a second place for it.
    let talking = Box::pin(talk(Lines(sender)));
    spawn(async move {
        tokio::select! {
            // A client that is gone has nobody left to tell.
            _ = talking => {}
            () = stops(&mut stopping) => {}
        }
    });
    lines_of(receiver, NDJSON)
}

/// The same, ended also when the caller's token does; without one, when guests may watch no more.
pub(super) fn stream_lines_for<F>(
    app: &App,
    identity: Option<&Identity>,
    talk: impl FnOnce(Lines) -> F + Send + 'static,
) -> Response
where
    F: Future<Output = Result<(), Gone>> + Send + 'static,
{
    let mut outbox = Outbox::default();
    let (people, identity) = (Arc::clone(&app.people), identity.cloned());
    stream_lines(app.stopping.clone(), move |lines| async move {
        let _entered = people.enter(identity.as_ref(), outbox.dismisser()).await;
        tokio::select! {
            result = talk(lines) => result,
            _ = outbox.next() => Ok(()),
        }
    })
}

fn lines_of(receiver: mpsc::Receiver<Bytes>, kind: &'static str) -> Response {
    let lines = stream::unfold(receiver, |mut receiver| async {
        receiver.recv().await.map(|line| (Ok::<_, std::convert::Infallible>(line), receiver))
    });
    // A proxy in between must not collect lines.
    let at_once = HeaderName::from_static("x-accel-buffering");
    ([(CONTENT_TYPE, kind), (at_once, "no")], Body::from_stream(lines)).into_response()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use axum::body::to_bytes;

    use super::*;

    /// The clock of this test stands still but where all tasks wait for it.
    #[tokio::test(start_paused = true)]
    async fn a_stream_that_nobody_reads_ends_with_a_bounded_number_of_lines() {
        let (_stop, stopping) = watch::channel(false);
        let said = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&said);
        let answer = stream_lines(stopping, move |lines| async move {
            loop {
                lines.say(&"a line").await?;
                count.fetch_add(1, Ordering::Relaxed);
            }
        });
        tokio::time::sleep(PATIENCE + Duration::from_secs(1)).await;
        assert_eq!(said.load(Ordering::Relaxed), WAITING);
        // The task has ended, so the answer does too.
        let rest = to_bytes(answer.into_body(), usize::MAX).await.unwrap();
        assert_eq!(rest, "\"a line\"\n".repeat(WAITING));
    }
}
