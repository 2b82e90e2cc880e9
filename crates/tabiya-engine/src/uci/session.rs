// SPDX-License-Identifier: MIT OR Apache-2.0
//! The thread that reads commands. It owns the position and the options, and hands searches to the worker.

use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

use tabiya_rules::{History, Position};

use super::command::{Command, Go, parse, shorten};
use super::control::{Control, PonderWatch};
use super::options::{BY_DEFAULT, BY_HAND, Effect, Options};
use super::position::{Changes, read_game, read_move};
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
    usable_memory: &(dyn Fn() -> Option<u64> + Sync),
) -> io::Result<()> {
    let output = Output::new(output);
    let read = std::thread::scope(|scope| {
        let (jobs, queue) = channel();
        scope.spawn(|| {
            // The queue is moved into this thread and dropped here, so that a reader without a worker gets an
            // error.
            let queue = queue;
            work(&queue, &output, usable_memory);
        });
        let mut session = Session {
            output: &output,
            jobs,
            new_stopwatch,
            read_file,
            options: Options::default(),
            game: Some(History::new(Position::start())),
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
    /// `None` if the last `position` command gave nothing that can be played.
    game: Option<History>,
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
                if line.trim_ascii_start().starts_with(b"position") {
                    self.game = None;
                }
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
            Command::Position(words) => {
                let read = read_game(&words, self.options.variant);
                self.game = match read {
                    Ok((history, changes)) => {
                        self.say_changes("position", &changes);
                        Some(history)
                    }
                    Err(problem) => {
                        self.output.say(problem);
                        None
                    }
                };
            }
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
            "" => Evaluation::default(),
            name if name.eq_ignore_ascii_case(BY_DEFAULT) => Evaluation::default(),
            name if name.eq_ignore_ascii_case(BY_HAND) => Evaluation::ByHand,
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

    fn is_searching(&self) -> bool {
        self.running.as_ref().is_some_and(|control| control.is_searching())
    }

    fn send(&self, job: Job) {
        // Only a panic can end the worker early. The session then ends with that panic when the threads are
        // joined.
        let _ = self.jobs.send(job);
    }

    fn go(&mut self, go: &Go) {
        // A second `go` stops the first search, which still sends its answer first.
        self.stop();
        let control = Arc::new(Control::new(go.ponder, go.infinite));
        self.running = Some(Arc::clone(&control));
        let Some(history) = self.game.clone() else {
            self.output.say("go: nothing is searched, because the last position can't be played");
            let answer = if go.perft.is_some() { "Nodes searched: 0" } else { "bestmove 0000" };
            self.send(Job::Refuse { answer, control });
            return;
        };
        if let Some(depth) = go.perft {
            let position = *history.position();
            self.send(Job::Perft { position, depth, control });
            return;
        }
        let watch = PonderWatch { watch: (self.new_stopwatch)(), control: Arc::clone(&control) };
        let seed = self.options.level_seed ^ self.games << 32;
        let strength = self.options.strength().map(|strength| (strength, seed));
        let limits = self.limits(go, history.position());
        let show_wdl = self.options.show_wdl;
        self.send(Job::Search(Box::new(Search { history, limits, watch, show_wdl, strength, control })));
    }

    /// Says in one message what was changed in a command.
    fn say_changes(&self, command: &str, changes: &Changes) {
        if !changes.is_empty() {
            self.output.say(format_args!("{command}: {}", changes.join("; ")));
        }
    }

    fn limits(&self, go: &Go, position: &Position) -> Limits {
        let (mut search_moves, mut changes) = (Vec::new(), Changes::new());
        for text in &go.search_moves {
            match read_move(position, text, &mut changes) {
                Ok(mv) => search_moves.push(mv),
                Err(problem) => changes.push(format!("{} is ignored: {problem}", shorten(text))),
            }
        }
        self.say_changes("searchmoves", &changes);
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
