// SPDX-License-Identifier: AGPL-3.0-or-later
//! The archive: the data for lists, profiles and pages of games, without reading a log or waking a room.

use async_trait::async_trait;
use tabiya_game::{
    GameId, GameResult, PlayerDetails, PlayerId, Seat, Seats, Speed, Termination, Time, TimeControl,
};
use tabiya_rules::{Color, Variant};

use crate::StorageError;

/// One row for each game and one for each seat, written in the transactions that create, join and end the
/// game.
///
/// Laws, which the `conformance` suite tests:
/// - A game is listed as soon as its creation is acknowledged, and as finished as soon as its end is.
/// - A row says the same as the game's log; nothing but the log determines it.
/// - Following [`PageKey`]s through a player's finished games shows each game that was finished before the
///   first page exactly once, however many games end in the meantime.
///
/// A data folder without an archive is filled in the background (see [`Archive::filling`]): unfinished games
/// immediately, finished ones gradually. Until then lists lack some finished games; everything else is
/// correct.
#[async_trait]
pub trait Archive: Send + Sync + 'static {
    /// The row of one game; `None` if there is no such game.
    ///
    /// # Errors
    /// The storage failed.
    async fn game(&self, id: GameId) -> Result<Option<ArchivedGame>, StorageError>;

    /// Notes what the openings of these games are called; the store itself knows no openings.
    ///
    /// # Errors
    /// The storage failed; then some may be noted.
    async fn name_openings(&self, names: &[(GameId, String)]) -> Result<(), StorageError>;

    /// The rows of these games, in no particular order. Games that don't exist are left out.
    ///
    /// # Errors
    /// The storage failed.
    async fn games(&self, ids: &[GameId]) -> Result<Vec<ArchivedGame>, StorageError>;

    /// A page of a player's finished games, the latest end first: at most `limit` games that ended before
    /// `before`.
    ///
    /// # Errors
    /// The storage failed.
    async fn finished_of(
        &self,
        player: PlayerId,
        filter: &GameFilter,
        before: Option<PageKey>,
        limit: u32,
    ) -> Result<Vec<ArchivedGame>, StorageError>;

    /// A player's games that have not ended, the newest first, at most `limit`.
    ///
    /// # Errors
    /// If the storage fails.
    async fn unfinished_of(&self, player: PlayerId, limit: u32) -> Result<Vec<ArchivedGame>, StorageError>;

    /// The number of this player's games that have not ended.
    ///
    /// # Errors
    /// If the storage fails.
    async fn unfinished_count_of(&self, player: PlayerId) -> Result<u32, StorageError>;

    /// The number of this player's finished games that the filter accepts.
    ///
    /// # Errors
    /// If the storage fails.
    async fn finished_count_of(&self, player: PlayerId, filter: &GameFilter) -> Result<u64, StorageError>;

    /// How often a player's finished games ended in which way with which colour, against this opponent or all. Ways that
    /// did not occur are left out, and so are private games, games that ended after `until`, and trials: casual games
    /// without a clock against the computer in which the player has not moved twice.
    ///
    /// # Errors
    /// If the storage fails.
    async fn results_of(
        &self,
        player: PlayerId,
        opponent: Option<PlayerId>,
        until: Option<Time>,
    ) -> Result<Vec<(Color, PlayerOutcome, u64)>, StorageError>;

    /// All games in the order of their ids, with the time of their end, `None` for an unfinished one: at most `limit`
    /// games whose id is greater than `after`. The work is bounded by `limit`, however many games there are.
    ///
    /// # Errors
    /// If the storage fails.
    async fn ends_after(
        &self,
        after: Option<GameId>,
        limit: u32,
    ) -> Result<Vec<(GameId, Option<Time>)>, StorageError>;

    /// How far the filling of an old data folder has come; `None` if there is nothing to fill.
    ///
    /// # Errors
    /// If the storage fails.
    async fn filling(&self) -> Result<Option<Filling>, StorageError>;
}

