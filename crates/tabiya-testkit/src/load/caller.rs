// SPDX-License-Identifier: AGPL-3.0-or-later
//! The page's calls beside the games: one at a time, over one connection that is kept open.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

use serde_json::Value;

use super::http::read_answer;

/// Makes calls, and waits for each answer.
pub(super) struct Caller {
    server: SocketAddr,
    stream: Option<TcpStream>,
}

impl Caller {
    /// Connects with the first call.
    pub(super) const fn new(server: SocketAddr) -> Self {
        Self { server, stream: None }
    }

    /// Makes a call in the name of the guest with this cookie and this number: each number has an address of its own. Returns the
    /// answer as JSON; null for an empty one.
    ///
    /// # Errors
    /// If the call was refused or not answered, or the answer is no JSON.
    pub(super) fn call(
        &mut self,
        (cookie, number): (&str, u32),
        method: &str,
        path: &str,
        body: &str,
    ) -> Result<Value, String> {
        let failed = |error: std::io::Error| format!("{method} {path} failed: {error}");
        let server = self.server;
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {server}\r\norigin: http://{server}\r\ncookie: {cookie}\r\n\
             x-forwarded-for: 203.{}.{}.1\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            number / 256,
            number % 256,
            body.len(),
        );
        let stream = match &mut self.stream {
            Some(stream) => stream,
            none => {
                let stream = TcpStream::connect(server).map_err(failed)?;
                stream.set_nodelay(true).map_err(failed)?;
                none.insert(stream)
            }
        };
        stream.write_all(request.as_bytes()).map_err(failed)?;
        let mut bytes = Vec::new();
        loop {
            let mut more = [0; 16 * 1024];
            match stream.read(&mut more).map_err(failed)? {
                0 => return Err(format!("the server closed the connection of {method} {path}")),
                read => bytes.extend_from_slice(&more[..read]),
            }
            let Some(answer) = read_answer(&bytes) else { continue };
            if !(200..300).contains(&answer.status) {
                let said = String::from_utf8_lossy(answer.body);
                return Err(format!("{method} {path} was answered with {}: {said}", answer.status));
            }
            if answer.body.is_empty() {
                return Ok(Value::Null);
            }
            return serde_json::from_slice(answer.body).map_err(|error| format!("{method} {path}: {error}"));
        }
    }
}
