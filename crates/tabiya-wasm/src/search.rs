// SPDX-License-Identifier: MIT OR Apache-2.0
//! A search that reports after each depth.

use std::sync::atomic::AtomicBool;

use serde::Serialize;
use tabiya_engine::{Bound, Engine, Limits, Line, Score, Steps, Untimed, Wdl};
use tabiya_rules::{Color, History, Move, Position, San};

use crate::json::Json;
use crate::place::Place;
use crate::problem::Problem;

/// The most lines of a search.
const MAX_LINES: usize = 5;
/// The most moves of a line that are reported: more are never shown.
const MAX_PV: usize = 32;

/// A search between two depths.
pub(crate) struct Search {
    position: Position,
    steps: Steps,
    /// The lines of the last complete depth, and at the end those of the search's result.
    last: Vec<Line>,
    /// Nodes visited so far.
    nodes: u64,
    /// How full the transposition table is, in thousandths.
    hashfull: u16,
}

/// The report on a depth; the last one is the search's own result. A search that ends inside a depth takes what it has found
/// there into account, so that result may be another one than that of the last complete depth.
#[derive(Serialize)]
struct Depth {
    depth: u8,
    seldepth: u8,
    nodes: u64,
    /// How full the transposition table is, in thousandths.
    hashfull: u16,
    lines: Vec<Shown>,
    done: bool,
}

/// A line of a report. Scores and chances are White's.
#[derive(Serialize)]
struct Shown {
    multipv: usize,
    score: ShownScore,
    /// White's wins, draws and losses in thousandths.
    wdl: [u16; 3],
    pv: Vec<String>,
    san: Vec<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum ShownScore {
    Cp(i32),
    Mate(i32),
}

impl Search {
    /// Begins a search: of so many `lines`, of what the other side would play (`threat`), `until` a depth or a number of
    /// nodes is reached. Without a limit it goes on until there is nothing left to search.
    ///
    /// # Errors
    /// If a move is illegal, or a threat is asked for in check.
    pub(crate) fn begin(engine: &mut Engine, request: &Json) -> Result<Search, Problem> {
        let mut game = Place::read(request)?.line()?.game;
        if request.flag("threat")? {
            let passed = game.position().after_null_move().ok_or_else(|| {
                Problem::new("null_move_in_check", "There is no threat to show while a side is in check.")
            })?;
            game = History::new(passed);
        }
        let lines = request.whole::<u32>("lines")?.unwrap_or(1).clamp(1, MAX_LINES as u32) as usize;
        let until = request.get("until").unwrap_or(&Json::Null);
        let depth: Option<u32> = until.whole("depth")?;
        let limits = Limits {
            depth: depth.map(|depth| u8::try_from(depth).unwrap_or(u8::MAX)),
            nodes: until.whole("nodes")?,
            multi_pv: lines,
            ..Limits::default()
        };
        let steps = engine.begin(&game, &limits);
        Ok(Search { position: *game.position(), steps, last: Vec::new(), nodes: 0, hashfull: 0 })
    }

    /// Searches the next depth and reports it. Returns whether the search goes on.
    pub(crate) fn step(&mut self, engine: &mut Engine, report: &mut dyn FnMut(&str)) -> bool {
        let mut found = Vec::new();
        let never = AtomicBool::new(false);
        let end = engine.step(&mut self.steps, &never, &Untimed, &mut |info| {
            if info.bound == Bound::Exact {
                found.push(info.line.clone());
                self.nodes = info.nodes;
                self.hashfull = info.hashfull;
            }
        });
        if !found.is_empty() {
            self.last = found;
        }
        let done = end.is_some();
        if let Some(end) = end {
            self.last = end.lines;
            self.nodes = end.nodes;
        }
        let depth = Depth {
            depth: self.last.first().map_or(0, |line| line.depth),
            seldepth: self.last.iter().map(|line| line.seldepth).max().unwrap_or(0),
            nodes: self.nodes,
            hashfull: self.hashfull,
            lines: self.last.iter().zip(1..).map(|(line, place)| self.shown(place, line)).collect(),
            done,
        };
        report(&crate::requests::json(&depth));
        !done
    }

    fn shown(&self, place: usize, line: &Line) -> Shown {
        let for_white = |value: i32| if self.position.turn() == Color::White { value } else { -value };
        let Wdl { won, drawn, lost } = Wdl::new(line.score, &self.position);
        let (pv, san) = spelt(&self.position, &line.pv);
        Shown {
            multipv: place,
            score: match line.score {
                Score::Cp(cp) => ShownScore::Cp(for_white(cp)),
                Score::Mate(moves) => ShownScore::Mate(for_white(moves)),
            },
            wdl: if self.position.turn() == Color::White { [won, drawn, lost] } else { [lost, drawn, won] },
            pv,
            san,
        }
    }
}

/// The moves in UCI notation and in SAN.
fn spelt(position: &Position, line: &[Move]) -> (Vec<String>, Vec<String>) {
    let mut at = *position;
    let spell = |mv: &Move| {
        let spelt = (mv.to_uci(at.castling_mode()), San::of(&at, *mv).to_string());
        at.play(*mv);
        spelt
    };
    line.iter().take(MAX_PV).map(spell).unzip()
}