/// A game as lists show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchivedGame {
    /// The game's id.
    pub id: GameId,
    /// When the game was created.
    pub created: Time,
    /// How and when it ended; `None` for an unfinished game.
    pub end: Option<ArchivedEnd>,
    /// The number of half-moves; 0 for an unfinished game.
    pub half_moves: u32,
    /// The time control; `None` if unlimited.
    pub time: Option<TimeControl>,
    /// Whether the game is rated.
    pub rated: bool,
    /// The variant.
    pub variant: Variant,
    /// The opening's name, if it was looked up; empty for a game that has none.
    pub opening: Option<String>,
    /// White's seat.
    pub white: ArchivedSeat,
    /// Black's seat.
    pub black: ArchivedSeat,
}

impl ArchivedGame {
    /// The speed; `None` for an unlimited game.
    pub fn speed(&self) -> Option<Speed> {
        self.time.map(TimeControl::speed)
    }

    /// The players of both seats.
    pub const fn seats(&self) -> Seats {
        Seats { white: self.white.seat, black: self.black.seat }
    }

    /// One side's seat.
    pub const fn seat(&self, color: Color) -> &ArchivedSeat {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    /// The position in a list after this game; `None` for an unfinished game.
    pub fn page_key(&self) -> Option<PageKey> {
        self.end.map(|end| PageKey { ended: end.at, game: self.id })
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArchivedEnd {
    /// The time of the end.
    pub at: Time,
    /// The result.
    pub result: GameResult,
    /// The termination.
    pub termination: Termination,
}

/// A seat, with its player's name, title and rating when the seat was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchivedSeat {
    /// The player.
    pub seat: Seat,
    /// The player's name, title and rating at that time; `None` for a guest, the computer and an open seat,
    /// and in old logs.
    pub details: Option<PlayerDetails>,
}

impl ArchivedSeat {
    /// A seat without further details.
    pub const fn new(seat: Seat) -> Self {
        Self { seat, details: None }
    }
}

/// Which of a player's games to list. The default lists all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameFilter {
    /// Only games against this player.
    pub opponent: Option<PlayerId>,
    /// Only games in which the player had this side.
    pub color: Option<Color>,
    /// Only games with this outcome for the player.
    pub outcome: Option<PlayerOutcome>,
    /// Only games of this speed. Unlimited games have no speed, so any value excludes them.
    pub speed: Option<Speed>,
    /// Only rated games, or only games that are not rated.
    pub rated: Option<bool>,
    /// Only private games, or only games that everybody may see.
    pub private: Option<bool>,
    /// Only games of this variant.
    pub variant: Option<Variant>,
    /// Only games that ended by this.
    pub termination: Option<Termination>,
    /// Only games that ended at or after this.
    pub from: Option<Time>,
    /// Only games that ended at or before this.
    pub to: Option<Time>,
    /// Only games of at least so many half-moves.
    pub min_half_moves: Option<u32>,
    /// Only games of at most so many half-moves.
    pub max_half_moves: Option<u32>,
}

/// The outcome of a game for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlayerOutcome {
    /// The player won.
    Won,
    /// The player lost.
    Lost,
    /// Half a point each.
    Drawn,
    /// The game was aborted and does not count.
    Aborted,
}

impl PlayerOutcome {
    /// The outcome of this result for this side.
    pub fn of(result: GameResult, color: Color) -> Self {
        match (result, result.winner()) {
            (GameResult::Aborted, _) => Self::Aborted,
            (_, None) => Self::Drawn,
            (_, Some(winner)) if winner == color => Self::Won,
            (_, Some(_)) => Self::Lost,
        }
    }
}

/// A position in a list of finished games, sorted by end and then by id. All games before it ended earlier,
/// or at the same time with a smaller id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageKey {
    /// When the last game of the previous page ended.
    pub ended: Time,
    /// That game's id.
    pub game: GameId,
}

/// The progress of filling the archive, in games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filling {
    /// The number of games done.
    pub done: u64,
    /// The number of all games.
    pub all: u64,
}
