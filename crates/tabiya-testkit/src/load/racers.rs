// SPDX-License-Identifier: AGPL-3.0-or-later
//! A race of puzzles beside the games: so many guests solve the same puzzles on a link, one race after another. What counts is how long
//! their calls take, and how the games' players fare.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::caller::Caller;
use super::game::cookie;
use crate::Random;
use crate::latencies::Latencies;

/// How often the page of each racer asks for the race.
const LOOKS: Duration = Duration::from_secs(1);
/// A racer moves at every so many looks.
const LOOKS_PER_MOVE: u64 = 3;

/// What the racers have seen.
#[derive(Default)]
struct Seen {
    /// All calls.
    calls: Latencies,
    /// Moves alone.
    moves: Latencies,
    /// Races to their end.
    races: u32,
}

/// Guests who race, in a thread.
pub(super) struct Racers {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<Result<Seen, String>>,
}

impl Racers {
    /// Lets so many race, 1 to 40, from this time on.
    pub(super) fn plan(server: SocketAddr, count: u32, seed: u64, after: Duration) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let thread = std::thread::spawn(move || {
            let mut random = Random::new(seed);
            let cookies: Vec<_> = (0..count).map(|_| cookie(&mut random)).collect();
            let (caller, seen, begun) = (Caller::new(server), Seen::default(), Instant::now());
            let mut class = Class { caller, cookies, random, seen, begun, stop: stopped };
            std::thread::sleep(after);
            while !class.stop.load(Ordering::Relaxed) {
                class.race()?;
            }
            Ok(class.seen)
        });
        Self { stop, thread }
    }

    /// Ends them.
    ///
    /// # Errors
    /// If a call was refused or not answered.
    pub(super) fn finish(self) -> Result<Vec<(&'static str, Value)>, String> {
        self.stop.store(true, Ordering::Relaxed);
        let seen = self.thread.join().map_err(|_| "the racers' thread panicked")??;
        let [p50, p99, longest] = seen.calls.at([0.5, 0.99, 1.0]);
        Ok(vec![
            ("races_over", json!(seen.races)),
            ("race_calls", json!(seen.calls.len())),
            ("race_moves", json!(seen.moves.len())),
            ("race_call_p50_ms", json!(p50)),
            ("race_call_p99_ms", json!(p99)),
            ("race_call_max_ms", json!(longest)),
            ("race_move_p99_ms", json!(seen.moves.at([0.99])[0])),
        ])
    }
}

struct Class {
    caller: Caller,
    cookies: Vec<String>,
    random: Random,
    seen: Seen,
    begun: Instant,
    stop: Arc<AtomicBool>,
}

impl Class {
    /// One race, from its link to its end.
    fn race(&mut self) -> Result<(), String> {
        let made = self.call(0, "POST", "/api/page/puzzle-races", r#"{"themes":[],"openings":[]}"#)?;
        let id = made["id"].as_str().ok_or("a race has no id")?;
        let path = format!("/api/page/puzzle-races/{id}");
        for racer in 0..self.cookies.len() {
            self.call(racer, "POST", &format!("{path}/join"), "{}")?;
        }
        self.call(0, "POST", &format!("{path}/start"), "{}")?;
        let (start, count) = (Instant::now(), self.cookies.len() as u32);
        for look in 0_u32.. {
            let racer = (look % count) as usize;
            std::thread::sleep((look * LOOKS / count).saturating_sub(start.elapsed()));
            if self.stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            let seen = self.call(racer, "GET", &path, "")?;
            if seen["stage"] == "over" {
                break;
            }
            let puzzle = &seen["puzzle"];
            let legal = puzzle["position"]["legal"].as_array();
            if let Some(legal) = legal.filter(|_| self.random.below(LOOKS_PER_MOVE) == 0) {
                let uci = &legal[self.random.below(legal.len() as u64) as usize];
                let wish = json!({"number": puzzle["number"], "found": puzzle["found"], "uci": uci});
                let sent = Instant::now();
                self.call(racer, "POST", &format!("{path}/move"), &wish.to_string())?;
                self.seen.moves.add(self.begun.elapsed(), sent.elapsed());
            }
        }
        self.seen.races += 1;
        Ok(())
    }

    fn call(&mut self, racer: usize, method: &str, path: &str, body: &str) -> Result<Value, String> {
        let sent = Instant::now();
        // From one address, as a class has.
        let answer = self.caller.call((&self.cookies[racer], 0), method, path, body)?;
        self.seen.calls.add(self.begun.elapsed(), sent.elapsed());
        Ok(answer)
    }
}
