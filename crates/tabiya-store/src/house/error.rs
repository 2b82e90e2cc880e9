// SPDX-License-Identifier: AGPL-3.0-or-later
//! Why data could not be moved, in words for whoever runs the server.

use super::House;
use crate::{DataError, OpenError, StorageError};

/// Why data could not be moved. Whatever it is, the source is as it was.
#[derive(Debug, thiserror::Error)]
pub enum MoveError {
    /// One side can't be opened, or can't be checked.
    #[error(transparent)]
    Data(#[from] DataError),
    /// Both are folders, or both are databases.
    #[error(
        "a move goes from a folder to a PostgreSQL database or back; between two folders use \"tabiya data backup\" and \"tabiya data \
         restore --keep-logins\", between two databases pg_dump and pg_restore"
    )]
    SameKind,
    /// The target has rows that no move has written.
    #[error(
        "{place} is not empty: there are rows in its table {table}; name an empty database, or a folder that does not exist"
    )]
    NotEmpty {
        /// The target.
        place: String,
        /// A table with rows.
        table: String,
    },
    /// The target holds a part of another move.
    #[error(
        "{place} holds an unfinished move from {from}; finish that one, or name an empty database or folder"
    )]
    AnotherMove {
        /// The target.
        place: String,
        /// Where the other move comes from.
        from: String,
    },
    /// The target holds a part of a move that a program of another version has begun.
    #[error("{place} holds a move that another version of Tabiya has begun; empty it, and move again")]
    AnotherVersion {
        /// The target.
        place: String,
    },
    /// The lists of games of an old folder are not complete.
    #[error(
        "the lists of games in {place} are still being filled, which goes on while a server runs on it; start the server, wait until it \
         says \"the archive is filled\", stop it, and move then"
    )]
    Filling {
        /// The source.
        place: String,
    },
    /// A text can't be stored in PostgreSQL.
    #[error("a text in the table {table} contains the character NUL, which PostgreSQL can't store: {row}")]
    Nul {
        /// The table.
        table: String,
        /// The row's primary key, in words.
        row: String,
    },
    /// A side can't be read.
    #[error("{place} can't be read: {source}")]
    Reading {
        /// The side.
        place: String,
        /// Why.
        source: StorageError,
    },
    /// The target can't be written.
    #[error(
        "{place} can't be written: {}; what has been moved stays, and the same command goes on from there",
        in_a_move(why)
    )]
    Writing {
        /// The target.
        place: String,
        /// Why.
        why: StorageError,
    },
    /// The comparison has found a difference.
    #[error(
        "source and target are not the same: {what}; one of them has changed since the move began. Empty the target, and move again"
    )]
    Differs {
        /// What differs first.
        what: String,
    },
}

/// Of a full disk the other sentence speaks of play.
fn in_a_move(why: &StorageError) -> String {
    if *why == StorageError::Full { "its disk is full".to_owned() } else { why.to_string() }
}

impl From<OpenError> for MoveError {
    fn from(error: OpenError) -> Self {
        Self::Data(error.into())
    }
}

impl MoveError {
    pub(crate) fn reading(house: &(impl House + ?Sized), source: StorageError) -> Self {
        Self::Reading { place: house.place(), source }
    }

    pub(crate) fn writing(house: &(impl House + ?Sized), why: StorageError) -> Self {
        Self::Writing { place: house.place(), why }
    }
}
