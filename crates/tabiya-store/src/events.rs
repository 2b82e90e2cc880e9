// SPDX-License-Identifier: AGPL-3.0-or-later
//! Events: the journal of each, and what lists show of it.

use async_trait::async_trait;
use tabiya_game::{GameId, PlayerId, Time};

use crate::StorageError;

/// How far an event is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventStage {
    /// No round was published yet.
    Announced,
    /// It is played.
    Running,
    /// All rounds are played.
    Finished,
    /// It does not take place.
    Cancelled,
}

impl EventStage {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Announced, Self::Running, Self::Finished, Self::Cancelled];
}

/// An event as lists show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEvent {
    /// Its id: 8 letters and digits.
    pub id: String,
    /// Whose it is; `None` if it belongs to the admins.
    pub owner: Option<PlayerId>,
    /// When it was created.
    pub created: Time,
    /// When it begins or began: by this time lists are sorted.
    pub starts: Time,
    /// The number of the last entry of its journal.
    pub head: u64,
    /// How far it is.
    pub stage: EventStage,
    /// What lists show besides, as the server writes it down. It can be made again from the journal.
    pub summary: String,
    /// The festival that it is a section of: 8 letters and digits; `None` for an event of its own.
    pub festival: Option<String>,
}

/// One entry of a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEntry {
    /// The number, from 1 without gaps.
    pub number: u64,
    /// When it was written.
    pub at: Time,
    /// Who caused it; `None` for the operator and the server.
    pub by: Option<PlayerId>,
    /// What happened, as the server writes it down.
    pub entry: String,
}

/// New entries with what they change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventAppend {
    /// The event as it is afterwards. Its head is the number of the last new entry.
    pub event: StoredEvent,
    /// The new entries. Their numbers follow the one that was seen.
    pub entries: Vec<StoredEntry>,
    /// Accounts that have entered by these entries.
    pub players: Vec<PlayerId>,
    /// Games that belong to the event by these entries.
    pub games: Vec<GameId>,
    /// Members of lists who are in the event by these entries: whose list it is, and the number there.
    pub members: Vec<(PlayerId, u32)>,
}

/// What is written of one event, where several are written together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventWrite {
    /// A new event.
    Create(EventAppend),
    /// New entries of a journal whose last number is `seen`.
    Append {
        /// The number.
        seen: u64,
        /// The entries.
        new: EventAppend,
    },
    /// Nothing; but the others are written only if the journal still ends here.
    Unchanged {
        /// The event.
        id: String,
        /// The number of the last entry of its journal.
        head: u64,
    },
}

impl EventWrite {
    /// The event that it is about.
    pub fn id(&self) -> &str {
        match self {
            Self::Create(new) | Self::Append { new, .. } => &new.event.id,
            Self::Unchanged { id, .. } => id,
        }
    }
}

/// Events that come again, and how far they are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredSeries {
    /// Its id: 8 letters and digits.
    pub id: String,
    /// Whose it is; `None` if it belongs to the admins.
    pub owner: Option<PlayerId>,
    /// When it was created.
    pub created: Time,
    /// The ids of its events follow from it. Below 2^63.
    pub seed: u64,
    /// The start of the last event that was made.
    pub made: Time,
    /// Counts the changes, from 1.
    pub version: u64,
    /// Whether no more events are made.
    pub stopped: bool,
    /// From what its events are made, as the server writes it down.
    pub template: String,
}

