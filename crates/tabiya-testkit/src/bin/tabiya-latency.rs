// SPDX-License-Identifier: AGPL-3.0-or-later
//! Measures the time from the mover's send to the arrival at the opponent's socket, on loopback; the move is
//! durable in between. Prints a table; `cargo xtask bench` runs it.
#![forbid(unsafe_code)]

use std::time::{Duration, Instant};

use tabiya_testkit::latencies::Latencies;
use tabiya_testkit::{GameSocket, Guest, NewGame, Server, binary_beside_this_program};

const MOVES: usize = 2_000;
const WARM_UP: usize = 100;

/// Two pawn moves, then knights move out and back. A new game begins before the position occurs for the fifth
/// time, which is a draw.
const OPENING: [&str; 2] = ["e2e4", "e7e5"];
const SHUFFLE: [&str; 4] = ["g1f3", "g8f6", "f3g1", "f6g8"];
const SHUFFLES_IN_A_GAME: usize = 3;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let server = Server::start(binary_beside_this_program()).await;
    // The idle server has served its page once and has no game.
    server.get("/").await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    let idle = server.resident_bytes();

    let (white, black) = (Guest::new(&server).await, Guest::new(&server).await);
    let mut taken = Vec::with_capacity(MOVES + WARM_UP);
    while taken.len() < MOVES + WARM_UP {
        play_one_game(&white, &black, &mut taken).await;
    }
    let mut latencies = Latencies::default();
    taken.iter().skip(WARM_UP).take(MOVES).for_each(|taken| latencies.add(Duration::ZERO, *taken));
    let [median, nine_tenths, most, longest] = latencies.at([0.5, 0.9, 0.99, 1.0]);

    println!("moves measured            {MOVES}");
    println!("median                    {median:.3} ms");
    println!("90 % within               {nine_tenths:.3} ms");
    println!("99 % within               {most:.3} ms");
    println!("longest                   {longest:.3} ms");
    println!("idle server's memory      {:.1} MB", idle as f64 / 1e6);
    println!("the same after all games  {:.1} MB", server.resident_bytes() as f64 / 1e6);
}

async fn play_one_game(white: &Guest, black: &Guest, taken: &mut Vec<Duration>) {
    let game = white.create(&NewGame::friend()).await;
    let mut movers = [white.open(&game).await, black.open(&game).await];
    movers[1].join().await;
    let (mover, other) = movers.split_at_mut(1);
    mover[0].follow(&other[0]).await;

    let moves = OPENING.iter().chain(SHUFFLE.iter().cycle().take(SHUFFLE.len() * SHUFFLES_IN_A_GAME));
    for (ply, uci) in moves.enumerate() {
        let (first, second) = movers.split_at_mut(1);
        let (mover, opponent) =
            if ply % 2 == 0 { (&mut first[0], &mut second[0]) } else { (&mut second[0], &mut first[0]) };
        taken.push(time_of(mover, opponent, uci).await);
    }
    movers[0].command("resign", serde_json::json!({})).await.accepted();
}

async fn time_of(mover: &mut GameSocket, opponent: &mut GameSocket, uci: &str) -> Duration {
    let fields = serde_json::json!({ "seq": mover.seq(), "uci": uci });
    let started = Instant::now();
    let id = mover.send("play", fields).await;
    opponent.event("move_played").await;
    let took = started.elapsed();
    mover.reply_to(id).await.accepted();
    took
}
