// SPDX-License-Identifier: MIT OR Apache-2.0
//! The engine of one worker, and the requests that need it.

use std::sync::Arc;

use serde::Serialize;
use tabiya_engine::nnue::Net;
use tabiya_engine::{Engine, Evaluation, Level, Limits, Untimed, bench_with};

use crate::json::Json;
use crate::place::Place;
use crate::problem::Problem;
use crate::requests::{answer_to, json, write};
use crate::search::Search;

/// The size of the transposition table in MiB before a search asks for another one.
const HASH: usize = 16;
/// The largest table that a search may ask for, in MiB: a page shares its memory with others.
const MAX_HASH: usize = 512;

/// An engine, its network, and the search that runs.
///
/// ```
/// let mut session = tabiya_wasm::Session::new();
/// let answer = session.call(r#"{"do": "version"}"#);
/// assert!(answer.contains(r#""net":null"#), "{answer}");
/// ```
pub struct Session {
    engine: Engine,
    net: Option<Arc<Net>>,
    /// 16 hexadecimal digits by which the network is recognised.
    net_name: Option<String>,
    search: Option<Search>,
}

#[derive(Serialize)]
struct Counted {
    nodes: u64,
}

#[derive(Serialize)]
struct Version<'a> {
    engine: &'static str,
    net: Option<&'a str>,
}

/// The move of a computer player; none where there is no legal one.
#[derive(Serialize)]
struct Chosen {
    uci: Option<String>,
}

impl Default for Session {
    fn default() -> Session {
        Session::new()
    }
}

impl Session {
    /// An engine without a network and without a search.
    #[must_use]
    pub fn new() -> Session {
        Session { engine: Engine::new(HASH), net: None, net_name: None, search: None }
    }

    /// The answer to a request: one that [`answer`](crate::answer()) knows, `bench`, `choose` or `version`.
    pub fn call(&mut self, request: &str) -> String {
        write(Json::read(request).and_then(|request| self.answer_to(&request)))
    }

    fn answer_to(&mut self, request: &Json) -> Result<String, Problem> {
        match request.needed_text("do")? {
            "bench" => {
                let nodes = bench_with(Evaluation::Net(self.net()?), &Untimed).nodes;
                Ok(json(&Counted { nodes }))
            }
            "choose" => self.choose(request),
            "version" => {
                let engine = env!("CARGO_PKG_VERSION");
                Ok(json(&Version { engine, net: self.net_name.as_deref() }))
            }
            _ => answer_to(request),
        }
    }

    /// Gives the engine its network. Returns an answer like [`call`](Session::call).
    pub fn set_net(&mut self, bytes: &[u8]) -> String {
        let net = match Net::from_bytes(bytes) {
            Ok(net) => Arc::new(net),
            Err(error) => {
                return write(Err(Problem::new(
                    "net",
                    format_args!("The engine's network is damaged or of another version: {error}."),
                )));
            }
        };
        self.search = None;
        self.engine.set_evaluation(Evaluation::Net(Arc::clone(&net)));
        self.net = Some(net);
        self.net_name = Some(format!("{:016x}", fnv1a(bytes)));
        write(Ok("null".into()))
    }

    /// Begins a search; [`step`](Session::step) runs it. A search that was running is forgotten. Returns an answer
    /// like [`call`](Session::call).
    pub fn search(&mut self, request: &str) -> String {
        self.search = None;
        write(self.begin(request).map(|()| "null".into()))
    }

    fn begin(&mut self, request: &str) -> Result<(), Problem> {
        self.net()?;
        let request = Json::read(request)?;
        let hash = request.whole::<u32>("hashMb")?.map_or(HASH, |mebibytes| mebibytes as usize);
        self.engine.set_hash(hash.clamp(Engine::MIN_HASH, MAX_HASH));
        self.search = Some(Search::begin(&mut self.engine, &request)?);
        Ok(())
    }

    /// Searches the next depth and reports it as JSON, unless `stop` was heard of before. Returns whether the search
    /// goes on.
    pub fn step(&mut self, report: &mut dyn FnMut(&str)) -> bool {
        let Some(search) = &mut self.search else { return false };
        let goes_on = search.step(&mut self.engine, report);
        if !goes_on {
            self.search = None;
        }
        goes_on
    }

    /// The move of a computer player of a level, from 1 to 15. A game has one seed, a whole number.
    fn choose(&mut self, request: &Json) -> Result<String, Problem> {
        self.net()?;
        let level = request.whole("level")?.and_then(Level::new);
        let level = level.ok_or_else(|| Problem::request("expected a level from 1 to 15"))?;
        let seed = request.whole("seed")?.unwrap_or(0);
        let game = Place::read(request)?.line()?.game;
        let never = std::sync::atomic::AtomicBool::new(false);
        let report = self.engine.play_at_level(&game, level, seed, &Limits::default(), &never, &Untimed);
        let mode = game.position().castling_mode();
        Ok(json(&Chosen { uci: report.best.map(|mv| mv.to_uci(mode)) }))
    }

    fn net(&self) -> Result<Arc<Net>, Problem> {
        self.net.clone().ok_or_else(|| Problem::new("net", "The engine has no network yet."))
    }
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("net", &self.net_name).finish_non_exhaustive()
    }
}

/// FNV-1a, 64 bits: tells two networks apart.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
