// SPDX-License-Identifier: AGPL-3.0-or-later
//! What players ask for.

use tabiya_game::{
    Command, Decision, GameId, Keyed, Millis, Refusal as GameRefusal, Restriction, Seat, Status, Time,
    TimeControl,
};
use tabiya_protocol::{GameMessage, Refusal, ServerMessage};
use tabiya_rules::Color;
use tabiya_runtime::identity::Identity;

use super::rematch::{self, Rematch};
use super::{Effect, Now, Purpose, RematchStep, RoomCore, Sender, Waiting};
use crate::room::command::RoomCommand;

impl RoomCore {
    pub(super) fn command(
        &mut self,
        sender: Sender,
        command: RoomCommand,
        arrival: Time,
        lag: Option<Millis>,
        now: Now,
    ) {
        let Some(member) = self.members.get(sender.0) else { return };
        // Correspondence has a line of its own, and is not in a hurry.
        let arrival = match self.game.time_control() {
            Some(TimeControl::Correspondence { .. }) => now.time,
            // Time that is given back is not given twice: it ends where the turn's own time goes on.
            Some(TimeControl::Clocks { .. }) => arrival.max(self.given_until),
            None => arrival,
        };
        let (command, key) = command.apart();
        self.keyed = member.side.zip(key).map(|(by, key)| Keyed { by, key });
        if self.was_carried_out(sender) {
            return;
        }
        // The same answer, sent again, proposes nothing.
        if let (RoomCommand::TakebackYes, Some(by)) = (&command, member.side)
            && self.game.takeback_proposal().is_none()
            && let Some(seq) = self.game.takeback_granted_by(by)
        {
            return self.effects.push(Effect::AnswerAgain { sender, you: Some(by), seq });
        }
        let command = match (command, member.side) {
            (command @ (RoomCommand::Join | RoomCommand::JoinAs(_)), _) => match member.identity {
                Some(Identity { details: None, .. }) if self.game.terms().is_rated() => {
                    Err(Refusal::NeedsAccount)
                }
                Some(identity) => {
                    let wanted = if let RoomCommand::JoinAs(color) = command { Some(color) } else { None };
                    return self.join(sender, (identity, wanted), arrival, now);
                }
                None => Err(Refusal::NoCookie),
            },
            (RoomCommand::Withdraw, None) if self.game.seats().open().is_some() => {
                Ok(Some(Command::Abort { by: None }))
            }
            (RoomCommand::Arbiter(act), _) => Ok(Some(act.into())),
            (_, None) => Err(Refusal::NotAPlayer),
            (RoomCommand::ClaimLeft { .. }, Some(by))
                if !self.absences.may_claim(by, &self.game, arrival) && !self.game.is_over() =>
            {
                Err(Refusal::OpponentNotGone)
            }
            (RoomCommand::Rematch, Some(by)) => return self.rematch_wanted(by, sender),
            (RoomCommand::DeclineRematch, Some(by)) => return self.rematch_declined(by, sender),
            (RoomCommand::Premoves { seq, moves }, Some(by)) => {
                return self.premoves_wanted(by, sender, seq, &moves, (arrival, lag), now);
            }
            (command, Some(_)) if self.means_another_offer(&command) => {
                Err(Refusal::Stale { ply: self.game.ply() })
            }
            (command, Some(by)) => self.in_full(command, by).for_side(by, lag),
        };
        match command {
            Ok(Some(command)) => self.decide(sender, command, arrival, now),
            Ok(None) => {}
            Err(refusal) => self.refuse(sender, refusal),
        }
    }

    /// Answers the command with a key that had been carried out before. Returns whether it had.
    pub(super) fn was_carried_out(&mut self, sender: Sender) -> bool {
        let Some(Keyed { by, key }) = &self.keyed else { return false };
        let Some(seq) = self.game.carried_out(*by, key) else { return false };
        self.effects.push(Effect::AnswerAgain { sender, you: Some(*by), seq });
        true
    }

