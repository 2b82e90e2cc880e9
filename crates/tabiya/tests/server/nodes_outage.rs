// SPDX-License-Identifier: AGPL-3.0-or-later
//! NATS is away while two people play whose sockets are at different nodes.

use std::time::{Duration, Instant};

use tabiya_store::conformance::postgres::Cluster;
use tabiya_testkit::{GameSocket, Guest, NatsServer, NewGame, Server};

use crate::nodes::until_shared;
use crate::server_with;

/// Each player's clock in milliseconds.
const CLOCK: u32 = 600_000;
/// How long NATS is away.
const AWAY: Duration = Duration::from_secs(8);

/// Bob's moves can't reach the node that owns the game. His clock ran while they could not.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_time_for_which_nats_is_away_is_charged_to_nobody_who_plays_from_another_node() {
    let (Some(cluster), Some(mut nats)) = (Cluster::start(), NatsServer::start()) else { return };
    let url = cluster.url(&cluster.database());
    let bus = nats.url();
    let node = async |name: &str| -> Server {
        server_with(&["--database", &url, "--bus", &bus, "--node", name]).await
    };
    let (one, two) = (node("one").await, node("two").await);
    until_shared(&url, |shares| shares.len() == 2 && shares.iter().all(|slots| *slots == 512)).await;
    let (alice, bob) = (Guest::new(&one).await, Guest::new(&two).await);
    let game = alice.create(&NewGame::friend().clocks(CLOCK, 0)).await;
    let (mut white, mut black) = (alice.open(&game).await, bob.open(&game).await);
    black.join().await;
    let mut turn = Instant::now();
    for (ply, uci) in ["e2e4", "e7e5", "g1f3"].into_iter().enumerate() {
        let (mover, other) = if ply % 2 == 0 { (&mut white, &mut black) } else { (&mut black, &mut white) };
        turn = Instant::now();
        mover.play(uci).await.accepted();
        other.follow(mover).await;
    }
    let mut watching = Guest::new(&two).await.open(&game).await;
    nats.kill();
    one.printed("the connection to NATS is lost").await;
    two.printed("the connection to NATS is lost").await;
    let before = turn.elapsed();
    // Whoever is at another node than the game is told so, also by a subscription that begins now.
    let sleeps = tokio::time::sleep(AWAY);
    black.ping().await;
    assert_eq!(either(&mut black, ["pong", "unreachable"]).await, "unreachable");
    watching.subscribe(Some(watching.seq())).await;
    assert_eq!(either(&mut watching, ["synced", "unreachable"]).await, "unreachable");
    white.ping().await;
    assert_eq!(either(&mut white, ["pong", "unreachable"]).await, "pong");
    sleeps.await;
    let back = Instant::now();
    nats.start_again();
    one.printed("the connection to NATS is back").await;
    watching.next("synced").await;
    let played = black.play("b8c6").await.accepted();
    let left = played["event"]["move"]["clock_ms"].as_u64().expect("a clock");
    let charged = u128::from(u64::from(CLOCK) - left);
    let most = (before + back.elapsed()).as_millis();
    assert!(charged <= most, "{charged} ms of at most {most}");
    white.follow(&black).await;
    assert_eq!(white.moves(), ["e2e4", "e7e5", "g1f3", "b8c6"]);
    assert_eq!(white.status(), "playing");
}

/// Which of these comes first.
async fn either(socket: &mut GameSocket, kinds: [&str; 2]) -> String {
    let message =
        socket.until("an answer", |message| kinds.iter().any(|kind| message["type"] == *kind)).await;
    message["type"].as_str().expect("text").to_owned()
}
