// SPDX-License-Identifier: AGPL-3.0-or-later
//! The results of a run, as text and as JSON.

use std::fmt;
use std::time::Duration;

use serde_json::{Value, json};

use super::driver::Statistics;
use super::options::Options;
use super::script::Scripts;
use crate::latencies::Latencies;

/// If a larger share of the sends is late, the generator itself is the bottleneck.
const LATE_SHARE: f64 = 0.001;
/// If the generator uses a larger share of its core, its figures are not reliable.
const BUSY_SHARE: f64 = 0.8;
/// The maximum number of faults that are printed.
const SHOWN: usize = 20;

/// The measurements of the window.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measured {
    pub(super) wall: Duration,
    /// The processor time of the server.
    pub(super) server: Duration,
    /// Of it that of threads of low priority; `None` where nobody has looked.
    pub(super) background: Option<Duration>,
    /// The time in which the generator was not waiting.
    pub(super) generator: Duration,
    /// The memory of the server at the end, in bytes.
    pub(super) resident: u64,
}

/// What the history checker found.
#[derive(Clone, Debug, Default)]
pub(super) struct Checked {
    pub(super) games: usize,
    pub(super) faults: Vec<String>,
    /// The number of games in which clients still named different newest events when the run ended.
    pub(super) unsettled: usize,
    /// The number of events in the logs that came after the clients' last answers.
    pub(super) events_after_the_end: usize,
}

/// The figures of a run.
#[derive(Clone, Debug)]
pub struct Report {
    figures: Value,
    /// Additional figures of this kind of run, by name.
    more: Vec<(&'static str, Value)>,
    faults: Vec<String>,
    /// Why the figures are not reliable; empty if they are.
    doubts: Vec<String>,
}

impl Report {
    pub(super) fn new(
        options: &Options,
        scripts: &Scripts,
        gathered: Duration,
        measured: Measured,
        statistics: &Statistics,
        kills: u32,
        checked: Checked,
    ) -> Self {
        let seconds = measured.wall.as_secs_f64();
        let share = |time: Duration| time.as_secs_f64() / seconds;
        let late = statistics.late_sends as f64 / statistics.sends.max(1) as f64;
        let mut doubts = Vec::new();
        if late > LATE_SHARE {
            doubts.push(format!("the generator sent {:.2} % of all moves late", late * 100.0));
        }
        if share(measured.generator) > BUSY_SHARE {
            doubts.push(format!("the generator's core was {:.0} % busy", share(measured.generator) * 100.0));
        }
        if checked.unsettled > 0 {
            doubts.push(format!("{} games were still changing when the run ended", checked.unsettled));
        }
        let per_move = measured.server.as_secs_f64() * 1e6 / statistics.moves_acked.max(1) as f64;
        let mut figures = json!({
            "commit": commit(),
            "games": options.games,
            "moves_per_second_planned": options.moves_per_second,
            "seconds": seconds,
            "scripts": scripts.origin(),
            "gathered_seconds": gathered.as_secs_f64(),
            "moves_acked": statistics.moves_acked,
            "moves_per_second": statistics.moves_acked as f64 / seconds,
            "moves_in_all": statistics.moves_in_all,
            "sends": statistics.sends,
            "late_sends": statistics.late_sends,
            "waited_for_predecessor": statistics.waited,
            "cpu_us_per_move": per_move,
            "server_core_share": share(measured.server),
            "generator_core_share": share(measured.generator),
            "server_rss_bytes": measured.resident,
            "connections_lost": statistics.connections_lost,
            "games_ended": statistics.games_ended,
            "unexpected_ends": statistics.unexpected_ends,
            "moves_refused": statistics.moves_refused,
            "refused": statistics.refused,
            "kills": kills,
            "games_checked": checked.games,
            "checker_faults": checked.faults.len(),
            "events_after_the_end": checked.events_after_the_end,
            "doubts": doubts,
        });
        let object = figures.as_object_mut().expect("it was made as an object");
        if let Some(background) = measured.background {
            let moves = measured.server.saturating_sub(background).as_secs_f64() * 1e6;
            object.insert("background_core_share".to_owned(), json!(share(background)));
            let per_move = moves / statistics.moves_acked.max(1) as f64;
            object.insert("cpu_us_per_move_without_background".to_owned(), json!(per_move));
        }
        let mut add = |name: &str, latencies: &Latencies| {
            let found = latencies.at([0.5, 0.99, 0.999, 1.0]);
            for (label, millis) in ["p50", "p99", "p999", "max"].into_iter().zip(found) {
                object.insert(format!("{name}_{label}_ms"), json!(millis));
            }
            let median = latencies.at_in_median_second(0.99);
            object.insert(format!("{name}_p99_of_median_second_ms"), json!(median));
        };
        add("ack", &statistics.acknowledged);
        add("opponent", &statistics.delivered);
        Self { figures, more: Vec::new(), faults: checked.faults, doubts }
    }

