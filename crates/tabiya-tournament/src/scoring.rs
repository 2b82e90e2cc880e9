// SPDX-License-Identifier: MIT OR Apache-2.0
//! What results are worth: TRF26's line `162`, JaVaFo's `XXS`, bbpPairings' `BBW` and its kin.

use crate::{Bye, Cell, Colour, GameResult, Points};

/// The points of each result. The default is 1, ½, 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scoring {
    /// A win on the board with White.
    pub white_win: Points,
    /// A win on the board with Black.
    pub black_win: Points,
    /// A draw with White.
    pub white_draw: Points,
    /// A draw with Black.
    pub black_draw: Points,
    /// A loss on the board with White.
    pub white_loss: Points,
    /// A loss on the board with Black.
    pub black_loss: Points,
    /// A win because the opponent did not come.
    pub forfeit_win: Points,
    /// A loss by not coming.
    pub forfeit_loss: Points,
    /// The pairing-allocated bye (C.04.1 article 3: one value for the whole event).
    pub pairing_bye: Points,
    /// A full-point bye.
    pub full_bye: Points,
    /// A half-point bye.
    pub half_bye: Points,
    /// A zero-point bye.
    pub zero_bye: Points,
    /// A game whose result is not known.
    pub unknown: Points,
}

impl Default for Scoring {
    fn default() -> Self {
        Self::new(Points::tenths(10), Points::tenths(5), Points::ZERO)
    }
}

impl Scoring {
    /// The same values for both colours, byes and forfeits as the results that they are named after.
    pub const fn new(win: Points, draw: Points, loss: Points) -> Self {
        Self {
            white_win: win,
            black_win: win,
            white_draw: draw,
            black_draw: draw,
            white_loss: loss,
            black_loss: loss,
            forfeit_win: win,
            forfeit_loss: Points::ZERO,
            pairing_bye: win,
            full_bye: win,
            half_bye: draw,
            zero_bye: Points::ZERO,
            unknown: draw,
        }
    }

    /// The points of a win on the board: the larger, where colours differ.
    pub fn win(&self) -> Points {
        self.white_win.max(self.black_win)
    }

    /// The points of a draw: the larger, where colours differ.
    pub fn draw(&self) -> Points {
        self.white_draw.max(self.black_draw)
    }

    /// The points of a loss on the board: the smaller, where colours differ.
    pub fn loss(&self) -> Points {
        self.white_loss.min(self.black_loss)
    }

    /// The points that a cell is worth to its player.
    pub const fn points(&self, cell: Cell) -> Points {
        let (colour, result) = match cell {
            Cell::Bye(Bye::PairingAllocated) => return self.pairing_bye,
            Cell::Bye(Bye::Full) => return self.full_bye,
            Cell::Bye(Bye::Half) => return self.half_bye,
            Cell::Bye(Bye::Zero) => return self.zero_bye,
            Cell::Game { colour, result, .. } => (colour, result),
        };
        let black = matches!(colour, Some(Colour::Black));
        match result {
            GameResult::Win | GameResult::ShortWin if black => self.black_win,
            GameResult::Win | GameResult::ShortWin => self.white_win,
            GameResult::Draw | GameResult::ShortDraw if black => self.black_draw,
            GameResult::Draw | GameResult::ShortDraw => self.white_draw,
            GameResult::Loss | GameResult::ShortLoss if black => self.black_loss,
            GameResult::Loss | GameResult::ShortLoss => self.white_loss,
            GameResult::ForfeitWin => self.forfeit_win,
            GameResult::ForfeitLoss => self.forfeit_loss,
            GameResult::Unknown => self.unknown,
        }
    }
}
