// SPDX-License-Identifier: AGPL-3.0-or-later
//! A connection whose client does not read, in a time that passes by itself.

use std::sync::atomic::{AtomicUsize, Ordering};

use axum::body::Body;
use axum::routing::get;
use bytes::Bytes;
use h2::client::{ResponseFuture, SendRequest};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use super::super::newcomers::Newcomers;
use super::*;
use crate::address::AddressPlace;

const PATIENCE: Duration = Duration::from_secs(5);

struct Kept(Arc<AtomicUsize>);

impl Drop for Kept {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl AsRef<[u8]> for Kept {
    fn as_ref(&self) -> &[u8] {
        &[0; 10_000]
    }
}

/// Serves one connection. `/answer` is 10,000 bytes, which `kept` counts until they are gone; `/lines` is a stream that never
/// says anything, and `begun` counts the requests for both.
struct Served {
    client: SendRequest<Bytes>,
    served: JoinHandle<()>,
    kept: Arc<AtomicUsize>,
    begun: Arc<AtomicUsize>,
    _stop: watch::Sender<bool>,
}

impl Served {
    /// `window`: how much the client takes before it has read, of each answer.
    async fn new(window: u32) -> Self {
        let (kept, begun) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let (for_answers, of_answers, of_lines) = (Arc::clone(&kept), Arc::clone(&begun), Arc::clone(&begun));
        let router = Router::new()
            .route(
                "/answer",
                get(async move || {
                    of_answers.fetch_add(1, Ordering::SeqCst);
                    for_answers.fetch_add(1, Ordering::SeqCst);
                    Bytes::from_owner(Kept(for_answers))
                }),
            )
            .route(
                "/lines",
                get(async move || {
                    of_lines.fetch_add(1, Ordering::SeqCst);
                    Body::new(Silent)
                }),
            );
        let (ours, theirs) = tokio::io::duplex(64 * 1024);
        let (alive, _) = mpsc::channel(1);
        let peer = ([127, 0, 0, 1], 1).into();
        let place = AddressPlace::default();
        let admission = Admission::new(peer, 0, Arc::new(Newcomers::default()), Arc::default(), place, alive);
        let (_stop, stopping) = watch::channel(false);
        let service = TowerToHyperService::new(router);
        let served = tokio::spawn(serve(ours, Arc::new(admission), service, PATIENCE, stopping));
        let (client, connection) =
            h2::client::Builder::new().initial_window_size(window).handshake(theirs).await.unwrap();
        // It ends when the server cuts it off.
        tokio::spawn(async move { connection.await.unwrap_or_default() });
        Self { client, served, kept, begun, _stop }
    }

    async fn ask(&self, path: &str) -> ResponseFuture {
        let request = Request::get(format!("https://127.0.0.1{path}")).body(()).unwrap();
        self.client.clone().ready().await.unwrap().send_request(request, true).unwrap().0
    }
}

struct Silent;

impl axum::body::HttpBody for Silent {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: std::pin::Pin<&mut Self>,
        _: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Result<hyper::body::Frame<Bytes>, Infallible>>> {
        std::task::Poll::Pending
    }
}

async fn a_while() {
    tokio::time::sleep(Duration::from_secs(1)).await;
}

#[tokio::test(start_paused = true)]
async fn whoever_does_not_read_loses_the_connection_and_what_waits_for_it() {
    // With room for one byte the whole answer is handed over; with room for none it waits before that.
    for window in [0, 1] {
        let served = Served::new(window).await;
        let answers = [served.ask("/answer").await, served.ask("/answer").await];
        a_while().await;
        assert_eq!(served.kept.load(Ordering::SeqCst), 2, "a window of {window}");
        tokio::time::timeout(Duration::from_secs(61), served.served).await.expect("it is cut off").unwrap();
        a_while().await;
        assert_eq!(served.kept.load(Ordering::SeqCst), 0, "a window of {window}");
        drop(answers);
    }
}

#[tokio::test(start_paused = true)]
async fn so_many_answers_wait_to_be_read_and_the_next_are_not_made() {
    let served = Served::new(1).await;
    let mut asked = Vec::new();
    for _ in 0..20 {
        asked.push(served.ask("/answer").await);
    }
    a_while().await;
    assert_eq!(served.begun.load(Ordering::SeqCst), 8);
    // One is taken back, and the next has its place.
    drop(asked.remove(0));
    a_while().await;
    assert_eq!((served.begun.load(Ordering::SeqCst), served.kept.load(Ordering::SeqCst)), (9, 8));
}

#[tokio::test(start_paused = true)]
async fn streams_of_lines_take_no_place_and_stay_open() {
    let served = Served::new(65_535).await;
    let mut asked = Vec::new();
    for _ in 0..20 {
        asked.push(served.ask("/lines").await);
    }
    tokio::time::sleep(Duration::from_secs(600)).await;
    assert_eq!(served.begun.load(Ordering::SeqCst), 20);
    assert!(!served.served.is_finished(), "nobody says anything, and everybody listens");
    drop(asked);
    tokio::time::timeout(Duration::from_secs(120), served.served).await.expect("it is idle").unwrap();
}
