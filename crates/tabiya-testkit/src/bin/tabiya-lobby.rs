// SPDX-License-Identifier: AGPL-3.0-or-later
//! Measures the lobby: `cargo build --release -p tabiya -p tabiya-testkit && target/release/tabiya-lobby`.
//!
//! Thousands of tabs follow the lobby. Some of them look for an opponent, each for a time control of its own, so that they
//! wait; of these, some take their search back and begin it again, all the time. Beside them pairs of players look for the
//! same game, and what counts is the time from the second one's wish until both know their game.
#![forbid(unsafe_code)]

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use clap::Parser;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tabiya_testkit::latencies::Latencies;
use tabiya_testkit::{Guest, Server, binary_beside_this_program, patiently};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::{WebSocketStream, client_async};

/// How often a tab says that it is awake, as the page does.
const AWAKE: Duration = Duration::from_secs(10);

/// Measure the lobby of a fresh server
#[derive(Clone, Copy, Parser)]
struct Options {
    /// Tabs that follow the lobby
    #[arg(long, default_value_t = 10_000)]
    listeners: usize,
    /// How many of them look for an opponent
    #[arg(long, default_value_t = 5_000)]
    seeks: usize,
    /// Searches that begin or end in a second
    #[arg(long, default_value_t = 500)]
    changes: usize,
    /// Seconds to measure
    #[arg(long, default_value_t = 20)]
    seconds: u64,
}

/// What all tabs have heard.
#[derive(Default)]
struct Heard {
    lists: AtomicU64,
    changes: AtomicU64,
    refused: AtomicU64,
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let options = Options::parse();
    let mut flags = vec!["--unlimited-addresses", "127.0.0.0/8"];
    for limit in ["--max-games-per-minute", "--max-games-per-hour", "--max-unfinished-games"] {
        flags.extend([limit, "1000000"]);
    }
    let server = Server::start_with(binary_beside_this_program(), ([127, 0, 0, 1], 0).into(), &flags).await;
    let heard = Arc::new(Heard::default());
    // A search begins and ends once in this time.
    let changing = (options.changes * 5).min(options.seeks);
    let cycle = Duration::from_secs_f64(2.0 * changing as f64 / options.changes.max(1) as f64);
    for number in 0..options.listeners {
        let mut tab = Tab::open(&server).await;
        tab.say(&json!({"type": "subscribe", "topic": "lobby"})).await;
        let changes = (number < changing).then(|| (cycle, cycle.mul_f64(number as f64 / changing as f64)));
        if number < options.seeks {
            tab.say(&seek(wish(number))).await;
        }
        tokio::spawn(tab.live(number, changes, Arc::clone(&heard)));
    }
    eprintln!("{} tabs follow the lobby, {} of them search", options.listeners, options.seeks);
    tokio::time::sleep(Duration::from_secs(5)).await;

