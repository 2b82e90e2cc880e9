// SPDX-License-Identifier: AGPL-3.0-or-later
//! Storing events, and what follows when they are stored.

use tabiya_accounts::feed::Departure;
use tabiya_game::{Event, Game, Millis, Stamped, Time};
use tabiya_protocol::{GameEvent, GameMessage, Refusal, ServerMessage};
use tabiya_store::AppendError;

use super::flow::begins_turn;
use super::{Effect, Now, Purpose, RETRY, RoomCore, Sender, Waiting};
use crate::room::view;

impl RoomCore {
    /// Requests that these events are stored. They take effect only after that.
    pub(super) fn commit(&mut self, events: Vec<Event>, at: Time, purpose: Purpose, now: Now) {
        let mut events: Vec<_> = events.into_iter().map(|event| Stamped::new(at, event)).collect();
        if let (Purpose::Player(_), Some(first)) = (purpose, events.first_mut()) {
            first.keyed = self.keyed.clone().map(Box::new);
        }
        self.waiting = Some(Waiting::Append { purpose, since: now });
        self.effects.push(Effect::Append { first: self.game.next_seq(), events });
    }

    pub(super) fn appended(
        &mut self,
        events: &[Stamped],
        result: Result<(), AppendError>,
        purpose: Purpose,
        since: Now,
        now: Now,
    ) {
        match result {
            Ok(()) => {
                self.considered = None;
                self.happened(events, Some(purpose), now);
                if matches!(purpose, Purpose::Restart) {
                    self.flow.given_back();
                }
                self.stored(events, since, now);
                if matches!(purpose, Purpose::Restart)
                    && !self.flow.flows()
                    && let Some(current) = &mut self.current
                {
                    // What waited for it waits for what is owed by now, too.
                    current.is_prepared = false;
                }
            }
            Err(AppendError::Storage(error)) => {
                // The store logs this once for all games.
                tracing::debug!(game = %self.id, %error, "an append failed; nothing happened");
                let had_moves = events.iter().any(|each| matches!(each.event, Event::MovePlayed { .. }));
                self.flow.failed(had_moves, &self.game);
                self.not_stored(purpose, Refusal::NotSaved, now);
            }
            // The room ends before its core hears of this: neither a "no" nor anything else is true any more.
            Err(AppendError::Fenced { .. }) => {
                tracing::debug!(game = %self.id, "another server owns this game by now");
            }
            Err(AppendError::Conflict { .. } | AppendError::UnknownGame { .. }) => {
                tracing::warn!(game = %self.id, "the log has moved on without this room; reading it again");
                let wanted = events.first().cloned().map(Box::new);
                self.waiting = Some(Waiting::Log { purpose, wanted });
                self.effects.push(Effect::ReadLog);
            }
        }
    }

    /// A slow store is the server's fault. Its time is given back once, also where the turn gets it for another reason.
    fn stored(&mut self, events: &[Stamped], since: Now, now: Now) {
        let took = now.line.since(since.line);
        if !self.flow.stored(took, events, &self.game, now.time) {
            return;
        }
        self.observe(now);
        let stall = u32::try_from(now.stalled.saturating_sub(since.stalled)).unwrap_or(u32::MAX);
        let unreached = self.unreached_between(since.reach, now.reach);
        self.flow.owe(took.less(unreached.max(Millis(stall))));
        self.given_until = now.time;
    }

    /// Applies the events that the log has beyond this room's state. A database that was set back to an older copy, or a standby
    /// that had not heard everything, can have fewer events or others.
    pub(super) fn log_read(
        &mut self,
        log: Option<Vec<Stamped>>,
        (purpose, wanted): (Purpose, Option<&Stamped>),
        now: Now,
    ) {
        let parts = log.as_ref().and_then(|log| log.split_at_checked(self.game.next_seq() as usize));
        let new = parts.and_then(|(old, new)| (Game::replay(old).as_ref() == Ok(&self.game)).then_some(new));
        let mut stored = None;
        match (log.as_deref().map(Game::replay), new) {
            (Some(Ok(_)), Some(new)) => {
                self.happened(new, None, now);
                stored = new.first();
            }
            (Some(Ok(_)), None) => {
                tracing::error!(game = %self.id, "the log has lost events that were told; the game goes on as it is stored");
                return self.effects.push(Effect::End);
            }
            (Some(Err(error)), _) => {
                tracing::error!(game = %self.id, %error, "the log can't be replayed");
            }
            // The task has logged the reason.
            (None, _) => {}
        }
        match purpose {
            Purpose::Player(sender) => self.answer_by_the_log(sender, stored.zip(wanted)),
            Purpose::Restart | Purpose::Own => self.retry_at = Some(now.line.after(RETRY)),
        }
    }

