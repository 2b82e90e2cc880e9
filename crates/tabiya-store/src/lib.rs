// SPDX-License-Identifier: AGPL-3.0-or-later
//! What Tabiya stores, as a set of ports.
//!
//! [`GameLog`] is the record: a game is a list of numbered events. [`GameLog::append`] adds to its end if its end is where
//! the caller thinks it is, and answers only when the events will survive a power cut. [`Archive`] holds what lists and
//! pages of games show; it can be made again from the log. A [`Store`] is one handle for each port.
//!
//! [`SqliteStore`] has all ports: one file, one writer thread that commits all writes that are waiting in one
//! transaction, and a few readers. The log has an implementation for each database; everything else is written once, in
//! `tables`, over a small driver for each.
//!
//! Architecture invariant: nobody but this crate knows SQL. What an implementation must keep is written down as tests in
//! `conformance` (a feature), one module a port.
#![forbid(unsafe_code)]

mod access_tokens;
mod accounts;
mod act;
mod analyses;
mod archive;
mod bulk;
mod certificates;
mod challenges;
mod chat;
mod checked;
#[cfg(all(feature = "conformance", not(test)))]
pub mod conformance;
/// Unit tests need only the PostgreSQL server of this module. The laws are a third of the crate; `tests/it` runs them.
#[cfg(all(feature = "conformance", test))]
pub mod conformance {
    pub mod postgres;
}
mod deadlines;
mod desk;
mod error;
mod event_row;
mod events;
mod finished;
mod formats;
mod game_log;
mod house;
mod imports;
mod kept_backups;
mod lane;
mod lines;
mod members;
mod moving;
pub mod next;
mod node_name;
mod nodes;
mod notices;
mod outage;
mod part;
mod postgres;
mod private;
mod push;
mod puzzle_lessons;
mod puzzle_sets;
mod puzzles;
mod ratings;
mod record;
mod relations;
mod role;
mod rules;
mod sessions;
mod site;
mod slot;
mod source;
mod sqlite;
mod store;
#[cfg(feature = "conformance")]
pub mod tables;
#[cfg(not(feature = "conformance"))]
mod tables;

pub use access_tokens::{AccessToken, AccessTokens};
pub use accounts::{Account, AccountError, Accounts, Email, Ends, ListRefused, Secrets, Settings};
pub use act::{Act, ActRating, ActText, Deed, NewAct, Replaced, UndoneBefore};
pub use analyses::{Analyses, Analysis, AnalysisStage};
pub use archive::{
    Archive, ArchivedEnd, ArchivedGame, ArchivedSeat, Filling, GameFilter, PageKey, PlayerOutcome,
};
pub use bulk::{BulkPairing, BulkPairings, BulkStage};
pub use certificates::{CertificateFor, Certificates, OrderAnswer, OrderStep, SharedCertificate};
pub use challenges::{Challenge, ChallengeKept, ChallengeLimits, ChallengeStage, ChallengeStep, Challenges};
pub use chat::{Chat, ChatLine, ChatRoom, SaidLine};
pub use checked::{CheckNews, Checked, Fault};
pub use deadlines::Deadlines;
pub use desk::{Desk, KEPT_REPORTS, MOST_WAITING_REPORTS, Report, Told, WaitingReport};
pub use error::{AppendError, CreateError, Damage, DataError, OpenError, SchemaGap, StorageError};
pub use events::{EventAppend, EventStage, EventWrite, Events, StoredEntry, StoredEvent, StoredSeries};
pub use finished::FinishedGame;
pub use formats::{Formats, WITH_KEYS};
pub use game_log::{GameLog, LoadedLog, UnfinishedGame, UnfinishedPage};
pub use house::MoveError;
pub use imports::Imports;
pub use kept_backups::{KeepError, KeptBackup};
pub use lines::{Lines, PlayerLines};
pub use members::{MemberChanges, MemberList, Members, StoredMember};
pub use moving::{Home, MoveNews, Moved, move_data};
pub use node_name::{NodeName, NodeNameError};
pub use nodes::{Incarnation, LEASE, MOST_AT_ONCE, NewNode, Node, Nodes, Renewed};
pub use notices::{DueLetter, Notice, Notices};
pub use outage::Outage;
#[cfg(feature = "mutants")]
pub use postgres::FenceFault;
pub use postgres::{
    DatabaseLook, DatabaseUrl, DatabaseUrlError, KeptDumps, PostgresStore, Standby, Standbys, check_postgres,
    look_at_postgres,
};
pub use push::{PushDevice, PushDevices, PushKept, PushLimits};
pub use puzzle_lessons::{Lesson, LessonGame, LessonLimits, LessonPosition, LessonSide, PuzzleLessons};
pub use puzzle_sets::{Given, PuzzleInSet, PuzzleSet, PuzzleSets};
pub use puzzles::{
    AttemptEnd, AttemptKept, Audience, EndedAttempt, MOST_OPENINGS, MOST_REPORTS, NewPuzzle,
    OpeningsOfPuzzle, PuzzleAttempt, PuzzlePlayer, PuzzleWish, Puzzles, StoredPuzzle,
};
pub use ratings::{
    Correct, Correction, CorrectionOf, EndedGame, PlayerRating, RatedGame, RatedSide, RatingEntry, Ratings,
};
pub use relations::{Relation, Relations};
pub use role::Role;
pub use rules::{Rules, Who};
pub use sessions::{
    CARD, LoggedInBy, OAUTH_CODE, RECOVERY, RESET_LETTER, RESET_LINK, Session, Sessions, Token, Tokens,
};
pub use site::{Site, SiteSecret};
pub use slot::{Epoch, Lease, Slot, SlotSet};
pub use source::{DatabaseChange, DatabaseSource, SetBack};
pub use sqlite::{
    Copied, DataLook, KeptBackups, Logins, SqliteStore, backup, check_data, look_at_data, restore,
};
pub use store::{Handles, Store};
pub use tables::ratings::rebuild::Rebuilt;
