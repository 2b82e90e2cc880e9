// SPDX-License-Identifier: AGPL-3.0-or-later
//! Clients that look at a finished game, without a room.
//!
//! Nothing happens any more in a finished game, so its clients need no task and no game in memory: they are told how it
//! ended, and who else looks at it. When one of them wants something, which can only be a rematch, the game gets a room
//! and its readers are handed over to it.

use std::collections::HashMap;

use tabiya_game::{Game, GameId, Seat, Seats, Time};
use tabiya_protocol::people::profile::RatingChanges;
use tabiya_protocol::{ConnectionMessage, GameMessage, ServerMessage, Situation};
use tabiya_rules::Color;
use tabiya_runtime::identity::Identity;
use tabiya_runtime::topic::{Channel, SharedMessage, SubscriberId};

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
    /// No event is kept: nothing numbered follows the end.
    channel: Channel<(), Reader>,
}

struct Reader {
    identity: Option<Identity>,
    /// The side that it had in the game.
    side: Option<Color>,
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
        let readers =
            self.0.entry(id).or_insert_with(|| Readers { seats, channel: Channel::after(head.into(), None) });
        if readers.channel.count() == MOST {
            return Err(client);
        }
        let Client { identity, after, outbox, .. } = client;
        let side = identity.as_ref().and_then(|identity| identity.side_in(&seats));
        let (before, reader) = (readers.presence(id), outbox.id());
        readers.channel.add(outbox, Reader { identity, side }, false);
        readers.greet(finished, reader, after);
        readers.tell_presence(id, &before);
        let now = readers.presence(id);
        readers.channel.tell_one_latest(reader, now.into());
        Ok(())
    }

    /// Whether there was such a reader. From now on it is told nothing.
    pub(super) fn remove(&mut self, id: GameId, reader: SubscriberId) -> bool {
        let Some(readers) = self.0.get_mut(&id) else { return false };
        let before = readers.presence(id);
        let was_there = readers.channel.remove(reader).is_some();
        readers.tell_presence(id, &before);
        if readers.channel.is_empty() {
            self.0.remove(&id);
        }
        was_there
    }

    /// Whether there is such a reader. It has missed messages, and is told everything again.
    pub(super) fn catch_up(&mut self, finished: Finished<'_>, reader: SubscriberId) -> bool {
        let Some(readers) = self.of(finished.id, reader) else { return false };
        readers.channel.catch_up(reader);
        readers.greet(finished, reader, None);
        true
    }

    /// Whether there is such a reader. It is told the number of the last event, after what waits for it.
    pub(super) fn ping(&mut self, id: GameId, reader: SubscriberId) -> bool {
        let Some(readers) = self.of(id, reader) else { return false };
        let pong = ServerMessage::Connection(ConnectionMessage::Pong {
            topic: Some(id.into()),
            seq: Some(readers.channel.head()),
        });
        readers.channel.tell(reader, &pong.into(), None)
    }

    /// All clients of this game, to be handed over to its room: they have all events.
    pub(super) fn take(&mut self, id: GameId) -> Vec<Client> {
        let Some(mut readers) = self.0.remove(&id) else { return Vec::new() };
        let after = Some(readers.channel.head());
        let all = readers.channel.take_all().into_iter();
        all.map(|(outbox, Reader { identity, .. })| Client { identity, after, is_here: true, outbox })
            .collect()
    }

    /// The games that have readers, each with the number of its last event.
    pub(super) fn heads(&self) -> impl Iterator<Item = (GameId, u32)> {
        let seq = |readers: &Readers| u32::try_from(readers.channel.head()).unwrap_or(u32::MAX);
        self.0.iter().map(move |(id, readers)| (*id, seq(readers)))
    }

    /// The readers of this game, if this is one of them.
    fn of(&mut self, id: GameId, reader: SubscriberId) -> Option<&mut Readers> {
        self.0.get_mut(&id).filter(|readers| readers.channel.data(reader).is_some())
    }
}

impl Readers {
    fn sides(&self) -> impl Iterator<Item = Option<Color>> {
        self.channel.all().map(|(_, reader)| reader.side)
    }

    fn presence(&self, id: GameId) -> ServerMessage {
        let is_here = |side| {
            matches!(self.seats[side], Seat::Computer(_)) || self.sides().any(|each| each == Some(side))
        };
        let spectators = self.sides().filter(Option::is_none).count();
        ServerMessage::Game(GameMessage::Presence {
            topic: id.into(),
            white: is_here(Color::White),
            black: is_here(Color::Black),
            watchers: u32::try_from(spectators).unwrap_or(u32::MAX),
            // Nobody is told who looks at an old game.
            names: Vec::new(),
        })
    }

    /// As a room does: all readers hear of players, players alone hear of spectators.
    fn tell_presence(&self, id: GameId, before: &ServerMessage) {
        let now = self.presence(id);
        if now == *before {
            return;
        }
        let players = |message: &ServerMessage| match message {
            ServerMessage::Game(GameMessage::Presence { white, black, .. }) => Some((*white, *black)),
            _ => None,
        };
        let is_of_players = players(&now) != players(before);
        let now = SharedMessage::from(now);
        for (reader, Reader { side, .. }) in self.channel.all() {
            if is_of_players || side.is_some() {
                self.channel.tell_one_latest(reader, now.clone());
            }
        }
    }

    /// Tells a reader the whole game; only how it stands if it has every event.
    fn greet(
        &mut self,
        Finished { id, game, now, rated }: Finished<'_>,
        reader: SubscriberId,
        after: Option<u64>,
    ) {
        let (seq, you) = (game.last_seq(), self.channel.data(reader).and_then(|reader| reader.side));
        if self.channel.missed(after).is_some() {
            let situation: Box<Situation> = Box::new(view::situation(game, now));
            let synced =
                ServerMessage::Game(GameMessage::Synced { topic: id.into(), seq, you, id: None, situation });
            self.channel.tell_everything(reader, synced.into());
        } else {
            let parts = StateParts::new(id, game, you, now).map(SharedMessage::from);
            self.channel.tell_everything_in(reader, Box::new(parts));
        }
        if let Some(changes) = rated {
            let rated = ServerMessage::Game(GameMessage::Rated { topic: id.into(), changes });
            self.channel.tell(reader, &rated.into(), None);
        }
    }
}
