// SPDX-License-Identifier: AGPL-3.0-or-later
//! One kill with everything live: how long until every client has resumed.

use std::time::Duration;

use serde_json::{Value, json};

use super::driver::Driver;
use super::game::Stage;

impl Driver {
    /// Kills and restarts the server, and goes on until everybody is up to date again. The games go on meanwhile.
    pub(super) fn resume(&mut self) -> Result<Vec<(&'static str, Value)>, String> {
        let failed = |error: std::io::Error| error.to_string();
        self.begin();
        let begin = self.now();
        while self.now() < begin + self.tally.window.0 {
            self.step().map_err(failed)?;
        }
        let clients = self.clients.len();
        let killed = self.now();
        self.server.kill().map_err(failed)?;
        self.up = false;
        self.server.restart().map_err(failed)?;
        // They notice one by one; who has not noticed yet is not back either.
        self.clients.iter_mut().for_each(|client| client.resumed = None);
        self.until("the server to listen again", |driver| driver.up)?;
        let listening = self.now();
        self.until("everybody to resume", |driver| {
            driver.clients.iter().all(|client| client.resumed.is_some() && client.stage == Stage::Live)
        })?;
        // What is measured from here on is the server that has come back.
        let (now, seconds) = (self.now() - begin, self.tally.window.1 - self.tally.window.0);
        self.tally.window = (now, now + seconds);
        self.tally.moves_acked = 0;
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
