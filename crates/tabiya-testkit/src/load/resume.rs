// SPDX-License-Identifier: AGPL-3.0-or-later
//! One kill during play: how long it takes until every client has resumed.

use std::time::Duration;

use serde_json::{Value, json};

use super::driver::Driver;
use super::game::Stage;

impl Driver {
    /// Kills and restarts the server, and continues until all clients have all events again. The games go on.
    pub(super) fn resume(&mut self) -> Result<Vec<(&'static str, Value)>, String> {
        let failed = |error: std::io::Error| error.to_string();
        self.begin();
        let begin = self.now();
        while self.now() < begin + self.statistics.window.0 {
            self.step().map_err(failed)?;
        }
        let clients = self.clients.len();
        let killed = self.now();
        self.servers.sole().kill().map_err(failed)?;
        self.up = false;
        self.servers.sole().restart().map_err(failed)?;
        // Clients notice one after the other. A client that has not noticed yet has not resumed either.
        self.clients.iter_mut().for_each(|client| client.resumed = None);
        self.until("the server to listen again", |driver| driver.up)?;
        let listening = self.now();
        self.until("everybody to resume", |driver| {
            driver.clients.iter().all(|client| client.resumed.is_some() && client.stage == Stage::UpToDate)
        })?;
        // From here on the restarted server is measured.
        let (now, seconds) = (self.now() - begin, self.statistics.window.1 - self.statistics.window.0);
        self.statistics.window = (now, now + seconds);
        self.statistics.moves_acked = 0;
        let mut back: Vec<Duration> = self.clients.iter().filter_map(|client| client.resumed).collect();
        back.sort_unstable();
        let after = |instant: Duration| json!((instant - killed).as_secs_f64() * 1e3);
        Ok(vec![
            ("resumed_clients", json!(clients)),
            ("resume_listening_ms", after(listening)),
            ("resume_half_ms", after(back[back.len() / 2])),
            ("resume_all_ms", after(*back.last().unwrap_or(&killed))),
        ])
    }
}
