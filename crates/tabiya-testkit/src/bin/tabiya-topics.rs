// SPDX-License-Identifier: AGPL-3.0-or-later
//! Measures what a topic with one reader costs the server in memory, for each kind of topic: `cargo xtask bench topics`.
//!
//! So many tabs connect and follow nothing. Then, kind by kind, each follows a topic of its own; in the lobby, of which there
//! is one, all follow the same. What the server's memory has grown by, shared by the tabs, is the figure. A game counts with
//! its room, and a kind that comes first counts what the server makes once; so each kind is begun by a few tabs that don't
//! count. Memory that was freed before is used again without showing, so less than half a KiB says nothing; with more topics the
//! figures are surer.
#![forbid(unsafe_code)]

use std::path::Path;
use std::time::Duration;

use clap::Parser;
use serde_json::json;
use tabiya_testkit::{Guest, NewGame, Server, TOPIC_KINDS, Tab, binary_beside_this_program};

/// How long the server's memory may settle.
const SETTLE: Duration = Duration::from_secs(2);
/// Tabs that begin a kind and don't count.
const FIRST: usize = 20;

/// Measure the memory of a topic with one reader, of each kind
#[derive(Clone, Copy, Parser)]
struct Options {
    /// Topics of each kind
    #[arg(long, default_value_t = 1_000)]
    topics: usize,
    /// Events, which the command line makes one by one
    #[arg(long, default_value_t = 300)]
    events: usize,
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let options = Options::parse();
    let binary = binary_beside_this_program();
    let mut flags = vec!["--unlimited-addresses", "127.0.0.0/8"];
    for limit in ["--max-games-per-minute", "--max-games-per-hour", "--max-unfinished-games"] {
        flags.extend([limit, "1000000"]);
    }
    let server = Server::start_with(&binary, ([127, 0, 0, 1], 0).into(), &flags).await;
    let topics = options.topics + FIRST;
    let events = options.events.min(options.topics) + FIRST;
    let over = finished(&server, topics).await;
    let held = events_of(&binary, &server, events).await;
    eprintln!("{topics} games are over, {events} events are announced");
    let mut tabs = Vec::with_capacity(topics);
    for _ in 0..topics {
        let guest = Guest::new(&server).await;
        let tab = Tab::open(&guest).await;
        tabs.push((guest, tab));
    }
    eprintln!("{topics} tabs are connected");
    let mut games = Vec::with_capacity(topics);
    let mut figures = Vec::new();
    for kind in TOPIC_KINDS {
        let count = if kind.starts_with("event") { events } else { topics };
        let mut before = 0;
        for part in [0..FIRST, FIRST..count] {
            tokio::time::sleep(SETTLE).await;
            before = server.resident_bytes();
            for number in part {
                let (guest, tab) = &mut tabs[number];
                let topic = match kind {
                    // With its room, which begins here.
                    "game" => {
                        games.push(guest.create(&NewGame::friend()).await);
                        games[number].clone()
                    }
                    "chat" => games[number].clone(),
                    // Players have no place in it.
                    "watchers" => games[(number + 1) % games.len()].clone(),
                    "analysis" => over[number].clone(),
                    "event" | "event_chat" => held[number].clone(),
                    _ => String::new(),
                };
                let topic = if topic.is_empty() { kind.to_owned() } else { format!("{kind}:{topic}") };
                tab.follow(topic).await;
            }
        }
        tokio::time::sleep(SETTLE).await;
        let grown = server.resident_bytes() as f64 - before as f64;
        let each = grown / (count - FIRST) as f64 / 1024.0;
        println!("{kind:12} {each:6.1} KiB with one reader ({} of them)", count - FIRST);
        figures.push((kind, each));
    }
    let of = |kind| figures.iter().find(|(each, _)| *each == kind).map_or(0.0, |(_, each)| *each);
    let chat = of("chat");
    let dearer = figures.iter().filter(|(kind, each)| *kind != "game" && *each > chat);
    for (kind, each) in dearer {
        println!("{kind} costs {:.1} KiB more than a chat", each - chat);
    }
}

/// So many games that have ended: two guests play them all.
async fn finished(server: &Server, count: usize) -> Vec<String> {
    let (white, black) = (Guest::new(server).await, Guest::new(server).await);
    let mut over = Vec::with_capacity(count);
    for _ in 0..count {
        let game = white.create(&NewGame::friend()).await;
        let mut socket = black.open(&game).await;
        socket.join().await;
        socket.command("resign", json!({})).await.accepted();
        over.push(game);
    }
    over
}

/// So many announced events, which the command line makes.
async fn events_of(binary: &Path, server: &Server, count: usize) -> Vec<String> {
    let mut held = Vec::with_capacity(count);
    for number in 0..count {
        let mut command = tokio::process::Command::new(binary);
        let name = format!("Event {number}");
        command.args([
            "event", "new", &name, "--format", "swiss", "--rounds", "5", "--time", "5+3", "--otb", "--data",
        ]);
        let output = command.arg(server.data()).output().await.expect("the program starts");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "no event: {complaint}");
        held.push(said.split_whitespace().last().expect("the id is the last word").to_owned());
    }
    held
}
