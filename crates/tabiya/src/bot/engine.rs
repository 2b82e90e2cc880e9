// SPDX-License-Identifier: AGPL-3.0-or-later
//! A UCI engine in a process of its own, which is told the clocks and asked for a move.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, bail};
use tabiya_rules::Variant;

/// An engine's program, and what is set when it starts.
pub(super) struct Program {
    pub(super) path: PathBuf,
    pub(super) arguments: Vec<String>,
    pub(super) options: Vec<(String, String)>,
}

/// A running engine. Dropping it ends it.
pub(super) struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

/// How long the engine may think.
pub(super) enum Time {
    /// White's and Black's clocks and increments, in milliseconds.
    Clocks { white: u64, black: u64, white_increment: u64, black_increment: u64 },
    /// So many milliseconds for the move.
    Move(u64),
}

impl Program {
    pub(super) fn start(&self) -> anyhow::Result<Engine> {
        let named = || format!("can't use the engine {}", self.path.display());
        let mut child = Command::new(&self.path)
            .args(&self.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(named)?;
        let input = child.stdin.take().context("its input is a pipe")?;
        let output = BufReader::new(child.stdout.take().context("its output is a pipe")?);
        let mut engine = Engine { child, input, output };
        engine.say("uci").and_then(|()| engine.until("uciok")).with_context(named)?;
        for (name, value) in &self.options {
            engine.say(&format!("setoption name {name} value {value}"))?;
        }
        engine.ready().with_context(named)?;
        Ok(engine)
    }
}

impl Engine {
    fn say(&mut self, line: &str) -> anyhow::Result<()> {
        writeln!(self.input, "{line}")?;
        Ok(self.input.flush()?)
    }

    /// The next line that begins with this word.
    fn until(&mut self, word: &str) -> anyhow::Result<String> {
        let mut line = String::new();
        loop {
            line.clear();
            if self.output.read_line(&mut line)? == 0 {
                bail!("the engine has ended");
            }
            if line.split_whitespace().next() == Some(word) {
                return Ok(line);
            }
        }
    }

    fn ready(&mut self) -> anyhow::Result<()> {
        self.say("isready")?;
        self.until("readyok").map(|_| ())
    }

    /// Prepares for a game.
    pub(super) fn begin(&mut self, variant: Variant) -> anyhow::Result<()> {
        if variant.uci_chess960() {
            self.say("setoption name UCI_Chess960 value true")?;
        }
        self.say("ucinewgame")?;
        self.ready()
    }

    /// The move for this position; `None` if the engine knows none.
    pub(super) fn think(&mut self, start: &str, moves: &str, time: &Time) -> anyhow::Result<Option<String>> {
        let start = if start == "startpos" { start.to_owned() } else { format!("fen {start}") };
        let moves = if moves.is_empty() { String::new() } else { format!(" moves {moves}") };
        self.say(&format!("position {start}{moves}"))?;
        self.say(&match time {
            Time::Move(ms) => format!("go movetime {ms}"),
            Time::Clocks { white, black, white_increment, black_increment } => {
                format!("go wtime {white} btime {black} winc {white_increment} binc {black_increment}")
            }
        })?;
        let line = self.until("bestmove")?;
        let best = line.split_whitespace().nth(1).filter(|best| !["(none)", "0000"].contains(best));
        Ok(best.map(str::to_owned))
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // An engine that has ended by itself needs no telling.
        let _ = self.say("quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
