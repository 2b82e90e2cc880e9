// SPDX-License-Identifier: AGPL-3.0-or-later
//! What moves cost, by the log.

use super::log::Log;

/// What a move cost its player's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charge {
    /// The number of half-moves before it.
    pub ply: u32,
    /// The number of its event.
    pub seq: u32,
    /// In milliseconds.
    pub ms: u64,
}

/// The charges of a game of two equal chess clocks that no arbiter has touched.
pub fn charges(log: &Log) -> Vec<Charge> {
    let time = log.lines.first().map(|created| &created.body["time"]);
    let number = |name: &str| time.and_then(|time| time[name].as_u64()).unwrap_or(0);
    let (mut left, increment) = ([number("initial"); 2], number("increment"));
    let (mut charges, mut ply) = (Vec::new(), 0_u32);
    for (seq, line) in (0..).zip(&log.lines) {
        match line.kind.as_str() {
            "move_played" => {
                let (side, shows) = ((ply % 2) as usize, line.number("clock").unwrap_or(0));
                let earned = if ply < 2 { 0 } else { increment };
                charges.push(Charge { ply, seq, ms: (left[side] + earned).saturating_sub(shows) });
                left[side] = shows;
                ply += 1;
            }
            "taken_back" => {
                let half_moves = line.number("half_moves").and_then(|moves| u32::try_from(moves).ok());
                ply = ply.saturating_sub(half_moves.unwrap_or(0));
                left = [0, 1].map(|side| line.body["clocks"][side].as_u64().unwrap_or(left[side]));
            }
            "time_given" => {
                let gains = usize::from(line.body["by"] == "white");
                left[gains] += line.number("time").unwrap_or(0);
            }
            _ => {}
        }
    }
    charges
}
