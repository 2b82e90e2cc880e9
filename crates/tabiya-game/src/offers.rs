// SPDX-License-Identifier: MIT OR Apache-2.0
//! Offers of a draw and proposals of a takeback. An offer is open until it is answered or its time has passed.
//!
//! Who offers again and again has to wait longer and longer: after a side's first offer it must make one move
//! before the next, then two, four, eight, and sixteen before each later one. So nobody is disturbed at every
//! move, and a player with a good reason loses nothing. (By FIDE 9.1.2 a player offers a draw with a move;
//! online either side may offer at any time.)

use tabiya_rules::Color;

/// The number of own moves after which every further offer may come.
const LONGEST_PAUSE: u8 = 16;

/// Which offer is open, and which side may make one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Offers {
    standing: Option<Standing>,
    /// By colour: how many own moves the side must make after its next offer. Zero means one.
    next_pause: [u8; 2],
    /// By colour: how many own moves the side must make before its next offer.
    pause: [u8; 2],
}

/// An offer that waits for its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Standing {
    by: Color,
    /// The number of its event.
    seq: u32,
}

/// Why a side can't make an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoOffer {
    /// Its last one is still open.
    Stands,
    /// It must make this many moves first.
    Pause { moves: u8 },
}

impl Offers {
    /// The side whose offer is open.
    pub(crate) const fn standing(&self) -> Option<Color> {
        match self.standing {
            Some(Standing { by, .. }) => Some(by),
            None => None,
        }
    }

    /// Whether the open offer was made after event `seq`.
    pub(crate) fn came_after(&self, seq: u32) -> bool {
        self.standing.is_some_and(|offer| offer.seq > seq)
    }

    /// Whether this side may make an offer.
    pub(crate) fn check(&self, by: Color) -> Result<(), NoOffer> {
        match self.pause[by as usize] {
            _ if self.standing() == Some(by) => Err(NoOffer::Stands),
            0 => Ok(()),
            moves => Err(NoOffer::Pause { moves }),
        }
    }

    /// This side has made an offer, by the event of this number.
    pub(crate) fn offered(&mut self, by: Color, seq: u32) {
        self.standing = Some(Standing { by, seq });
        let next = &mut self.next_pause[by as usize];
        self.pause[by as usize] = (*next).max(1);
        *next = (2 * (*next).max(1)).min(LONGEST_PAUSE);
    }

    /// The open offer was declined, or has lost its sense.
    pub(crate) fn closed(&mut self) {
        self.standing = None;
    }

    /// The opponent wanted it, too: it disturbed nobody.
    pub(crate) fn accepted(&mut self, by: Color) {
        self.standing = None;
        (self.pause[by as usize], self.next_pause[by as usize]) = (0, 0);
    }

    /// This side has made a move.
    pub(crate) fn moved(&mut self, mover: Color) {
        self.pause[mover as usize] = self.pause[mover as usize].saturating_sub(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BY: Color = Color::White;

    #[test]
    fn the_pause_between_offers_doubles_up_to_sixteen_moves() {
        let mut offers = Offers::default();
        let mut pauses = Vec::new();
        for _ in 0..7 {
            assert_eq!(offers.check(BY), Ok(()));
            offers.offered(BY, 0);
            assert_eq!(offers.check(BY), Err(NoOffer::Stands));
            offers.closed();
            let mut moves = 0;
            while let Err(NoOffer::Pause { moves: left }) = offers.check(BY) {
                assert!(left > 0);
                offers.moved(BY);
                moves += 1;
            }
            pauses.push(moves);
            assert_eq!(offers.check(!BY), Ok(()), "each side has its own");
        }
        assert_eq!(pauses, [1, 2, 4, 8, 16, 16, 16]);
    }

    #[test]
    fn an_accepted_offer_costs_no_pause() {
        let mut offers = Offers::default();
        for _ in 0..3 {
            offers.offered(BY, 0);
            offers.accepted(BY);
            assert_eq!((offers.check(BY), offers.standing()), (Ok(()), None));
        }
        offers.offered(BY, 0);
        offers.closed();
        assert_eq!(offers.check(BY), Err(NoOffer::Pause { moves: 1 }));
    }
}
