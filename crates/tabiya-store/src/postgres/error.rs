// SPDX-License-Identifier: AGPL-3.0-or-later
//! Turns PostgreSQL's errors into errors for people.

use std::time::Duration;

use deadpool_postgres::PoolError;
use tokio_postgres::{Error, error::SqlState};

use super::PATIENCE;
use crate::StorageError;

impl From<Error> for StorageError {
    fn from(error: Error) -> Self {
        let detail = explain(&error);
        let Some(database) = error.as_db_error() else {
            return Self::Unreachable { detail };
        };
        match *database.code() {
            SqlState::DISK_FULL => Self::Full,
            SqlState::READ_ONLY_SQL_TRANSACTION => Self::ReadOnly { detail },
            SqlState::DATA_CORRUPTED | SqlState::INDEX_CORRUPTED => Self::Damaged { detail },
            ref code if is_going_away(code) => Self::Unreachable { detail },
            _ => Self::Failed { detail },
        }
    }
}

/// The database's message, without the statement and its values.
pub(super) fn explain(error: &Error) -> String {
    match (error.as_db_error(), std::error::Error::source(error)) {
        (Some(database), _) => database.message().to_owned(),
        (None, Some(cause)) => format!("{error}: {cause}"),
        (None, None) => error.to_string(),
    }
}

/// Whether the server is stopping or has crashed. A later attempt may succeed.
fn is_going_away(code: &SqlState) -> bool {
    code.code().starts_with("57P") || code.code().starts_with("08")
}

/// The error of a commit. Unless the database says that it did not commit, this is unknown.
pub(super) fn of_commit(error: &Error) -> StorageError {
    match error.as_db_error() {
        Some(database)
            if !is_going_away(database.code())
                && *database.code() != SqlState::T_R_STATEMENT_COMPLETION_UNKNOWN
                && *database.code() != SqlState::QUERY_CANCELED =>
        {
            StorageError::Failed { detail: database.message().to_owned() }
        }
        _ => StorageError::Unanswered,
    }
}

/// Whether the same transaction may succeed if it is repeated from its beginning.
pub(super) fn is_passing(error: &Error) -> bool {
    matches!(error.code(), Some(&(SqlState::T_R_DEADLOCK_DETECTED | SqlState::T_R_SERIALIZATION_FAILURE)))
}

/// Nothing became free within this time.
pub(super) fn no_place(patience: Duration) -> StorageError {
    StorageError::Unreachable { detail: format!("no connection was free within {} s", patience.as_secs()) }
}

pub(super) fn of_pool(error: PoolError) -> StorageError {
    match error {
        PoolError::Backend(error) => error.into(),
        PoolError::Timeout(_) => no_place(PATIENCE),
        PoolError::Closed => StorageError::Closed,
        other => StorageError::Failed { detail: other.to_string() },
    }
}
