// SPDX-License-Identifier: MIT OR Apache-2.0
//! A UCI client: uses any UCI engine over a reader and a writer.

mod parse;

use std::collections::HashSet;
use std::io::{self, BufRead, Read as _, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use tabiya_rules::{History, Position, Variant};

use super::command::shorten;
use crate::analysis::{Analyst, Budget, Request};
use crate::report::{Bound, Info, Line, Report};
use crate::score::Score;
use parse::{best_move, info};

/// The interval at which the stop flag is checked.
const TICK: Duration = Duration::from_millis(20);
/// How long an engine may take to answer `uci` or `isready`, in ticks. It may have to read a large file.
const START_TICKS: u32 = 30 * 50;
/// How long it may take, in ticks, to answer after `stop` or after the end of its time.
const STOP_TICKS: u32 = 5 * 50;
/// How long it may send nothing while it searches, in ticks.
const SILENT_TICKS: u32 = 120 * 50;
/// The maximum length of a line in bytes; longer lines are cut.
const LONGEST_LINE: u64 = 1 << 16;
/// The most lines that an engine may send before a required answer. Engines have at most some hundred options.
const MAX_LINES: usize = 10_000;
/// The number of unread lines that are buffered. Beyond that the engine must wait.
const LINES_AHEAD: usize = 1_024;

/// An engine at the other end of two streams.
///
/// The streams usually belong to a child process. The caller who started that process must end it after
/// dropping the client. The client starts a thread that reads; it ends with the input.
pub struct Client {
    lines: Receiver<String>,
    output: Box<dyn Write + Send>,
    name: String,
    /// The option names, in lower case.
    options: HashSet<String>,
    /// The values that were set last.
    multi_pv: usize,
    variant: Variant,
}

impl Client {
    /// Starts a UCI session with an engine, sets options (name and value), and waits until the engine is
    /// ready.
    ///
    /// # Errors
    /// The errors of the streams. Also if the engine does not answer within half a minute, or lacks one of
    /// the options.
    pub fn start(
        mut input: impl BufRead + Send + 'static,
        output: impl Write + Send + 'static,
        settings: &[(String, String)],
    ) -> io::Result<Client> {
        let (sender, lines) = sync_channel(LINES_AHEAD);
        std::thread::spawn(move || {
            let mut line = Vec::new();
            loop {
                line.clear();
                match input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
                    Ok(0) | Err(_) => return,
                    Ok(_) => {}
                }
                if sender.send(String::from_utf8_lossy(&line).trim().to_owned()).is_err() {
                    return;
                }
            }
        });
        let (output, name, options) = (Box::new(output), String::new(), HashSet::new());
        let variant = Variant::Standard;
        let mut client = Client { lines, output, name, options, multi_pv: 1, variant };
        client.introduce()?;
        for (name, value) in settings {
            if !client.has_option(name) {
                let problem = format!("{} has no option {}", client.name, shorten(name));
                return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
            }
            client.send(&format!("setoption name {name} value {value}"))?;
        }
        client.wait_until_ready()?;
        Ok(client)
    }

    /// The name that the engine sent.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the engine has an option of that name.
    #[must_use]
    pub fn has_option(&self, name: &str) -> bool {
        self.options.contains(&name.to_lowercase())
    }

    fn introduce(&mut self) -> io::Result<()> {
        self.send("uci")?;
        for _ in 0..MAX_LINES {
            let line = self.expect("uciok")?;
            if let Some(name) = line.strip_prefix("id name ") {
                name.clone_into(&mut self.name);
            } else if let Some(option) = line.strip_prefix("option name ") {
                let name = option.split(" type ").next().unwrap_or(option);
                self.options.insert(name.to_lowercase());
            } else if line == "uciok" {
                return Ok(());
            }
        }
        Err(self.talks_without_end("uciok"))
    }

    fn wait_until_ready(&mut self) -> io::Result<()> {
        self.send("isready")?;
        for _ in 0..MAX_LINES {
            if self.expect("readyok")? == "readyok" {
                return Ok(());
            }
        }
        Err(self.talks_without_end("readyok"))
    }

    fn talks_without_end(&self, wanted: &str) -> io::Error {
        let name = if self.name.is_empty() { "the engine" } else { &self.name };
        let problem = format!("{name} says {MAX_LINES} lines, but no {wanted}");
        io::Error::new(io::ErrorKind::InvalidData, problem)
    }

    /// Sends a line.
    fn send(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.output, "{line}")?;
        self.output.flush()
    }

    /// Waits for the next line. `wanted` is the answer that must come soon, for the error message.
    fn expect(&self, wanted: &str) -> io::Result<String> {
        self.lines.recv_timeout(TICK * START_TICKS).map_err(|error| self.lost(&error, wanted))
    }

    fn lost(&self, error: &RecvTimeoutError, wanted: &str) -> io::Error {
        let name = if self.name.is_empty() { "the engine" } else { &self.name };
        match error {
            RecvTimeoutError::Timeout => {
                io::Error::new(io::ErrorKind::TimedOut, format!("{name} does not answer: no {wanted}"))
            }
            RecvTimeoutError::Disconnected => {
                io::Error::new(io::ErrorKind::UnexpectedEof, format!("{name} has ended: no {wanted}"))
            }
        }
    }

    fn set_position(&mut self, history: &History) -> io::Result<()> {
        let start = history.start();
        self.set_variant(start.variant())?;
        let mut text = if *start == Position::start() {
            "position startpos".to_owned()
        } else {
            format!("position fen {}", start.to_fen())
        };
        for (number, mv) in history.moves().iter().enumerate() {
            text.push_str(if number == 0 { " moves " } else { " " });
            text.push_str(&mv.to_uci(start.castling_mode()));
        }
        self.send(&text)
    }

    fn set_variant(&mut self, variant: Variant) -> io::Result<()> {
        if variant.uci_variant() != self.variant.uci_variant() {
            self.set_for(variant, "UCI_Variant", variant.uci_variant())?;
        }
        if variant.uci_chess960() != self.variant.uci_chess960() {
            self.set_for(variant, "UCI_Chess960", &variant.uci_chess960().to_string())?;
        }
        self.variant = variant;
        Ok(())
    }

    /// Sets an option without which the engine does not know the variant.
    fn set_for(&mut self, variant: Variant, option: &str, value: &str) -> io::Result<()> {
        if !self.has_option(option) {
            let unusual = if variant == Variant::Standard { self.variant } else { variant };
            let problem = format!("{} can't play {}", self.name, unusual.pgn_name());
            return Err(io::Error::new(io::ErrorKind::Unsupported, problem));
        }
        self.send(&format!("setoption name {option} value {value}"))
    }

    fn set_lines(&mut self, lines: usize) -> io::Result<()> {
        if lines != self.multi_pv && self.has_option("MultiPV") {
            self.send(&format!("setoption name MultiPV value {lines}"))?;
            self.multi_pv = lines;
        }
        Ok(())
    }
}

