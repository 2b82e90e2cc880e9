// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya uci`: that the engine answers under the binary; what it answers is tested where it lives.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use crate::program::tabiya_reading;

#[test]
fn a_chess_program_gets_its_answers() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tabiya"))
        .arg("uci")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let mut until = |start: &str| lines.by_ref().find(|line| line.starts_with(start)).expect(start);

    writeln!(input, "uci").unwrap();
    until("id name ");
    until("uciok");
    writeln!(input, "isready").unwrap();
    until("readyok");
    writeln!(input, "position fen 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1\ngo depth 4").unwrap();
    let best = until("bestmove ");
    assert_eq!(best, "bestmove g5g7");
    writeln!(input, "quit").unwrap();
    assert!(child.wait().unwrap().success());
}

/// It never ends, and a pipe waits for somebody to write.
#[cfg(unix)]
#[test]
fn a_network_is_read_from_a_regular_file_only() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for path in ["/dev/zero", pipe.to_str().unwrap(), folder.path().to_str().unwrap()] {
        let said = format!("setoption name EvalFile value {path}\nisready\nquit\n");
        let run = tabiya_reading(&["uci"], said.as_bytes());
        assert_eq!(run.code, 0, "{path}: {}", run.err);
        let complaint = run.out.lines().find(|line| line.starts_with("info string EvalFile"));
        assert!(complaint.is_some(), "{path}: {}", run.out);
        assert!(run.out.contains("readyok"), "{path}: {}", run.out);
    }
}

/// More than any machine has for it: the options within their bounds must not end the program. The limit of the
/// address space makes the system refuse what it would grant, and the engine still plays.
#[cfg(unix)]
#[test]
fn options_that_ask_for_more_memory_than_there_is_get_what_there_is() {
    let said = "setoption name Hash value 65536\nsetoption name Threads value 256\nisready\n\
                position startpos\ngo depth 4\nucinewgame\ngo depth 2\n";
    let mut child = Command::new("sh")
        .args(["-c", "ulimit -v 600000; exec \"$0\" uci", env!("CARGO_BIN_EXE_tabiya")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(said.as_bytes()).unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let mut until = |start: &str| lines.by_ref().find(|line| line.starts_with(start)).expect(start);
    let hash = until("info string Hash: ");
    assert!(hash.contains("no memory for 65536 MiB"), "{hash}");
    let threads = until("info string Threads: ");
    assert!(threads.contains("can't start 256"), "{threads}");
    until("readyok");
    assert_ne!(until("bestmove "), "bestmove 0000");
    assert_ne!(until("bestmove "), "bestmove 0000");
    drop(input);
    assert!(child.wait().unwrap().success());
}
