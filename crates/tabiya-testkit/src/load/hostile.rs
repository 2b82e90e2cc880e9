// SPDX-License-Identifier: AGPL-3.0-or-later
//! Hostile imports beside the games: what strangers may start, all of it at once.
//!
//! Each is a PGN as large as may be sent, of tags that never end, which once cost seconds each. The games pay for what the server
//! does with them, so what counts is how long moves take in the meantime.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::http::read_answer;

/// A tag without an end, repeated to 250 KB. In a form a plus is a blank.
const TAG: &str = "[A+\"x\"+";
const BYTES: usize = 250_000;
/// A thread that sends a body and waits needs little.
const STACK: usize = 64 * 1024;

/// Imports that are under way, each on a connection and in a thread of its own.
pub(super) struct HostileImports(Vec<JoinHandle<Result<(u16, Duration), String>>>);

impl HostileImports {
    /// Sends so many at once after this time, from so many addresses, each in a network of its own. The generator speaks as a proxy
    /// that the server trusts.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub(super) fn plan(
        server: SocketAddr,
        count: u32,
        addresses: u32,
        after: Duration,
    ) -> Result<Self, String> {
        let body: Arc<str> = format!("pgn={}", TAG.repeat(BYTES / TAG.len())).into();
        let send = |number: u32| {
            let from = number % addresses;
            let head = format!(
                "POST /api/import HTTP/1.1\r\nhost: {server}\r\nx-forwarded-for: 203.{}.{}.1\r\n\
                 content-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\n\r\n",
                from / 256,
                from % 256,
                body.len()
            );
            let body = Arc::clone(&body);
            std::thread::Builder::new().stack_size(STACK).spawn(move || {
                // On Linux of this thread alone. The players' moves are sent by the same processor, and must not be late.
                let _ = rustix::process::nice(19);
                std::thread::sleep(after);
                import(server, &[head.as_bytes(), body.as_bytes()])
            })
        };
        let threads = (0..count).map(send).collect::<Result<_, _>>();
        threads.map(Self).map_err(|error| format!("no thread for an import: {error}"))
    }

    /// Waits for all answers.
    ///
    /// # Errors
    /// If one was not answered, or with a status that tells of a fault.
    pub(super) fn finish(self) -> Result<Vec<(&'static str, Value)>, String> {
        let (mut read, mut refused, mut last) = (0, 0, Duration::ZERO);
        for thread in self.0 {
            let (status, taken) = thread.join().map_err(|_| "an import's thread panicked")??;
            last = last.max(taken);
            match status {
                200 | 400 => read += 1,
                429 | 503 => refused += 1,
                _ => return Err(format!("an import was answered with {status}")),
            }
        }
        Ok(vec![
            ("imports_read", json!(read)),
            ("imports_refused", json!(refused)),
            ("last_import_answered_s", json!(last.as_secs_f64())),
        ])
    }
}

fn import(server: SocketAddr, request: &[&[u8]]) -> Result<(u16, Duration), String> {
    let failed = |error: std::io::Error| format!("an import failed: {error}");
    let start = Instant::now();
    let mut stream = TcpStream::connect(server).map_err(failed)?;
    request.iter().try_for_each(|part| stream.write_all(part)).map_err(failed)?;
    let mut bytes = Vec::new();
    loop {
        let mut more = [0; 4 * 1024];
        match stream.read(&mut more).map_err(failed)? {
            0 => return Err("the server closed the connection of an import".to_owned()),
            read => bytes.extend_from_slice(&more[..read]),
        }
        if let Some(answer) = read_answer(&bytes) {
            return Ok((answer.status, start.elapsed()));
        }
    }
}
