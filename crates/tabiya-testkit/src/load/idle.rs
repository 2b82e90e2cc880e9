// SPDX-License-Identifier: AGPL-3.0-or-later
//! Idle sockets: the memory that each uses, and the cost of their pings.

use std::time::Duration;

use serde_json::{Value, json};

use super::driver::Driver;
use super::game::{Client, Stage};

/// Memory is measured when this many sockets are open, and again with all. So the server itself is not
/// counted.
const FIRST: usize = 2_000;
/// How long to wait for the effects of connecting to settle.
const SETTLE: Duration = Duration::from_secs(3);
/// The interval between two pings of a client.
const PING: Duration = Duration::from_millis(2_500);

impl Driver {
    /// Connects all clients of all games in two steps, then lets them ping.
    pub(super) fn idle(&mut self, sockets: usize) -> Result<Vec<(&'static str, Value)>, String> {
        self.playing = false;
        let per_game = self.options.sockets_per_game;
        let games = sockets / per_game;
        let first = (FIRST / per_game).clamp(1, games - 1);
        for game in 0..games {
            for _ in 2..per_game {
                self.clients.push(Client::new(game, None, &mut self.random));
            }
        }
        let before = self.servers.resident();
        self.come(0..first)?;
        let few = self.servers.resident();
        self.come(first..games)?;
        let many = self.servers.resident();
        let counted = (games - first) * per_game;
        let each = (many - few.min(many)) as f64 / counted as f64;
        eprintln!("{} sockets: {:.1} MB, {each:.0} bytes each", games * per_game, many as f64 / 1e6);

        let cpu = self.servers.cpu_time();
        let quiet = self.wait(Duration::from_secs(5))?;
        let resting = (self.servers.cpu_time() - cpu).as_secs_f64() / quiet.as_secs_f64();
        let cpu = self.servers.cpu_time();
        let (pings, wall) = self.ping_for(Duration::from_secs_f64(self.options.seconds))?;
        let pinging = (self.servers.cpu_time() - cpu).as_secs_f64() / wall.as_secs_f64();
        Ok(vec![
            ("idle_sockets", json!(games * per_game)),
            ("sockets_per_game", json!(per_game)),
            ("rss_empty_bytes", json!(before)),
            ("rss_all_bytes", json!(many)),
            ("rss_per_idle_socket_bytes", json!(each)),
            ("resting_core_share", json!(resting)),
            ("pings_per_second", json!(pings as f64 / wall.as_secs_f64())),
            ("pinging_core_share", json!(pinging)),
        ])
    }

    /// Connects all clients of these games, and waits for a while.
    fn come(&mut self, games: std::ops::Range<usize>) -> Result<(), String> {
        self.create_games(games.clone());
        self.until("the sockets to open", |driver| {
            driver
                .clients
                .iter()
                .filter(|client| games.contains(&client.game))
                .all(|client| client.stage == Stage::UpToDate && (client.seated || client.side.is_none()))
        })?;
        self.wait(SETTLE)?;
        Ok(())
    }

    /// Keeps running for this time. Returns the exact time.
    fn wait(&mut self, time: Duration) -> Result<Duration, String> {
        let from = self.now();
        while self.now() < from + time {
            self.step().map_err(|error| error.to_string())?;
        }
        Ok(self.now() - from)
    }

    /// The clients ping one after the other, evenly spread over the interval. Returns the number of pings and
    /// the time.
    fn ping_for(&mut self, time: Duration) -> Result<(u64, Duration), String> {
        let from = self.now();
        let gap = PING / u32::try_from(self.clients.len()).unwrap_or(u32::MAX);
        let mut pings = 0_u32;
        while self.now() < from + time {
            while from + gap * pings <= self.now() {
                let index = pings as usize % self.clients.len();
                self.ping(index);
                pings += 1;
            }
            self.step().map_err(|error| error.to_string())?;
        }
        Ok((pings.into(), self.now() - from))
    }
}
