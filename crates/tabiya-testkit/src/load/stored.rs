// SPDX-License-Identifier: AGPL-3.0-or-later
//! Games that lie in the store while nobody plays them: what each costs the server in memory, its start included, and
//! how long it takes to open one that is finished.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};
use tabiya_game::{
    Command, DaysPerMove, Game, GameId, PlayerId, Seat, Seats, Stamped, Terms, Time, TimeControl,
};
use tabiya_rules::{Color, Position};
use tabiya_store::{GameLog, SqliteStore};

use super::options::Options;
use super::process::{Manner, ServerProcess};
use crate::{GameSocket, Guest, Random, binary_beside_this_program, http};

/// Half-moves of a game.
const MOVES: u32 = 40;
/// How many finished games are opened, one after the other.
const OPENED: u64 = 100;
/// The pause after each, so that the server's limit of eight messages a second is kept.
const PAUSE: Duration = Duration::from_millis(260);
/// How long the server's memory may settle: a room that nobody needs ends after a minute.
const SETTLE: Duration = Duration::from_secs(75);

/// Measures an empty server, then one with so many unfinished correspondence games.
///
/// # Errors
/// If the server does not start, or the folder can't be written.
pub(super) fn measure(options: &Options, games: u64, folder: &Path) -> Result<Figures, String> {
    let failed = |error: std::io::Error| format!("the run failed: {error}");
    let binary = options.server.clone().unwrap_or_else(binary_beside_this_program);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(failed)?;
    let mut server = ServerProcess::start(&binary, folder, Manner::default()).map_err(failed)?;
    server.wait_until_it_listens().map_err(failed)?;
    std::thread::sleep(SETTLE);
    let empty = server.resident();
    server.stop().map_err(failed)?;

    eprintln!("writing {games} unfinished and {OPENED} finished games");
    runtime.block_on(fill(&server, games, options.seed))?;
    let started = Instant::now();
    server.restart().map_err(failed)?;
    let address = server.wait_until_it_listens().map_err(failed)?;
    let start = started.elapsed();
    let at_start = server.resident();
    std::thread::sleep(SETTLE);
    let (settled, peak) = (server.resident(), server.peak());
    let opening = runtime.block_on(open_finished(address, games))?;
    let rooms = runtime.block_on(rooms(address))?;
    server.stop().map_err(failed)?;
    let each = settled.saturating_sub(empty) as f64 / games as f64;
    eprintln!("{games} games: {each:.0} bytes each over an empty server; {rooms} rooms");
    Ok(vec![
        ("stored_games", json!(games)),
        ("half_moves_each", json!(MOVES)),
        ("rss_empty_bytes", json!(empty)),
        ("rss_at_start_bytes", json!(at_start)),
        ("rss_settled_bytes", json!(settled)),
        ("rss_peak_bytes", json!(peak)),
        ("rss_per_game_bytes", json!(each)),
        ("start_ms", json!(start.as_secs_f64() * 1e3)),
        ("finished_opened", json!(opening.len())),
        ("open_finished_p50_ms", json!(quantile(&opening, 0.5))),
        ("open_finished_p99_ms", json!(quantile(&opening, 0.99))),
        ("rooms", json!(rooms)),
    ])
}

