// SPDX-License-Identifier: MIT OR Apache-2.0
//! What an arbiter does in a game: pauses the clocks, sets one, goes back to an earlier position, and resumes (FIDE 6.11, 7).
//!
//! While the clocks are paused nobody moves, takes back or gives time, and no flag falls. Players may still resign, and offer,
//! accept or claim a draw. A clock is set, and moves are undone, only while the clocks are paused: so both players see the new
//! state before their time runs on. The events say what the clocks show, so a replay gives the same clocks.

use tabiya_rules::Color;

use crate::takeback::{Gift, MOST_TIME};
use crate::{Event, Game, Millis, Refusal, ReplayCause, Status, Time};

/// A clock is set to no less.
const LEAST_TIME: Millis = Millis::from_secs(1);
/// How often the clocks of a game are paused or set. Without an end its log would grow forever, and whoever reads it would wait.
const MOST_ACTS: u16 = 1_000;

impl Game {
    pub(crate) fn decide_pause(&self, now: Time) -> Result<Vec<Event>, Refusal> {
        let clock = self.clock.filter(|clock| clock.is_live()).ok_or(Refusal::NoChessClock)?;
        self.check_running_on()?;
        self.check_acts()?;
        Ok(vec![Event::ClocksPaused { spent: clock.spent(now) }])
    }

    pub(crate) fn decide_resumption(&self) -> Result<Vec<Event>, Refusal> {
        self.check_paused()?;
        Ok(vec![Event::ClocksResumed])
    }

    pub(crate) fn decide_set_clock(&self, side: Color, left: Millis) -> Result<Vec<Event>, Refusal> {
        self.check_paused()?;
        self.check_acts()?;
        if left < LEAST_TIME || left > MOST_TIME {
            return Err(Refusal::NoSuchClock);
        }
        Ok(vec![Event::ClockSet { side, left }])
    }

    pub(crate) fn decide_set_back(&self, ply: u32) -> Result<Vec<Event>, Refusal> {
        self.check_paused()?;
        self.check_acts()?;
        let kept = usize::try_from(ply).unwrap_or(usize::MAX);
        let undone = self.plies.len().checked_sub(kept).filter(|undone| *undone > 0);
        let half_moves = undone.and_then(|undone| u16::try_from(undone).ok());
        let half_moves = half_moves.ok_or(Refusal::NoSuchPly { ply: self.ply() })?;
        let clocks = Color::ALL.map(|color| self.clock_after(kept, color));
        Ok(vec![Event::SetBack { half_moves, clocks }])
    }

    /// Refuses what has to wait while the clocks are paused.
    pub(crate) const fn check_running_on(&self) -> Result<(), Refusal> {
        if self.is_paused() { Err(Refusal::ClocksPaused) } else { Ok(()) }
    }

    const fn check_paused(&self) -> Result<(), Refusal> {
        if self.is_paused() { Ok(()) } else { Err(Refusal::ClocksNotPaused) }
    }

    const fn check_acts(&self) -> Result<(), Refusal> {
        if self.acts < MOST_ACTS { Ok(()) } else { Err(Refusal::ActsUsedUp) }
    }

    pub(crate) fn pause_clocks(&mut self, spent: Millis) -> Result<(), ReplayCause> {
        self.check_playing()?;
        if self.is_paused() || !self.clock.is_some_and(|clock| clock.is_live()) {
            return Err(ReplayCause::ClockMismatch);
        }
        self.paused = Some(spent);
        self.acts = self.acts.saturating_add(1);
        Ok(())
    }

    pub(crate) fn resume_clocks(&mut self, at: Time) -> Result<(), ReplayCause> {
        match (self.paused, &mut self.clock) {
            (Some(spent), Some(clock)) => clock.restart_turn(at.before(spent)),
            _ => return Err(ReplayCause::ClockMismatch),
        }
        self.paused = None;
        Ok(())
    }

    pub(crate) fn set_clock(&mut self, side: Color, left: Millis) -> Result<(), ReplayCause> {
        let spent = self.paused.ok_or(ReplayCause::ClockMismatch)?;
        let is_timed = side == self.turn() && self.clocks_have_begun();
        let clock = self.clock.as_mut().ok_or(ReplayCause::ClockMismatch)?;
        if is_timed {
            // What the turn has cost so far is in what the clock shows now. A delay that was used up does not come again.
            self.paused = Some(spent.min(clock.delay(side)));
        }
        let before = clock.left(side);
        clock.set(side, left);
        let change = i64::from(left.0) - i64::from(before.0);
        self.gifts.push(Gift { seq: self.next_seq, to: side, change });
        self.acts = self.acts.saturating_add(1);
        Ok(())
    }

    pub(crate) fn set_back(
        &mut self,
        half_moves: u16,
        clocks: [Millis; 2],
        at: Time,
    ) -> Result<(), ReplayCause> {
        let is_possible = self.is_paused() && (1..=self.plies.len()).contains(&usize::from(half_moves));
        let have_begun = self.clocks_have_begun();
        let clock = self.clock.as_mut().filter(|_| is_possible).ok_or(ReplayCause::NoSuchTakeback)?;
        clock.set_back(Some(clocks), at);
        // Clocks that ran run on, also where not both sides have moved now.
        self.clocks_started |= have_begun;
        self.undo(half_moves.into(), Some(clocks));
        self.takebacks.closed();
        self.taken_back_by = None;
        // The turn in the earlier position begins when the clocks are resumed.
        self.paused = Some(Millis::ZERO);
        self.acts = self.acts.saturating_add(1);
        Ok(())
    }

    /// Whether the game is going on and both seats are taken.
    pub(crate) fn check_playing(&self) -> Result<(), ReplayCause> {
        if self.status() == Status::Playing { Ok(()) } else { Err(ReplayCause::NotPlaying) }
    }
}
