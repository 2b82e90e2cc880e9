// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a room says: to one who comes in, to the one whose command it answers, and to all.

use axum::extract::ws::Utf8Bytes;
use tabiya_game::{GameId, Seat};
use tabiya_protocol::{CommandId, GameEvent, Refusal, ServerMessage, Situation};
use tabiya_rules::Color;

use super::absence::{Departure, Said};
use super::connections::ConnectionId;
use super::message::{encode, refused};
use super::task::Room;
use super::view;
use crate::measure;
use crate::socket::OUTBOX;

/// Events kept for those who resume; who missed more gets the whole game. They all go into one outbox at
/// once, so they must be fewer than it holds.
const REMEMBERED: usize = OUTBOX / 2;

/// Whose command it is, and by which number they know it.
pub(super) type Sender = (ConnectionId, CommandId);

impl Room {
    /// The missed events, or the whole game where they are not remembered.
    pub(super) fn greet(&mut self, id: ConnectionId, you: Option<Color>, after: Option<u32>) {
        let seq = self.game.last_seq();
        let oldest = self.recent.front().map_or(seq + 1, |(number, _)| *number);
        let resumable = after.filter(|&after| after <= seq && after + 1 >= oldest);
        if let Some(after) = resumable {
            let situation = view::situation(&self.game, self.now());
            for (number, event) in self.recent.iter().filter(|(number, _)| *number > after) {
                self.connections.tell(id, event_text(self.id, *number, None, event, &situation));
            }
            self.connections.tell(
                id,
                encode(&ServerMessage::Synced {
                    topic: self.id.into(),
                    seq,
                    you,
                    situation: Box::new(situation),
                }),
            );
        } else {
            let game = Box::new(self.view());
            self.connections.tell(
                id,
                encode(&ServerMessage::State { topic: self.id.into(), seq, you, game, more: false }),
            );
        }
        if let Some(message) = self.rematch.message(self.id) {
            self.connections.tell(id, encode(&message));
        }
        if let Some(standing) = self.absences.standing(&self.game, self.now()) {
            self.connections.tell(id, absence(self.id, standing));
        }
    }

    /// Somebody has come or gone. All hear of a player, only players of one who watches: with thousands of them
    /// nobody else could hear anything any more.
    pub(super) fn notice(&mut self, departure: Departure) {
        let now = self.now();
        let mut is_new = false;
        for side in Color::ALL {
            is_new |= self.absences.look(side, self.connections.plays(side), departure, now);
        }
        let presence = self.presence();
        if is_new {
            self.connections.tell_all(&presence, None);
        } else {
            self.connections.tell_players(&presence);
        }
        self.tell_absence();
    }

    pub(super) fn presence(&self) -> Utf8Bytes {
        let is_here =
            |side| self.connections.plays(side) || matches!(self.game.seats()[side], Seat::Computer(_));
        encode(&ServerMessage::Presence {
            topic: self.id.into(),
            white: is_here(Color::White),
            black: is_here(Color::Black),
            watchers: u32::try_from(self.connections.watchers()).unwrap_or(u32::MAX),
        })
    }

    /// Tells what is new about an absence.
    pub(super) fn tell_absence(&mut self) {
        let now = self.now();
        if let Some(news) = self.absences.news(&self.game, now) {
            self.connections.tell_all(&absence(self.id, news), None);
        }
    }

    /// Tells everybody what has happened; the one who caused it hears its own command's number.
    pub(super) fn announce(&mut self, first: u32, events: Vec<GameEvent>, sender: Option<Sender>) {
        let situation = view::situation(&self.game, self.now());
        for (seq, event) in (first..).zip(events) {
            let text = event_text(self.id, seq, None, &event, &situation);
            let own = sender.filter(|_| seq == first).map(|(to, id)| (to, with_command_id(&text, id)));
            self.connections.tell_all(&text, own);
            if self.recent.len() == REMEMBERED {
                self.recent.pop_front();
            }
            self.recent.push_back((seq, event));
        }
    }

    pub(super) fn refuse(&mut self, (to, id): Sender, refusal: Refusal) {
        measure::refused(refusal.kind());
        self.connections.tell(to, refused(self.id, Some(id), self.game.last_seq(), refusal));
    }

    /// The command had been carried out before: its answer once more.
    pub(super) fn answer_again(&mut self, (to, id): Sender, seq: u32) {
        let situation = view::situation(&self.game, self.now());
        let remembered = self.recent.iter().find(|(number, _)| *number == seq);
        let text = match remembered {
            Some((_, event)) => event_text(self.id, seq, Some(id), event, &situation),
            None => {
                let you = self.connections.get(to).and_then(|connected| connected.side);
                let (seq, situation) = (self.game.last_seq(), Box::new(situation));
                encode(&ServerMessage::Synced { topic: self.id.into(), seq, you, situation })
            }
        };
        self.connections.tell(to, text);
    }

    /// A new player learns its side by a `synced`; who only watches needs none.
    pub(super) fn tell_sides(&mut self) {
        let seq = self.game.last_seq();
        let now = self.now();
        for (id, side) in self.connections.players() {
            let situation = Box::new(view::situation(&self.game, now));
            self.connections.tell(
                id,
                encode(&ServerMessage::Synced { topic: self.id.into(), seq, you: Some(side), situation }),
            );
        }
    }
}

fn absence(game: GameId, said: Said) -> Utf8Bytes {
    encode(&ServerMessage::Absence {
        topic: game.into(),
        by: said.by,
        claim_in_ms: said.claim_in.map(|span| span.0),
    })
}

fn event_text(
    game: GameId,
    seq: u32,
    id: Option<CommandId>,
    event: &GameEvent,
    situation: &Situation,
) -> Utf8Bytes {
    encode(&ServerMessage::Event {
        topic: game.into(),
        seq,
        id,
        event: event.clone(),
        situation: Box::new(situation.clone()),
    })
}

/// The event as the one who caused it hears it. Cheaper than encoding the whole message twice.
fn with_command_id(text: &str, id: CommandId) -> Utf8Bytes {
    text.replacen("\"id\":null", &format!("\"id\":{id}"), 1).into()
}
