// SPDX-License-Identifier: MIT OR Apache-2.0
//! Applies events to a game. This is the only way in which a game changes, live and on replay.

use tabiya_rules::{Attempt, Color, Reason};

use crate::takeback::Gift;
use crate::{Ending, Event, Game, GameResult, Millis, PlayedPly, Seat, Stamped, Termination, Time};

impl Game {
    /// The game that these events made.
    ///
    /// # Errors
    /// The log does not begin with `Created`, or an event can't follow those before it. Then the log is
    /// damaged or was not written by this program.
    pub fn replay(log: &[Stamped]) -> Result<Self, ReplayError> {
        let [Stamped { at, event: Event::Created(terms), .. }, rest @ ..] = log else {
            return Err(ReplayError { seq: 0, cause: ReplayCause::NotCreated });
        };
        let mut game = Self::begin((**terms).clone(), *at);
        rest.iter().try_for_each(|stamped| game.try_apply(stamped))?;
        Ok(game)
    }

    /// Applies an event that [`Game::decide`] returned for this state.
    ///
    /// # Panics
    /// Panics if the event is not possible in this state. Use [`Game::try_apply`] for events from elsewhere.
    pub fn apply(&mut self, stamped: &Stamped) {
        self.try_apply(stamped).expect("a decided event can happen");
    }

    /// Applies the next event of the log.
    ///
    /// # Errors
    /// The event is not possible in this state. The game is unchanged.
    pub fn try_apply(&mut self, stamped: &Stamped) -> Result<(), ReplayError> {
        self.fold(stamped).map_err(|cause| ReplayError { seq: self.next_seq, cause })?;
        if let Some(keyed) = &stamped.keyed {
            self.carried_out.remember(keyed, self.next_seq);
        }
        self.next_seq += 1;
        Ok(())
    }

    fn fold(&mut self, &Stamped { at, ref event, .. }: &Stamped) -> Result<(), ReplayCause> {
        if self.is_over() {
            return Err(ReplayCause::AfterEnd);
        }
        match *event {
            Event::Created(_) => return Err(ReplayCause::CreatedAgain),
            Event::Joined { color, player, ref details } => {
                if self.seats[color] != Seat::Open || self.seats.color_of(player).is_some() {
                    return Err(ReplayCause::SeatNotOpen { color });
                }
                self.seats.seat(color, Seat::Player(player));
                self.details[color as usize].clone_from(details);
                // The time for the first move begins when both players are there.
                if let Some(clock) = &mut self.clock {
                    clock.restart_turn(at);
                }
            }
            Event::MovePlayed { uci, clock, lag, compensated, premove } => {
                self.check_playing()?;
                self.check_unpaused()?;
                if compensated > lag.unwrap_or_default() {
                    return Err(ReplayCause::ClockMismatch);
                }
                let played = uci
                    .to_move(self.history.position())
                    .map_err(|reason| ReplayCause::IllegalMove { uci, reason })?;
                let mover = self.turn();
                match (&mut self.clock, clock) {
                    (Some(stored), left) if left.is_some() == stored.is_live() => {
                        stored.press(mover, left, at);
                        // A premove that waited for the turn says nothing of the line, and earns no quota.
                        if premove.is_none() || lag.is_some() {
                            stored.count_lag(mover, lag, compensated);
                        }
                    }
                    (None, None) if lag.is_none() => {}
                    (Some(_) | None, _) => return Err(ReplayCause::ClockMismatch),
                }
                let premove = premove.is_some();
                self.plies.push(PlayedPly { seq: self.next_seq, at, clock, lag, compensated, premove });
                self.history.play(played);
                self.draws.moved(mover);
                self.takebacks.moved(mover);
                // A move declines what the opponent has offered, and keeps the mover's own draw offer open.
                if self.draws.standing() == Some(!mover) {
                    self.draws.closed();
                }
                self.takebacks.closed();
            }
            Event::DrawOffered { by } => {
                self.check_playing()?;
                // Old logs have offers after shorter pauses than a side must make now.
                if self.draws.standing().is_some() {
                    return Err(ReplayCause::NoSuchOffer);
                }
                self.draws.offered(by, self.next_seq);
            }
            Event::DrawDeclined { by } => {
                if self.draws.standing() != Some(!by) {
                    return Err(ReplayCause::NoSuchOffer);
                }
                self.draws.closed();
            }
            Event::TakebackProposed { by } => {
                self.check_playing()?;
                if self.takebacks.standing().is_some() || self.takeback(by).is_none() {
                    return Err(ReplayCause::NoSuchTakeback);
                }
                self.takebacks.offered(by, self.next_seq);
            }
            Event::TakebackDeclined { by } => {
                if self.takebacks.standing() != Some(!by) {
                    return Err(ReplayCause::NoSuchTakeback);
                }
                self.takebacks.closed();
            }
            Event::TakenBack { by, half_moves, clocks } => self.take_back(by, half_moves, clocks, at)?,
            Event::TimeGiven { by, time } => {
                self.check_playing()?;
                self.check_unpaused()?;
                match &mut self.clock {
                    Some(clock) if clock.is_live() => clock.give(!by, time),
                    _ => return Err(ReplayCause::ClockMismatch),
                }
                self.gifts.push(Gift { seq: self.next_seq, to: !by, change: time.0.into() });
            }
            Event::Berserk { by, clock } => {
                self.check_playing()?;
                match &mut self.clock {
                    Some(stored) if self.terms.allows_berserk() && !self.berserk[by as usize] => {
                        stored.go_berserk(by, clock);
                    }
                    _ => return Err(ReplayCause::NoBerserk),
                }
                self.berserk[by as usize] = true;
            }
            Event::ClocksStarted => {
                self.check_playing()?;
                self.check_unpaused()?;
                match &mut self.clock {
                    Some(clock) if clock.is_live() && self.history.ply() < 2 && !self.clocks_started => {
                        clock.restart_turn(at);
                    }
                    _ => return Err(ReplayCause::ClockMismatch),
                }
                self.clocks_started = true;
            }
            Event::ClocksPaused { spent } => self.pause_clocks(spent)?,
            Event::ClockSet { side, left } => self.set_clock(side, left)?,
            Event::SetBack { half_moves, clocks } => self.set_back(half_moves, clocks, at)?,
            Event::ClocksResumed => self.resume_clocks(at)?,
            Event::TurnRestarted { credit: _, spent } => match (self.deadline(), &mut self.clock) {
                (Some(_), Some(clock)) => clock.restart_turn(at.before(spent)),
                _ => return Err(ReplayCause::ClockMismatch),
            },
            Event::Ended { result, termination, clock, ref decided, .. } => {
                if !termination.fits(result) {
                    return Err(ReplayCause::ImpossibleEnd { result, termination });
                }
                self.check_decided(result, termination, decided.as_deref())?;
                let turn = self.turn();
                match (&mut self.clock, clock) {
                    (Some(stored), Some(left)) => stored.stop(turn, left),
                    (None, None) => {}
                    (Some(_), None) | (None, Some(_)) => return Err(ReplayCause::ClockMismatch),
                }
                self.draws.closed();
                self.takebacks.closed();
                self.paused = None;
                self.decided = decided.as_deref().copied();
                self.ending = Some(Ending { result, termination, at });
            }
        }
        Ok(())
    }

