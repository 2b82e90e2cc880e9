// SPDX-License-Identifier: AGPL-3.0-or-later
//! Premoves: what each player has queued to be played as soon as it is their turn.
//!
//! A queue lives in the room's memory and is gone with it. Nobody but its owner hears of it; all tabs of the owner show
//! the same one. When a move of the opponent is stored, the first premove is checked and put into the next commit. If
//! it can't be played, the whole queue is dropped, and the owner is told why. A move by hand, a takeback and the end of
//! the game drop the queue, too. Offers don't: else an opponent could cancel premoves by offering a draw.
//!
//! In a game with the computer it is asked before each premove is played, as before a move by hand, whether the computer may
//! answer it. If not, the queue is dropped.

use tabiya_game::{Command, Decision, Event, Millis, Status, Time};
use tabiya_protocol::{DroppedPremove, GameMessage, MAX_PREMOVES, Refusal, ServerMessage};
use tabiya_rules::{Attempt, Color};
use tabiya_runtime::identity::Identity;
use tabiya_runtime::topic::SubscriberId;

use super::{Effect, Now, Purpose, RoomCore, Sender, Waiting};
use crate::room::fairness;

/// Both sides' queues. Allocates only where somebody premoves.
#[derive(Debug, Default)]
pub(super) struct Premoves {
    queues: [Vec<Attempt>; 2],
    /// Who has sent the last queue in a game with the computer: the player may be gone when it is played.
    owner: Option<Box<Identity>>,
    /// By colour: the owner has not been told of the latest change.
    changed: [bool; 2],
}

impl Premoves {
    pub(super) fn of(&self, side: Color) -> &[Attempt] {
        &self.queues[side as usize]
    }

    fn are_empty(&self) -> bool {
        self.queues.iter().all(Vec::is_empty)
    }

    /// Follows an event, before the game does: `turn` is the side to move then.
    pub(super) fn happens(&mut self, event: &Event, turn: Color) {
        if self.are_empty() {
            return;
        }
        match event {
            Event::MovePlayed { premove: Some(_), .. } if !self.of(turn).is_empty() => {
                self.queues[turn as usize].remove(0);
                self.changed[turn as usize] = true;
            }
            Event::MovePlayed { .. } => self.clear(turn),
            Event::Ended { .. } | Event::TakenBack { .. } | Event::SetBack { .. } => {
                Color::ALL.into_iter().for_each(|side| self.clear(side))
            }
            Event::Created(_)
            | Event::Joined { .. }
            | Event::DrawOffered { .. }
            | Event::DrawDeclined { .. }
            | Event::TakebackProposed { .. }
            | Event::TakebackDeclined { .. }
            | Event::TimeGiven { .. }
            | Event::Berserk { .. }
            | Event::ClocksStarted
            | Event::ClocksPaused { .. }
            | Event::ClockSet { .. }
            | Event::ClocksResumed
            | Event::TurnRestarted { .. } => {}
        }
    }

    fn clear(&mut self, side: Color) {
        self.changed[side as usize] |= !self.of(side).is_empty();
        self.queues[side as usize] = Vec::new();
    }
}

impl RoomCore {
    /// A player wants this queue in place of the present one. Where it is the player's turn by now, the first move is
    /// played at once, and costs what a move by hand would.
    pub(super) fn premoves_wanted(
        &mut self,
        by: Color,
        sender: Sender,
        seq: u32,
        moves: &[String],
        (arrival, lag): (Time, Option<Millis>),
        now: Now,
    ) {
        let moves = match read(moves) {
            Ok(moves) => moves,
            Err(refusal) => return self.refuse(sender, refusal),
        };
        // What the player's side has played since the client looked, from the first on.
        let since =
            (0..self.game.plies().len()).rev().take_while(|&index| self.game.plies()[index].seq > seq);
        let mut own: Vec<_> = since.filter(|&index| self.game.history().mover_at(index) == by).collect();
        own.reverse();
        let (played, by_hand): (Vec<_>, Vec<_>) =
            own.into_iter().partition(|&index| self.game.plies()[index].premove);
        // A move by hand may have been sent just before the list; with two of them the list is for another time.
        let is_old = by_hand.len() > 1 || self.game.was_taken_back_after(seq);
        let is_cancel = moves.is_empty();
        let begins_so = played.len() <= moves.len()
            && played.iter().zip(&moves).all(|(&index, &each)| self.game.was_played(index, each));
        let rest = moves.get(played.len()..).unwrap_or_default();
        let refusal = match self.game.status() {
            _ if seq > self.game.last_seq() || (!is_cancel && (!begins_so || is_old)) => {
                Some(Refusal::Stale { ply: self.game.ply() })
            }
            Status::Ended(_) if played.is_empty() => Some(Refusal::GameOver),
            Status::Waiting => Some(Refusal::WaitingForOpponent),
            // Else the time before the pause would not be charged.
            Status::Playing if self.game.is_paused() && self.game.turn() == by && !is_cancel => {
                Some(Refusal::ClocksPaused)
            }
            Status::Ended(_) | Status::Playing => None,
        };
        if let Some(refusal) = refusal {
            self.refuse(sender, refusal);
            return self.tell_premoves_to(sender.0, by, None);
        }
        // A client that is late is told the last move that was played since.
        if let Some(&last) = played.last() {
            let (you, seq) = (Some(by), self.game.plies()[last].seq);
            self.effects.push(Effect::AnswerAgain { sender, you, seq });
        }
        self.premoves.queues[by as usize] = if self.game.is_over() { Vec::new() } else { rest.to_vec() };
        if fairness::is_against_computer(&self.game) {
            self.premoves.owner = self.members.get(sender.0).and_then(|member| member.identity).map(Box::new);
        }
        self.tell_premoves(by, Some(sender));
        if self.game.turn() == by && self.may_premove() {
            let charged = self.game.turn_began().map_or(Millis::ZERO, |began| arrival.since(began));
            self.play_first(by, charged, lag, arrival, now);
        }
    }

