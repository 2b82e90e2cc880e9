// SPDX-License-Identifier: AGPL-3.0-or-later
//! A log that nobody takes halts nothing. A console takes none while text in it is selected; here it is a pipe that is full.

use std::process::Stdio;

use tabiya_testkit::patiently;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::process::Command;

/// More refusals than a pipe and the server's queue hold lines about.
const REFUSED: usize = 4_000;

/// The status line of an answer to `GET path`.
async fn get(address: &str, path: &str) -> String {
    let asked = async {
        let mut stream = TcpStream::connect(address).await.expect("the server takes connections");
        let request = format!("GET {path} HTTP/1.0\r\nHost: {address}\r\n\r\n");
        stream.write_all(request.as_bytes()).await.expect("it takes requests");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.expect("it answers");
        answer.lines().next().unwrap_or_default().to_owned()
    };
    patiently(&format!("an answer to {path} while nobody takes the log"), asked).await
}

#[tokio::test]
async fn a_log_that_nobody_takes_halts_nothing_and_says_how_many_lines_are_missing() {
    let data = TempDir::new().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
    command.args(["serve", "--log", "debug", "--listen", "127.0.0.1:0", "--data"]).arg(data.path());
    command.env("TABIYA_BACKUPS", "off").env("NO_COLOR", "1").kill_on_drop(true);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut server = command.spawn().expect("the program starts");
    let mut said = BufReader::new(server.stdout.take().expect("it is piped")).lines();
    let address = patiently("the server to say where it listens", async {
        loop {
            let line = said.next_line().await.expect("it can be read").expect("the server runs");
            if let Some((_, rest)) = line.split_once("http://") {
                return rest.trim_end_matches('/').to_owned();
            }
        }
    });
    let address = address.await;
    for _ in 0..REFUSED {
        assert_eq!(get(&address, "/api/page/desk/figures").await, "HTTP/1.0 401 Unauthorized");
    }
    assert_eq!(get(&address, "/healthz").await, "HTTP/1.0 200 OK");
    // Somebody reads it again, and the server has more to say.
    let mut log = BufReader::new(server.stderr.take().expect("it is piped")).lines();
    let mut whole = 0;
    let missing = patiently("the log to say what is missing", async {
        loop {
            tokio::select! {
                line = log.next_line() => {
                    let line = line.expect("it can be read").expect("the server runs");
                    match line.split_once(" lines are missing here: nobody took the log") {
                        Some((number, "")) => return number.parse::<usize>().expect("a number"),
                        _ => whole += usize::from(line.contains("refused")),
                    }
                }
                _ = get(&address, "/api/page/desk/figures") => {}
            }
        }
    });
    let missing = missing.await;
    assert!(missing > 0 && whole + missing >= REFUSED, "{whole} lines came, {missing} are missing");
    server.kill().await.expect("the server can be killed");
}
