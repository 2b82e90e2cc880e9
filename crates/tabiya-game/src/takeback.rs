// SPDX-License-Identifier: MIT OR Apache-2.0
//! Takebacks, and time that one player gives the other.
//!
//! A takeback that is proposed in the opponent's turn undoes the proposer's last move; in one's own turn it undoes
//! the opponent's last move, too. The log keeps everything and gets one event more. The clocks show again what they
//! showed when that position arose, plus what was given since, and the side to move begins its turn. So nobody
//! gains an increment by a move that was taken back, and a gift is not lost.
//!
//! A proposal stands until it is answered or either side moves.

use tabiya_rules::Color;

use crate::offers::NoOffer;
use crate::{Event, Game, Millis, Refusal, Restriction, Seat, Status};

/// What a player gives the other at a time.
pub const TIME_GIVEN: Millis = Millis::from_secs(15);
/// No gift makes a clock show more.
pub(crate) const MOST_TIME: Millis = Millis::from_secs(3 * 60 * 60);
/// How often time may be given between two moves.
const MOST_GIFTS_IN_A_TURN: usize = 10;
/// How often moves may be taken back in a game. Without an end its log would grow for ever, and whoever reads it would wait.
const MOST_TAKEBACKS: u16 = 300;
/// How often time may be given in a game, for the same reason.
const MOST_GIFTS: usize = 500;

/// Time that was given to a side, or by which an arbiter has changed its clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Gift {
    /// The number of its event.
    pub(crate) seq: u32,
    pub(crate) to: Color,
    /// In milliseconds; negative where an arbiter has taken time away.
    pub(crate) change: i64,
}

impl Game {
    /// The side whose proposal to take back is open.
    pub const fn takeback_proposal(&self) -> Option<Color> {
        self.takebacks.standing()
    }

    /// Whether the open proposal was made after event `seq`. An answer to what was known then does not mean it.
    pub fn was_takeback_proposed_after(&self, seq: u32) -> bool {
        self.takebacks.came_after(seq)
    }

    /// Whether moves were taken back after event `seq`.
    pub const fn was_taken_back_after(&self, seq: u32) -> bool {
        seq < self.taken_back_at
    }

    /// The number of the event by which this side let the opponent take back, as long as no move followed it.
    pub fn takeback_granted_by(&self, side: Color) -> Option<u32> {
        let last_move = self.plies.last().map_or(0, |played| played.seq);
        let was_granted = self.taken_back_by == Some(!side) && self.taken_back_at > last_move;
        was_granted.then_some(self.taken_back_at)
    }

    /// How many half-moves a takeback wanted by this side undoes now; `None` if it has none to take back, or if no
    /// moves are taken back in this game.
    pub fn takeback(&self, by: Color) -> Option<u8> {
        let half_moves = if by == self.turn() { 2 } else { 1 };
        let is_possible = self.status() == Status::Playing && self.plies.len() >= usize::from(half_moves);
        (is_possible && self.terms.allows_takebacks()).then_some(half_moves)
    }

    /// Whether this side need not ask: the computer minds nothing in a casual game.
    pub(crate) fn takes_back_freely(&self, by: Color) -> bool {
        matches!(self.seats[!by], Seat::Computer(_)) && !self.terms.is_rated()
    }

    pub(crate) fn decide_proposal(&self, by: Color) -> Result<Vec<Event>, Refusal> {
        self.check_running_on()?;
        if !self.terms.allows_takebacks() {
            return Err(Refusal::NoTakebacks);
        }
        let half_moves = self.takeback(by).ok_or(Refusal::NothingToTakeBack)?;
        if self.times_taken_back >= MOST_TAKEBACKS {
            return Err(Refusal::TakebacksUsedUp);
        }
        if self.takes_back_freely(by) {
            return Ok(vec![self.taken_back(by, half_moves)]);
        }
        match self.takebacks.check(by) {
            _ if self.takebacks.standing().is_some() => Err(Refusal::TakebackStands),
            Ok(()) => Ok(vec![Event::TakebackProposed { by }]),
            Err(NoOffer::Stands) => Err(Refusal::TakebackStands),
            Err(NoOffer::Pause { moves }) => Err(Refusal::TakebackPause { moves }),
        }
    }

    pub(crate) fn decide_takeback(&self, by: Color, accept: bool) -> Result<Vec<Event>, Refusal> {
        if self.takebacks.standing() != Some(!by) {
            return Err(Refusal::NoTakebackProposed);
        }
        if accept {
            self.check_running_on()?;
        }
        let half_moves = self.takeback(!by).ok_or(Refusal::NothingToTakeBack)?;
        Ok(vec![if accept { self.taken_back(!by, half_moves) } else { Event::TakebackDeclined { by } }])
    }

    fn taken_back(&self, by: Color, half_moves: u8) -> Event {
        let plies = self.plies.len() - usize::from(half_moves);
        let is_live = self.clock.is_some_and(|clock| clock.is_live());
        let clocks = is_live.then(|| Color::ALL.map(|color| self.clock_after(plies, color)));
        Event::TakenBack { by, half_moves, clocks }
    }

    /// What this side's clock showed after so many half-moves, with what was given to it or set since.
    ///
    /// What an arbiter has taken away may be more than that position had: no clock is empty before its flag falls.
    pub(crate) fn clock_after(&self, plies: usize, color: Color) -> Millis {
        Millis(u32::try_from(self.sum_after(plies, color).max(1)).unwrap_or(u32::MAX))
    }

    pub(crate) fn sum_after(&self, plies: usize, color: Color) -> i64 {
        let own = (0..plies).rev().find(|&index| self.history.mover_at(index) == color);
        let (seq, left) = match own.map(|index| self.plies[index]) {
            Some(played) => (played.seq, played.clock.unwrap_or_default()),
            None => {
                let left = self.time_control().map_or(Millis::ZERO, |control| control.starting_clock(color));
                (0, if self.is_berserk(color) { left.less(self.given_up(color)) } else { left })
            }
        };
        let given = self.gifts.iter().filter(|gift| gift.to == color && gift.seq > seq);
        given.fold(i64::from(left.0), |sum, gift| sum.saturating_add(gift.change))
    }

    pub(crate) fn decide_gift(&self, by: Color, time: Millis) -> Result<Vec<Event>, Refusal> {
        self.check_running_on()?;
        let clock = self.clock.filter(|clock| clock.is_live()).ok_or(Refusal::NoChessClock)?;
        self.check_allowed(Restriction::NoGivenTime)?;
        let last_move = self.plies.last().map_or(0, |played| played.seq).max(self.taken_back_at);
        let gifts = self.gifts.iter().rev().take_while(|gift| gift.seq > last_move);
        let is_enough = gifts.count() >= MOST_GIFTS_IN_A_TURN || self.gifts.len() >= MOST_GIFTS;
        if is_enough || clock.left(!by).plus(time) > MOST_TIME {
            return Err(Refusal::EnoughTimeGiven);
        }
        Ok(vec![Event::TimeGiven { by, time }])
    }
}
