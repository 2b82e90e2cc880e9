// SPDX-License-Identifier: MIT OR Apache-2.0
//! The thread that reads commands. It owns the position and the options, and hands searches to the worker.

use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

use tabiya_rules::{Attempt, CastlingMode, History, Position, Reason, explain};

use super::command::{Command, Go, parse, shorten};
use super::control::{Control, PonderWatch};
use super::options::{BY_DEFAULT, BY_HAND, Effect, Options};
use super::worker::{Job, Search, work};
use super::write::Output;
use crate::evaluation::Evaluation;
use crate::limits::{Clock, Limits, Stopwatch};
use crate::nnue::Net;

/// The maximum length of a line in bytes. It is enough for a game of many thousand moves; longer lines are
/// refused.
const LONGEST_LINE: u64 = 1 << 20;

pub(super) fn run<R: BufRead, W: Write + Send>(
    mut input: R,
    output: W,
    new_stopwatch: &dyn Fn() -> Box<dyn Stopwatch + Send>,
    read_file: &dyn Fn(&str) -> io::Result<Vec<u8>>,
) -> io::Result<()> {
    let output = Output::new(output);
    let read = std::thread::scope(|scope| {
        let (jobs, queue) = channel();
        scope.spawn(|| {
            // The queue is moved into this thread and dropped here, so that a reader without a worker gets an
            // error.
            let queue = queue;
            work(&queue, &output);
        });
        let mut session = Session {
            output: &output,
            jobs,
            new_stopwatch,
            read_file,
            options: Options::default(),
            history: History::new(Position::start()),
            games: 0,
            running: None,
        };
        let read = session.read_commands(&mut input);
        session.stop();
        read
    });
    read.and(output.into_result())
}

struct Session<'a, W> {
    output: &'a Output<W>,
    jobs: Sender<Job>,
    new_stopwatch: &'a dyn Fn() -> Box<dyn Stopwatch + Send>,
    read_file: &'a dyn Fn(&str) -> io::Result<Vec<u8>>,
    options: Options,
    history: History,
    /// The number of games started: each game uses another seed for its level.
    games: u64,
    /// The last search, which may have ended.
    running: Option<Arc<Control>>,
}

