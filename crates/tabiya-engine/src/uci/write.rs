// SPDX-License-Identifier: MIT OR Apache-2.0
//! Output: whole lines from two threads, each flushed at once.

use std::fmt::{Display, Write as _};
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use tabiya_rules::{CastlingMode, Move};

use crate::report::{Bound, Info, Report};
use crate::wdl::Wdl;

/// The writer, shared by both threads.
pub(super) struct Output<W> {
    writer: Mutex<(W, Option<io::Error>)>,
    broken: AtomicBool,
}

impl<W: Write> Output<W> {
    pub(super) fn new(writer: W) -> Output<W> {
        Output { writer: Mutex::new((writer, None)), broken: AtomicBool::new(false) }
    }

    /// Sends a line. After an error nothing more is sent, and the session ends with that error.
    pub(super) fn line(&self, text: impl Display) {
        let mut guard = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let (writer, error) = &mut *guard;
        if error.is_none() {
            let sent = writeln!(writer, "{text}").and_then(|()| writer.flush());
            if let Err(problem) = sent {
                *error = Some(problem);
                self.broken.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Sends a message for people (`info string`).
    pub(super) fn say(&self, text: impl Display) {
        self.line(format_args!("info string {text}"));
    }

    pub(super) fn is_broken(&self) -> bool {
        self.broken.load(Ordering::Relaxed)
    }

    /// The first error, if there was one.
    pub(super) fn into_result(self) -> io::Result<()> {
        let (_, error) = self.writer.into_inner().unwrap_or_else(PoisonError::into_inner);
        error.map_or(Ok(()), Err)
    }
}

/// `info depth 9 ... pv e2e4 e7e5`, with win, draw and loss probabilities if they are given.
pub(super) fn info(info: &Info, wdl: Option<Wdl>, mode: CastlingMode) -> String {
    let line = &info.line;
    let bound = match info.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let wdl = wdl.map_or_else(String::new, |wdl| format!(" wdl {wdl}"));
    let micros = info.elapsed.as_micros().max(1);
    let nps = u128::from(info.nodes) * 1_000_000 / micros;
    let mut text = format!(
        "info depth {} seldepth {} multipv {} score {}{bound}{wdl} nodes {} nps {nps} hashfull {} time {} pv",
        line.depth,
        line.seldepth,
        info.multi_pv,
        line.score,
        info.nodes,
        info.hashfull,
        info.elapsed.as_millis(),
    );
    for mv in &line.pv {
        // Writing to a `String` can't fail.
        let _ = write!(text, " {}", mv.to_uci(mode));
    }
    text
}

/// `bestmove e2e4 ponder e7e5`, or `bestmove 0000` if there is no move.
pub(super) fn best_move(report: &Report, mode: CastlingMode) -> String {
    let name = |mv: Option<Move>| mv.map_or_else(|| "0000".to_owned(), |mv| mv.to_uci(mode));
    let mut text = format!("bestmove {}", name(report.best));
    if report.ponder.is_some() {
        text.push_str(" ponder ");
        text.push_str(&name(report.ponder));
    }
    text
}
