// SPDX-License-Identifier: MIT OR Apache-2.0
//! UCI, the protocol between chess engines and user interfaces, over any reader and writer (Universal Chess
//! Interface, S. Meyer-Kahlen, 2006).
//!
//! The calling thread reads commands and answers them; a second thread searches, so that `stop` and `isready`
//! are answered at once. Invalid input is answered with `info string` and changes nothing, except that a
//! `position` without anything that can be played leaves no position at all: the answer to an older one would
//! be illegal on the user interface's board. Every `go` gets exactly one `bestmove` (except `go perft`, which
//! only counts); it is `0000` if there is no position or no legal move. The end of the input has the effect of
//! `quit`.

mod client;
mod command;
mod control;
mod machine;
mod options;
mod position;
mod session;
mod worker;
mod write;

use std::io::{self, BufRead, Write};

use crate::limits::Stopwatch;

pub use client::Client;

/// Speaks UCI until `quit` or the end of the input.
///
/// `new_stopwatch` is called for each `go` and returns a stopwatch that starts at that moment. `read_file` is
/// called whenever `EvalFile` is set. `usable_memory` tells how many bytes the engine may take now; `None` if
/// that is not known. `Hash` and `Threads` take no more.
///
/// # Errors
/// The errors of the reader and the writer. A running search is stopped first.
///
/// ```
/// use tabiya_engine::{Untimed, uci};
///
/// let mut answer = Vec::new();
/// let commands = b"uci\nposition startpos moves e2e5\nquit\n";
/// uci::run(&commands[..], &mut answer, || Box::new(Untimed), |path| std::fs::read(path), || None)?;
/// let answer = String::from_utf8_lossy(&answer);
/// assert!(answer.contains("uciok"));
/// assert!(answer.contains("info string illegal move e2e5"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn run(
    input: impl BufRead,
    output: impl Write + Send,
    new_stopwatch: impl Fn() -> Box<dyn Stopwatch + Send>,
    read_file: impl Fn(&str) -> io::Result<Vec<u8>>,
    usable_memory: impl Fn() -> Option<u64> + Sync,
) -> io::Result<()> {
    session::run(input, output, &new_stopwatch, &read_file, &usable_memory)
}