    /// Whether an answer was given to an offer that is gone, while another one of its kind waits.
    fn means_another_offer(&self, command: &RoomCommand) -> bool {
        match *command {
            RoomCommand::AnswerDraw { seq: Some(seq), .. } => self.game.was_draw_offered_after(seq),
            RoomCommand::AnswerTakeback { seq: Some(seq), .. } => self.game.was_takeback_proposed_after(seq),
            _ => false,
        }
    }

    /// What a command means in this moment that leaves something to the room.
    fn in_full(&self, command: RoomCommand, by: Color) -> RoomCommand {
        match command {
            RoomCommand::PlayNow { uci } => RoomCommand::Play { seq: self.known_to_the_mover(by, &uci), uci },
            RoomCommand::TakebackYes if self.game.takeback_proposal() == Some(by.opposite()) => {
                RoomCommand::AnswerTakeback { accept: true, seq: None }
            }
            RoomCommand::TakebackYes => RoomCommand::ProposeTakeback,
            command => command,
        }
    }

    /// The number of the newest event that a mover knew who does not say so. Where this side has just made the same move,
    /// it is the one before that move: then it is the same move, sent again.
    fn known_to_the_mover(&self, by: Color, uci: &str) -> u32 {
        let last = self.game.plies().len().checked_sub(1);
        let was_it = |index| uci.parse().is_ok_and(|attempt| self.game.was_played(index, attempt));
        match last.filter(|&index| self.game.turn() != by && was_it(index)) {
            Some(index) => self.game.plies()[index].seq - 1,
            None => self.game.last_seq(),
        }
    }

    /// A join that the game allows counts as one more game of the player.
    fn join(&mut self, sender: Sender, (identity, color): (Identity, Option<Color>), at: Time, now: Now) {
        let Identity { player, details, .. } = identity;
        // Whoever has a seat by another id, as the guest they were, joins no second one.
        let seats = self.game.seats();
        let side = self.members.side_of(sender.0);
        let player = side.and_then(|side| seats[side].player()).unwrap_or(player);
        let command = Command::Join { player, details, color };
        if self.flow.flows() && self.game.consider(&command, at, None).is_ok() {
            self.waiting = Some(Waiting::Entry { sender, command, at });
            self.effects.push(Effect::Enter(player));
        } else {
            self.decide(sender, command, at, now);
        }
    }

    pub(super) fn decide(&mut self, sender: Sender, command: Command, arrival: Time, now: Now) {
        match self.game.consider(&command, arrival, None) {
            Ok(_) if !self.flow.flows() => self.refuse(sender, Refusal::NotSaved),
            Ok(Decision::Events(events)) => {
                self.considered = Some((command, arrival));
                self.commit(events, arrival, Purpose::Player(sender), now);
            }
            Ok(Decision::Rule { winner }) => {
                let purpose = Purpose::Player(sender);
                self.waiting = Some(Waiting::Ruling { command, at: arrival, purpose });
                self.effects.push(Effect::Rule { winner });
            }
            Err(refusal) => self.refused(sender, &command, refusal),
        }
    }

    /// Answers a command that the game refuses. What is there already, because it was sent before, is no refusal.
    pub(super) fn refused(&mut self, sender: Sender, command: &Command, refusal: GameRefusal) {
        match refusal {
            GameRefusal::AlreadyPlayed { seq, .. } => {
                let you = self.members.side_of(sender.0);
                self.effects.push(Effect::AnswerAgain { sender, you, seq });
            }
            // The same join, sent again: the seat was open in the beginning. Whoever has made the game joins no second seat.
            GameRefusal::AlreadySeated { color: own }
                if self.game.terms().seats()[own] == Seat::Open && !wants(command, own.opposite()) =>
            {
                let seq = self.game.last_seq();
                self.effects.push(Effect::AnswerAgain { sender, you: Some(own), seq });
            }
            refusal => self.refuse(sender, Refusal::from((refusal, self.game.ply()))),
        }
    }

