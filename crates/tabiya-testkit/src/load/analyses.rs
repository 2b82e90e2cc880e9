// SPDX-License-Identifier: AGPL-3.0-or-later
//! Computer analyses beside the games: the engine has low priority and takes what the players leave of the processors, so what
//! counts is how long moves take in the meantime.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use serde_json::{Value, json};
use tabiya_rules::{Attempt, Position, san};

use super::caller::Caller;
use super::game::cookie;
use super::script::{Script, Scripts};
use crate::Random;

/// Each is analysed so far: 40 moves.
const HALF_MOVES: usize = 80;
/// So many games each of those who ask has: a guest of one address may have five analysed in a day.
const GAMES: usize = 5;
/// How often they look how far it is. A page is told instead, and costs less.
const LOOKS: Duration = Duration::from_secs(1);

/// What somebody has seen.
#[derive(Default)]
struct Seen {
    /// Whole analyses.
    done: usize,
    /// Half-moves of all.
    half_moves: usize,
}

/// Guests who have one game after another analysed, each from an address and in a thread of their own.
pub(super) struct Analyses {
    stop: Arc<AtomicBool>,
    threads: Vec<JoinHandle<Result<Seen, String>>>,
}

impl Analyses {
    /// Lets so many begin after this time.
    pub(super) fn plan(
        server: SocketAddr,
        count: u32,
        scripts: &Scripts,
        seed: u64,
        after: Duration,
    ) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let mut random = Random::new(seed);
        let guest = |number: u32| {
            let mut asker = Asker { caller: Caller::new(server), cookie: cookie(&mut random), number };
            let games: Vec<_> = (0..GAMES).map(|_| pgn(&scripts.pick(&mut random))).collect();
            let stop = Arc::clone(&stop);
            std::thread::spawn(move || {
                // On Linux of this thread alone. The players' moves are sent by the same processor, and must not be late.
                let _ = rustix::process::nice(19);
                std::thread::sleep(after);
                let mut seen = Seen::default();
                for pgn in &games {
                    asker.follow(pgn, &stop, &mut seen)?;
                }
                Ok(seen)
            })
        };
        let threads = (0..count).map(guest).collect();
        Self { stop, threads }
    }

    /// Ends them.
    ///
    /// # Errors
    /// If a call was refused or not answered.
    pub(super) fn finish(self) -> Result<Vec<(&'static str, Value)>, String> {
        self.stop.store(true, Ordering::Relaxed);
        let mut all = Seen::default();
        for thread in self.threads {
            let seen = thread.join().map_err(|_| "a thread that asks for analyses panicked")??;
            (all.done, all.half_moves) = (all.done + seen.done, all.half_moves + seen.half_moves);
        }
        Ok(vec![("analyses_done", json!(all.done)), ("analysed_half_moves", json!(all.half_moves))])
    }
}

/// The game's first moves as a text.
fn pgn(script: &Script) -> String {
    let mut position = Position::start();
    let mut text = String::new();
    for uci in script.moves.iter().take(HALF_MOVES) {
        let attempt = uci.to_string().parse::<Attempt>().ok();
        let Some(mv) = attempt.and_then(|attempt| attempt.to_move(&position).ok()) else { break };
        text.push_str(&format!("{} ", san(&position, mv)));
        position.play(mv);
    }
    text + "*"
}

struct Asker {
    caller: Caller,
    cookie: String,
    number: u32,
}

impl Asker {
    /// Has a game analysed, and looks until that is done.
    fn follow(&mut self, pgn: &str, stop: &AtomicBool, seen: &mut Seen) -> Result<(), String> {
        if stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        let body = json!({ "pgn": pgn, "private_as": null }).to_string();
        let imported = self.call("POST", "/api/page/import", &body)?;
        let id = imported["id"].as_str().ok_or("an import has no id")?;
        let path = format!("/api/page/analysis/{id}");
        self.call("POST", &path, "")?;
        loop {
            let looked = self.call("GET", &path, "")?;
            let analysis = &looked["analysis"];
            let has_stopped = stop.load(Ordering::Relaxed);
            if analysis["stage"] == "failed" {
                return Err("an analysis failed".to_owned());
            }
            if analysis["stage"] == "done" || has_stopped {
                seen.done += usize::from(analysis["stage"] == "done");
                seen.half_moves += analysis["moves"].as_array().map_or(0, Vec::len);
                return Ok(());
            }
            std::thread::sleep(LOOKS);
        }
    }

    fn call(&mut self, method: &str, path: &str, body: &str) -> Result<Value, String> {
        self.caller.call((&self.cookie, self.number), method, path, body)
    }
}