/// Where events are kept.
///
/// Laws, which the `conformance` suite tests:
/// - Entries are added if the journal's end is where the writer thinks it is; of two writers at once, one succeeds, and of
///   the other's entries nothing is kept.
/// - Entries that name a member of a list are added together with the note that leads from the member to the event. Nothing is kept of
///   them where the list has no such member.
/// - Several events are written together, all of them or none: of no festival is one section written without the other.
/// - The sections of a festival are found by its id, the oldest first.
/// - A journal is read in its order, from any number on.
/// - Events are listed by their stage, those that begin last first, page by page.
/// - A game leads to its event, and a player to those that they have entered and to those that they have created.
/// - A series is changed if its version is the one that the writer saw: of two writers at once, one succeeds. Its owner, its seed
///   and its creation stay. Those that go on are listed the oldest first.
/// - Texts of entries are replaced where somebody is to be forgotten: all of those that are named, or none of them. All else about an
///   entry stays.
/// - Of an owner who leaves nothing is kept in the lists, and entries that are added later don't bring the owner back. The owner's
///   series stop.
#[async_trait]
pub trait Events: Send + Sync + 'static {
    /// Keeps a new event with its first entries. Returns whether the id was free.
    ///
    /// # Errors
    /// If the storage fails.
    async fn create_event(&self, new: &EventAppend) -> Result<bool, StorageError>;

    /// Adds entries to a journal whose last number is `seen`. Returns whether it was, and every member that they name is there. The owner
    /// stays as it is stored.
    ///
    /// # Errors
    /// If the storage fails.
    async fn append_to_event(&self, seen: u64, new: &EventAppend) -> Result<bool, StorageError>;

    /// Writes several events, each named once: all of it is done, or nothing. Returns whether it was done: it is not where an id
    /// is taken, a journal ends elsewhere, or a member is not there.
    ///
    /// # Errors
    /// If the storage fails.
    async fn write_events(&self, writes: &[EventWrite]) -> Result<bool, StorageError>;

    /// The sections of a festival, the oldest first.
    ///
    /// # Errors
    /// If the storage fails.
    async fn events_of_festival(&self, festival: &str) -> Result<Vec<StoredEvent>, StorageError>;

    /// An event; `None` if there is none with this id.
    ///
    /// # Errors
    /// If the storage fails.
    async fn event(&self, id: &str) -> Result<Option<StoredEvent>, StorageError>;

    /// The entries of a journal after a number, in their order, at most `limit`.
    ///
    /// # Errors
    /// If the storage fails.
    async fn event_journal(&self, id: &str, after: u64, limit: u32)
    -> Result<Vec<StoredEntry>, StorageError>;

    /// The events of a stage that begin before another one does, named by its start and its id; those that begin last first,
    /// at most `limit`. `None` for the first page.
    ///
    /// # Errors
    /// If the storage fails.
    async fn events_in(
        &self,
        stage: EventStage,
        before: Option<(Time, &str)>,
        limit: u32,
    ) -> Result<Vec<StoredEvent>, StorageError>;

    /// The event of a game; `None` if it belongs to none.
    ///
    /// # Errors
    /// If the storage fails.
    async fn event_of_game(&self, game: GameId) -> Result<Option<String>, StorageError>;

    /// The events that a player has entered, those that begin last first, at most `limit`.
    ///
    /// # Errors
    /// If the storage fails.
    async fn events_entered(&self, player: PlayerId, limit: u32) -> Result<Vec<StoredEvent>, StorageError>;

    /// The events that a player has created, those that begin last first, at most `limit`.
    ///
    /// # Errors
    /// If the storage fails.
    async fn events_owned(&self, owner: PlayerId, limit: u32) -> Result<Vec<StoredEvent>, StorageError>;

    /// Keeps a new series. Returns whether the id was free.
    ///
    /// # Errors
    /// If the storage fails.
    async fn create_series(&self, new: &StoredSeries) -> Result<bool, StorageError>;

    /// The series that go on, the oldest first, at most `limit`.
    ///
    /// # Errors
    /// If the storage fails.
    async fn series(&self, limit: u32) -> Result<Vec<StoredSeries>, StorageError>;

    /// Changes a series whose version is `seen`: how far it is made, its template, its version, and whether it has stopped.
    /// Returns whether it was that version.
    ///
    /// # Errors
    /// If the storage fails.
    async fn change_series(&self, seen: u64, changed: &StoredSeries) -> Result<bool, StorageError>;

    /// Replaces the texts of entries, each named by its number, because they hold a name that is to be forgotten. All of it is
    /// done, or nothing. Returns whether all these entries were there.
    ///
    /// # Errors
    /// If the storage fails.
    async fn rewrite_entries(&self, id: &str, entries: &[(u64, String)]) -> Result<bool, StorageError>;

    /// Takes a player who leaves out of the lists, and stops the player's series. The journals keep an id that leads nowhere.
    ///
    /// # Errors
    /// If the storage fails.
    async fn forget_in_events(&self, player: PlayerId) -> Result<(), StorageError>;
}
