// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a connection holds of a game that its client follows.

use tabiya_accounts::feed::Departure;
use tabiya_archive::archive::{self, ReadError};
use tabiya_archive::delay::Delay;
use tabiya_archive::privacy::may_see;
use tabiya_game::{Game, GameId, Millis, Time};
use tabiya_protocol::people::profile::RatingChanges;
use tabiya_runtime::topic::{Sender, SubscriberId};

use super::Rooms;
use super::command::RoomCommand;
use super::delayed::DelayedLink;
use super::handle::{Client, RoomGone, RoomHandle};
use super::readers::Finished;
use super::registry::Unopened;

/// A client's way to a game.
#[derive(Clone)]
pub(super) enum GameLink {
    /// To its room.
    Room(RoomHandle),
    /// To a finished game, which has no room as long as nobody wants anything of it.
    Finished {
        /// All rooms, to give the game one where somebody wants something of it.
        rooms: Rooms,
        /// The finished game.
        game: GameId,
        /// The number of its last event.
        head: u32,
    },
    /// To a game that the client sees late.
    Delayed(DelayedLink),
}

impl GameLink {
    /// Which game's it is.
    pub(super) fn game(&self) -> GameId {
        match self {
            Self::Room(room) => room.game(),
            Self::Finished { game, .. } => *game,
            Self::Delayed(link) => link.game(),
        }
    }

    /// The number of the newest event.
    pub(super) fn head(&self) -> u32 {
        match self {
            Self::Room(room) => room.head(),
            Self::Finished { head, .. } => *head,
            Self::Delayed(link) => link.head(),
        }
    }

    /// The number of the newest event, if the client has been told of it. `is_empty` looks whether its outbox is empty, and
    /// `None` means that the room must be asked. Nothing numbered follows the end of a game, so a client that has been told how
    /// it ended has everything.
    pub(super) fn head_if_quiet(&self, is_empty: impl FnOnce() -> bool) -> Option<u32> {
        match self {
            Self::Room(room) => room.head_if_quiet(is_empty),
            Self::Finished { head, .. } => Some(*head),
            // Its task knows what is on its way.
            Self::Delayed(_) => None,
        }
    }

    /// The room, if it is on another node.
    pub(super) fn relay(&self) -> Option<&RoomHandle> {
        match self {
            Self::Room(room) => Some(room).filter(|room| room.is_relay()),
            // They wait for nobody.
            Self::Finished { .. } | Self::Delayed(_) => None,
        }
    }

    /// Ends the client's subscription. `how` says whether the player left or the connection broke.
    pub(super) async fn disconnect(&self, id: SubscriberId, how: Departure) {
        match self {
            Self::Room(room) => room.disconnect(id, how).await,
            Self::Finished { rooms, game, .. } => {
                let was_there = rooms.readers().remove(*game, id);
                // It may have been handed over.
                if !was_there && let Some(room) = rooms.opened(*game) {
                    room.disconnect(id, how).await;
                }
            }
            // Its task ends with the link.
            Self::Delayed(_) => {}
        }
    }

    /// Asks for the latest state in place of what was missed.
    ///
    /// # Errors
    /// If the room has ended; then the client subscribes again.
    pub(super) async fn catch_up(&self, id: SubscriberId) -> Result<(), RoomGone> {
        match self {
            Self::Room(room) => room.catch_up(id).await,
            Self::Finished { rooms, game, .. } => Box::pin(rooms.catch_up_reader(*game, id)).await,
            Self::Delayed(link) => link.catch_up().await,
        }
    }

    /// Asks for the number of the newest event.
    ///
    /// # Errors
    /// If the room has ended; then the client subscribes again.
    pub(super) async fn ping(&self, id: SubscriberId) -> Result<(), RoomGone> {
        match self {
            Self::Room(room) => room.ping(id).await,
            Self::Finished { rooms, game, .. } => {
                let was_there = rooms.readers().ping(*game, id);
                match rooms.opened(*game) {
                    _ if was_there => Ok(()),
                    Some(room) => room.ping(id).await,
                    None => Err(RoomGone),
                }
            }
            Self::Delayed(link) => link.ping().await,
        }
    }

