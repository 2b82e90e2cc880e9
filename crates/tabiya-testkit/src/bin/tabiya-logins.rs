// SPDX-License-Identifier: AGPL-3.0-or-later
//! Measures what 200 log-ins within a second do to the moves of a game, and what it costs to look a session up:
//! `cargo build --release -p tabiya -p tabiya-testkit && target/release/tabiya-logins`.
//!
//! One game is played all the time, a move as soon as the one before has arrived. Its latencies are taken first alone, then
//! from the first log-in until the last one is answered. The session check is the difference of two calls over one
//! connection: one that asks who calls, and one that does not.
#![forbid(unsafe_code)]

use std::time::{Duration, Instant};

use serde_json::json;
use tabiya_testkit::latencies::Latencies;
use tabiya_testkit::{GameSocket, Guest, NewGame, Server, binary_beside_this_program};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

const LOG_INS: u32 = 200;
const PLAYERS: u32 = 20;
const CALLS: usize = 5_000;
const PASSWORD: &str = "a few unrelated words";
const SHUFFLE: [&str; 4] = ["g1f3", "g8f6", "f3g1", "f6g8"];

#[tokio::main]
async fn main() {
    let mut flags = vec!["--unlimited-addresses", "127.0.0.0/8"];
    for limit in ["--max-games-per-minute", "--max-games-per-hour", "--max-unfinished-games"] {
        flags.extend([limit, "100000"]);
    }
    let listen = ([127, 0, 0, 1], 0).into();
    let server = Server::start_with(binary_beside_this_program(), listen, &flags).await;
    let mut members = Vec::new();
    for number in 0..PLAYERS {
        let mut member = Guest::new(&server).await;
        let wish = json!({"name": format!("Player{number}"), "password": PASSWORD});
        let answer = member.act("POST", "/api/register", &wish).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        members.push(member);
    }
    let (white, black) = (Guest::new(&server).await, Guest::new(&server).await);
    let alone = moves_until(&white, &black, tokio::time::sleep(Duration::from_secs(10))).await;
    let started = Instant::now();
    let beside = moves_until(&white, &black, log_in(&server)).await;
    let took = started.elapsed();
    for (what, latencies) in [("alone", &alone), ("beside the log-ins", &beside)] {
        let [median, most] = latencies.at([0.5, 0.99]);
        println!("moves {what:<20} median {median:.3} ms, 99 % within {most:.3} ms");
    }
    println!("{LOG_INS} log-ins planned for one second, the last answered after {:.1} s", took.as_secs_f64());
    let (who, none) = (calls(&members[0], "/api/me").await, calls(&members[0], "/healthz").await);
    println!("a call that looks a session up: median {who:.1} us; one that does not: {none:.1} us");
}

/// Plays until this is done.
async fn moves_until(white: &Guest, black: &Guest, done: impl Future<Output = ()>) -> Latencies {
    let mut latencies = Latencies::default();
    let playing = async {
        loop {
            let game = white.create(&NewGame::friend()).await;
            let (mut first, mut second) = (white.open(&game).await, black.open(&game).await);
            second.join().await;
            first.follow(&second).await;
            for (ply, uci) in SHUFFLE.iter().cycle().take(SHUFFLE.len() * 3).enumerate() {
                let (mover, other) =
                    if ply % 2 == 0 { (&mut first, &mut second) } else { (&mut second, &mut first) };
                latencies.add(Duration::ZERO, time_of(mover, other, uci).await);
            }
        }
    };
    tokio::select! {
        () = done => {}
        () = playing => {}
    }
    latencies
}

/// From the mover's send to the arrival at the opponent.
async fn time_of(mover: &mut GameSocket, other: &mut GameSocket, uci: &str) -> Duration {
    let started = Instant::now();
    let reply = async { mover.play(uci).await.accepted() };
    let arrival = async {
        other.event("move_played").await;
        started.elapsed()
    };
    tokio::join!(reply, arrival).1
}

/// All log-ins within a second, each from a browser of its own; returns once the last is answered.
async fn log_in(server: &Server) {
    let mut all = JoinSet::new();
    for number in 0..LOG_INS {
        let mut browser = Guest::new(server).await;
        let wish = json!({"name": format!("Player{}", number % PLAYERS), "password": PASSWORD});
        all.spawn(async move { browser.act("POST", "/api/login", &wish).await.status });
        tokio::time::sleep(Duration::from_secs(1) / LOG_INS).await;
    }
    let statuses = all.join_all().await;
    let refused = statuses.iter().filter(|status| **status != 200).count();
    assert_eq!(refused, 0, "log-ins were refused: {statuses:?}");
}

/// The median of many calls over one connection, in microseconds.
async fn calls(member: &Guest, path: &str) -> f64 {
    let mut stream = BufReader::new(TcpStream::connect(member.address()).await.expect("the server listens"));
    let request =
        format!("GET {path} HTTP/1.1\r\nhost: {}\r\ncookie: {}\r\n\r\n", member.address(), member.cookie());
    let mut taken = Vec::with_capacity(CALLS);
    for _ in 0..CALLS {
        let started = Instant::now();
        stream.write_all(request.as_bytes()).await.expect("the server reads");
        let mut length = 0;
        loop {
            let mut line = String::new();
            stream.read_line(&mut line).await.expect("the server answers");
            if line.trim().is_empty() {
                break;
            }
            let (name, value) = line.split_once(':').unwrap_or_default();
            if name.eq_ignore_ascii_case("content-length") {
                length = value.trim().parse().expect("a length is a number");
            }
        }
        let mut body = vec![0; length];
        stream.read_exact(&mut body).await.expect("the whole body comes");
        taken.push(started.elapsed());
    }
    taken.sort_unstable();
    taken[CALLS / 2].as_secs_f64() * 1e6
}
