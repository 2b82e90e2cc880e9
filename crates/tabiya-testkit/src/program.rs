// SPDX-License-Identifier: AGPL-3.0-or-later
//! A program that speaks the compatible API: a token, and one connection that it keeps.

use std::path::Path;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::process::Command;

use crate::{Server, patiently};

/// A program that acts for one player.
#[derive(Debug)]
pub struct Program {
    token: String,
    host: String,
    stream: BufReader<TcpStream>,
}

impl Program {
    /// Opens a connection for the owner of this token.
    pub async fn new(server: &Server, token: &str) -> Self {
        let stream = TcpStream::connect(server.address()).await.expect("the server listens");
        stream.set_nodelay(true).expect("a fresh socket takes options");
        Self { token: token.to_owned(), host: server.address().to_string(), stream: BufReader::new(stream) }
    }

    /// The token that it shows.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Makes a call and reads the whole answer: its status and body, whose length must be known.
    pub async fn call(&mut self, method: &str, path: &str, body: &str) -> (u16, Vec<u8>) {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nContent-Length: {}\r\n\r\n{body}",
            self.host,
            self.token,
            body.len()
        );
        patiently(&format!("an answer to {method} {path}"), async {
            self.stream.write_all(request.as_bytes()).await.expect("the server reads");
            let head = self.line().await;
            let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
            let mut length = 0;
            loop {
                let line = self.line().await;
                let Some((name, value)) = line.split_once(':') else { break };
                if name.eq_ignore_ascii_case("content-length") {
                    length = value.trim().parse().expect("a length is a number");
                }
            }
            let mut body = vec![0; length];
            self.stream.read_exact(&mut body).await.expect("the whole body comes");
            (status, body)
        })
        .await
    }

    async fn line(&mut self) -> String {
        let mut line = String::new();
        self.stream.read_line(&mut line).await.expect("the server answers in text");
        line
    }
}

/// A token with these scopes for a player, made by the operator's command line while the server runs.
pub async fn token_of(binary: &Path, server: &Server, name: &str, scopes: &str) -> String {
    let mut command = Command::new(binary);
    command.args(["token", name, "--scope", scopes, "--data"]).arg(server.data());
    let output = command.output().await.expect("the program starts");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let token = said.split_whitespace().last().unwrap_or_default().to_owned();
    assert!(output.status.success(), "no token for {name}: {}", String::from_utf8_lossy(&output.stderr));
    token
}