    fn rematch_wanted(&mut self, by: Color, sender: Sender) {
        if !matches!(self.game.status(), Status::Ended(_)) {
            return self.refuse(sender, Refusal::NotOver);
        }
        if self.game.terms().restrictions().has(Restriction::NoRematch) {
            return self.refuse(sender, Refusal::Forbidden { restriction: Restriction::NoRematch });
        }
        let opponent = self.game.seats()[by.opposite()];
        let agreed = matches!(opponent, Seat::Computer(_)) || self.rematch.is_offered_by(by.opposite());
        if self.rematch.is_open() && agreed {
            let terms = Box::new(rematch::terms(&self.game));
            self.waiting = Some(Waiting::Rematch { sender });
            return self.effects.push(Effect::CreateRematch { by, terms });
        }
        if self.rematch.is_open() && self.rematch.was_declined_by(by.opposite()) {
            return self.refuse(sender, Refusal::RematchDeclined);
        }
        if self.rematch.is_open() && !matches!(opponent, Seat::Open) && !self.rematch.is_offered_by(by) {
            return self.keep_rematch(RematchStep::Offered { by }, sender);
        }
        // Everybody has been told; whoever asks again hears it alone.
        if let Some(message) = self.rematch.message(self.id) {
            self.answer(sender, message);
        }
    }

    fn keep_rematch(&mut self, step: RematchStep, sender: Sender) {
        self.waiting = Some(Waiting::RematchKept { sender, step });
        self.effects.push(Effect::KeepRematch(step));
    }

    /// What a player did about a rematch is stored, or could not be.
    pub(super) fn rematch_kept(
        &mut self,
        sender: Sender,
        step: RematchStep,
        kept: Result<Option<Rematch>, Refusal>,
    ) {
        match kept {
            Err(refusal) => return self.refuse(sender, refusal),
            Ok(Some(known)) => return self.rematch_was_known(sender, step, known),
            Ok(None) => {}
        }
        let declined_by = match step {
            RematchStep::Offered { by } => {
                self.rematch.offer(by);
                None
            }
            RematchStep::Declined { by } | RematchStep::Withdrawn { by } => {
                self.rematch.decline(by);
                Some(by)
            }
        };
        self.tell_rematch(declined_by, Some(sender));
    }

    /// The store has an offer, or a rematch, of which nobody here has heard. If the opponent has offered, both want it.
    fn rematch_was_known(&mut self, sender: Sender, step: RematchStep, known: Rematch) {
        self.rematch = known;
        let offered_by = known.open_offer();
        match step {
            RematchStep::Offered { by } if offered_by == Some(by.opposite()) => {
                self.tell_rematch(None, None);
                self.rematch_wanted(by, sender);
            }
            RematchStep::Offered { .. } | RematchStep::Declined { .. } | RematchStep::Withdrawn { .. } => {
                self.tell_rematch(None, Some(sender));
            }
        }
    }

    fn tell_rematch(&mut self, declined_by: Option<Color>, caused_by: Option<Sender>) {
        let topic = self.id.into();
        let none =
            ServerMessage::Game(GameMessage::Rematch { topic, offered_by: None, game: None, declined_by });
        self.tell_all(self.rematch.message(self.id).unwrap_or(none), caused_by);
    }

    /// Declines the opponent's offer, or withdraws one's own.
    fn rematch_declined(&mut self, by: Color, sender: Sender) {
        match self.rematch.open_offer() {
            None => self.refuse(sender, Refusal::NoRematchOffered),
            Some(offering) if offering == by => self.keep_rematch(RematchStep::Withdrawn { by }, sender),
            Some(_) => self.keep_rematch(RematchStep::Declined { by }, sender),
        }
    }

    pub(super) fn rematch_created(&mut self, sender: Sender, created: Result<GameId, Refusal>) {
        match created {
            Ok(game) => {
                self.rematch = Rematch::agreed(game);
                self.tell_rematch(None, Some(sender));
                // After the page of this game, which leads on by itself.
                self.effects.push(Effect::TellRematch(game));
            }
            Err(refusal) => {
                if refusal == Refusal::NoRematchOffered {
                    self.rematch.expire();
                    self.tell_rematch(None, None);
                }
                self.refuse(sender, refusal);
            }
        }
    }
}

/// Whether somebody wants to join on this side and no other.
fn wants(command: &Command, side: Color) -> bool {
    matches!(command, Command::Join { color: Some(color), .. } if *color == side)
}
