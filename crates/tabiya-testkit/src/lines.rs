// SPDX-License-Identifier: AGPL-3.0-or-later
//! A stream of lines of the compatible API.

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use crate::{PATIENCE, Server, patiently};

/// An open stream. Dropping it is what a client does that goes away.
#[derive(Debug)]
pub struct LineStream {
    reader: BufReader<TcpStream>,
    /// The answer's status code.
    pub status: u16,
    /// The answer's content type.
    pub kind: String,
}

impl LineStream {
    /// Sends the request, with no token where it is empty, and reads the head of the answer.
    pub async fn open(server: &Server, method: &str, path: &str, token: &str, body: &str) -> Self {
        let mut stream = TcpStream::connect(server.address()).await.expect("the server listens");
        let bearer =
            if token.is_empty() { String::new() } else { format!("Authorization: Bearer {token}\r\n") };
        // HTTP/1.0: the lines come as they are, and the end of the connection is their end.
        let request = format!(
            "{method} {path} HTTP/1.0\r\nHost: localhost\r\n{bearer}Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).await.expect("it is sent");
        let mut opened = Self { reader: BufReader::new(stream), status: 0, kind: String::new() };
        let head = opened.line().await.expect("an answer");
        opened.status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        loop {
            let header = opened.line().await.expect("a header");
            match header.split_once(": ") {
                Some((name, value)) if name.eq_ignore_ascii_case("content-type") => {
                    opened.kind = value.to_owned()
                }
                Some(_) => {}
                None => break,
            }
        }
        opened
    }

    /// The next line, which may be blank; `None` at the end.
    pub async fn line(&mut self) -> Option<String> {
        patiently("a line", self.read()).await
    }

    async fn read(&mut self) -> Option<String> {
        let mut line = String::new();
        match self.reader.read_line(&mut line).await {
            Ok(0) | Err(_) => None,
            Ok(_) => Some(line.trim_end().to_owned()),
        }
    }

    /// The next line that says something; `None` at the end.
    pub async fn next(&mut self) -> Option<Value> {
        patiently("a line that says something", self.hear()).await
    }

    /// The same, however long it takes. Blank lines go on for ever, so whoever waits for something bounds the whole wait.
    async fn hear(&mut self) -> Option<Value> {
        loop {
            let line = self.read().await?;
            if !line.is_empty() {
                return Some(serde_json::from_str(&line).expect("a line of JSON"));
            }
        }
    }

    /// The next line of which this is true.
    pub async fn until(&mut self, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let mut seen = Vec::new();
        patiently(what, async {
            loop {
                match self.hear().await {
                    Some(line) if wanted(&line) => return line,
                    Some(line) => seen.push(line),
                    None => panic!("the stream ended before {what}: {seen:?}"),
                }
            }
        })
        .await
    }

    /// Returns once the stream has ended; the lines until then. Panics if it does not within three times [`PATIENCE`].
    pub async fn rest(&mut self) -> Vec<Value> {
        let mut rest = Vec::new();
        let end = async {
            while let Some(line) = self.hear().await {
                rest.push(line);
            }
        };
        assert!(tokio::time::timeout(3 * PATIENCE, end).await.is_ok(), "the stream does not end: {rest:?}");
        rest
    }
}
