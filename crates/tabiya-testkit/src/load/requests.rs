// SPDX-License-Identifier: AGPL-3.0-or-later
//! A few HTTP connections over which games are created and fetched.

use std::collections::VecDeque;
use std::time::Duration;

use super::connection::{Connection, Readable};
use super::driver::{Driver, Timer};
use super::http::{self, read_answer};
use super::poller::Ready;

/// Tokens from here on are connections for requests; lower ones are clients.
pub(super) const TOKENS: usize = 0xffff_0000;
/// The maximum number of requests under way.
const CONNECTIONS: usize = 32;
/// The pause before a failed connection is opened again.
const PAUSE: Duration = Duration::from_millis(50);

/// A request to the server.
#[derive(Clone, Copy, Debug)]
pub(super) enum Job {
    /// Create this game.
    Create(usize),
    /// Fetch the moves of this history's game.
    FetchMoves(usize),
}

/// A connection and the request under way on it.
#[derive(Default)]
struct Line {
    connection: Option<Connection>,
    generation: u32,
    job: Option<Job>,
    resting: bool,
}

/// All connections for requests, and the requests that wait.
pub(super) struct Requests {
    /// They go to one server after the other.
    lines: Vec<Line>,
    queue: VecDeque<Job>,
    /// The line that takes the next request if it is free, so that all servers get as many.
    next: usize,
}

impl Requests {
    pub(super) fn new() -> Self {
        let mut lines = Vec::new();
        lines.resize_with(CONNECTIONS, Line::default);
        Self { lines, queue: VecDeque::new(), next: 0 }
    }

    pub(super) fn create(&mut self, game: usize) {
        self.queue.push_back(Job::Create(game));
    }

    pub(super) fn fetch_moves(&mut self, history: usize) {
        self.queue.push_back(Job::FetchMoves(history));
    }

    /// Whether all requests have been answered.
    pub(super) fn idle(&self) -> bool {
        self.queue.is_empty() && self.lines.iter().all(|line| line.job.is_none())
    }

    pub(super) fn reopen(&mut self, line: usize) {
        self.lines[line].resting = false;
    }
}

impl Driver {
    /// Sends the requests that wait, on the connections that are free.
    pub(super) fn requests_out(&mut self) {
        if self.requests.queue.is_empty() || !self.up {
            return;
        }
        let (from, lines) = (self.requests.next, self.requests.lines.len());
        for step in 0..lines {
            let index = (from + step) % lines;
            let line = &mut self.requests.lines[index];
            if line.job.is_some() || line.resting {
                continue;
            }
            let Some(job) = self.requests.queue.pop_front() else { return };
            self.requests.next = index + 1;
            let site = &self.sites[index % self.sites.len()];
            let request = match job {
                Job::Create(game) => {
                    let (initial, increment) = self.clocks();
                    http::create_game(site, &self.clients[2 * game].cookie, initial, increment)
                }
                Job::FetchMoves(history) => http::get_game(site, &self.finished[history].game),
            };
            let line = &mut self.requests.lines[index];
            line.job = Some(job);
            if line.connection.is_none() {
                line.generation += 1;
                let token = u64::from(line.generation) << 32 | (TOKENS + index) as u64;
                let connection = site.connect().ok();
                line.connection = connection.filter(|connection| self.poller.add(connection, token).is_ok());
            }
            if !line.connection.as_mut().is_some_and(|connection| connection.send(request.as_bytes())) {
                self.request_lost(index);
            }
        }
    }

    /// More time than a game needs if it is played as planned.
    fn clocks(&self) -> (u32, u32) {
        /// Three hours, the maximum.
        const LONGEST: u64 = 3 * 60 * 60 * 1000;
        let plies = 150;
        let period = self.options.games as f64 / self.options.moves_per_second;
        let needed = (period * 1e3) as u64 * plies;
        (needed.clamp(300_000, LONGEST) as u32, 2_000)
    }

    pub(super) fn request_ready(&mut self, index: usize, generation: u32, event: Ready) {
        let line = &mut self.requests.lines[index];
        let Some(mut connection) = line.connection.take().filter(|_| line.generation == generation) else {
            return;
        };
        let mut answers = Vec::new();
        let mut scratch = vec![0; 64 * 1024];
        let alive = connection.flush()
            && connection.read(&mut scratch, event.ended, |bytes| {
                let mut taken = 0;
                while let Some(answer) = read_answer(&bytes[taken..]) {
                    answers.push((answer.status, answer.body.to_vec()));
                    taken += answer.length;
                }
                taken
            }) == Readable::Drained;
        if alive {
            line.connection = Some(connection);
        }
        for (status, body) in answers {
            if let Some(job) = self.requests.lines[index].job.take() {
                self.answered(job, status, &body);
            }
        }
        if !alive {
            self.request_lost(index);
        }
    }

    /// The connection is closed. Its request is sent again.
    fn request_lost(&mut self, index: usize) {
        let line = &mut self.requests.lines[index];
        line.connection = None;
        line.resting = true;
        if let Some(job) = line.job.take() {
            self.requests.queue.push_front(job);
        }
        self.after(PAUSE, Timer::Request(index));
    }

    fn answered(&mut self, job: Job, status: u16, body: &[u8]) {
        let answer: serde_json::Value = serde_json::from_slice(body).unwrap_or_default();
        match (job, status) {
            (Job::Create(game), 201) => {
                let id = answer["id"].as_str().unwrap_or_default().to_owned();
                self.created(game, id);
            }
            (Job::FetchMoves(history), 200) => {
                let moves = answer["moves"].as_array().map_or(&[][..], Vec::as_slice).iter();
                let names = moves.filter_map(|played| played["uci"].as_str());
                let moves = names.filter_map(|uci| crate::history::Uci::from_bytes(uci.as_bytes())).collect();
                self.finished[history].http_moves = Some(moves);
            }
            (job, status) => {
                let code = answer["error"]["code"].as_str().unwrap_or("?").to_owned();
                *self.statistics.refused.entry(format!("http {status} {code}")).or_default() += 1;
                // The checker reports a game that does not exist. After all other errors the request is sent
                // again.
                if status != 404 {
                    self.requests.queue.push_back(job);
                }
            }
        }
    }
}