    fn take_back(
        &mut self,
        by: Color,
        half_moves: u8,
        clocks: Option<[Millis; 2]>,
        at: Time,
    ) -> Result<(), ReplayCause> {
        self.check_unpaused()?;
        let agreed = self.takebacks.standing() == Some(by) || self.takes_back_freely(by);
        if !agreed || self.takeback(by) != Some(half_moves) {
            return Err(ReplayCause::NoSuchTakeback);
        }
        match &mut self.clock {
            Some(clock) if clocks.is_some() == clock.is_live() => clock.set_back(clocks, at),
            None if clocks.is_none() => {}
            _ => return Err(ReplayCause::ClockMismatch),
        }
        self.undo(half_moves.into(), clocks);
        self.takebacks.accepted(by);
        self.times_taken_back = self.times_taken_back.saturating_add(1);
        self.taken_back_by = Some(by);
        Ok(())
    }

    /// While the clocks are paused nothing happens that would change them.
    const fn check_unpaused(&self) -> Result<(), ReplayCause> {
        if self.is_paused() { Err(ReplayCause::WhilePaused) } else { Ok(()) }
    }

    /// Undoes half-moves: what was offered is closed, and moves that were meant for later positions are stale.
    pub(crate) fn undo(&mut self, half_moves: usize, clocks: Option<[Millis; 2]>) {
        self.history.take_back(half_moves);
        self.plies.truncate(self.history.ply());
        // Where the event says another time than follows from the moves and gifts that stay, that counts from now on.
        for (to, clock) in Color::ALL.into_iter().zip(clocks.into_iter().flatten()) {
            let change = i64::from(clock.0) - self.sum_after(self.plies.len(), to);
            if change != 0 {
                self.gifts.push(Gift { seq: self.next_seq, to, change });
            }
        }
        self.draws.closed();
        self.taken_back_at = self.next_seq;
    }
}

/// An event of a log that is not possible at its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("event {seq} can't have happened: {cause}")]
pub struct ReplayError {
    /// The event's number, from 0.
    pub seq: u32,
    /// What is wrong with it.
    #[source]
    pub cause: ReplayCause,
}

/// What is wrong with an event.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayCause {
    /// The log is empty or does not begin with the creation.
    #[error("a log begins with the game's creation")]
    NotCreated,
    /// A second creation.
    #[error("a game is created once")]
    CreatedAgain,
    /// An event after the game ended.
    #[error("the game was over")]
    AfterEnd,
    /// A player joined a seat that was taken, or had a seat already.
    #[error("{color}'s seat was not open to this player")]
    SeatNotOpen {
        /// The seat.
        color: Color,
    },
    /// A move or an offer while a seat was open.
    #[error("a seat was still open")]
    NotPlaying,
    /// An illegal move.
    #[error("the move {uci} was not legal: {reason}")]
    IllegalMove {
        /// The move.
        uci: Attempt,
        /// Why it is illegal.
        reason: Reason,
    },
    /// A second offer, or an answer without an offer.
    #[error("there was no such draw offer")]
    NoSuchOffer,
    /// A takeback that nobody had proposed, or a second proposal.
    #[error("there was no such takeback")]
    NoSuchTakeback,
    /// A side went berserk twice, or in a game in which nobody does.
    #[error("nobody could go berserk there")]
    NoBerserk,
    /// Clock data in an unlimited game, none in a timed one, more lag compensation than lag, or a restarted
    /// turn without a clock.
    #[error("it does not fit the game's clock")]
    ClockMismatch,
    /// A move, a takeback or given time while an arbiter had paused the clocks.
    #[error("the clocks were paused")]
    WhilePaused,
    /// A result that does not belong to this termination.
    #[error("a game does not end with \"{result}\" by {termination}")]
    ImpossibleEnd {
        /// The result.
        result: GameResult,
        /// The termination.
        termination: Termination,
    },
}
