// SPDX-License-Identifier: AGPL-3.0-or-later
//! The ordinary calls of programs beside the games: how long they take under the live load.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::http::read_answer;
use crate::latencies::Latencies;

/// Each has an account and a token; a player's programs may make 25 calls a second for an hour.
const PROGRAMS: usize = 20;
/// What a bot asks for while it waits for games.
const PATHS: [&str; 4] =
    ["/api/account", "/api/account/playing", "/api/user/Program1", "/api/users/status?ids=program1,program2"];

/// Programs that make calls at planned times, in a thread of their own.
pub(super) struct Calls {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<Result<Latencies, String>>,
}

impl Calls {
    /// Makes the accounts, and begins to make so many calls a second.
    ///
    /// # Errors
    /// If an account or a token can't be made.
    pub(super) fn start(
        binary: &Path,
        data: &Path,
        address: SocketAddr,
        per_second: f64,
    ) -> Result<Self, String> {
        let mut tokens = Vec::new();
        for number in 0..PROGRAMS {
            let name = format!("Program{number}");
            told(binary, data, &["user", "add", &name])?;
            let said = told(binary, data, &["token", &name, "--scope", "board:play"])?;
            tokens.push(said.split_whitespace().last().unwrap_or_default().to_owned());
        }
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let thread = std::thread::spawn(move || make_calls(address, &tokens, per_second, &stopped));
        Ok(Self { stop, thread })
    }

    /// Ends them. A call's time counts from when it was due.
    ///
    /// # Errors
    /// If a call was refused, or a connection ended.
    pub(super) fn finish(self) -> Result<Vec<(&'static str, Value)>, String> {
        self.stop.store(true, Ordering::Relaxed);
        let latencies = self.thread.join().map_err(|_| "the calls' thread panicked")??;
        let [p50, p99, longest] = latencies.at([0.5, 0.99, 1.0]);
        Ok(vec![
            ("calls", json!(latencies.len())),
            ("call_p50_ms", json!(p50)),
            ("call_p99_ms", json!(p99)),
            ("call_p99_of_median_second_ms", json!(latencies.at_in_median_second(0.99))),
            ("call_max_ms", json!(longest)),
        ])
    }
}

/// What a command of the operator prints.
fn told(binary: &Path, data: &Path, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(binary).args(arguments).arg("--data").arg(data).output();
    let output = output.map_err(|error| format!("can't run {}: {error}", binary.display()))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(format!("{arguments:?} failed: {}", String::from_utf8_lossy(&output.stderr)))
}

fn make_calls(
    address: SocketAddr,
    tokens: &[String],
    per_second: f64,
    stop: &AtomicBool,
) -> Result<Latencies, String> {
    let failed = |error: std::io::Error| format!("a call failed: {error}");
    let mut stream = TcpStream::connect(address).map_err(failed)?;
    stream.set_nodelay(true).map_err(failed)?;
    let (mut latencies, start) = (Latencies::default(), Instant::now());
    for number in 0_u32.. {
        let due = Duration::from_secs_f64(f64::from(number) / per_second);
        std::thread::sleep(due.saturating_sub(start.elapsed()));
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let (token, path) = (&tokens[number as usize % tokens.len()], PATHS[number as usize % PATHS.len()]);
        let request =
            format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {token}\r\n\r\n");
        stream.write_all(request.as_bytes()).map_err(failed)?;
        let mut bytes = Vec::new();
        let status = loop {
            let mut more = [0; 16 * 1024];
            match stream.read(&mut more).map_err(failed)? {
                0 => return Err("the server closed the connection of a program".to_owned()),
                read => bytes.extend_from_slice(&more[..read]),
            }
            if let Some(answer) = read_answer(&bytes) {
                break answer.status;
            }
        };
        latencies.add(due, start.elapsed().saturating_sub(due));
        if status != 200 {
            return Err(format!("GET {path} was answered with {status}"));
        }
    }
    Ok(latencies)
}
