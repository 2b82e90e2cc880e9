// SPDX-License-Identifier: AGPL-3.0-or-later
//! Connections of a door that takes nobody in any more.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::routing::get;
use tabiya_runtime::config::Config;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, mpsc, watch};
use tokio::time::timeout;

use super::{Door, Gate};
use crate::address::AddressLimit;

/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(60);

async fn ask(address: SocketAddr, path: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(format!("GET {path} HTTP/1.1\r\nhost: chess.example\r\n\r\n").as_bytes()).await.unwrap();
    stream
}

/// What comes until the other side closes the connection.
async fn rest(stream: &mut TcpStream) -> String {
    let mut rest = String::new();
    timeout(PATIENCE, stream.read_to_string(&mut rest)).await.expect("it is closed").unwrap();
    rest
}

/// A program whose stream ended asked for the next one over the same connection, of a server that was about to stop.
#[tokio::test]
async fn when_nobody_is_taken_in_any_more_connections_end_with_the_answers_that_are_under_way() {
    let mut config = Config::for_tests();
    config.limits.handshake = 10 * PATIENCE;
    let (asked, goes_on) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let slow = {
        let (asked, goes_on) = (Arc::clone(&asked), Arc::clone(&goes_on));
        async move || {
            asked.notify_one();
            goes_on.notified().await;
            "the end of a stream"
        }
    };
    let router = Router::new().route("/", get("an answer")).route("/slow", get(slow));
    let ((alive, _all_gone), (_stop, stopping)) = (mpsc::channel(1), watch::channel(false));
    let gate = Gate::new(&config, AddressLimit::for_connections(&config.limits), 10, alive, stopping);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let running = tokio::spawn(gate.run(listener, Door::plain(router)));

    let mut idle = ask(address, "/").await;
    let mut answer = Vec::new();
    while !answer.ends_with(b"an answer") {
        assert_ne!(idle.read_buf(&mut answer).await.unwrap(), 0, "the connection is kept");
    }
    let mut busy = ask(address, "/slow").await;
    asked.notified().await;
    running.abort();
    assert_eq!(rest(&mut idle).await, "");
    goes_on.notify_one();
    let last = rest(&mut busy).await;
    assert!(last.ends_with("the end of a stream"), "{last}");
}
