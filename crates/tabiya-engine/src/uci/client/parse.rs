// SPDX-License-Identifier: MIT OR Apache-2.0
//! Parses the lines that an engine sends. What can't be understood is skipped.

use std::time::Duration;

use tabiya_rules::{Attempt, Move, Position};

use crate::report::{Bound, Info, Line};
use crate::score::Score;

/// `info ... score cp 31 ... pv e2e4 e7e5`. `None` if the line has no score or no moves.
pub(super) fn info(line: &str, position: &Position) -> Option<Info> {
    let mut words = line.split_ascii_whitespace();
    if words.next() != Some("info") {
        return None;
    }
    let (mut score, mut bound, mut pv) = (None, Bound::Exact, Vec::new());
    let (mut depth, mut seldepth, mut multi_pv) = (0, 0, 1);
    let (mut nodes, mut elapsed, mut hashfull) = (0, Duration::ZERO, 0);
    while let Some(word) = words.next() {
        let mut number =
            |most: u64| words.next().and_then(|word| word.parse::<u64>().ok()).unwrap_or(0).min(most);
        match word {
            "string" => break,
            "depth" => depth = number(255) as u8,
            "seldepth" => seldepth = number(255) as u8,
            "multipv" => multi_pv = number(512).max(1) as usize,
            "nodes" => nodes = number(u64::MAX),
            "time" => elapsed = Duration::from_millis(number(u64::from(u32::MAX))),
            "hashfull" => hashfull = number(1_000) as u16,
            "score" => {
                let kind = words.next()?;
                let value: i32 = words.next()?.parse().ok()?;
                score = match kind {
                    "cp" => Some(Score::Cp(value.clamp(-100_000, 100_000))),
                    "mate" => Some(Score::Mate(value.clamp(-1_000, 1_000))),
                    _ => return None,
                };
            }
            "lowerbound" => bound = Bound::Lower,
            "upperbound" => bound = Bound::Upper,
            "pv" => {
                pv = legal_line(words.by_ref(), position);
                break;
            }
            _ => {}
        }
    }
    let line = Line { score: score?, depth, seldepth, pv };
    (!line.pv.is_empty()).then_some(Info { multi_pv, line, bound, nodes, elapsed, hashfull })
}

/// The moves up to the first illegal one.
fn legal_line<'a>(words: impl Iterator<Item = &'a str>, position: &Position) -> Vec<Move> {
    let mut position = *position;
    let mut line = Vec::new();
    for word in words {
        let Some(mv) = word.parse().ok().and_then(|attempt: Attempt| attempt.to_move(&position).ok()) else {
            break;
        };
        position.play(mv);
        line.push(mv);
    }
    line
}

/// `bestmove e2e4 ponder e7e5`: the move, and the expected reply if it is legal.
pub(super) fn best_move(line: &str, position: &Position) -> Option<Vec<Move>> {
    let moves = line.split_ascii_whitespace().filter(|word| !matches!(*word, "bestmove" | "ponder"));
    let line = legal_line(moves, position);
    (!line.is_empty()).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn infos_are_read() {
        let start = Position::start();
        let line = "info depth 20 seldepth 31 multipv 2 score cp -13 upperbound wdl 3 4 5 nodes 1234 nps 99 hashfull 7 \
                    tbhits 0 time 1500 pv e2e4 e7e5 g1f3 e5e4x d2d4";
        let news = info(line, &start).unwrap();
        assert_eq!((news.multi_pv, news.bound, news.nodes, news.hashfull), (2, Bound::Upper, 1234, 7));
        assert_eq!(news.elapsed, Duration::from_millis(1500));
        let Line { score, depth, seldepth, pv } = news.line;
        assert_eq!((score, depth, seldepth, pv.len()), (Score::Cp(-13), 20, 31, 3));
        let mate = info("info depth 3 score mate -2 pv a2a3", &start).unwrap();
        assert_eq!(mate.line.score, Score::Mate(-2));
    }

    #[test]
    fn what_is_no_line_is_passed_over() {
        let start = Position::start();
        for line in [
            "",
            "readyok",
            "info",
            "info string score cp 3 pv e2e4",
            "info depth 3 currmove e2e4 currmovenumber 1",
            "info depth 3 score cp 3",
            "info depth 3 score cp x pv e2e4",
            "info depth 3 score apples 3 pv e2e4",
            "info depth 3 score cp 3 pv e2e5",
            "info depth depth score",
        ] {
            assert_eq!(info(line, &start), None, "{line}");
        }
    }

    #[test]
    fn best_moves_must_be_legal() {
        let start = Position::start();
        let count = |line: &str| best_move(line, &start).map(|line| line.len());
        assert_eq!(count("bestmove e2e4"), Some(1));
        assert_eq!(count("bestmove e2e4 ponder e7e5"), Some(2));
        assert_eq!(count("bestmove e2e4 ponder e2e4"), Some(1));
        for line in ["bestmove", "bestmove 0000", "bestmove (none)", "bestmove e2e5 ponder e7e5"] {
            assert_eq!(count(line), None, "{line}");
        }
    }
}
