// SPDX-License-Identifier: AGPL-3.0-or-later
//! Commands that a test runs to their end.

use std::process::{Command, Output, Stdio};

use tokio::io::AsyncWriteExt;

use crate::{PATIENCE, patiently};

/// Runs a command with this on its standard input, and returns what it printed. Kills it and panics if it has not ended within
/// [`PATIENCE`].
pub async fn output(command: Command, input: &str) -> Output {
    patiently("a command to end", run(command, input)).await
}

/// The same for a command that takes its time: it has five times as long.
pub async fn long_output(command: Command) -> Output {
    tokio::time::timeout(5 * PATIENCE, run(command, "")).await.expect("the command ends")
}

async fn run(command: Command, input: &str) -> Output {
    let mut command = tokio::process::Command::from(command);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    let mut child = command.spawn().expect("the program starts");
    // A command that does not read its input may be gone already.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes()).await;
    child.wait_with_output().await.expect("the command is waited for")
}
