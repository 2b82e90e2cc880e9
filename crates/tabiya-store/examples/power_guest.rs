// SPDX-License-Identifier: AGPL-3.0-or-later
//! Runs inside the virtual machine whose power `cargo xtask power-cut` cuts. It reports what is in its store.
//! Then it plays games until the power is cut, and reports each acknowledged event.
//!
//! `power_guest FOLDER [weak]`; lines on standard output: `have GAME EVENTS`, `wrong WHAT`, `ready`, `acked GAME EVENTS`.
#![allow(clippy::unwrap_used, reason = "what goes wrong here must show")]
#![allow(clippy::print_stdout, reason = "that is how it speaks")]

#[path = "../tests/faults/games.rs"]
mod games;

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use games::{faults, id, log};
use tabiya_store::{GameLog, SqliteStore};

/// The number of games played at the same time.
const PLAYERS: usize = 32;
/// The list ends when this many numbers have no game, because games that begin at the same time may be stored
/// in another order.
const GAP: u64 = 1_000;

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let folder = Path::new(&arguments[0]);
    let weak = arguments.iter().any(|argument| argument == "weak");
    let store = if weak { SqliteStore::open_without_flush(folder) } else { SqliteStore::open(folder) };
    let store = Arc::new(store.unwrap());
    let next = Arc::new(AtomicU64::new(look(&store).await));
    faults(folder).iter().for_each(|fault| println!("wrong {fault}"));
    println!("ready");
    let players = (0..PLAYERS).map(|_| tokio::spawn(play(Arc::clone(&store), Arc::clone(&next))));
    for player in players.collect::<Vec<_>>() {
        player.await.unwrap();
    }
}

/// Reports the games in the store. Returns the first number without a game.
async fn look(store: &SqliteStore) -> u64 {
    let (mut number, mut end) = (0, 0);
    while number < end + GAP {
        if let Some(stored) = store.load(id(number)).await.unwrap() {
            println!("have {number} {}", stored.len());
            if !log(number, 40).starts_with(&stored) {
                println!("wrong game {number} is another one");
            }
            end = number + 1;
        }
        number += 1;
    }
    end
}

async fn play(store: Arc<SqliteStore>, next: Arc<AtomicU64>) {
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        for (seq, event) in log(number, 40).into_iter().enumerate() {
            match seq {
                0 => store.create_game(id(number), vec![event]).await.unwrap(),
                _ => store.append(id(number), u32::try_from(seq).unwrap(), vec![event]).await.unwrap(),
            }
            println!("acked {number} {}", seq + 1);
        }
    }
}