    /// A report with only these figures.
    pub(super) fn of_figures(figures: Vec<(&'static str, Value)>) -> Self {
        let commit = json!({ "commit": commit() });
        Self { figures: commit, more: Vec::new(), faults: Vec::new(), doubts: Vec::new() }.with(figures)
    }

    /// The same report with additional figures.
    pub(super) fn with(mut self, more: Vec<(&'static str, Value)>) -> Self {
        let object = self.figures.as_object_mut().expect("it was made as an object");
        object.extend(more.iter().map(|(name, value)| ((*name).to_owned(), value.clone())));
        self.more = more;
        self
    }

    /// Whether the history has no faults.
    pub fn is_good(&self) -> bool {
        self.faults.is_empty()
    }

    /// All figures.
    pub fn json(&self) -> &Value {
        &self.figures
    }
}

/// The commit that was built, as xtask names it.
fn commit() -> String {
    std::env::var("TABIYA_COMMIT").unwrap_or_default()
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.more {
            match value.as_f64().filter(|_| value.is_f64()) {
                Some(number) => writeln!(f, "{name:<28} {number:.3}")?,
                None => writeln!(f, "{name:<28} {value}")?,
            }
        }
        if self.figures["games"].is_null() {
            return Ok(());
        }
        let number = |name: &str| self.figures[name].as_f64().unwrap_or_default();
        let mut line = |label: &str, text: String| writeln!(f, "{label:<28} {text}");
        line(
            "games, moves a second",
            format!("{} of {}", self.figures["games"], self.figures["scripts"].as_str().unwrap_or_default()),
        )?;
        line(
            "moves acknowledged",
            format!(
                "{} in {:.1} s: {:.0} a second, {} planned",
                number("moves_acked"),
                number("seconds"),
                number("moves_per_second"),
                number("moves_per_second_planned")
            ),
        )?;
        for (name, label) in [("ack", "planned to acknowledgement"), ("opponent", "planned to opponent")] {
            let at = |share: &str| number(&format!("{name}_{share}_ms"));
            line(
                label,
                format!(
                    "p50 {:.2}  p99 {:.2} (of the median second {:.2})  p99.9 {:.2}  longest {:.1} ms",
                    at("p50"),
                    at("p99"),
                    at("p99_of_median_second"),
                    at("p999"),
                    at("max")
                ),
            )?;
        }
        line(
            "server",
            format!(
                "{:.1} µs of CPU a move, {:.0} % of its core, {:.1} MB",
                number("cpu_us_per_move"),
                number("server_core_share") * 100.0,
                number("server_rss_bytes") / 1e6
            ),
        )?;
        if !self.figures["background_core_share"].is_null() {
            line(
                "background",
                format!(
                    "{:.0} % of the server's core at low priority; without it {:.1} µs of CPU a move",
                    number("background_core_share") * 100.0,
                    number("cpu_us_per_move_without_background")
                ),
            )?;
        }
        line(
            "generator",
            format!(
                "{:.0} % of its core; {} of {} sends more than 1 ms late",
                number("generator_core_share") * 100.0,
                self.figures["late_sends"],
                self.figures["sends"]
            ),
        )?;
        line(
            "games",
            format!(
                "{} ended, {} of them unexpectedly; {} connections lost; waited for the other's move: {}",
                self.figures["games_ended"],
                self.figures["unexpected_ends"],
                self.figures["connections_lost"],
                self.figures["waited_for_predecessor"]
            ),
        )?;
        line("refused", self.figures["refused"].to_string())?;
        line("kill -9", self.figures["kills"].to_string())?;
        // Other servers have no log to compare with.
        if self.figures["peer"].is_null() {
            line(
                "history",
                format!(
                    "{} games checked, {} faults; {} events after the clients' last answers",
                    self.figures["games_checked"],
                    self.faults.len(),
                    self.figures["events_after_the_end"]
                ),
            )?;
        }
        for fault in self.faults.iter().take(SHOWN) {
            writeln!(f, "  FAULT {fault}")?;
        }
        if self.faults.len() > SHOWN {
            writeln!(f, "  ... and {} more", self.faults.len() - SHOWN)?;
        }
        for doubt in &self.doubts {
            writeln!(f, "NOT TO BE TRUSTED: {doubt}")?;
        }
        Ok(())
    }
}
