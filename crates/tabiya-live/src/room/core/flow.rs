// SPDX-License-Identifier: AGPL-3.0-or-later
//! Whether time may be charged to a turn, and what must be stored before it may.
//!
//! Time is not charged for what is the server's fault: it was away, it stood still, its disk was slow or full. An event
//! in the log gives that time back, and comes before anything else. A room finds out about a stall when it next has
//! something to do, so that nobody wakes ten thousand rooms just after the server had no time for any of them.

use tabiya_game::{Command, Event, Game, Millis, Stamped, Time, TimeControl};

/// A commit that takes longer is the server's fault: the turn that it began starts afresh, and a turn that had begun before gets
/// the time of the commit back. The same holds for a move that comes so late from another node.
const SLOW_DISK: Millis = Millis::from_secs(1);

#[derive(Clone, Copy, Debug)]
pub(super) struct Flow {
    /// So many milliseconds of the server's stalls are known here.
    known: u64,
    /// Of those, so many have not been given back to the turn.
    owed: Millis,
    /// The turn has to start afresh.
    must_restart: bool,
    /// The last thing that was to be stored was a move, and it could not be.
    unsaved: bool,
    /// The last commit was a `TurnRestarted` that took longer than [`SLOW_DISK`]. Its own time is given back, too.
    gave_slowly: bool,
}

impl Flow {
    /// A room begins. A clock that runs in the log ran while there was no room. Earlier stalls are of no account, since
    /// a turn begins with the room.
    pub(super) fn begin(game: &Game, now: Time, stalled: u64) -> Self {
        // In correspondence an outage counts, but nobody loses by it.
        let must_restart = match (game.time_control(), game.deadline()) {
            (Some(TimeControl::Correspondence { .. }), Some(deadline)) => deadline <= now,
            (_, deadline) => deadline.is_some(),
        };
        Self { must_restart, ..Self::go_on(stalled, Millis::ZERO) }
    }

    /// A room goes on with a turn that another node has handed over, and for so long nobody owned the game.
    pub(super) const fn go_on(stalled: u64, without_owner: Millis) -> Self {
        Self { known: stalled, owed: without_owner, must_restart: false, unsaved: false, gave_slowly: false }
    }

    /// Takes in how long the server has stood still in all. Returns how much of that is new.
    pub(super) fn observe(&mut self, stalled: u64) -> Millis {
        let stall = Millis(u32::try_from(stalled.saturating_sub(self.known)).unwrap_or(u32::MAX));
        self.known = stalled;
        self.owed = self.owed.plus(stall);
        stall
    }

    /// The command that must be stored before time counts again; none where time flows.
    pub(super) fn due(&mut self, game: &Game, now: Time) -> Option<Command> {
        // Days run on while nothing can be stored, but a player who has moved does not lose by it.
        self.must_restart |= self.unsaved && game.deadline().is_some_and(|deadline| deadline <= now);
        if self.must_restart {
            Some(Command::Resume)
        } else if self.owed > Millis::ZERO {
            Some(Command::StoodStill { span: self.owed })
        } else {
            None
        }
    }

    /// So much time has to be given back to the turn.
    pub(super) fn owe(&mut self, span: Millis) {
        self.owed = self.owed.plus(span);
    }

    /// Whether time counts.
    pub(super) fn flows(&self) -> bool {
        !self.must_restart && self.owed == Millis::ZERO
    }

    /// Whether a new room would know all that this one does.
    pub(super) fn owes_nothing(&self) -> bool {
        self.flows() && !self.unsaved
    }

    /// The turn must start afresh: its player was kept from moving.
    pub(super) const fn restart(&mut self) {
        self.must_restart = true;
    }

    /// What was due stands in the log, or there was nobody to give it to.
    pub(super) fn given_back(&mut self) {
        (self.must_restart, self.owed) = (false, Millis::ZERO);
    }

    /// Events were stored at `now`, after so long. Returns whether the turn under way is to get that time back.
    pub(super) fn stored(&mut self, took: Millis, events: &[Stamped], game: &Game, now: Time) -> bool {
        self.unsaved = false;
        let gives_back = |each: &Stamped| matches!(each.event, Event::TurnRestarted { .. });
        // Not twice in a row: on a disk that is always slow each of them would owe another one, and nobody could move.
        let may_give = !std::mem::take(&mut self.gave_slowly);
        if game.deadline().is_none() {
            return false;
        }
        if events.iter().any(gives_back) {
            self.gave_slowly = may_give && took > SLOW_DISK;
            return self.gave_slowly;
        }
        match events.iter().find(|each| begins_turn(&each.event)) {
            // A move counts from its arrival, and the next player can't know of it before it is stored.
            Some(begins) => {
                self.must_restart |= took.max(now.since(begins.at)) > SLOW_DISK;
                false
            }
            // What the turn had cost before stays charged, such as the time before an arbiter's pause.
            None => took > SLOW_DISK,
        }
    }

    /// Events could not be stored. A player who has moved in time must not pay for the disk.
    pub(super) fn failed(&mut self, had_moves: bool, game: &Game) {
        self.unsaved |= had_moves;
        let is_timed = matches!(game.time_control(), Some(TimeControl::Clocks { .. }));
        self.must_restart |= is_timed && game.deadline().is_some();
    }
}

/// Whether a turn begins with this event. After a pause the turn goes on that was there before.
pub(super) const fn begins_turn(event: &Event) -> bool {
    match event {
        Event::Created(_)
        | Event::Joined { .. }
        | Event::MovePlayed { .. }
        | Event::TakenBack { .. }
        | Event::SetBack { .. }
        | Event::ClocksStarted => true,
        Event::DrawOffered { .. }
        | Event::DrawDeclined { .. }
        | Event::TakebackProposed { .. }
        | Event::TakebackDeclined { .. }
        | Event::TimeGiven { .. }
        | Event::Berserk { .. }
        | Event::ClocksPaused { .. }
        | Event::ClockSet { .. }
        | Event::ClocksResumed
        | Event::TurnRestarted { .. }
        | Event::Ended { .. } => false,
    }
}