    /// Answers a command that was not stored because the log had moved on. `instead` is what the log has in its place, and what this room
    /// wanted there. An earlier room of this game may have stored the same command after this one had read the log.
    fn answer_by_the_log(&mut self, sender: Sender, instead: Option<(&Stamped, &Stamped)>) {
        if self.was_carried_out(sender) {
            return;
        }
        let stale = Refusal::Stale { ply: self.game.ply() };
        let Some((command, at)) = self.considered.take() else { return self.refuse(sender, stale) };
        match self.game.consider(&command, at, None) {
            Err(refusal) => self.refused(sender, &command, refusal),
            // Without a key, what the log has may be this command, or another one that looks the same.
            Ok(_)
                if instead.is_some_and(|(stored, wanted)| {
                    wanted.keyed.is_none() && stored.event == wanted.event
                }) =>
            {
                self.refuse(sender, Refusal::NotKnown);
            }
            Ok(_) => self.refuse(sender, stale),
        }
    }

    fn not_stored(&mut self, purpose: Purpose, refusal: Refusal, now: Now) {
        match purpose {
            Purpose::Player(sender) => self.refuse(sender, refusal),
            Purpose::Restart | Purpose::Own => self.retry_at = Some(now.line.after(RETRY)),
        }
    }

    /// Applies stored events and announces them. Each event is announced with the situation after all of
    /// them. So nobody is told that a game continues which its last move has ended.
    fn happened(&mut self, stored: &[Stamped], purpose: Option<Purpose>, now: Now) {
        let first = self.game.next_seq();
        let events: Vec<_> = stored.iter().map(|each| self.fold(each)).collect();
        let answer = match purpose {
            Some(Purpose::Player(sender)) => Some(sender),
            Some(Purpose::Restart | Purpose::Own) | None => None,
        };
        let situation = Box::new(self.situation(now));
        self.effects.push(Effect::Announce { first, events, situation, answer });
        self.tell_changed_premoves();
        if stored.iter().any(|each| matches!(each.event, Event::ClocksResumed)) {
            self.absences.clocks_resumed(now.time);
        }
        if stored.iter().any(|each| matches!(each.event, Event::Joined { .. })) {
            self.tell_sides(now);
            self.look_around(Departure::Lost, now);
        }
    }

    /// Applies one event to the game. Returns the event for clients.
    fn fold(&mut self, stamped: &Stamped) -> GameEvent {
        let before = *self.game.history().position();
        self.premoves.happens(&stamped.event, self.game.turn());
        self.replies.happens(&stamped.event);
        if begins_turn(&stamped.event)
            || matches!(stamped.event, Event::TurnRestarted { spent: Millis::ZERO, .. })
        {
            self.unreached.turn_begins();
        }
        if let Event::TurnRestarted { spent: Millis::ZERO, .. } = stamped.event {
            // All that came before is given back.
            self.given_until = self.given_until.max(stamped.at);
        }
        self.game.apply(stamped);
        if let Event::Joined { color, player, .. } = stamped.event {
            let seated = self.members.seat(player, color);
            self.effects.extend(seated.into_iter().map(Effect::Seat));
        }
        view::event(&stamped.event, &before, &self.game)
    }

    /// A new player learns its side from `synced`. Spectators need no such message.
    fn tell_sides(&mut self, now: Now) {
        let (topic, seq) = (self.id.into(), self.game.last_seq());
        let message = ServerMessage::Game(GameMessage::Synced {
            topic,
            seq,
            you: None,
            id: None,
            situation: Box::new(self.situation(now)),
        });
        for (id, side) in self.members.players() {
            let mut message = message.clone();
            if let ServerMessage::Game(GameMessage::Synced { you, .. }) = &mut message {
                *you = Some(side);
            }
            self.tell(id, message);
        }
    }
}
