// SPDX-License-Identifier: AGPL-3.0-or-later
//! The archive: what lists, profiles and pages of games show, without reading a log or waking a room.

use async_trait::async_trait;
use tabiya_game::{
    GameId, GameResult, PlayerDetails, PlayerId, Seat, Seats, Speed, Termination, Terms, Time, TimeControl,
};
use tabiya_rules::{CastlingMode, Color};

use crate::StorageError;

/// One row for each game and one for each player of it, written in the transactions that create, join and end the game.
///
/// Laws, which the `conformance` suite tests:
/// - A game is listed as soon as its creation is acknowledged, and as finished as soon as its end is.
/// - What a row says is what the game's log says; nothing but the log decides it.
/// - Following [`PageKey`]s through a player's finished games shows each game that was finished before the first page
///   just once, however many end in between.
///
/// A data folder from before there was an archive is filled in the background (see [`Archive::filling`]): unfinished games
/// at once, finished ones bit by bit. Until then lists lack some finished games; nothing else is wrong with them.
#[async_trait]
pub trait Archive: Send + Sync + 'static {
    /// The row of one game; `None` if there is no such game.
    ///
    /// # Errors
    /// If the storage fails.
    async fn game(&self, id: GameId) -> Result<Option<ArchivedGame>, StorageError>;

    /// The rows of these games, in no order; games that don't exist are left out.
    ///
    /// # Errors
    /// If the storage fails.
    async fn games(&self, ids: &[GameId]) -> Result<Vec<ArchivedGame>, StorageError>;

    /// A page of a player's finished games, the one that ended last first: at most `limit` that ended before `before`.
    ///
    /// # Errors
    /// If the storage fails.
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

    /// In how many games that have not ended this player has a seat.
    ///
    /// # Errors
    /// If the storage fails.
    async fn unfinished_count_of(&self, player: PlayerId) -> Result<u32, StorageError>;

    /// How many finished games of this player the filter lets through.
    ///
    /// # Errors
    /// If the storage fails.
    async fn finished_count_of(&self, player: PlayerId, filter: &GameFilter) -> Result<u64, StorageError>;

    /// How often a player's finished games ended in which way with which colour, against this opponent or all. Ways that
    /// did not occur are left out.
    ///
    /// # Errors
    /// If the storage fails.
    async fn results_of(
        &self,
        player: PlayerId,
        opponent: Option<PlayerId>,
    ) -> Result<Vec<(Color, PlayerOutcome, u64)>, StorageError>;

    /// How far the filling of an old data folder has come; `None` if there is nothing to fill.
    ///
    /// # Errors
    /// If the storage fails.
    async fn filling(&self) -> Result<Option<Filling>, StorageError>;
}

/// A game as lists show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchivedGame {
    /// Which game.
    pub id: GameId,
    /// When it was created.
    pub created: Time,
    /// How and when it ended; `None` while it goes on.
    pub end: Option<ArchivedEnd>,
    /// The number of half-moves; 0 while it goes on.
    pub half_moves: u32,
    /// The time control; `None` = unlimited.
    pub time: Option<TimeControl>,
    /// Whether it counts for the players' ratings.
    pub rated: bool,
    /// Which chess.
    pub variant: Variant,
    /// The opening's name, where somebody has looked it up.
    pub opening: Option<String>,
    /// Who has White.
    pub white: ArchivedSeat,
    /// Who has Black.
    pub black: ArchivedSeat,
}

impl ArchivedGame {
    /// Its speed; `None` for an unlimited game.
    pub fn speed(&self) -> Option<Speed> {
        self.time.map(TimeControl::speed)
    }

    /// Who sits where.
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

    /// Where the page after this game begins; `None` while the game goes on.
    pub fn page_key(&self) -> Option<PageKey> {
        self.end.map(|end| PageKey { ended: end.at, game: self.id })
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArchivedEnd {
    /// When.
    pub at: Time,
    /// For whom.
    pub result: GameResult,
    /// By what.
    pub termination: Termination,
}

/// A seat, and how its player was known on sitting down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchivedSeat {
    /// Who sits there.
    pub seat: Seat,
    /// The player's name, title and rating then; `None` for a guest, the computer and an open seat, and in old logs.
    pub details: Option<PlayerDetails>,
}

impl ArchivedSeat {
    /// A seat of which nothing more is known.
    pub const fn new(seat: Seat) -> Self {
        Self { seat, details: None }
    }
}

/// Which chess is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variant {
    /// The usual rules.
    Standard,
    /// Chess960 (FIDE Laws, Guidelines II).
    Chess960,
}

impl Variant {
    /// That of a game on these terms.
    pub fn of(terms: &Terms) -> Self {
        match terms.start().castling_mode() {
            CastlingMode::Standard => Self::Standard,
            CastlingMode::Chess960 => Self::Chess960,
        }
    }
}

/// Which of a player's games to list. The default lists all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameFilter {
    /// Only games against this player.
    pub opponent: Option<PlayerId>,
    /// Only games in which the player had this side.
    pub color: Option<Color>,
    /// Only games that ended so for the player.
    pub outcome: Option<PlayerOutcome>,
    /// Only games of this speed. Unlimited games have none, and are left out by any.
    pub speed: Option<Speed>,
    /// Only games that count for ratings, or only games that don't.
    pub rated: Option<bool>,
    /// Only games of this kind of chess.
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

/// How a game ended for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlayerOutcome {
    /// The player won.
    Won,
    /// The player lost.
    Lost,
    /// Half a point each.
    Drawn,
    /// The game does not count.
    Aborted,
}

impl PlayerOutcome {
    /// What a game's result is for this side.
    pub fn of(result: GameResult, color: Color) -> Self {
        match (result, result.winner()) {
            (GameResult::Aborted, _) => Self::Aborted,
            (_, None) => Self::Drawn,
            (_, Some(winner)) if winner == color => Self::Won,
            (_, Some(_)) => Self::Lost,
        }
    }
}

/// A place in a list of finished games: everything before it ended earlier, or at the same time with a smaller id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageKey {
    /// When the last game of the page before ended.
    pub ended: Time,
    /// Which game that was.
    pub game: GameId,
}

/// How far the filling of an archive has come, counted in games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filling {
    /// So many are done.
    pub done: u64,
    /// Of so many.
    pub all: u64,
}
