// SPDX-License-Identifier: AGPL-3.0-or-later
//! A folder that vanishes under the site in the middle of a game, as a USB stick that is pulled out: those before the computer hear what has
//! happened and what to do, and no move is lost that was taken.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};

use super::start::{extracted, playing, started, terminated};

/// What a command says on the data beside the program.
fn order(program: &Path, arguments: &[&str]) -> String {
    let data = program.with_file_name("data");
    let output = Command::new(program).args(arguments).arg("--data").arg(data).output().expect("it starts");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("it is text")
}

/// A player at the server at this address.
struct Player {
    token: String,
    host: String,
}

impl Player {
    fn call(&self, method: &str, path: &str, form: &str) -> String {
        let Self { token, host } = self;
        let mut stream = TcpStream::connect(host).expect("the server listens");
        let length = form.len();
        write!(
            stream,
            "{method} {path} HTTP/1.0\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {length}\r\n\r\n{form}"
        )
        .expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it is text");
        answer
    }

    fn play(&self, game: &str, uci: &str) -> String {
        self.call("POST", &format!("/api/board/game/{game}/move/{uci}"), "")
    }
}

#[test]
fn a_folder_that_is_taken_away_in_a_game_and_put_back_has_all_moves_that_were_taken() {
    let (folder, program) = extracted();
    let data = folder.path().join("data");
    let [ann, ben] = ["ann", "ben"].map(|name| {
        order(&program, &["user", "add", name]);
        let said = order(&program, &["token", name, "--scope", "board:play,challenge:write"]);
        said.trim().lines().last().expect("a token").to_owned()
    });
    // A program that does not say what is awaited ends all the same, some day.
    let mut command = started(Path::new("timeout"), &["300", program.to_str().expect("text")]);
    let mut running = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut said = BufReader::new(running.stdout.take().expect("it is piped")).lines();
    // Else it would stand still when the pipe is full.
    let mut log = running.stderr.take().expect("it is piped");
    let log = std::thread::spawn(move || {
        let mut text = String::new();
        log.read_to_string(&mut text).expect("it is text");
        text
    });
    let mut until = |text: &str| {
        let found = said.by_ref().map(|line| line.expect("it is text")).find(|line| line.contains(text));
        found.unwrap_or_else(|| panic!("it does not say {text:?}"))
    };
    until("stop with Ctrl-C");
    let url = fs::read_to_string(data.join("running-at")).expect("it notes where it is");
    let host = url.trim().strip_prefix("http://").expect("plain HTTP").to_owned();
    let [ann, ben] = [ann, ben].map(|token| Player { token, host: host.clone() });
    let challenged = ann.call("POST", "/api/challenge/ben", "color=white");
    let game = challenged.split("/game/").nth(1).and_then(|rest| rest.split('"').next()).expect("a game");
    assert!(ben.call("POST", &format!("/api/challenge/{game}/accept"), "").contains(" 200 "), "{challenged}");
    assert!(ann.play(game, "e2e4").contains(" 200 "));
    assert!(ben.play(game, "e7e5").contains(" 200 "));

    let elsewhere = folder.path().join("elsewhere");
    fs::rename(&data, &elsewhere).expect("the folder is ours");
    assert!(until("is gone").contains(data.to_str().expect("text")));
    assert!(until("Put it back").contains("you start it again"));
    let refused = ann.play(game, "g1f3");
    assert!(!refused.contains(" 200 ") && refused.contains("not_saved"), "{refused}");
    assert!(!data.exists(), "it makes no new folder");

    fs::rename(&elsewhere, &data).expect("the folder is ours");
    let ended = running.wait().expect("it is ours");
    let log = log.join().expect("it was read");
    assert_eq!(ended.code(), Some(2), "{log}");
    assert!(log.trim_end().ends_with("start the program again"), "{log}");

    // Pages that are open ask at the same address.
    let (running, said) = playing(&program);
    assert!(said.iter().any(|line| line.contains(&host)), "{said:?}");
    let kept = ben.call("GET", &format!("/game/export/{game}"), "");
    assert!(kept.contains("\n1. e4 e5"), "{kept}");
    assert!(ann.play(game, "g1f3").contains(" 200 "));
    terminated(running);
    order(&program, &["data", "check"]);
}
