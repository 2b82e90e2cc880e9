// SPDX-License-Identifier: MIT OR Apache-2.0
//! Draw offers. An offer is open until it is answered or the opponent moves. A side may offer once between
//! two of its own moves. (By FIDE 9.1.2 a player offers with a move; online either side may offer at any
//! time.)

use tabiya_rules::Color;

use crate::Refusal;

/// Which offer is open, and which side may make one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct DrawOffers {
    standing: Option<Color>,
    /// By colour: whether the side has offered since its last move.
    offered: [bool; 2],
}

impl DrawOffers {
    pub(crate) const fn standing(&self) -> Option<Color> {
        self.standing
    }

    /// Whether this side may make an offer.
    pub(crate) fn check(&self, by: Color) -> Result<(), Refusal> {
        if self.standing == Some(by) {
            Err(Refusal::DrawAlreadyOffered)
        } else if self.offered[by as usize] {
            Err(Refusal::DrawOfferedThisMove)
        } else {
            Ok(())
        }
    }

    pub(crate) fn offered(&mut self, by: Color) {
        self.standing = Some(by);
        self.offered[by as usize] = true;
    }

    pub(crate) fn declined(&mut self) {
        self.standing = None;
    }

    /// A move declines the opponent's offer, keeps the mover's own offer open, and allows the mover a new
    /// one.
    pub(crate) fn moved(&mut self, mover: Color) {
        if self.standing == Some(!mover) {
            self.standing = None;
        }
        self.offered[mover as usize] = false;
    }
}
