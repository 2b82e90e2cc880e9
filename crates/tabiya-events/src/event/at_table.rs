// SPDX-License-Identifier: AGPL-3.0-or-later
//! What is said at a table: whose phones speak there, who entered the result, whether it is disputed, and whether somebody has
//! called the arbiter.

use tabiya_protocol::events::Side;

/// What is said at a table. Sides are those of the board's first game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AtTable {
    /// The devices that speak for the first player and the second.
    pub devices: [Option<u64>; 2],
    /// Who of the two entered the last result; `None` for the arbiter, a helper or the game itself.
    pub entered_by: Option<Side>,
    /// Whether the result is disputed.
    pub disputed: bool,
    /// Whether the arbiter has decided about the result: it is not disputed again.
    pub decided: bool,
    /// Whether the arbiter was called and has not answered.
    pub called: bool,
    /// Why the arbiter has paused the clocks of the game that is played on this server; `None` while they run.
    pub paused: Option<String>,
}

/// Cards and slips with codes that were printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedCards {
    /// The site that they lead to.
    pub origin: String,
    /// Whether another server has printed them, so that their codes open nothing here.
    pub elsewhere: bool,
}

impl AtTable {
    /// The device that speaks for a side.
    pub const fn device(&self, side: Side) -> Option<u64> {
        self.devices[place(side)]
    }

    /// The side for which a device speaks.
    pub fn side_of(&self, device: u64) -> Option<Side> {
        [Side::White, Side::Black].into_iter().find(|side| self.device(*side) == Some(device))
    }

    pub(super) const fn set_device(&mut self, side: Side, device: Option<u64>) {
        self.devices[place(side)] = device;
    }
}

const fn place(side: Side) -> usize {
    match side {
        Side::White => 0,
        Side::Black => 1,
    }
}