    let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    let before = [count(&heard.lists), count(&heard.changes), count(&heard.refused)];
    let (cpu, started) = (server.cpu_time(), Instant::now());
    let mut pairing = Latencies::default();
    while started.elapsed() < Duration::from_secs(options.seconds) {
        pairing.add(started.elapsed(), pair(&server).await);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let wall = started.elapsed().as_secs_f64();
    let share = (server.cpu_time() - cpu).as_secs_f64() / wall;
    let [lists, changes, refused] = [&heard.lists, &heard.changes, &heard.refused].map(count);
    let [median, most, longest] = pairing.at([0.5, 0.99, 1.0]);
    println!("{:.0} changes a second, {} refused", (changes - before[1]) as f64 / wall, refused - before[2]);
    println!(
        "{:.2} lists a second for each tab",
        (lists - before[0]) as f64 / wall / options.listeners as f64
    );
    println!("{share:.2} of a core; {:.0} MB", server.resident_bytes() as f64 / 1e6);
    println!(
        "{} pairs, from the second wish to both: median {median:.1} ms, 99 % within {most:.1} ms, longest {longest:.1} ms",
        pairing.len()
    );
}

/// A time control that no other number has.
fn wish(number: usize) -> Value {
    json!({"time": {"initial_ms": 60_000 * (1 + number / 60), "increment_ms": 1_000 * (number % 60)}})
}

fn seek(wish: Value) -> Value {
    json!({"type": "seek", "topic": "lobby", "id": 1, "wish": wish})
}

/// Two players look for the same game. From the second one's wish until both have heard of their game.
async fn pair(server: &Server) -> Duration {
    let same = json!({"time": {"initial_ms": 10_800_000, "increment_ms": 17_000}});
    let [mut first, mut second] = [Tab::open(server).await, Tab::open(server).await];
    for tab in [&mut first, &mut second] {
        for topic in ["me", "lobby"] {
            tab.say(&json!({"type": "subscribe", "topic": topic})).await;
        }
    }
    first.say(&seek(same.clone())).await;
    first.until("\"searching\"").await;
    second.until("\"lobby\"").await;
    let started = Instant::now();
    second.say(&seek(same)).await;
    tokio::join!(first.until("\"paired\",\"topic\":\"me\""), second.until("\"paired\",\"topic\":\"me\""));
    started.elapsed()
}

/// A browser tab, of which little is read, so that one thread can be ten thousand of them.
struct Tab(WebSocketStream<TcpStream>);

impl Tab {
    async fn open(server: &Server) -> Self {
        let guest = Guest::new(server).await;
        let url = format!("ws://{}/api/socket?protocol=3", guest.address());
        let mut request = url.into_client_request().expect("a well-formed address");
        for (name, value) in [("cookie", guest.cookie()), ("origin", &guest.origin())] {
            request.headers_mut().insert(name, HeaderValue::from_str(value).expect("visible ASCII"));
        }
        let stream = TcpStream::connect(guest.address()).await.expect("the server listens");
        stream.set_nodelay(true).expect("a fresh socket takes options");
        Self(client_async(request, stream).await.expect("the server takes the socket").0)
    }

    async fn say(&mut self, message: &Value) {
        self.0.send(Message::text(message.to_string())).await.expect("the server reads");
    }

    /// The next text.
    async fn hear(&mut self) -> String {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => return text.to_string(),
                Some(Ok(_)) => {}
                ended => panic!("the server let a tab go: {ended:?}"),
            }
        }
    }

    /// Reads until a text that contains this.
    async fn until(&mut self, wanted: &str) {
        patiently(wanted, async { while !self.hear().await.contains(wanted) {} }).await;
    }

    /// Follows the lobby for ever. One that changes takes its search back and begins it again, once in a cycle.
    async fn live(mut self, number: usize, changes: Option<(Duration, Duration)>, heard: Arc<Heard>) {
        let mut searches = true;
        let (half, first) = changes.map_or((AWAKE, AWAKE), |(cycle, first)| (cycle / 2, first));
        let start = tokio::time::Instant::now() + first;
        #[expect(clippy::disallowed_methods, reason = "each begins at an instant of its own")]
        let mut beat = tokio::time::interval_at(start, half);
        loop {
            tokio::select! {
                text = self.hear() => {
                    let counter = if text.starts_with("{\"type\":\"lobby\"") {
                        &heard.lists
                    } else if text.starts_with("{\"type\":\"searching\"") {
                        &heard.changes
                    } else if text.contains("\"refused\"") {
                        &heard.refused
                    } else {
                        continue;
                    };
                    counter.fetch_add(1, Ordering::Relaxed);
                }
                _ = beat.tick() => {
                    let message = if changes.is_none() {
                        json!({"type": "ping", "topic": "lobby"})
                    } else if searches {
                        json!({"type": "cancel_seek", "topic": "lobby", "id": 2})
                    } else {
                        seek(wish(number))
                    };
                    searches = !searches;
                    self.say(&message).await;
                }
            }
        }
    }
}