    /// Plays the first premove of the side to move.
    pub(super) fn play_premove(&mut self, now: Now) {
        if !self.premoves.are_empty() && self.may_premove() {
            self.play_first(self.game.turn(), self.game.premove_cost(), None, now.time, now);
        }
    }

    /// Whether a move that was stored or queued before may be played now.
    pub(super) fn may_premove(&self) -> bool {
        let goes_on = self.game.status() == Status::Playing && !self.game.is_paused();
        self.retry_at.is_none() && self.flow.flows() && goes_on
    }

    fn play_first(&mut self, by: Color, charged: Millis, lag: Option<Millis>, at: Time, now: Now) {
        let Some(&attempt) = self.premoves.of(by).first() else { return };
        let command = Command::PlayQueued { by, attempt, charged, lag };
        let may_help = fairness::is_against_computer(&self.game);
        match self.premoves.owner.clone().filter(|_| may_help) {
            Some(player) => {
                self.waiting = Some(Waiting::Fairness { by, command, at });
                self.effects.push(Effect::AskFairness { player, attempt });
            }
            None => self.play_queued(by, &command, at, now),
        }
    }

    pub(super) fn play_queued(&mut self, by: Color, command: &Command, at: Time, now: Now) {
        match self.game.consider(command, at, None) {
            Ok(Decision::Events(events)) => self.commit(events, at, Purpose::Own, now),
            Ok(Decision::Rule { .. }) => debug_assert!(false, "a premove needs no ruling"),
            Err(refusal) => self.drop_premoves(by, Refusal::from((refusal, self.game.ply()))),
        }
    }

    /// Drops a queue whose first move can't be played.
    pub(super) fn drop_premoves(&mut self, side: Color, refusal: Refusal) {
        let Some(&uci) = self.premoves.of(side).first() else { return };
        self.premoves.queues[side as usize] = Vec::new();
        let message = refusal.to_string();
        let dropped = Box::new(DroppedPremove { uci, refusal, message });
        for (to, _) in self.members.players().into_iter().filter(|(_, plays)| *plays == side) {
            let (topic, dropped) = (self.id.into(), Some(dropped.clone()));
            self.tell(
                to,
                ServerMessage::Game(GameMessage::Premoves { topic, id: None, moves: Vec::new(), dropped }),
            );
        }
    }

    /// Tells the owners of queues that have changed by events.
    pub(super) fn tell_changed_premoves(&mut self) {
        for side in Color::ALL {
            if std::mem::take(&mut self.premoves.changed[side as usize]) {
                self.tell_premoves(side, None);
            }
        }
    }

    /// Tells all tabs of this side's player what waits; the one that has changed it hears its command's number.
    pub(super) fn tell_premoves(&mut self, side: Color, answer: Option<Sender>) {
        for (to, _) in self.members.players().into_iter().filter(|(_, plays)| *plays == side) {
            self.tell_premoves_to(to, side, answer);
        }
    }

    pub(super) fn tell_premoves_to(&mut self, to: SubscriberId, side: Color, answer: Option<Sender>) {
        let answers = answer.filter(|(sender, _)| *sender == to).map(|(_, id)| id);
        let (topic, moves) = (self.id.into(), self.premoves.of(side).to_vec());
        let message = ServerMessage::Game(GameMessage::Premoves { topic, id: None, moves, dropped: None });
        self.effects.push(Effect::Tell { to, message, answers });
    }
}

fn read(moves: &[String]) -> Result<Vec<Attempt>, Refusal> {
    if moves.len() > MAX_PREMOVES {
        let limit = u32::try_from(MAX_PREMOVES).unwrap_or(u32::MAX);
        return Err(Refusal::TooManyPremoves { limit });
    }
    let moves = moves.iter().map(|uci| uci.parse());
    moves.collect::<Result<_, _>>().map_err(|error| Refusal::Malformed { detail: format!("{error}") })
}
