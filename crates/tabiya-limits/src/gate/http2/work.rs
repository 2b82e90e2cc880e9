// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a connection has under way: its streams, and what its client has not read yet.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use hyper::rt::Executor;
use tabiya_runtime::spawn::spawn;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

/// How many answers of a connection are made, or wait to be read, at a time; others wait for these. Each may have 64 KiB, as on a
/// connection over HTTP/1.1. What is longer counts as a long answer of its address as well.
const ANSWERS: usize = 8;
/// How many more requests a client may take back than it hears out.
const TAKEN_BACK: usize = 100;
/// How long an answer may stay unread without getting on.
const UNREAD: Duration = Duration::from_secs(30);

/// What one connection has under way.
pub(super) struct Work {
    /// Streams that are open.
    streams: AtomicUsize,
    /// Pieces of answers that are not written yet.
    unread: AtomicUsize,
    /// Grows with all that gets on.
    moves: AtomicUsize,
    taken_back: AtomicUsize,
    too_many_taken_back: Notify,
    answers: Arc<Semaphore>,
}

/// Why a connection has to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Over {
    /// Its client asks nothing any more. It is told that it may go.
    Idle,
    /// Its client does not read.
    Unread,
    /// Its client takes its requests back, as soon as work on them has begun (CVE-2023-44487).
    TakenBack,
}

impl Work {
    pub(super) fn new() -> Arc<Self> {
        Arc::new(Self {
            streams: AtomicUsize::new(0),
            unread: AtomicUsize::new(0),
            moves: AtomicUsize::new(0),
            taken_back: AtomicUsize::new(0),
            too_many_taken_back: Notify::new(),
            answers: Arc::new(Semaphore::new(ANSWERS)),
        })
    }

    /// Something gets on.
    pub(super) fn moves(&self) {
        self.moves.fetch_add(1, Ordering::Relaxed);
    }

    /// Waits for the connection's next place among those that are answered at a time.
    pub(super) async fn place(&self) -> Arc<OwnedSemaphorePermit> {
        let place = Arc::clone(&self.answers).acquire_owned().await;
        Arc::new(place.expect("nobody closes the semaphore"))
    }

    /// A request is here. It is taken back unless the returned value is told otherwise.
    pub(super) fn asked(self: &Arc<Self>) -> Asked {
        Asked { work: Arc::clone(self), is_heard_out: false }
    }

    /// A piece of an answer, unread until the returned value is dropped.
    pub(super) fn piece(self: &Arc<Self>) -> Unread {
        self.unread.fetch_add(1, Ordering::Relaxed);
        self.moves();
        Unread(Arc::clone(self))
    }

    /// Waits until the connection has to end. An idle one may stay for `patience`, or up to twice as long.
    pub(super) async fn over(&self, patience: Duration) -> Over {
        tokio::select! {
            over = self.halts(patience) => over,
            () = self.too_many_taken_back.notified() => Over::TakenBack,
        }
    }

    async fn halts(&self, patience: Duration) -> Over {
        loop {
            let before = self.moves.load(Ordering::Relaxed);
            let limit = if self.is_idle() { patience } else { UNREAD };
            tokio::time::sleep(limit).await;
            if self.moves.load(Ordering::Relaxed) != before {
                continue;
            }
            if self.is_idle() {
                return Over::Idle;
            }
            // Else somebody waits for an answer that is still to be made, such as the next line of a stream.
            if self.unread.load(Ordering::Relaxed) > 0 {
                return Over::Unread;
            }
        }
    }

    fn is_idle(&self) -> bool {
        self.streams.load(Ordering::Relaxed) == 0 && self.unread.load(Ordering::Relaxed) == 0
    }
}

/// A request that is answered. Dropping it takes the request back.
pub(super) struct Asked {
    work: Arc<Work>,
    is_heard_out: bool,
}

impl Asked {
    /// There is an answer.
    pub(super) fn answered(mut self) {
        self.is_heard_out = true;
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        let counted = &self.work.taken_back;
        if self.is_heard_out {
            // Where there is none, there is nothing to forget.
            let _ = counted.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |count| count.checked_sub(1));
        } else if counted.fetch_add(1, Ordering::Relaxed) >= TAKEN_BACK {
            self.work.too_many_taken_back.notify_one();
        }
    }
}

/// A piece of an answer that the client has not read.
pub(super) struct Unread(Arc<Work>);

impl Drop for Unread {
    fn drop(&mut self) {
        self.0.unread.fetch_sub(1, Ordering::Relaxed);
        self.0.moves();
    }
}

/// Starts the task of each stream, and counts it for as long as it runs.
#[derive(Clone)]
pub(super) struct Streams(pub(super) Arc<Work>);

struct OpenStream(Arc<Work>);

impl Drop for OpenStream {
    fn drop(&mut self) {
        self.0.streams.fetch_sub(1, Ordering::Relaxed);
        self.0.moves();
    }
}

impl<F> Executor<F> for Streams
where
    F: Future + Send + 'static,
    F::Output: Send,
{
    fn execute(&self, stream: F) {
        self.0.streams.fetch_add(1, Ordering::Relaxed);
        self.0.moves();
        let open = OpenStream(Arc::clone(&self.0));
        spawn(async move {
            let _open = open;
            stream.await;
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATIENCE: Duration = Duration::from_secs(5);

    async fn over_within(work: &Work, limit: Duration) -> Option<Over> {
        tokio::time::timeout(limit, work.over(PATIENCE)).await.ok()
    }

    #[tokio::test(start_paused = true)]
    async fn an_idle_connection_ends_and_one_with_a_stream_goes_on() {
        let work = Work::new();
        let (end, ended) = tokio::sync::oneshot::channel::<()>();
        Streams(Arc::clone(&work)).execute(async move { ended.await.unwrap_or_default() });
        assert_eq!(over_within(&work, 100 * UNREAD).await, None, "it waits for the next line of its stream");
        end.send(()).unwrap();
        assert_eq!(over_within(&work, UNREAD + 2 * PATIENCE).await, Some(Over::Idle));
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_that_does_not_get_on_ends_the_connection() {
        let work = Work::new();
        let piece = work.piece();
        let busy = async {
            for _ in 0..10 {
                tokio::time::sleep(UNREAD / 2).await;
                work.moves();
            }
        };
        tokio::select! {
            over = work.over(PATIENCE) => panic!("{over:?}, though it is read"),
            () = busy => {}
        }
        assert_eq!(over_within(&work, 2 * UNREAD).await, Some(Over::Unread));
        drop(piece);
        assert_eq!(over_within(&work, 2 * PATIENCE).await, Some(Over::Idle));
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_takes_back_more_than_it_hears_out_has_to_go() {
        let work = Work::new();
        for _ in 0..10 * TAKEN_BACK {
            drop(work.asked());
            work.asked().answered();
        }
        assert_eq!(over_within(&work, PATIENCE / 2).await, None);
        (0..=TAKEN_BACK).for_each(|_| drop(work.asked()));
        assert_eq!(over_within(&work, PATIENCE / 2).await, Some(Over::TakenBack));
    }
}
