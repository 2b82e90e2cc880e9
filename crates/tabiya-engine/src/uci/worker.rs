// SPDX-License-Identifier: MIT OR Apache-2.0
//! The thread that searches, one job after the other.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::Receiver;
use std::time::Duration;

use tabiya_rules::{CastlingMode, History, Move, Position, perft};

use super::control::{Control, PonderWatch};
use super::machine::{resize_hash, set_threads};
use super::write::{Output, best_move, info};
use crate::evaluation::Evaluation;
use crate::level::Strength;
use crate::limits::{Limits, Stopwatch};
use crate::report::{Bound, Info, Line};
use crate::search::Engine;
use crate::wdl::Wdl;

/// A job for the worker.
pub(super) enum Job {
    Search(Box<Search>),
    Perft {
        position: Position,
        depth: u8,
        control: Arc<Control>,
    },
    /// Send this answer to a `go` for which there is no position, when it may be sent.
    Refuse {
        answer: &'static str,
        control: Arc<Control>,
    },
    ResizeHash(usize),
    SetThreads(usize),
    SetEvaluation(Evaluation),
    Clear,
    /// Answer `readyok` when all earlier jobs are done.
    Ready,
}

/// One `go`.
pub(super) struct Search {
    pub(super) history: History,
    pub(super) limits: Limits,
    pub(super) watch: PonderWatch,
    /// Whether win, draw and loss probabilities are sent with each score.
    pub(super) show_wdl: bool,
    /// A strength below the full engine's, with the seed of the game.
    pub(super) strength: Option<(Strength, u64)>,
    pub(super) control: Arc<Control>,
}

/// Runs jobs until the reader closes the queue.
pub(super) fn work<W: Write + Send>(
    jobs: &Receiver<Job>,
    output: &Output<W>,
    usable_memory: &dyn Fn() -> Option<u64>,
) {
    let mut engine = Engine::new(super::options::Options::default().hash);
    for job in jobs {
        match job {
            Job::Search(job) => search(&mut engine, &job, output),
            Job::Perft { position, depth, control } => divide(&position, depth, &control, output),
            Job::Refuse { answer, control } => {
                control.wait_until_released();
                control.answer();
                output.line(answer);
            }
            Job::ResizeHash(mebibytes) => resize_hash(&mut engine, mebibytes, usable_memory, output),
            Job::SetThreads(threads) => set_threads(&mut engine, threads, usable_memory, output),
            Job::SetEvaluation(evaluation) => engine.set_evaluation(evaluation),
            Job::Clear => engine.clear(),
            Job::Ready => {
                engine.prepare();
                output.line("readyok");
            }
        }
    }
}

fn search<W: Write + Send>(engine: &mut Engine, job: &Search, output: &Output<W>) {
    let Search { history, limits, watch, show_wdl, strength, control } = job;
    let position = history.position();
    let mode = position.castling_mode();
    let say = |news: &Info| {
        let wdl = show_wdl.then(|| Wdl::new(news.line.score, position));
        output.line(info(news, wdl, mode));
    };
    let (mut told, mut hashfull) = (Vec::<Line>::new(), 0);
    let mut tell = |news: &Info| {
        say(news);
        hashfull = news.hashfull;
        told.truncate(news.multi_pv - 1);
        told.push(news.line.clone());
    };
    let report = match strength {
        None => {
            let watch = TellingWatch { watch, output, mode };
            engine.search(history, limits, &control.stop, &watch, &mut tell)
        }
        Some((strength, seed)) => {
            engine.play_at_level(history, *strength, *seed, limits, &control.stop, watch)
        }
    };
    // The last `info` must agree with the move that is played, even when the last iteration was aborted.
    for (index, line) in report.lines.iter().enumerate() {
        if told.get(index) != Some(line) {
            let (multi_pv, line, bound, nodes) = (index + 1, line.clone(), Bound::Exact, report.nodes);
            say(&Info { multi_pv, line, bound, nodes, elapsed: watch.elapsed(), hashfull });
        }
    }
    if report.best.is_none() {
        output.line(format_args!("info depth 0 score {}", report.score));
    }
    control.wait_until_released();
    control.answer();
    output.line(best_move(&report, mode));
}

/// After this time, each root move is reported when its search begins (`currmove`). Earlier reports would be
/// noise.
const TELL_MOVES_AFTER: Duration = Duration::from_secs(1);

/// A stopwatch that also reports which root move is searched.
struct TellingWatch<'a, W> {
    watch: &'a PonderWatch,
    output: &'a Output<W>,
    mode: CastlingMode,
}

impl<W: Write + Send> Stopwatch for TellingWatch<'_, W> {
    fn elapsed(&self) -> Duration {
        self.watch.elapsed()
    }

    fn pondering(&self) -> bool {
        self.watch.pondering()
    }

    fn considers(&self, mv: Move, number: usize, depth: i32) {
        if self.elapsed() >= TELL_MOVES_AFTER {
            let mv = mv.to_uci(self.mode);
            self.output.line(format_args!("info depth {depth} currmove {mv} currmovenumber {number}"));
        }
    }
}

/// Counts the positions after each move (`e2e4: 20`), then prints the sum.
fn divide<W: Write>(position: &Position, depth: u8, control: &Control, output: &Output<W>) {
    let mode: CastlingMode = position.castling_mode();
    let mut sum = 0;
    for mv in position.legal_moves() {
        let Some(nodes) = count(&position.after(mv), depth - 1, control) else {
            control.answer();
            output.say("perft stopped");
            return;
        };
        sum += nodes;
        output.line(format_args!("{}: {nodes}", mv.to_uci(mode)));
    }
    control.answer();
    output.line(format_args!("\nNodes searched: {sum}"));
}

/// Like [`perft`], but returns `None` soon after a stop.
fn count(position: &Position, depth: u8, control: &Control) -> Option<u64> {
    if control.stop.load(Ordering::Relaxed) {
        return None;
    }
    if depth <= 3 {
        return Some(perft(position, depth));
    }
    position.legal_moves().into_iter().map(|mv| count(&position.after(mv), depth - 1, control)).sum()
}
