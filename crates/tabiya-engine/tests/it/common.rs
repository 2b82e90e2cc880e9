// SPDX-License-Identifier: MIT OR Apache-2.0
//! Helpers that the tests share.

use std::sync::atomic::AtomicBool;

use tabiya_engine::{Engine, Limits, Report, Untimed};
use tabiya_rules::{History, Move, Position, parse_san};

/// A game that starts from that FEN.
pub(crate) fn game(fen: &str) -> History {
    History::new(Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}")))
}

/// Plays moves in SAN.
pub(crate) fn play(history: &mut History, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = parse_san(history.position(), text).unwrap_or_else(|error| panic!("{text}: {error}"));
        history.play(mv);
    }
}

/// Searches with that engine, without a clock and without stopping. Checks the properties of every report.
pub(crate) fn search_with(engine: &mut Engine, history: &History, limits: &Limits) -> Report {
    let report = engine.search(history, limits, &AtomicBool::new(false), &Untimed, &mut |_| ());
    check_report(history, &report);
    report
}

/// Searches with a new engine.
pub(crate) fn search(history: &History, limits: &Limits) -> Report {
    search_with(&mut Engine::new(8), history, limits)
}

/// Checks that a report has a move if there is one, and that its lines are legal.
pub(crate) fn check_report(history: &History, report: &Report) {
    let position = history.position();
    assert_eq!(report.best.is_some(), position.has_legal_move(), "{}", position.to_fen());
    assert_eq!(report.pv.first().copied(), report.best);
    for line in &report.lines {
        assert!(!line.pv.is_empty());
        check_line(position, &line.pv);
    }
    if let (Some(best), Some(ponder)) = (report.best, report.ponder) {
        check_line(position, &[best, ponder]);
    }
}

fn check_line(position: &Position, line: &[Move]) {
    let mut at = *position;
    for mv in line {
        assert!(at.is_legal(*mv), "{mv:?} of {line:?} is not legal in {}", at.to_fen());
        at.play(*mv);
    }
}

/// A pseudo-random number from a seed; always the same for the same seed.
pub(crate) fn scatter(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// A game that starts with this number of pseudo-random moves and is not over.
pub(crate) fn random_opening(start: Position, plies: usize, seed: u64) -> History {
    (0..)
        .map(|attempt| {
            let mut history = History::new(start);
            for ply in 0..plies {
                let moves = history.position().legal_moves();
                if moves.is_empty() {
                    break;
                }
                let roll = scatter(seed << 20 | attempt << 10 | ply as u64);
                history.play(moves[(roll % moves.len() as u64) as usize]);
            }
            history
        })
        .find(|history| history.outcome().is_none())
        .expect("some scattered opening goes on")
}

/// The lines of a file of the shared test suites. `None`, with a warning, if `TABIYA_DATA` does not say where
/// they are.
pub(crate) fn shared_suite(name: &str) -> Option<Vec<String>> {
    let Some(folder) = std::env::var_os("TABIYA_DATA") else {
        eprintln!("SKIPPED: TABIYA_DATA is not set, so {name} was not tried");
        return None;
    };
    let path = std::path::Path::new(&folder).join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Some(text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect())
}

/// An EPD line: the position, and its operations as text.
pub(crate) fn epd(line: &str) -> (History, &str) {
    let end = line.match_indices(' ').nth(3).map_or(line.len(), |(at, _)| at);
    (game(&format!("{} 0 1", &line[..end])), line[end..].trim())
}
