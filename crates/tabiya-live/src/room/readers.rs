// SPDX-License-Identifier: AGPL-3.0-or-later
//! Clients that look at a finished game, without a room.
//!
//! Nothing happens any more in a finished game, so its clients need no task and no game in memory: they are told how it
//! ended, and who else looks at it. When one of them wants something, which can only be a rematch, the game gets a room
//! and its readers are handed over to it.

use std::collections::HashMap;

use tabiya_game::{Game, GameId, Seat, Seats, Time};
use tabiya_protocol::people::profile::RatingChanges;
use tabiya_protocol::{ServerMessage, Situation};
use tabiya_rules::Color;
use tabiya_runtime::identity::Identity;
use tabiya_runtime::topic::{Body, Dialect, Encode, OutboxSender, SubscriberId};

use super::handle::Client;
use super::state_parts::StateParts;
use super::view;

/// A game that more clients look at gets a room, which paces what it tells them. Fewer than a room's inbox holds.
const MOST: usize = 32;

/// The readers of all finished games.
#[derive(Default)]
pub(super) struct AllReaders(HashMap<GameId, Readers>);

/// The readers of one game.
struct Readers {
    seats: Seats,
    /// The number of the game's last event.
    head: u32,
    all: Vec<Reader>,
}

struct Reader {
    identity: Option<Identity>,
    /// The side that it had in the game.
    side: Option<Color>,
    dialect: Dialect,
    outbox: OutboxSender,
}

/// A finished game as it was read, and when.
#[derive(Clone, Copy)]
pub(super) struct Finished<'a> {
    pub(super) id: GameId,
    pub(super) game: &'a Game,
    pub(super) now: Time,
    /// What it did to the ratings.
    pub(super) rated: Option<RatingChanges>,
}

impl AllReaders {
    /// Tells the client how the game ended. Gives it back where the game has too many readers.
    pub(super) fn add(&mut self, finished: Finished<'_>, client: Client) -> Result<(), Client> {
        let Finished { id, game, .. } = finished;
        let (seats, head) = (game.seats(), game.last_seq());
        let readers = self.0.entry(id).or_insert_with(|| Readers { seats, head, all: Vec::new() });
        if readers.all.len() == MOST {
            return Err(client);
        }
        let Client { identity, after, dialect, outbox } = client;
        let side = identity.as_ref().and_then(|identity| identity.side_in(&seats));
        let before = readers.presence(id);
        let reader = Reader { identity, side, dialect, outbox };
        reader.greet(finished, after);
        readers.all.reserve_exact(1);
        readers.all.push(reader);
        readers.tell_presence(id, &before);
        let newcomer = readers.all.last().expect("it was just added");
        newcomer.tell_latest(&readers.presence(id));
        Ok(())
    }

    /// Whether there was such a reader. From now on it is told nothing.
    pub(super) fn remove(&mut self, id: GameId, reader: SubscriberId) -> bool {
        let Some(readers) = self.0.get_mut(&id) else { return false };
        let before = readers.presence(id);
        let count = readers.all.len();
        readers.all.retain(|each| each.outbox.id() != reader);
        let was_there = readers.all.len() < count;
        readers.tell_presence(id, &before);
        if readers.all.is_empty() {
            self.0.remove(&id);
        }
        was_there
    }

    /// Whether there is such a reader. It has missed messages, and is told everything again.
    pub(super) fn catch_up(&self, finished: Finished<'_>, reader: SubscriberId) -> bool {
        self.with(finished.id, reader, |reader| {
            reader.outbox.catch_up();
            reader.greet(finished, None);
        })
    }

    /// Whether there is such a reader. It is told the number of the last event, after what waits for it.
    pub(super) fn ping(&self, id: GameId, reader: SubscriberId) -> bool {
        let seq = self.0.get(&id).map(|readers| readers.head);
        self.with(id, reader, |reader| {
            let pong = ServerMessage::Pong { topic: Some(id.into()), seq };
            // What does not fit is told again when the client has read the rest.
            let _ = reader.outbox.send(Body::Text(pong.encode(reader.dialect)));
        })
    }

    /// All clients of this game, to be handed over to its room: they have all events.
    pub(super) fn take(&mut self, id: GameId) -> Vec<Client> {
        let Some(Readers { head, all, .. }) = self.0.remove(&id) else { return Vec::new() };
        let client = |Reader { identity, dialect, outbox, .. }| Client {
            identity,
            after: Some(head),
            dialect,
            outbox,
        };
        all.into_iter().map(client).collect()
    }

    fn with(&self, id: GameId, reader: SubscriberId, then: impl FnOnce(&Reader)) -> bool {
        let readers = self.0.get(&id).map_or(&[][..], |readers| &readers.all);
        readers.iter().find(|each| each.outbox.id() == reader).map(then).is_some()
    }
}

impl Readers {
    fn presence(&self, id: GameId) -> ServerMessage {
        let is_here = |side| {
            matches!(self.seats[side], Seat::Computer(_))
                || self.all.iter().any(|each| each.side == Some(side))
        };
        let spectators = self.all.iter().filter(|each| each.side.is_none()).count();
        ServerMessage::Presence {
            topic: id.into(),
            white: is_here(Color::White),
            black: is_here(Color::Black),
            watchers: u32::try_from(spectators).unwrap_or(u32::MAX),
            // Nobody is told who looks at an old game.
            names: Vec::new(),
        }
    }

    /// As a room does: all readers hear of players, players alone hear of spectators.
    fn tell_presence(&self, id: GameId, before: &ServerMessage) {
        let now = self.presence(id);
        if now == *before {
            return;
        }
        let players = |message: &ServerMessage| match message {
            ServerMessage::Presence { white, black, .. } => Some((*white, *black)),
            _ => None,
        };
        let is_of_players = players(&now) != players(before);
        for reader in self.all.iter().filter(|reader| is_of_players || reader.side.is_some()) {
            reader.tell_latest(&now);
        }
    }
}

impl Reader {
    /// The whole game; only how it stands to a client that has every event.
    fn greet(&self, Finished { id, game, now, rated }: Finished<'_>, after: Option<u32>) {
        let (dialect, seq, you) = (self.dialect, game.last_seq(), self.side);
        let body = if after == Some(seq) {
            let situation: Box<Situation> = Box::new(view::situation(game, now));
            let synced = ServerMessage::Synced { topic: id.into(), seq, you, situation };
            Body::Everything(synced.encode(dialect))
        } else {
            let parts = StateParts::new(id, game, you, now);
            Body::EverythingIn(Box::new(parts.map(move |part| part.encode(dialect))))
        };
        // It is the first message that waits for this client, and so it fits.
        let _ = self.outbox.send(body);
        if let Some(changes) = rated {
            let rated = ServerMessage::Rated { topic: id.into(), changes };
            // So does the second one.
            let _ = self.outbox.send(Body::Text(rated.encode(dialect)));
        }
    }

    fn tell_latest(&self, message: &ServerMessage) {
        self.outbox.send_latest(message.encode(self.dialect), None);
    }
}
