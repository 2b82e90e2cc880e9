// SPDX-License-Identifier: AGPL-3.0-or-later
//! A client that never reads, one that talks nonsense, handshakes that never end: the others play on.

use std::time::Duration;

use tabiya_testkit::{GameSocket, Guest, NewGame, Random, Reply, Server};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use crate::{Table, server, table};

/// A connection whose system takes hardly anything, upgraded to the game's socket.
async fn small_socket(server: &Server, guest: &Guest, game: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("the system has sockets");
    socket.set_recv_buffer_size(1024).expect("a fresh socket takes options");
    let mut stream = socket.connect(server.address()).await.expect("the server listens");
    let request = format!(
        "GET /api/games/{game}/socket?protocol=1 HTTP/1.1\r\nhost: {}\r\norigin: {}\r\ncookie: {}\r\n\
         connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
         sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        server.address(),
        server.origin(),
        guest.cookie()
    );
    stream.write_all(request.as_bytes()).await.expect("the server reads");
    let mut status = [0; 12];
    stream.read_exact(&mut status).await.expect("the server answers");
    assert_eq!(&status, b"HTTP/1.1 101");
    stream
}

/// One random move, as soon as the server takes it; both players see it.
async fn random_move(table: &mut Table, random: &mut Random) {
    let Table { white, black, .. } = table;
    let (mover, other) = if white.ply().is_multiple_of(2) { (white, black) } else { (black, white) };
    let uci = random.pick(&mover.legal()).clone();
    loop {
        match mover.play(&uci).await {
            Reply::Done(_) => break,
            // Credit comes back with time.
            Reply::Refused(message) if message["refusal"]["kind"] == "too_fast" => {
                tokio::time::sleep(Duration::from_millis(130)).await;
            }
            reply => panic!("{uci}: {reply:?}"),
        }
    }
    other.follow(mover).await;
}

#[tokio::test]
async fn a_client_that_never_reads_slows_nobody_and_resumes() {
    let mut table = table(NewGame::friend()).await;
    let carol = Guest::new(&table.server).await;
    let seq = table.white.seq();
    let never_reads = small_socket(&table.server, &carol, &table.game).await;
    let mut random = Random::new(5);
    for _ in 0..100 {
        random_move(&mut table, &mut random).await;
    }
    drop(never_reads);
    let resumed = GameSocket::open(&carol, &table.game, Some(seq)).await.expect("it may come back");
    assert_eq!(resumed.seq(), table.white.seq());
    assert_eq!(resumed.situation()["fen"], table.white.situation()["fen"]);
    random_move(&mut table, &mut random).await;
}

/// Rounds of nonsense; many more with `TABIYA_GARBAGE_ROUNDS`.
fn rounds() -> u64 {
    std::env::var("TABIYA_GARBAGE_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(40)
}

#[tokio::test]
async fn nonsense_harms_nobody_else_and_does_not_fill_the_log() {
    let mut table = table(NewGame::friend()).await;
    let mallory = Guest::new(&table.server).await;
    let before = table.server.log().lines().count();
    let mut random = Random::new(7);
    for round in 0..rounds() {
        // Bytes that are no HTTP, then bytes that are no frames, then a hundred messages that are no commands.
        let mut noise = TcpStream::connect(table.server.address()).await.expect("the server listens");
        let bytes: Vec<u8> = (0..4096).map(|_| random.next_u64() as u8).collect();
        // It may hang up on us at any byte.
        let _ = noise.write_all(&bytes).await;
        let mut frames = small_socket(&table.server, &mallory, &table.game).await;
        let _ = frames.write_all(&bytes).await;
        let mut talker = mallory.open(&table.game).await;
        for _ in 0..100 {
            let text: String = (0..40).map(|_| char::from(32 + random.below(95) as u8)).collect();
            talker.send_text(&text).await;
        }
        talker.drop_connection();
        if round % 4 == 0 && table.white.status() == "playing" {
            random_move(&mut table, &mut random).await;
        }
    }
    let log = table.server.log();
    let said = log.lines().count() - before;
    assert!(said <= 2, "{said} lines about it:\n{log}");
    assert!(!log.contains("panicked"), "{log}");
}

/// Connections that never finish their handshake; ten thousand with `TABIYA_HOARD=10000`.
fn hoard() -> usize {
    std::env::var("TABIYA_HOARD").ok().and_then(|hoard| hoard.parse().ok()).unwrap_or(200)
}

#[tokio::test]
async fn handshakes_that_never_end_harm_nobody_else() {
    let server = server().await;
    let mut hoarded = Vec::new();
    for _ in 0..hoard() {
        let mut stream = TcpStream::connect(server.address()).await.expect("the server listens");
        let _ =
            stream.write_all(b"GET /api/games/k3Jx0aQz/socket?protocol=1 HTTP/1.1\r\nhost: x\r\nupg").await;
        hoarded.push(stream);
    }
    let mut table = crate::table_on(server, NewGame::friend()).await;
    let mut random = Random::new(9);
    for _ in 0..20 {
        random_move(&mut table, &mut random).await;
    }
    assert_eq!(table.server.get("/healthz").await.status, 200);
    assert!(!table.server.log().contains("panicked"), "{}", table.server.log());
}
