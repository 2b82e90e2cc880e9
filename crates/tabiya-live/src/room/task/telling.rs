// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a room tells its clients.

use tabiya_accounts::news::Happened;
use tabiya_archive::delay::Delay;
use tabiya_protocol::{GameEvent, GameMessage, ServerMessage, Situation};
use tabiya_rules::Color;
use tabiya_runtime::measure;
use tabiya_runtime::topic::{SharedMessage, SubscriberId};
use tokio::time::Instant;

use super::Room;
use crate::room::core::{Audience, Now, Sender};
use crate::room::playing::Stage;

impl Room {
    pub(super) fn tell_presence(
        &self,
        message: SharedMessage,
        to: Audience,
        others: &[(SubscriberId, SharedMessage)],
    ) {
        match to {
            Audience::One(id) => self.channel.tell_one_latest(id, message),
            Audience::Players => self.channel.tell_latest(&message, others, false),
            Audience::All => self.channel.tell_latest(&message, others, true),
        }
    }

    /// The missed events, or the whole game where they are not remembered.
    pub(super) fn greet(&mut self, to: SubscriberId, you: Option<Color>, after: Option<u64>, now: Now) {
        match self.arriving.take_if(|outbox| outbox.id() == to) {
            Some(outbox) => self.channel.add(outbox, (), you.is_some()),
            None => self.channel.catch_up(to),
        }
        let missed = self.channel.missed(after).map(|missed| {
            let missed = missed.map(|(number, event)| (seq_of(number), event.clone()));
            missed.collect::<Vec<_>>()
        });
        let Some(missed) = missed else {
            if let Some(names) = &self.rooms.shared().people {
                self.core.forget_names(&names.ghosts);
            }
            let parts = self.core.state(you, now).map(SharedMessage::from);
            self.channel.tell_everything_in(to, Box::new(parts));
            return;
        };
        let situation = self.core.situation(now);
        for (seq, event) in missed {
            let message = self.event(seq, event, Box::new(situation.clone()));
            self.channel.tell(to, &message, None);
        }
        let (topic, seq) = (self.id.into(), self.core.game().last_seq());
        let synced = ServerMessage::Game(GameMessage::Synced {
            topic,
            seq,
            you,
            id: None,
            situation: Box::new(situation),
        });
        self.channel.tell_everything(to, synced.into());
    }

    fn event(&self, seq: u32, event: GameEvent, situation: Box<Situation>) -> SharedMessage {
        ServerMessage::Game(GameMessage::Event { topic: self.id.into(), seq, id: None, event, situation })
            .into()
    }

    /// Tells everybody what has happened; the client that caused it hears its own command's number.
    pub(super) fn announce(
        &mut self,
        first: u32,
        events: Vec<GameEvent>,
        situation: Box<Situation>,
        answer: Option<Sender>,
    ) {
        let started = Instant::now();
        let changes_seats =
            |event: &GameEvent| matches!(event, GameEvent::Joined { .. } | GameEvent::Ended { .. });
        if events.iter().any(changes_seats) {
            let game = self.core.game();
            if game.seats().open().is_none() || game.is_over() {
                let stage = if game.is_over() { Stage::Ended } else { Stage::Begun };
                self.rooms.playing().tell(self.id, game.seats(), stage);
            }
            self.close_doors();
            self.rooms.shared().showcase.look_at(self.id, self.core.game());
            self.rooms.shared().running.look_at(self.id, self.core.game());
        }
        let has_joined = events.iter().any(|event| matches!(event, GameEvent::Joined { .. }));
        let happened = Happened {
            has_begun: has_joined && self.core.game().seats().open().is_none(),
            has_moved: events.iter().any(|event| matches!(event, GameEvent::MovePlayed { .. })),
            has_ended: events.iter().any(|event| matches!(event, GameEvent::Ended { .. })),
            is_here: Color::ALL.map(|color| self.core.is_here(color)),
        };
        self.head.committed(self.core.game().last_seq());
        let (mut events, mut situation) = ((first..).zip(events).peekable(), Some(situation));
        while let Some((seq, event)) = events.next() {
            // Most commands cause one event: then nothing is copied.
            let own = if events.peek().is_some() { situation.clone() } else { situation.take() };
            let Some(own) = own else { break };
            self.channel.push(event.clone());
            let message = self.event(seq, event, own);
            self.channel.tell_all(&message, answer.filter(|_| seq == first));
        }
        self.head.told(self.core.game().last_seq());
        measure::fanned_out(started.elapsed());
        if happened.has_begun {
            self.rooms.tell_paired(self.id, self.core.game());
        }
        // Whatever is announced after the end is an answer to it.
        if let Some(names) = &self.rooms.shared().people {
            names.rate(self.id, self.core.game());
            names.tell(self.id, self.core.game(), happened);
        }
    }

    /// From now on the guests of a private game are those who sit there, and others see a delayed one late. Whoever has
    /// looked at such a game by its link loses the subscription.
    fn close_doors(&mut self) {
        let game = self.core.game();
        self.guests.seated(game.seats());
        let others_lose_it = game.terms().is_private() || self.rooms.shared().delay != Delay::default();
        if others_lose_it && game.seats().open().is_none() && !game.is_over() {
            self.channel.remove_spectators();
        }
    }

    /// The command had been carried out before: its answer once more.
    pub(super) fn answer_again(&mut self, (to, id): Sender, you: Option<Color>, seq: u32, now: Now) {
        let situation = self.core.situation(now);
        let (topic, situation) = (self.id.into(), Box::new(situation));
        let message = match self.channel.entry(seq.into()) {
            Some(event) => self.event(seq, event.clone(), situation),
            None => {
                let seq = self.core.game().last_seq();
                ServerMessage::Game(GameMessage::Synced { topic, seq, you, id: None, situation }).into()
            }
        };
        self.channel.tell(to, &message, Some(id));
    }
}

/// A number of the channel as one of the game's log.
fn seq_of(number: u64) -> u32 {
    u32::try_from(number).expect("a game has fewer events")
}
