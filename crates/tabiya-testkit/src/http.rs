// SPDX-License-Identifier: AGPL-3.0-or-later
//! A minimal HTTP client. It speaks HTTP/1.0, so the end of the connection is the end of the answer.

use std::io::ErrorKind;
use std::net::SocketAddr;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::patiently;

/// An answer of the server.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The status code.
    pub status: u16,
    /// The headers in order, with names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body as text. Invalid UTF-8 is replaced.
    pub body: String,
    /// The body as it came.
    pub bytes: Vec<u8>,
}

impl Answer {
    /// The first header with this name (in lower case).
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }

    /// The body as JSON.
    pub fn json(&self) -> Value {
        match serde_json::from_str(&self.body) {
            Ok(value) => value,
            Err(error) => panic!("expected JSON ({error}), got {} {:?}", self.status, self.body),
        }
    }

    /// The stable code of an error's body, such as `not_found`.
    pub fn error_code(&self) -> String {
        let body = self.json();
        let code = body["error"]["code"].as_str();
        code.unwrap_or_else(|| panic!("expected an error, got {} {body}", self.status)).to_owned()
    }

    /// The same; `ok` for an answer that is no error.
    pub fn error_code_or_ok(&self) -> String {
        if self.status < 400 { "ok".to_owned() } else { self.error_code() }
    }
}

/// Sends one request and reads the whole answer. `None` if the server closed the connection without an
/// answer.
pub(crate) async fn request(
    to: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> Option<Answer> {
    patiently(&format!("an answer to {method} {path}"), async {
        let mut stream = match TcpStream::connect(to).await {
            Ok(stream) => stream,
            // The server was killed before it took this connection.
            Err(error)
                if matches!(error.kind(), ErrorKind::ConnectionReset | ErrorKind::ConnectionRefused) =>
            {
                return None;
            }
            Err(error) => panic!("the server listens: {error}"),
        };
        let mut head =
            format!("{method} {path} HTTP/1.0\r\nhost: {to}\r\ncontent-length: {}\r\n", body.len());
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str("\r\n");
        // A server that refuses a body may close the connection before it has read all of it. Its answer
        // counts.
        let _ = stream.write_all(head.as_bytes()).await;
        let _ = stream.write_all(body).await;
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes).await;
        parse(&bytes)
    })
    .await
}

fn parse(bytes: &[u8]) -> Option<Answer> {
    let end = memchr::memmem::find(bytes, b"\r\n\r\n")?;
    let (head, bytes) = (String::from_utf8_lossy(&bytes[..end]), &bytes[end + 4..]);
    let mut lines = head.split("\r\n");
    let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let headers = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    Some(Answer { status, headers, body: String::from_utf8_lossy(bytes).into_owned(), bytes: bytes.to_vec() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_taken_apart() {
        let answer =
            parse(b"HTTP/1.0 404 Not Found\r\nSet-Cookie: a=b; Path=/\r\n\r\n{\"error\":{\"code\":\"x\"}}")
                .unwrap();
        assert_eq!(answer.status, 404);
        assert_eq!(answer.header("set-cookie"), Some("a=b; Path=/"));
        assert_eq!(answer.error_code(), "x");
        assert!(parse(b"").is_none());
    }
}