    /// Hands a command to the game's room, which a finished game gets for it.
    ///
    /// # Errors
    /// If the room has ended, or the game can't be read to give it one.
    pub(super) async fn command(
        &mut self,
        sender: Sender,
        command: RoomCommand,
        arrival: Time,
        lag: Option<Millis>,
    ) -> Result<(), CommandError> {
        let room = match self {
            Self::Room(room) => room.clone(),
            Self::Finished { rooms, game, .. } => {
                Box::pin(rooms.get(*game)).await.map_err(CommandError::Read)?
            }
            Self::Delayed(link) => {
                return link.command(sender.1).await.map_err(|RoomGone| CommandError::Gone);
            }
        };
        *self = Self::Room(room.clone());
        room.command(sender, command, arrival, lag).await.map_err(|RoomGone| CommandError::Gone)
    }
}

impl Rooms {
    /// Tells the client how the game stands, and all that happens in it. A finished game gets no room for that.
    ///
    /// # Errors
    /// If there is no such game that the client may see, or it can't be read.
    pub(super) async fn subscribe(&self, id: GameId, client: Client) -> Result<GameLink, ReadError> {
        let visitor = client.identity.clone();
        if self.shared().delay != Delay::default() {
            let game = archive::load(&*self.shared().ports.log, id).await?;
            if may_see(&game, visitor.as_ref()) && self.holds_back(&game, visitor.as_ref()) {
                return Ok(GameLink::Delayed(DelayedLink::start(self.clone(), id, client)));
            }
        }
        let (room, client) = match self.open_if(id, |game| !game.is_over()).await {
            Ok(room) => (room, client),
            Err(Unopened::Failed(error)) => return Err(error),
            Err(Unopened::NotWanted(game)) => {
                if !may_see(&game, visitor.as_ref()) {
                    return Err(ReadError::NoSuchGame(id));
                }
                // The game began and ended after its log was read above, so it may have to be shown late after all.
                if self.holds_back(&game, visitor.as_ref()) {
                    return Ok(GameLink::Delayed(DelayedLink::start(self.clone(), id, client)));
                }
                let rated = self.shared().changes(id, &game).await;
                match self.read(id, &game, rated, client) {
                    Ok(link) => return Ok(link),
                    Err(client) => (self.get(id).await?, client),
                }
            }
        };
        if !room.admits(visitor.as_ref()) {
            return Err(ReadError::NoSuchGame(id));
        }
        // Where the room has ended just now, the outbox has been told.
        let _ = room.connect(client).await;
        Ok(GameLink::Room(room))
    }

    /// Adds a reader to a finished game. Gives the client back where it must go to a room.
    fn read(
        &self,
        id: GameId,
        game: &Game,
        rated: Option<RatingChanges>,
        client: Client,
    ) -> Result<GameLink, Client> {
        let mut readers = self.readers();
        // Looked up under the lock: whoever opens a room now takes this reader over.
        if self.opened(id).is_some() {
            return Err(client);
        }
        let finished = Finished { id, game, now: self.now_of(game), rated };
        readers.add(finished, client)?;
        Ok(GameLink::Finished { rooms: self.clone(), game: id, head: game.last_seq() })
    }

    /// Tells a reader of a finished game everything again.
    pub(super) async fn catch_up_reader(&self, id: GameId, reader: SubscriberId) -> Result<(), RoomGone> {
        let game = self.load(id).await.map_err(|_| RoomGone)?;
        let rated = self.shared().changes(id, &game).await;
        let finished = Finished { id, game: &game, now: self.now_of(&game), rated };
        let was_there = self.readers().catch_up(finished, reader);
        match self.opened(id) {
            _ if was_there => Ok(()),
            // It has been handed over.
            Some(room) => room.catch_up(reader).await,
            None => Err(RoomGone),
        }
    }
}

/// Why a command reached no room.
#[derive(Debug)]
pub(super) enum CommandError {
    /// The room has ended.
    Gone,
    /// The game could not be read to give it a room.
    Read(ReadError),
}
