// SPDX-License-Identifier: AGPL-3.0-or-later
//! Players who can't reach the game, because they are on another node and this one is cut off the bus.
//!
//! The time for which that was so is given back to the turn, as other time that the server owes. It is stored when the player can
//! come again, not before, so that an outage costs each game one event. Until then the player's flag does not fall, and
//! nobody counts as having left.
//!
//! Whoever was on this node at any time of the outage, or gave a command, could have moved, and gets nothing from then on: else a
//! player could go and think for free.

use tabiya_game::{Millis, Seat, TimeControl};
use tabiya_runtime::identity::Identity;

use super::{Input, Now, RETRY, RoomCore};
use crate::room::command::RoomCommand;
use crate::room::reach::{RETURN, Reach, Way};

/// More is not added between storing what is owed and handing the turn over, unless the store is slow.
const LITTLE: Millis = Millis::from_secs(1);

#[derive(Debug)]
pub(super) struct Unreached {
    /// So much of it is known here.
    known: Reach,
    /// What the turn under way is to be given back.
    owed: Millis,
    /// Which sides were here during the outage, or gave a command.
    were_here: [bool; 2],
    /// Which sides were heard since the last outage began. A client on another node whose node is silent may still be taken to be in
    /// the room.
    heard: [bool; 2],
}

impl Unreached {
    /// A room begins. Earlier outages are of no account, since a turn begins with the room.
    pub(super) const fn begin(known: Reach) -> Self {
        Self { known, owed: Millis::ZERO, were_here: [false; 2], heard: [false; 2] }
    }

    pub(super) fn owes_nothing(&self) -> bool {
        self.owed == Millis::ZERO
    }

    /// What is owed, if it is so little that it may have been added since all was given back.
    pub(super) fn owes_little(&self) -> Option<Millis> {
        Some(self.owed).filter(|owed| *owed <= LITTLE)
    }

    /// A turn begins, and what was owed to the one before is not owed to it.
    pub(super) const fn turn_begins(&mut self) {
        self.owed = Millis::ZERO;
    }
}

impl RoomCore {
    /// Takes in for how long the side to move could not reach the game. `stall` was given back already.
    pub(super) fn observe_reach(&mut self, now: Now, stall: Millis) {
        let (before, reach) = (self.unreached.known, now.reach);
        if before == reach {
            return;
        }
        self.unreached.known = reach;
        if before.outages != reach.outages {
            self.unreached.were_here = [false; 2];
            self.unreached.heard = [false; 2];
        }
        // Nobody has come or gone since the last look.
        let here = [
            self.members.plays_here(tabiya_rules::Color::White),
            self.members.plays_here(tabiya_rules::Color::Black),
        ];
        for (were_here, here) in self.unreached.were_here.iter_mut().zip(here) {
            *were_here |= here;
        }
        let span = self.unreached_between(before, reach).less(stall);
        self.unreached.owed = self.unreached.owed.plus(span);
        self.absences.stood_still(span);
        if span > Millis::ZERO {
            let until = if self.unreached.heard[self.game.turn() as usize] {
                reach.back
            } else {
                reach.back.after(RETURN).min(now.line)
            };
            // A game that another node has begun has a clock that is ahead of the line.
            self.given_until = until.after(now.time.since(now.line));
        }
    }

    /// For how long the side to move could not reach the game between these two looks at the way.
    pub(super) fn unreached_between(&self, before: Reach, reach: Reach) -> Millis {
        let mover = self.game.turn();
        if !self.is_person_with_clock() || self.unreached.were_here[mover as usize] {
            return Millis::ZERO;
        }
        let mut span = reach.cut.saturating_sub(before.cut);
        if !self.unreached.heard[mover as usize] {
            span += reach.mending.saturating_sub(before.mending);
        }
        Millis(u32::try_from(span).unwrap_or(u32::MAX))
    }

    /// A deadline of days that passed while the side to move could not come begins anew, whoever acts first after it.
    pub(super) fn look_for_missed_days(&mut self, now: Now) {
        let is_of_days = matches!(self.game.time_control(), Some(TimeControl::Correspondence { .. }));
        let is_over = self.game.deadline().is_some_and(|deadline| deadline <= now.time);
        if is_of_days && is_over && self.is_mover_unreached() {
            self.flow.restart();
        }
    }

    /// What is owed becomes due where the side to move can come again, or where this input must not meet a clock that is wrong.
    pub(super) fn look_for_unreached(&mut self, now: Now) {
        if self.unreached.owes_nothing() {
            return;
        }
        let turn = self.game.turn();
        let is_over = |now: Now| self.game.deadline().is_some_and(|deadline| deadline <= now.time);
        let needs_the_clock = match self.current.as_ref().map(|current| &current.input) {
            Some(Input::Commanded { sender, command, .. }) => {
                self.members.side_of(sender.0) == Some(turn)
                    || matches!(command, RoomCommand::Arbiter(_))
                    || is_over(now)
            }
            Some(Input::GivenAway) => true,
            _ => false,
        };
        if needs_the_clock || !self.is_mover_unreached() {
            self.flow.owe(std::mem::take(&mut self.unreached.owed));
        }
    }

    /// A player whose command has arrived reaches the game, also without following it, as programs do.
    pub(super) fn note_caller(&mut self) {
        let Some(Input::Commanded { sender, command, .. }) =
            self.current.as_ref().map(|current| &current.input)
        else {
            return;
        };
        // Those two are sent for players by whoever leads the event.
        let is_own = !matches!(command, RoomCommand::Arbiter(_) | RoomCommand::StartClocks);
        if let Some(side) = self.members.side_of(sender.0).filter(|_| is_own) {
            self.unreached.were_here[side as usize] = true;
        }
    }

    /// The player of this client can come again.
    pub(super) fn note_heard(&mut self) {
        if self.unreached.known.way == Way::Cut {
            return;
        }
        let seats = self.game.seats();
        let side = match self.current.as_ref().map(|current| &current.input) {
            Some(Input::Came { identity, .. }) => {
                identity.as_ref().and_then(|identity: &Identity| identity.side_in(&seats))
            }
            Some(Input::Heard { id } | Input::Pinged { id } | Input::Missed { id }) => {
                self.members.side_of(*id)
            }
            Some(Input::Commanded { sender, .. }) => self.members.side_of(sender.0),
            _ => None,
        };
        if let Some(side) = side {
            self.unreached.heard[side as usize] = true;
        }
    }

    /// Whether the flag of the side to move must not fall yet.
    pub(super) fn holds_the_flag(&mut self, now: Now) -> bool {
        let holds = self.is_mover_unreached() || !self.unreached.owes_nothing();
        if holds {
            self.retry_at = Some(now.line.after(RETRY));
        }
        holds
    }

    /// Whether the side to move is a person who can't come.
    fn is_mover_unreached(&self) -> bool {
        let mover = self.game.turn();
        let is_person = matches!(self.game.seats()[mover], Seat::Player(_));
        let may_be_away = is_person && !self.unreached.were_here[mover as usize];
        may_be_away
            && match self.unreached.known.way {
                Way::Open => false,
                Way::Cut => true,
                Way::Mending => !self.unreached.heard[mover as usize],
            }
    }

    fn is_person_with_clock(&self) -> bool {
        matches!(self.game.seats()[self.game.turn()], Seat::Player(_))
            && matches!(self.game.time_control(), Some(TimeControl::Clocks { .. }))
            && self.game.deadline().is_some()
    }
}
