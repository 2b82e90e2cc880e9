// SPDX-License-Identifier: AGPL-3.0-or-later
//! A client that never reads, one that talks nonsense, handshakes that never end: the others play on.

use std::time::{Duration, Instant};

use tabiya_rules::{CastlingMode, History, Position};
use tabiya_testkit::{GameSocket, Guest, NewGame, Random, Reply, Server};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use crate::limits::upgrade_on;
use crate::{Table, server_with, table, table_on};

/// A connection whose system takes hardly anything, upgraded to the game's socket.
async fn small_socket(server: &Server, guest: &Guest, game: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("the system has sockets");
    socket.set_recv_buffer_size(1024).expect("a fresh socket takes options");
    let stream = socket.connect(server.address()).await.expect("the server listens");
    let (status, stream) = upgrade_on(stream, server, guest, game, "").await;
    assert_eq!(status, 101);
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

/// So many moves are more than waits in the server's system, and then in its outbox.
const UNREAD: usize = 400;

/// A random game that lasts so long.
fn long_game() -> Vec<String> {
    for seed in 0.. {
        let (mut random, mut history) = (Random::new(seed), History::new(Position::start()));
        let mut moves = Vec::new();
        while history.outcome().is_none() {
            let played = *random.pick(&history.position().legal_moves());
            moves.push(played.to_uci(CastlingMode::Standard).to_string());
            history.play(played);
            if moves.len() == UNREAD {
                return moves;
            }
        }
    }
    unreachable!("some game lasts long enough")
}

/// The code of the close frame in what a server has sent (RFC 6455, 5.2); none where it was cut off.
fn close_code(sent: &[u8]) -> Option<u16> {
    // Behind what is left of the upgrade's head.
    let head = sent.windows(4).position(|window| window == b"\r\n\r\n")?;
    let mut sent = &sent[head + 4..];
    while let [kind, size, rest @ ..] = sent {
        let (size, rest) = match (*size, rest) {
            (126, [high, low, rest @ ..]) => (usize::from(u16::from_be_bytes([*high, *low])), rest),
            (size, rest) => (usize::from(size), rest),
        };
        match (*kind, rest) {
            (0x88, [high, low, ..]) => return Some(u16::from_be_bytes([*high, *low])),
            (0x88, _) => return None,
            _ => sent = rest.get(size..).unwrap_or_default(),
        }
    }
    None
}

#[tokio::test]
async fn clients_that_never_read_are_let_go_slow_nobody_and_resume() {
    let server = server_with(&["--message-burst", "100000", "--messages-per-second", "100000"]).await;
    let mut table = table_on(server, NewGame::friend()).await;
    let carol = Guest::new(&table.server).await;
    let (seq, lines) = (table.white.seq(), said(&table.server.log()).count());
    let _watcher = small_socket(&table.server, &carol, &table.game).await;
    let _player = small_socket(&table.server, &table.alice, &table.game).await;
    let mut late = small_socket(&table.server, &table.bob, &table.game).await;
    until_sockets(&table.server, 5).await;
    let begun = Instant::now();
    for uci in long_game() {
        table.play(&[uci.as_str()]).await;
    }
    // One begins to read after all, and is told why it is let go, unless it was cut off long ago.
    let mut sent = vec![0];
    let begins = tokio::time::timeout(tabiya_testkit::PATIENCE, late.read_exact(&mut sent)).await;
    assert!(begins.is_ok_and(|read| read.is_ok()), "what was sent before is there");
    let is_early = begun.elapsed() < Duration::from_secs(8);
    let read = tokio::time::timeout(tabiya_testkit::PATIENCE, late.read_to_end(&mut sent)).await;
    assert!(read.is_ok(), "a player who read too slowly is let go");
    let code = close_code(&sent);
    assert!(code == Some(4001) || (code.is_none() && !is_early), "{code:?}");
    // The others never do, and go all the same.
    until_sockets(&table.server, 2).await;
    let log = table.server.log();
    assert!(said(&log).count() <= lines + 1, "{log}");
    for guest in [&carol, &table.alice] {
        let resumed = GameSocket::open(guest, &table.game, Some(seq)).await.expect("it may come back");
        assert_eq!(resumed.seq(), table.white.seq());
        assert_eq!(resumed.situation()["fen"], table.white.situation()["fen"]);
    }
}

/// What a log says, but for that the machine let the server stand still: no client's doing.
fn said(log: &str) -> impl Iterator<Item = &str> {
    log.lines().filter(|line| !line.contains("the server stood still"))
}

/// Waits until the server counts so many sockets.
async fn until_sockets(server: &Server, wanted: u64) {
    let counted = async {
        while sockets(server).await != wanted {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let counted = tokio::time::timeout(tabiya_testkit::PATIENCE, counted).await;
    assert!(counted.is_ok(), "{} sockets in place of {wanted}", sockets(server).await);
}

/// How many sockets the server counts.
async fn sockets(server: &Server) -> u64 {
    let metrics = server.get("/metrics").await.body;
    let line = metrics.lines().find_map(|line| line.strip_prefix("tabiya_sockets "));
    line.and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("no sockets in:\n{metrics}"))
}

/// Rounds of nonsense; many more with `TABIYA_GARBAGE_ROUNDS`.
fn rounds() -> u64 {
    std::env::var("TABIYA_GARBAGE_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(40)
}

#[tokio::test]
async fn nonsense_harms_nobody_else_and_does_not_fill_the_log() {
    let mut table = table(NewGame::friend()).await;
    let mallory = Guest::new(&table.server).await;
    // The last thing that a start says.
    table.server.printed("the start set of puzzles is there").await;
    let before = said(&table.server.log()).count();
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
    // Nothing is said of nonsense.
    assert_eq!(said(&log).count(), before, "{} rounds, and it said:\n{log}", rounds());
}

/// Connections that never finish their handshake: ten thousand with `TABIYA_HOARD=10000`, or as many as the system allows.
fn hoard() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let wanted = std::env::var("TABIYA_HOARD").ok().and_then(|hoard| hoard.parse().ok()).unwrap_or(1_000);
    let limit = getrlimit(Resource::Nofile);
    // Where it can't be raised there are fewer.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum });
    let files = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
    usize::try_from(files.saturating_sub(200).min(wanted)).expect("no more than wanted")
}

#[tokio::test]
async fn handshakes_that_never_end_harm_nobody_else_and_do_not_fill_the_log() {
    let mut table = crate::table(NewGame::friend()).await;
    let (hoard, lines) = (hoard(), said(&table.server.log()).count());
    let mut random = Random::new(9);
    let mut hoarded = Vec::new();
    for number in 0..hoard {
        let mut stream = TcpStream::connect(table.server.address()).await.expect("the server listens");
        let _ = stream.write_all(b"GET /api/socket HTTP/1.1\r\nhost: x\r\nupg").await;
        hoarded.push(stream);
        if number % 100 == 0 && number < 2_000 {
            random_move(&mut table, &mut random).await;
        }
    }
    for _ in 0..20 {
        random_move(&mut table, &mut random).await;
    }
    // Who comes now gets in, too.
    let carol = Guest::new(&table.server).await;
    assert_eq!(carol.open(&table.game).await.ply(), table.white.ply());
    assert_eq!(table.server.get("/healthz").await.status, 200);
    let log = table.server.log();
    assert!(said(&log).count() <= lines + 1, "{hoard} connections, and it said:\n{log}");
}
