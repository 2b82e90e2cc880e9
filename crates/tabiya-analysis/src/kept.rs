// SPDX-License-Identifier: AGPL-3.0-or-later
//! What was found about the positions of a game, as it is stored.
//!
//! A text with a line for each position behind a first line: `1 300000`, the version of this form and the number of nodes.
//! A position's line is its score for the side to move, the depth, and the best line in UCI: `cp 34 17 e2e4 e7e5`,
//! `mate -2 12 g1h1 d2d1q`. Where some positions were looked at again with more nodes the version is 2, and the number of
//! nodes stands in each line behind the depth. Verdicts are not stored: they are computed from this and the game, so that better words for
//! them need no new analysis.

use std::fmt::Write;

use tabiya_engine::{Report, Score};
use tabiya_rules::{Attempt, History, Move, Position};

/// The version of the form, and the one with nodes in each line.
const VERSION: &str = "1";
const WITH_NODES: &str = "2";
/// The longest line that is kept, in half-moves.
pub(crate) const LINE: usize = 12;

/// A stored analysis can't be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of a stored analysis is {found:?}, but should be {expected}")]
pub(crate) struct KeptError {
    line: usize,
    found: String,
    expected: &'static str,
}

/// As it is stored.
pub(crate) fn write(game: &History, reports: &[Report], nodes: u64) -> String {
    let has_nodes = reports.iter().any(|report| report.nodes > nodes);
    let version = if has_nodes { WITH_NODES } else { VERSION };
    let mut text = format!("{version} {nodes}\n");
    let mut position = *game.start();
    for (ply, report) in reports.iter().enumerate() {
        let (kind, number) = match report.score {
            Score::Cp(cp) => ("cp", cp),
            Score::Mate(moves) => ("mate", moves),
        };
        // Writing to a String does not fail.
        let _ = write!(text, "{kind} {number} {}", report.depth);
        if has_nodes {
            let _ = write!(text, " {}", report.nodes);
        }
        for mv in report.pv.iter().take(LINE) {
            let _ = write!(text, " {}", mv.to_uci(position.castling_mode()));
        }
        text.push('\n');
        if let Some(mv) = game.moves().get(ply) {
            position.play(*mv);
        }
    }
    text
}

/// What [`write`] has written about the same game: the reports, and the number of nodes.
///
/// # Errors
/// If the text is none of this form, or about another game.
pub(crate) fn read(game: &History, text: &str) -> Result<(Vec<Report>, u64), KeptError> {
    let wrong = |line: usize, found: &str, expected| {
        let found = found.chars().take(60).collect();
        KeptError { line: line + 1, found, expected }
    };
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    let known = first.split_once(' ').filter(|(version, _)| [VERSION, WITH_NODES].contains(version));
    let known = known.and_then(|(version, nodes)| Some((version == WITH_NODES, nodes.parse().ok()?)));
    let (has_nodes, nodes) =
        known.ok_or_else(|| wrong(0, first, "the version 1 or 2 and a number of nodes"))?;
    let mut position = *game.start();
    let mut reports = Vec::with_capacity(game.moves().len() + 1);
    for ply in 0..=game.moves().len() {
        let line = lines.next().unwrap_or_default();
        let report = report(&position, line, if has_nodes { None } else { Some(nodes) });
        reports.push(report.ok_or_else(|| wrong(ply + 1, line, "a score, a depth and legal moves"))?);
        if let Some(mv) = game.moves().get(ply) {
            position.play(*mv);
        }
    }
    match lines.next() {
        None => Ok((reports, nodes)),
        Some(line) => Err(wrong(game.moves().len() + 2, line, "the end")),
    }
}

/// `nodes` where they don't stand in the line.
fn report(position: &Position, line: &str, nodes: Option<u64>) -> Option<Report> {
    let mut words = line.split(' ');
    let kind = words.next()?;
    let number = words.next()?.parse().ok()?;
    let score = match kind {
        "cp" => Score::Cp(number),
        "mate" => Score::Mate(number),
        _ => return None,
    };
    let depth = words.next()?.parse().ok()?;
    let nodes = match nodes {
        Some(nodes) => nodes,
        None => words.next()?.parse().ok()?,
    };
    let mut at = *position;
    let mut pv: Vec<Move> = Vec::new();
    for word in words {
        let mv = word.parse::<Attempt>().ok()?.to_move(&at).ok()?;
        at.play(mv);
        pv.push(mv);
    }
    Some(Report::kept(score, depth, nodes, pv))
}

#[cfg(test)]
mod tests {
    use tabiya_rules::parse_san;

    use super::*;

    fn game(start: Position, moves: &str) -> History {
        let mut history = History::new(start);
        for san in moves.split_whitespace() {
            history.play(parse_san(history.position(), san).unwrap());
        }
        history
    }

    fn line(position: &Position, moves: &str) -> Vec<Move> {
        let history = game(*position, moves);
        history.moves().to_vec()
    }

    #[test]
    fn what_is_written_is_read() {
        let castles = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        for (start, moves) in [(Position::start(), "f3 e5 g4 Qh4#"), (castles, "O-O O-O-O")] {
            let game = game(start, moves);
            let mut at = start;
            let mut reports = Vec::new();
            for ply in 0..=game.moves().len() {
                let legal = at.legal_moves().first().copied();
                let score = if ply == 2 { Score::Mate(-3) } else { Score::Cp(17 - ply as i32) };
                reports.push(Report::kept(score, 9, 500, legal.into_iter().collect()));
                game.moves().get(ply).into_iter().for_each(|mv| at.play(*mv));
            }
            let text = write(&game, &reports, 500);
            assert_eq!(read(&game, &text), Ok((reports, 500)), "{text}");
        }
    }

    #[test]
    fn positions_that_were_looked_at_again_keep_their_nodes() {
        let game = game(Position::start(), "e4");
        let best = line(game.start(), "d4");
        let reports =
            [Report::kept(Score::Cp(20), 30, 5_000, best), Report::kept(Score::Cp(-20), 9, 500, Vec::new())];
        let text = write(&game, &reports, 500);
        assert_eq!(text, "2 500\ncp 20 30 5000 d2d4\ncp -20 9 500\n");
        assert_eq!(read(&game, &text), Ok((reports.to_vec(), 500)));
    }

    #[test]
    fn a_long_line_is_cut() {
        let start = Position::start();
        let long = line(&start, &"Nf3 Nf6 Ng1 Ng8 ".repeat(5));
        let text = write(&History::new(start), &[Report::kept(Score::Cp(0), 30, 9, long)], 9);
        assert_eq!(text.split_whitespace().count(), 2 + 3 + LINE);
    }

    #[test]
    fn another_text_is_refused_with_its_line() {
        let one = game(Position::start(), "e4");
        for (text, line) in [
            ("", 1),
            ("3 300000\ncp 1 1\ncp 1 1\n", 1),
            ("2 9\ncp 1 1\ncp 1 1 9\n", 2),
            ("1 many\n", 1),
            ("1 9\ncp 1 1 e2e4\n", 3),
            ("1 9\ncp 1 1 e2e5\ncp 1 1\n", 2),
            ("1 9\ncp 1 1 e2e4\ncp 1 1 e2e4\n", 3),
            ("1 9\nap 1 1 e2e4\ncp 1 1\n", 2),
            ("1 9\ncp 1 1 e2e4\ncp 1 1\ncp 1 1\n", 4),
        ] {
            assert_eq!(read(&one, text).map_err(|error| error.line), Err(line), "{text:?}");
        }
    }
}