impl Analyst for Client {
    fn analyse(
        &mut self,
        request: &Request,
        stop: &AtomicBool,
        on_info: &mut dyn FnMut(&Info),
    ) -> io::Result<Report> {
        let position = request.history.position();
        if !position.has_legal_move() {
            let mated = position.is_check();
            return Ok(Report::without_moves(if mated { Score::Mate(0) } else { Score::Cp(0) }));
        }
        self.send("ucinewgame")?;
        self.set_lines(request.lines.max(1))?;
        self.set_position(&request.history)?;
        self.wait_until_ready()?;
        let mut patience = SILENT_TICKS;
        match request.budget {
            Budget::Nodes(nodes) => self.send(&format!("go nodes {nodes}"))?,
            Budget::Time(time) => {
                self.send(&format!("go movetime {}", time.as_millis().max(1)))?;
                let ticks = time.as_millis() / TICK.as_millis();
                patience = u32::try_from(ticks).unwrap_or(u32::MAX).saturating_add(STOP_TICKS);
            }
        }
        let mut found: Vec<Line> = Vec::new();
        let (mut told_to_stop, mut silent, mut nodes) = (false, 0, 0);
        loop {
            if !told_to_stop && stop.load(Ordering::Relaxed) {
                self.send("stop")?;
                (told_to_stop, silent, patience) = (true, 0, STOP_TICKS);
            }
            let line = match self.lines.recv_timeout(TICK) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) if silent < patience => {
                    silent += 1;
                    continue;
                }
                Err(error) => return Err(self.lost(&error, "bestmove")),
            };
            silent = if told_to_stop || matches!(request.budget, Budget::Time(_)) { silent } else { 0 };
            if let Some(news) = info(&line, position) {
                nodes = news.nodes;
                note(&mut found, &news);
                on_info(&news);
            } else if line.split_ascii_whitespace().next() == Some("bestmove") {
                let report =
                    best_move(&line, position).and_then(|best| Report::from_lines(best, found, nodes));
                return report.ok_or_else(|| {
                    let problem =
                        format!("{} tells no legal move and its score: {}", self.name, shorten(&line));
                    io::Error::new(io::ErrorKind::InvalidData, problem)
                });
            }
        }
    }
}

/// Stores the latest report on each line. A bound never replaces an earlier report.
fn note(found: &mut Vec<Line>, news: &Info) {
    let at = news.multi_pv - 1;
    if at < found.len() {
        if news.bound == Bound::Exact {
            found[at] = news.line.clone();
        }
    } else if at == found.len() {
        found.push(news.line.clone());
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // An engine that no longer reads need not be told.
        let _ = self.send("quit");
    }
}
