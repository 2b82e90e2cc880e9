// SPDX-License-Identifier: AGPL-3.0-or-later
//! Starting the binary.

use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;

/// What a run of the program left behind.
pub(crate) struct Run {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) code: i32,
}

/// Runs `tabiya` with those arguments and no input.
pub(crate) fn tabiya(arguments: &[&str]) -> Run {
    tabiya_reading(arguments, b"")
}

/// Runs `tabiya` with that input.
pub(crate) fn tabiya_reading(arguments: &[&str], input: &[u8]) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tabiya"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary was built for this test");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    let input = input.to_vec();
    // Fed from a thread of its own: neither side must wait for the other's full pipe. It may exit without reading all.
    let feeder = thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the program ends");
    feeder.join().expect("the feeder does not panic");
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    Run {
        out: text(output.stdout),
        err: text(output.stderr),
        code: output.status.code().expect("no signal ended it"),
    }
}
