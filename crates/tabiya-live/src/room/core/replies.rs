// SPDX-License-Identifier: AGPL-3.0-or-later
//! Conditional moves: the replies that correspondence players have stored, played as moves of theirs.
//!
//! The store has the lines; the core keeps none. After each event by which one may apply, and when the room begins, it asks
//! for the lines of the side to move, and puts the reply that is due into the next commit. So a reply that was due when
//! the server died is played when the game gets its room again ([`resume`](crate::room::resume)). The reply is an ordinary
//! move: it is checked like one, takes no time from the turn that has just begun, and the opponent's turn begins with it.
//!
//! A premove goes before a line, because it was made later and for this game alone: a line that it leaves is dropped. A reply
//! counts as a move by hand and drops the premoves that wait behind it.

use tabiya_game::{Command, Decision, Event, PlayerId, Seat, TimeControl};
use tabiya_rules::Color;

use super::{Effect, Now, Purpose, RETRY, RoomCore, Waiting};
use crate::lines::Prepared;
use crate::room::fairness;

/// What the store said of a player's lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LinesRead {
    /// This is stored.
    Found(Box<Prepared>),
    /// Nothing is stored, or nothing that can be read.
    Nothing,
    /// The store failed; it may be asked again.
    Failed,
}

/// Whether the lines of the side to move have to be looked at.
#[derive(Debug)]
pub(super) struct Replies {
    is_due: bool,
    /// They could not be read when the room last looked.
    has_failed: bool,
}

impl Default for Replies {
    /// Whatever happened before the room began may have made a reply due.
    fn default() -> Self {
        Self { is_due: true, has_failed: false }
    }
}

impl Replies {
    /// Follows an event of the game.
    pub(super) const fn happens(&mut self, event: &Event) {
        match event {
            Event::MovePlayed { .. } => (self.is_due, self.has_failed) = (true, false),
            Event::DrawDeclined { .. } | Event::TakebackDeclined { .. } | Event::Joined { .. } => {
                self.is_due = true
            }
            Event::TakenBack { .. } | Event::SetBack { .. } => self.has_failed = false,
            Event::Created(_)
            | Event::DrawOffered { .. }
            | Event::TakebackProposed { .. }
            | Event::TimeGiven { .. }
            | Event::Berserk { .. }
            | Event::ClocksStarted
            | Event::ClocksPaused { .. }
            | Event::ClockSet { .. }
            | Event::ClocksResumed
            | Event::TurnRestarted { .. }
            | Event::Ended { .. } => {}
        }
    }
}

impl RoomCore {
    /// A player has stored other lines. Who stores them waits for the room to look, so it does not wait for its next try.
    pub(super) const fn lines_changed(&mut self) {
        self.replies.is_due = true;
        self.retry_at = None;
    }

    /// The player of this side has come. Their lines are looked at, too: the room may have missed that they were stored,
    /// because the store's answer was lost.
    pub(super) fn owner_came(&mut self, side: Color) {
        self.replies.is_due |= side == self.game.turn();
    }

    /// Whether a reply may be due for which the store could not be read. Then the flag falls only after it was read: the player
    /// must not lose by an outage, nor win time by one where nothing was due.
    pub(super) fn may_owe_a_reply(&self) -> bool {
        self.replies.has_failed && self.lines_count()
    }

    /// Asks for the lines of the side to move, where one of them may apply.
    pub(super) fn look_for_reply(&mut self) {
        if self.replies.is_due
            && self.may_reply()
            && let Some(player) = self.mover()
        {
            self.waiting = Some(Waiting::Lines);
            self.effects.push(Effect::ReadLines(player));
        }
    }

    fn may_reply(&self) -> bool {
        self.lines_count() && self.may_premove()
    }

    /// Whether lines are played in this game, and do not wait for an answer.
    fn lines_count(&self) -> bool {
        let is_slow = matches!(self.game.time_control(), Some(TimeControl::Correspondence { .. }));
        // Whoever plays the computer is asked before each move whether it may answer.
        let is_of_people = !fairness::is_against_computer(&self.game);
        is_slow && is_of_people && self.game.draw_offer().is_none() && self.game.takeback_proposal().is_none()
    }

    fn mover(&self) -> Option<PlayerId> {
        match self.game.seats()[self.game.turn()] {
            Seat::Player(player) => Some(player),
            Seat::Computer(_) | Seat::Open => None,
        }
    }

    /// Plays the reply that is due.
    pub(super) fn lines_read(&mut self, read: LinesRead, now: Now) {
        let by = self.game.turn();
        self.replies.has_failed = read == LinesRead::Failed;
        let reply = match read {
            LinesRead::Failed => return self.retry_at = Some(now.line.after(RETRY)),
            LinesRead::Nothing => None,
            LinesRead::Found(prepared) => prepared.reply(&self.game, by),
        };
        let Some(attempt) = reply else { return self.replies.is_due = false };
        // Still due until it is stored. It was due before the deadline, so that it comes late is the store's fault.
        if self.game.deadline().is_some_and(|deadline| deadline <= now.time) {
            return self.flow.restart();
        }
        let command = Command::Play { by, attempt, seq: self.game.last_seq(), lag: None };
        match self.game.consider(&command, now.time, None) {
            Ok(Decision::Events(events)) => self.commit(events, now.time, Purpose::Own, now),
            Ok(Decision::Rule { winner }) => {
                self.waiting = Some(Waiting::Ruling { command, at: now.time, purpose: Purpose::Own });
                self.effects.push(Effect::Rule { winner });
            }
            // Without the move, which is its owner's alone until it is played.
            Err(_) => {
                tracing::warn!(game = %self.id, ply = self.game.ply(), "a conditional move can't be played");
                self.replies.is_due = false;
            }
        }
    }
}
