// SPDX-License-Identifier: AGPL-3.0-or-later
//! Counts the table of `docs/scaling.md` again.

const DOCUMENT: &str = include_str!("../../../../docs/scaling.md");

/// Nodes, players and moves a second of the document's example.
const NODES: f64 = 100.0;
const PLAYERS: f64 = 2_000_000.0;
const MOVES: f64 = 100_000.0;

/// The number as it stands in the table: with commas, and decimals only below ten.
fn written(number: f64) -> String {
    if number < 10.0 && number.fract() != 0.0 {
        return format!("{number:.2}");
    }
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[test]
fn the_sums_of_the_document_are_right() {
    let sums = [
        ("players with a socket", PLAYERS),
        ("moves a second", MOVES),
        ("messages a second for moves", 3.0 * MOVES),
        ("signs of life a second", 2.0 * MOVES * (PLAYERS / (2.0 * MOVES) - 1.0)),
        ("new rows a second", MOVES),
        ("MB of log a second", 470.0 * MOVES / 1e6),
        ("GB of events a day", 170.0 * MOVES * 86_400.0 / 1e9),
        ("commits a second for leases", 2.0 * NODES),
        ("connections to PostgreSQL", 22.0 * NODES),
        ("names a second that are read", PLAYERS * (NODES - 1.0) / 3.0),
    ];
    for (what, sum) in sums {
        let line = format!("| {what} | {} | {} |", written(sum), written(sum / NODES));
        assert!(DOCUMENT.contains(&line), "not in docs/scaling.md: {line}");
    }
}
