// SPDX-License-Identifier: AGPL-3.0-or-later
//! Measures the compatible API: `cargo build --release -p tabiya -p tabiya-testkit`, then
//! `target/release/tabiya-api moves`, `… streams` or `… export`.
#![forbid(unsafe_code)]

use std::time::{Duration, Instant};

use clap::Parser;
use serde_json::json;
use tabiya_rules::{CastlingMode, Position};
use tabiya_testkit::latencies::Latencies;
use tabiya_testkit::{
    GameSocket, Guest, LineStream, NewGame, Program, Random, Server, binary_beside_this_program, token_of,
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const PASSWORD: &str = "a few unrelated words";
/// Half-moves of a game: as many as a player's programs and sockets may send without a pause.
const HALF_MOVES: usize = 60;

/// Measure the compatible API of a fresh server
#[derive(Parser)]
enum What {
    /// Play games in turn through sockets and through the API: what does a move cost, and how long is it under way?
    Moves {
        /// Rounds; in each, ten games are played through either
        #[arg(long, default_value_t = 20)]
        rounds: usize,
    },
    /// Open streams of lines and take the slope of the server's memory
    Streams {
        #[arg(long, default_value_t = 2_000)]
        streams: usize,
    },
    /// Play games, then export all of them as PGN, again and again
    Export {
        #[arg(long, default_value_t = 5_000)]
        games: usize,
        /// How often all of them are exported
        #[arg(long, default_value_t = 5)]
        times: usize,
    },
}

#[tokio::main]
async fn main() {
    let what = What::parse();
    let mut flags = vec!["--unlimited-addresses", "127.0.0.0/8"];
    for limit in ["--max-games-per-minute", "--max-games-per-hour", "--max-unfinished-games"] {
        flags.extend([limit, "1000000"]);
    }
    let server = Server::start_with(binary_beside_this_program(), ([127, 0, 0, 1], 0).into(), &flags).await;
    match what {
        What::Moves { rounds } => moves(&server, rounds).await,
        What::Streams { streams } => self::streams(&server, streams).await,
        What::Export { games, times } => export(&server, games, times).await,
    }
}

/// A player with an account: a browser, and a token for programs.
struct Member {
    browser: Guest,
    token: String,
}

impl Member {
    async fn new(server: &Server, name: &str) -> Self {
        let mut browser = Guest::new(server).await;
        let wish = json!({"name": name, "password": PASSWORD});
        let answer = browser.act("POST", "/api/register", &wish).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        let token = token_of(&binary_beside_this_program(), server, name, "board:play").await;
        Self { browser, token }
    }
}

/// The moves of a random game that does not end by itself.
fn random_game(random: &mut Random) -> Vec<String> {
    loop {
        let mut position = Position::start();
        let mut moves = Vec::new();
        while moves.len() < HALF_MOVES {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let chosen = *random.pick(&legal);
            moves.push(chosen.to_uci(CastlingMode::Standard).to_string());
            position.play(chosen);
        }
        if moves.len() == HALF_MOVES {
            return moves;
        }
    }
}

/// What moves have cost.
#[derive(Default)]
struct Cost {
    /// From the mover's send to the opponent's receipt.
    latencies: Latencies,
    cpu: Duration,
}

async fn moves(server: &Server, rounds: usize) {
    let mut members = Vec::new();
    for number in 0..20 {
        members.push(Member::new(server, &format!("Player{number}")).await);
    }
    let mut random = Random::new(1);
    let [mut by_socket, mut by_api] = [Cost::default(), Cost::default()];
    for round in 0..rounds {
        for through_api in [round % 2 == 0, round % 2 != 0] {
            let mut games = Vec::new();
            for pair in members.chunks(2) {
                games.push((seat(&pair[0], &pair[1]).await, random_game(&mut random)));
            }
            let cost = if through_api { &mut by_api } else { &mut by_socket };
            for ((sides, moves), pair) in games.into_iter().zip(members.chunks(2)) {
                if through_api {
                    play_by_api(server, pair, sides, &moves, cost).await;
                } else {
                    play_by_socket(server, sides, &moves, cost).await;
                }
            }
        }
    }
    for (name, Cost { latencies, cpu }) in [("socket", &by_socket), ("API", &by_api)] {
        let [median, most] = latencies.at([0.5, 0.99]);
        let each = cpu.as_secs_f64() * 1e6 / latencies.len() as f64;
        println!(
            "{name:<7} {each:.0} us of CPU a move; to the opponent: median {median:.3} ms, 99 % within {most:.3} ms"
        );
    }
    let ratio = by_api.cpu.as_secs_f64() / by_socket.cpu.as_secs_f64();
    println!("an API move costs {ratio:.2} times a socket's move");
}

/// A game between these two, with a socket for each.
async fn seat(white: &Member, black: &Member) -> (String, [GameSocket; 2]) {
    let game = white.browser.create(&NewGame::friend().clocks(600_000, 5_000)).await;
    let mut sockets = [white.browser.open(&game).await, black.browser.open(&game).await];
    sockets[1].join().await;
    let [first, second] = &mut sockets;
    first.follow(second).await;
    (game, sockets)
}

async fn play_by_socket(
    server: &Server,
    (_, [mut white, mut black]): (String, [GameSocket; 2]),
    moves: &[String],
    cost: &mut Cost,
) {
    let before = server.cpu_time();
    for (ply, uci) in moves.iter().enumerate() {
        let (mover, other) = if ply % 2 == 0 { (&mut white, &mut black) } else { (&mut black, &mut white) };
        let started = Instant::now();
        let reply = async { mover.play(uci).await.accepted() };
        let arrival = async {
            other.event("move_played").await;
            started.elapsed()
        };
        cost.latencies.add(Duration::ZERO, tokio::join!(reply, arrival).1);
    }
    cost.cpu += server.cpu_time() - before;
}

async fn play_by_api(
    server: &Server,
    pair: &[Member],
    (game, sockets): (String, [GameSocket; 2]),
    moves: &[String],
    cost: &mut Cost,
) {
    let path = format!("/api/board/game/stream/{game}");
    let mut sides = Vec::new();
    for member in pair {
        let mut stream = LineStream::open(server, "GET", &path, &member.token, "").await;
        stream.until("the whole game", |line| line["type"] == "gameFull").await;
        sides.push((Program::new(server, &member.token).await, stream));
    }
    drop(sockets);
    let before = server.cpu_time();
    for (ply, uci) in moves.iter().enumerate() {
        let (first, second) = sides.split_at_mut(1);
        let (mover, other) =
            if ply % 2 == 0 { (&mut first[0], &mut second[0]) } else { (&mut second[0], &mut first[0]) };
        let path = format!("/api/board/game/{game}/move/{uci}");
        let has_it = |line: &serde_json::Value| {
            line["moves"].as_str().is_some_and(|moves| moves.split(' ').count() == ply + 1)
        };
        let started = Instant::now();
        let reply = mover.0.call("POST", &path, "");
        let arrival = async {
            other.1.until("the move", has_it).await;
            started.elapsed()
        };
        let own = mover.1.until("the own move", has_it);
        let ((status, body), arrival, _) = tokio::join!(reply, arrival, own);
        assert_eq!(status, 200, "{}", String::from_utf8_lossy(&body));
        cost.latencies.add(Duration::ZERO, arrival);
    }
    cost.cpu += server.cpu_time() - before;
}

/// Streams of games that go on, four of each: both players' programs, and two who watch.
async fn streams(server: &Server, streams: usize) {
    let (white, black) = (Member::new(server, "White").await, Member::new(server, "Black").await);
    let mut games = Vec::new();
    for _ in 0..streams.div_ceil(4) {
        let game = white.browser.create(&NewGame::friend().clocks(3 * 3_600_000, 0)).await;
        let mut socket = black.browser.open(&game).await;
        socket.join().await;
        games.push(game);
    }
    // Each game's room is there already, so the slope is that of the streams alone.
    let settle = Duration::from_secs(3);
    tokio::time::sleep(settle).await;
    let mut open = Vec::new();
    let (mut few, first) = (server.resident_bytes(), streams / 4);
    let empty = few;
    for number in 0..streams {
        if number == first {
            tokio::time::sleep(settle).await;
            few = server.resident_bytes();
        }
        let game = &games[number / 4];
        let (path, token) = match number % 4 {
            0 => (format!("/api/board/game/stream/{game}"), &*white.token),
            1 => (format!("/api/board/game/stream/{game}"), &*black.token),
            _ => (format!("/api/stream/game/{game}"), ""),
        };
        let mut stream = LineStream::open(server, "GET", &path, token, "").await;
        assert_eq!(stream.status, 200, "{path}");
        stream.next().await.expect("a stream begins with the game");
        open.push(stream);
    }
    tokio::time::sleep(settle).await;
    let many = server.resident_bytes();
    let each = (many as f64 - few as f64) / (streams - first) as f64 / 1024.0;
    println!(
        "memory without streams {:.1} MB, with {first} {:.1} MB, with {streams} {:.1} MB",
        empty as f64 / 1e6,
        few as f64 / 1e6,
        many as f64 / 1e6
    );
    let before = server.cpu_time();
    let started = Instant::now();
    tokio::time::sleep(Duration::from_secs(12)).await;
    let share = (server.cpu_time() - before).as_secs_f64() / started.elapsed().as_secs_f64();
    println!("{each:.1} KiB a stream; their blank lines take {:.1} % of a core", share * 100.0);
}

/// How many games are exported in a second, and whether memory grows with them.
async fn export(server: &Server, games: usize, times: usize) {
    let (white, black) = (Member::new(server, "White").await, Member::new(server, "Black").await);
    let mut random = Random::new(1);
    for _ in 0..games {
        let (_, [mut first, mut second]) = seat(&white, &black).await;
        for (ply, uci) in random_game(&mut random).iter().enumerate() {
            let (mover, other) =
                if ply % 2 == 0 { (&mut first, &mut second) } else { (&mut second, &mut first) };
            mover.play(uci).await.accepted();
            other.follow(mover).await;
        }
        first.follow(&second).await;
        if first.status() != "ended" {
            first.command("resign", json!({})).await.accepted();
        }
    }
    for query in ["", "?clocks=true&opening=true"] {
        let (mut speeds, before) = (Vec::new(), server.resident_bytes());
        for _ in 0..times {
            let cpu = server.cpu_time();
            let started = Instant::now();
            let text = whole(server, &format!("/api/games/user/White{query}")).await;
            let wall = started.elapsed();
            let found = memchr::memmem::find_iter(&text, b"[Event ").count();
            assert_eq!(found, games, "all games are exported");
            let cpu = (server.cpu_time() - cpu).as_secs_f64();
            speeds.push((games as f64 / wall.as_secs_f64(), cpu * 1e6 / games as f64));
        }
        speeds.sort_by(|one, other| one.0.total_cmp(&other.0));
        let (speed, cpu) = speeds[times / 2];
        let (after, peak) = (server.resident_bytes(), server.peak_bytes());
        println!(
            "PGN{query}: {speed:.0} games/s, {cpu:.0} us of CPU a game; memory {:.1} MB before, {:.1} MB after, {:.1} MB at most",
            before as f64 / 1e6,
            after as f64 / 1e6,
            peak as f64 / 1e6
        );
    }
}

/// The whole body of an answer.
async fn whole(server: &Server, path: &str) -> Vec<u8> {
    let mut stream = TcpStream::connect(server.address()).await.expect("the server listens");
    let request = format!("GET {path} HTTP/1.0\r\nHost: {}\r\n\r\n", server.address());
    stream.write_all(request.as_bytes()).await.expect("the server reads");
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await.expect("the server sends everything");
    bytes
}