type Figures = Vec<(&'static str, Value)>;

fn quantile(sorted: &[Duration], share: f64) -> f64 {
    let index = (sorted.len() as f64 * share) as usize;
    sorted.get(index.min(sorted.len().saturating_sub(1))).map_or(0.0, |time| time.as_secs_f64() * 1e3)
}

/// The game with this number: those up to `games` go on, the others are finished.
fn id(number: u64) -> GameId {
    GameId::from_bits(number)
}

async fn fill(server: &ServerProcess, games: u64, seed: u64) -> Result<(), String> {
    let failed = |error: &dyn std::fmt::Display| format!("can't write the games: {error}");
    let store = SqliteStore::open(server.data()).map_err(|error| failed(&error))?;
    let store = Arc::new(store);
    let mut random = Random::new(seed);
    for from in (0..games + OPENED).step_by(500) {
        let until = (from + 500).min(games + OPENED);
        let writes: Vec<_> = (from..until)
            .map(|number| {
                let (store, log) = (store.clone(), log(&mut random, number >= games));
                tokio::spawn(async move { store.create_game(id(number), log).await })
            })
            .collect();
        for write in writes {
            write.await.map_err(|error| failed(&error))?.map_err(|error| failed(&error))?;
        }
    }
    Ok(())
}

/// A correspondence game of random moves; its last move was made within the last day.
fn log(random: &mut Random, is_finished: bool) -> Vec<Stamped> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let now = u64::try_from(now.as_millis()).unwrap_or_default();
    let mut at = Time(now - random.below(86_400_000) - u64::from(MOVES) * 1_000);
    let player = |random: &mut Random| {
        PlayerId::from_bytes(
            (u128::from(random.next_u64()) << 64 | u128::from(random.next_u64())).to_le_bytes(),
        )
    };
    let seats = Seats::new(player(random), Color::White, Seat::Player(player(random)));
    let days = DaysPerMove::new(3).expect("three days are allowed");
    let time = Some(TimeControl::Correspondence { days });
    let terms = Terms::new(Position::start(), time, seats).expect("these can be played");
    let (mut game, created) = Game::create(terms, at);
    let mut log = vec![created];
    while !game.is_over() && game.ply() < MOVES {
        at.0 += 1_000;
        let moves = game.history().position().legal_moves();
        let attempt = (*random.pick(&moves)).into();
        let command = Command::Play { by: game.turn(), attempt, seq: game.last_seq(), lag: None };
        decide(&mut game, &mut log, command, at);
    }
    if is_finished {
        decide(&mut game, &mut log, Command::Resign { by: Color::White }, at);
    }
    log
}

fn decide(game: &mut Game, log: &mut Vec<Stamped>, command: Command, at: Time) {
    // A game that has ended by itself refuses what comes later.
    for event in game.decide(command, at).unwrap_or_default() {
        let stamped = Stamped::new(at, event);
        game.apply(&stamped);
        log.push(stamped);
    }
}

/// Opens finished games one after the other. From the subscription until the game is there, sorted.
async fn open_finished(address: SocketAddr, games: u64) -> Result<Vec<Duration>, String> {
    let guest = Guest::at(address).await;
    let origin = guest.origin();
    let socket = GameSocket::connect(&guest, id(games).as_str(), "protocol=3", Some(&origin)).await;
    let mut socket = socket.map_err(|status| format!("no socket: {status}"))?;
    let mut times = Vec::new();
    for number in games..games + OPENED {
        let topic = format!("game:{}", id(number).as_str());
        let is_answer = |message: &Value| message["topic"] == topic;
        let started = Instant::now();
        socket.send_text(&json!({ "type": "subscribe", "topic": topic }).to_string()).await;
        let answer = socket.until("the finished game", is_answer).await;
        times.push(started.elapsed());
        if answer["type"] != "state" {
            return Err(format!("the server did not open {topic}: {answer}"));
        }
        socket.send_text(&json!({ "type": "unsubscribe", "topic": topic }).to_string()).await;
        socket.until("the goodbye", |message| message["type"] == "unsubscribed").await;
        tokio::time::sleep(PAUSE).await;
    }
    times.sort_unstable();
    Ok(times)
}

/// How many games are in memory.
async fn rooms(address: SocketAddr) -> Result<u64, String> {
    let answer = http::request(address, "GET", "/metrics", &[], b"").await;
    let body = answer.ok_or("no answer to GET /metrics")?.body;
    let line = body.lines().find_map(|line| line.strip_prefix("tabiya_rooms "));
    line.and_then(|number| number.trim().parse().ok()).ok_or_else(|| "no gauge of rooms".to_owned())
}
