// SPDX-License-Identifier: AGPL-3.0-or-later
//! What players ask for besides moves: a draw, a takeback, time for the opponent, each under a key.
//!
//! A command whose answer was lost is sent again under its key, and now and then one that was answered, too: it must count once. White
//! alone offers draws, so that two offers never meet and end the game; draws are declined, takebacks are also granted.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::Random;
use crate::history::{Answer, Asked};

/// The sides, as the log writes them, by the place of a client.
pub(super) const SIDES: [&str; 2] = ["white", "black"];

/// In one of so many turns a player proposes a takeback, in two gives time, and in one White offers a draw.
const TURNS: u64 = 40;

/// Why what a player asks for can't be at a moment.
const CANT_BE: [&str; 9] = [
    "draw_already_offered",
    "draw_offered_this_move",
    "no_draw_offer",
    "nothing_to_take_back",
    "takeback_stands",
    "takeback_pause",
    "no_takeback_proposed",
    "enough_time_given",
    "stale",
];

/// The pause before a refused command is sent again.
const PAUSE: Duration = Duration::from_millis(200);

/// What a player wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wish {
    OfferDraw,
    DeclineDraw,
    ProposeTakeback,
    AnswerTakeback { accept: bool },
    GiveTime,
}

impl Wish {
    /// The command, and the event that it causes.
    const fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::OfferDraw => ("offer_draw", "draw_offered"),
            Self::DeclineDraw => ("answer_draw", "draw_declined"),
            Self::ProposeTakeback => ("propose_takeback", "takeback_proposed"),
            Self::AnswerTakeback { accept: true } => ("answer_takeback", "taken_back"),
            Self::AnswerTakeback { accept: false } => ("answer_takeback", "takeback_declined"),
            Self::GiveTime => ("give_time", "time_given"),
        }
    }
}

/// A command that was sent.
#[derive(Clone, Debug)]
struct Pending {
    wish: Wish,
    key: String,
    id: u32,
    /// The newest event that the player knew.
    seq: u32,
    sent: u32,
    refused: u32,
    /// Whether this is the repetition of one that was answered.
    is_repeated: bool,
    /// When it is to be sent again.
    again: Option<Instant>,
}

impl Pending {
    fn message(&mut self) -> Value {
        self.sent += 1;
        self.again = None;
        let mut message = json!({ "type": self.wish.names().0, "id": self.id, "key": self.key });
        match self.wish {
            Wish::DeclineDraw => (message["accept"], message["seq"]) = (false.into(), self.seq.into()),
            Wish::AnswerTakeback { accept } => {
                (message["accept"], message["seq"]) = (accept.into(), self.seq.into());
            }
            Wish::OfferDraw | Wish::ProposeTakeback | Wish::GiveTime => {}
        }
        message
    }
}

/// What one player asks for.
#[derive(Debug, Default)]
pub(super) struct Asks {
    wish: Option<Wish>,
    pending: Option<Pending>,
    /// All commands that were answered or given up.
    done: Vec<Asked>,
    /// The numbers under which they were sent, in the same order.
    ids: Vec<u32>,
}

impl Asks {
    /// Another turn has begun.
    pub(super) fn turn_begins(&mut self, place: usize, random: &mut Random) {
        self.wish = match random.below(TURNS) {
            0 if place == 0 => Some(Wish::OfferDraw),
            1 => Some(Wish::ProposeTakeback),
            2 | 3 => Some(Wish::GiveTime),
            _ => None,
        };
    }

    /// The opponent has caused this event. An offer is answered, or it passes with the next move.
    pub(super) fn opponent_did(&mut self, event: &str, random: &mut Random) {
        match (event, random.below(3)) {
            ("draw_offered", 0 | 1) => self.wish = Some(Wish::DeclineDraw),
            ("takeback_proposed", answer @ (0 | 1)) => {
                self.wish = Some(Wish::AnswerTakeback { accept: answer == 0 });
            }
            _ => {}
        }
    }

    /// What is to be sent now: a command that was refused for the moment, or a new one, if there may be any.
    pub(super) fn due(
        &mut self,
        now: Instant,
        (may_begin, seq): (bool, u32),
        next_id: &mut u32,
        random: &mut Random,
    ) -> Option<Value> {
        if let Some(pending) = &mut self.pending {
            return pending.again.is_some_and(|again| again <= now).then(|| pending.message());
        }
        let wish = if may_begin { self.wish.take() } else { None }?;
        *next_id += 1;
        let key = format!("{:x}", random.next_u64());
        let (sent, refused, is_repeated, again) = (0, 0, false, None);
        let pending = Pending { wish, key, id: *next_id, seq, sent, refused, is_repeated, again };
        Some(self.pending.insert(pending).message())
    }

    /// What is to be sent again on a new connection, because its answer was lost with the one before.
    pub(super) fn unanswered(&mut self) -> Option<Value> {
        self.pending.as_mut().map(Pending::message)
    }

    /// Whether it waits for the answer to this.
    pub(super) fn is_own(&self, id: u64) -> bool {
        self.pending.as_ref().is_some_and(|pending| u64::from(pending.id) == id)
    }

    /// Whether this was answered before: what comes now is about another copy.
    pub(super) fn is_answered(&self, id: u64) -> bool {
        self.ids.iter().any(|known| u64::from(*known) == id)
    }

    pub(super) const fn waits(&self) -> bool {
        self.pending.is_some()
    }