impl<W: Write> Session<'_, W> {
    fn read_commands(&mut self, input: &mut dyn BufRead) -> io::Result<()> {
        let mut line = Vec::new();
        while !self.output.is_broken() {
            line.clear();
            if input.take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
                break;
            }
            if line.len() as u64 == LONGEST_LINE && !line.ends_with(b"\n") {
                skip_line(input)?;
                self.output.say(format_args!("a line of more than {LONGEST_LINE} bytes was ignored"));
                continue;
            }
            match parse(&String::from_utf8_lossy(&line)) {
                Ok((Command::Quit, _)) => break,
                Ok((command, warnings)) => {
                    for problem in warnings {
                        self.output.say(problem);
                    }
                    self.execute(command);
                }
                Err(problem) => self.output.say(problem),
            }
        }
        Ok(())
    }

    fn execute(&mut self, command: Command) {
        match command {
            Command::Uci => {
                self.output.line(format_args!("id name Tabiya {}", env!("CARGO_PKG_VERSION")));
                self.output.line(format_args!("id author {}", env!("CARGO_PKG_AUTHORS")));
                for line in Options::declare() {
                    self.output.line(line);
                }
                self.output.line("uciok");
            }
            Command::IsReady => {
                // While a search runs, the answer must not wait for it. Otherwise it is sent after all
                // earlier jobs.
                if self.is_searching() { self.output.line("readyok") } else { self.send(Job::Ready) }
            }
            Command::NewGame => {
                self.games += 1;
                self.send(Job::Clear);
            }
            Command::SetOption { name, value } => match self.options.set(&name, &value) {
                Ok(Effect::ResizeHash) => self.send(Job::ResizeHash(self.options.hash)),
                Ok(Effect::SetThreads(threads)) => self.send(Job::SetThreads(threads)),
                Ok(Effect::ClearHash) => self.send(Job::Clear),
                Ok(Effect::Evaluate) => self.set_evaluation(&value),
                Ok(Effect::Nothing) => {}
                Err(problem) => self.output.say(problem),
            },
            Command::Position { fen, moves } => match self.position(fen.as_deref(), &moves) {
                Ok(history) => self.history = history,
                Err(problem) => self.output.say(problem),
            },
            Command::Go(go) => self.go(&go),
            Command::Stop => self.stop(),
            Command::PonderHit => {
                if let Some(control) = &self.running {
                    control.ponder_hit();
                }
            }
            Command::Quit | Command::Nothing => {}
        }
    }

    /// Loads the evaluation from the named file, or selects a built-in one.
    fn set_evaluation(&self, name: &str) {
        let evaluation = match name {
            BY_DEFAULT => Evaluation::default(),
            BY_HAND => Evaluation::ByHand,
            path => match (self.read_file)(path).map(|bytes| Net::from_bytes(&bytes)) {
                Ok(Ok(net)) => Evaluation::Net(Arc::new(net)),
                Ok(Err(problem)) => {
                    return self.output.say(format_args!("EvalFile {}: {problem}", shorten(path)));
                }
                Err(problem) => {
                    return self.output.say(format_args!("EvalFile {}: {problem}", shorten(path)));
                }
            },
        };
        self.send(Job::SetEvaluation(evaluation));
    }

    fn stop(&self) {
        if let Some(control) = &self.running {
            control.stop();
        }
    }

    /// Whether the worker still holds the control of the last job.
    fn is_searching(&self) -> bool {
        self.running.as_ref().is_some_and(|control| Arc::strong_count(control) > 1)
    }

    fn send(&self, job: Job) {
        // Only a panic can end the worker early. The session then ends with that panic when the threads are
        // joined.
        let _ = self.jobs.send(job);
    }

    /// The game that a `position` command describes.
    fn position(&self, fen: Option<&str>, moves: &[String]) -> Result<History, String> {
        let start = match fen {
            None => Position::start(),
            Some(fen) => Position::from_fen(fen).map_err(|error| format!("position: {error}"))?,
        };
        let start =
            if self.options.chess960 { start.with_castling_mode(CastlingMode::Chess960) } else { start };
        let mut history = History::new(start);
        for (ply, text) in moves.iter().enumerate() {
            let name =
                format_args!("illegal move {} (number {} of the list)", text_of(text), ply + 1).to_string();
            let attempt: Attempt = text.parse().map_err(|error| format!("{name}: {error}"))?;
            let mv = attempt.to_move(history.position()).map_err(|reason| {
                // The game's history can give a better reason. That the game is over is not a reason here.
                let better = explain(&history, attempt).err();
                let reason =
                    better.filter(|better| !matches!(better, Reason::GameOver { .. })).unwrap_or(reason);
                format!("{name}: {reason}")
            })?;
            history.play(mv);
        }
        Ok(history)
    }

    fn go(&mut self, go: &Go) {
        // A second `go` stops the first search, which still sends its answer first.
        self.stop();
        let control = Arc::new(Control::new(go.ponder, go.infinite));
        self.running = Some(Arc::clone(&control));
        if let Some(depth) = go.perft {
            let position = *self.history.position();
            self.send(Job::Perft { position, depth, control });
            return;
        }
        let watch = PonderWatch { watch: (self.new_stopwatch)(), control: Arc::clone(&control) };
        let seed = self.options.level_seed ^ self.games << 32;
        let strength = self.options.strength().map(|strength| (strength, seed));
        let (limits, history) = (self.limits(go), self.history.clone());
        let show_wdl = self.options.show_wdl;
        self.send(Job::Search(Box::new(Search { history, limits, watch, show_wdl, strength, control })));
    }

    fn limits(&self, go: &Go) -> Limits {
        let position = self.history.position();
        let mut search_moves = Vec::new();
        for attempt in &go.search_moves {
            match attempt.to_move(position) {
                Ok(mv) => search_moves.push(mv),
                Err(reason) => self.output.say(format_args!("searchmoves: {attempt} is ignored: {reason}")),
            }
        }
        let at = position.turn().index();
        // If only the other side's time could be parsed, it is a better guess than none.
        let remaining = go.times[at].or(go.times[1 - at]).filter(|_| !go.infinite);
        let clock = remaining.map(|remaining| Clock {
            remaining,
            increment: go.increments[at],
            moves_to_go: go.moves_to_go,
        });
        Limits {
            depth: go.depth,
            nodes: go.nodes,
            soft_nodes: None,
            move_time: go.move_time.filter(|_| !go.infinite),
            clock,
            mate: go.mate,
            search_moves,
            multi_pv: self.options.multi_pv,
            overhead: self.options.overhead,
        }
    }
}

/// The word itself if it looks like a move, otherwise shortened and quoted.
fn text_of(text: &str) -> String {
    if text.len() <= 5 && text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        text.to_owned()
    } else {
        shorten(text)
    }
}

/// Reads and discards the rest of the line.
fn skip_line(input: &mut dyn BufRead) -> io::Result<()> {
    loop {
        let mut piece = Vec::new();
        let read = input.take(LONGEST_LINE).read_until(b'\n', &mut piece)?;
        if read == 0 || piece.ends_with(b"\n") {
            return Ok(());
        }
    }
}
