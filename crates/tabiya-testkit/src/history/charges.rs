// SPDX-License-Identifier: AGPL-3.0-or-later
//! What moves cost, by the log.

use super::log::Log;

/// What a move cost its player's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charge {
    /// The number of half-moves before it.
    pub ply: u32,
    /// In milliseconds.
    pub ms: u64,
}

/// The charges of a game of two equal chess clocks in which nothing was taken back and nobody gave time.
pub fn charges(log: &Log) -> Vec<Charge> {
    let time = log.lines.first().map(|created| &created.body["time"]);
    let number = |name: &str| time.and_then(|time| time[name].as_u64()).unwrap_or(0);
    let (mut left, increment) = ([number("initial"); 2], number("increment"));
    let clocks = log.lines.iter().filter(|line| line.kind == "move_played").map(|line| line.number("clock"));
    let mut charges = Vec::new();
    for (ply, clock) in (0..).zip(clocks) {
        let (side, shows) = ((ply % 2) as usize, clock.unwrap_or(0));
        let earned = if ply < 2 { 0 } else { increment };
        charges.push(Charge { ply, ms: (left[side] + earned).saturating_sub(shows) });
        left[side] = shows;
    }
    charges
}