    /// The command of this number was carried out, as this event if that was told. Some are sent once more.
    pub(super) fn carried_out(
        &mut self,
        (id, seq): (u64, Option<u32>),
        next_id: &mut u32,
        random: &mut Random,
    ) {
        let Some(pending) = self.pending.take_if(|pending| u64::from(pending.id) == id) else {
            return self.told_again(id, seq);
        };
        self.note(&pending, Answer::Done(seq));
        if !pending.is_repeated && random.below(3) == 0 {
            *next_id += 1;
            let (again, sent, refused) = (Some(Instant::now()), 0, 0);
            self.pending = Some(Pending { id: *next_id, is_repeated: true, again, sent, refused, ..pending });
        }
    }

    /// The command was refused for this reason. Returns whether that may be: else it is asked again over another connection.
    pub(super) fn refused(&mut self, kind: &str, now: Instant) -> bool {
        let Some(pending) = &mut self.pending else { return false };
        // Whether it was carried out is not known to the server: that is what keys are for.
        pending.refused += u32::from(kind != "not_known");
        if matches!(kind, "too_fast" | "not_saved" | "unavailable" | "not_known") {
            pending.again = Some(now + PAUSE);
            return true;
        }
        if !CANT_BE.contains(&kind) {
            return false;
        }
        let was_always = pending.refused == pending.sent;
        let answer = if was_always { Answer::Refused } else { Answer::Unknown };
        if let Some(pending) = self.pending.take() {
            self.note(&pending, answer);
        }
        true
    }

    /// How many commands were answered.
    pub(super) const fn count(&self) -> usize {
        self.done.len()
    }

    fn note(&mut self, pending: &Pending, answer: Answer) {
        let (key, event) = (pending.key.clone(), pending.wish.names().1);
        self.done.push(Asked { by: "", key, event, answer });
        self.ids.push(pending.id);
    }

    /// Several copies of a command were under way, and this is the answer to another one of them.
    fn told_again(&mut self, id: u64, seq: Option<u32>) {
        if let Some(at) = self.ids.iter().position(|known| u64::from(*known) == id) {
            let again = Asked { answer: Answer::Done(seq), ..self.done[at].clone() };
            self.ids.push(self.ids[at]);
            self.done.push(again);
        }
    }

    /// All commands of the client at this place.
    pub(super) fn all(mut self, place: usize) -> Vec<Asked> {
        if let Some(pending) = self.pending.take() {
            self.note(&pending, Answer::Unknown);
        }
        let Some(&by) = SIDES.get(place) else { return Vec::new() };
        self.done.into_iter().map(|asked| Asked { by, ..asked }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A player who has given time by command 1.
    fn giver() -> (Asks, Value, Random) {
        let (mut asks, mut random) = (Asks::default(), Random::new(7));
        asks.wish = Some(Wish::GiveTime);
        let sent = asks.due(Instant::now(), (true, 9), &mut 0, &mut random).expect("it is sent");
        assert_eq!((&sent["type"], &sent["id"]), (&json!("give_time"), &json!(1)));
        (asks, sent, random)
    }

    fn answers(asks: Asks) -> Vec<Answer> {
        asks.all(0).into_iter().map(|asked| asked.answer).collect()
    }

    #[test]
    fn a_command_whose_answer_was_lost_is_sent_again_under_its_key() {
        let (mut asks, sent, mut random) = giver();
        assert_eq!(asks.unanswered(), Some(sent));
        asks.carried_out((1, Some(10)), &mut 1, &mut random);
        assert_eq!(asks.all(0)[0].answer, Answer::Done(Some(10)));
    }

    #[test]
    fn a_second_answer_is_compared_too() {
        let (mut asks, _, _) = giver();
        asks.unanswered();
        for seq in [10, 11] {
            // This one is not sent once more.
            asks.carried_out((1, Some(seq)), &mut 1, &mut Random::new(0));
        }
        assert_eq!(answers(asks), [Answer::Done(Some(10)), Answer::Done(Some(11))]);
    }

    #[test]
    fn some_that_were_answered_are_sent_once_more_under_their_keys() {
        let mut repeated = 0;
        for seed in 0..30 {
            let (mut asks, sent, _) = giver();
            let mut random = Random::new(seed);
            asks.carried_out((1, Some(10)), &mut 1, &mut random);
            let Some(again) = asks.due(Instant::now(), (false, 9), &mut 1, &mut random) else { continue };
            repeated += 1;
            assert_eq!((&again["key"], &again["id"]), (&sent["key"], &json!(2)));
            asks.carried_out((2, Some(11)), &mut 2, &mut random);
            assert!(!asks.waits(), "once more, and not for ever");
            // The judge sees both answers.
            assert_eq!(answers(asks), [Answer::Done(Some(10)), Answer::Done(Some(11))]);
        }
        assert!((1..30).contains(&repeated), "{repeated}");
    }

    #[test]
    fn only_what_was_refused_each_time_was_refused() {
        let (mut asks, _, _) = giver();
        assert!(!asks.refused("malformed", Instant::now()) && asks.waits());
        asks.pending = giver().0.pending;
        assert!(asks.refused("enough_time_given", Instant::now()));
        assert_eq!(answers(asks), [Answer::Refused]);
        // The first copy may have been carried out since.
        let (mut asks, _, _) = giver();
        asks.unanswered();
        asks.refused("enough_time_given", Instant::now());
        assert_eq!(answers(asks), [Answer::Unknown]);
        for (kind, answer) in [("too_fast", Answer::Refused), ("not_known", Answer::Unknown)] {
            let (mut asks, sent, mut random) = giver();
            let now = Instant::now();
            asks.refused(kind, now);
            assert_eq!(asks.due(now, (true, 9), &mut 1, &mut random), None, "not at once");
            let later = now + PAUSE;
            assert_eq!(asks.due(later, (false, 9), &mut 1, &mut random), Some(sent));
            asks.refused("enough_time_given", later);
            assert_eq!(answers(asks), [answer], "{kind}");
        }
    }
}
