// SPDX-License-Identifier: AGPL-3.0-or-later
//! What is said beside a game, and in an event.

use async_trait::async_trait;
use tabiya_game::{GameId, PlayerId, Time};

use crate::{NewAct, StorageError};

/// Who talks with whom. The players never read what spectators say, nor the other way round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChatRoom {
    /// The two players of the game.
    Players,
    /// Who watches it.
    Spectators,
    /// Whoever follows an event. Its id stands in the place of a game's.
    Event,
}

/// Something that somebody has said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatLine {
    /// Counts up from 1 in each room of each game.
    pub number: u32,
    /// When.
    pub at: Time,
    /// Who.
    pub by: PlayerId,
    /// The name of who said it, then.
    pub name: String,
    /// What.
    pub text: String,
}

/// A line, and where it was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaidLine {
    /// Beside which game.
    pub game: GameId,
    /// To whom.
    pub room: ChatRoom,
    /// What.
    pub line: ChatLine,
}

/// The chats of games.
///
/// Laws, which the `conformance` suite tests:
/// - A number is given once: of two lines with the same number in one room, the second is refused and changes nothing.
/// - The rooms of a game, and the games, know nothing of each other.
/// - Lines come back in their order, the latest of them where there are more than were asked for.
/// - A line that was removed is not read any more, and its number is not given again.
/// - The first lines of a room are forgotten up to a number, and nothing else with them.
/// - The lines of a player are those of this player in all rooms, in the order of their times; the latest of them where
///   there are more than were asked for.
#[async_trait]
pub trait Chat: Send + Sync + 'static {
    /// Stores a line. Returns whether its number was free.
    ///
    /// # Errors
    /// If the storage fails.
    async fn say(&self, game: GameId, room: ChatRoom, line: &ChatLine) -> Result<bool, StorageError>;

    /// The latest lines of a room, at most this many, the oldest first.
    ///
    /// # Errors
    /// If the storage fails.
    async fn lines(&self, game: GameId, room: ChatRoom, limit: u32) -> Result<Vec<ChatLine>, StorageError>;

    /// The last number that was given in a room, 0 if nobody has said anything.
    ///
    /// # Errors
    /// If the storage fails.
    async fn last_line(&self, game: GameId, room: ChatRoom) -> Result<u32, StorageError>;

    /// The latest lines of a player in the rooms of all games, at most this many, the oldest first.
    ///
    /// # Errors
    /// If the storage fails.
    async fn said_by(&self, player: PlayerId, limit: u32) -> Result<Vec<SaidLine>, StorageError>;

    /// Removes a line, and stores the act by which that was done. Returns whether the line was there.
    ///
    /// # Errors
    /// If the storage fails.
    async fn remove_line(
        &self,
        game: GameId,
        room: ChatRoom,
        number: u32,
        act: &NewAct,
    ) -> Result<bool, StorageError>;

    /// Forgets the lines of a room up to this number, which is below the last one that was given.
    ///
    /// # Errors
    /// If the storage fails.
    async fn forget_lines(&self, game: GameId, room: ChatRoom, up_to: u32) -> Result<(), StorageError>;
}
