// SPDX-License-Identifier: AGPL-3.0-or-later
//! Turns PostgreSQL's errors into errors for people.

use std::time::Duration;

use deadpool_postgres::PoolError;
use tokio_postgres::{
    Error,
    error::{Severity, SqlState},
};

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
pub(super) fn is_going_away(code: &SqlState) -> bool {
    code.code().starts_with("57P") || code.code().starts_with("08")
}

/// Whether the database does not say which copy it has, and never will. Whatever else fails may work the next time, and tells nothing
/// of the copy.
pub(super) fn is_forbidden(error: &Error) -> bool {
    let Some(code) = error.code() else { return false };
    [SqlState::INSUFFICIENT_PRIVILEGE, SqlState::UNDEFINED_FUNCTION, SqlState::FEATURE_NOT_SUPPORTED]
        .contains(code)
}

/// The error of a commit. Unless the database says that it did not commit, this is unknown.
pub(super) fn of_commit(error: Error) -> StorageError {
    let is_refused = error.as_db_error().is_some_and(|database| {
        let unknown = [SqlState::T_R_STATEMENT_COMPLETION_UNKNOWN, SqlState::QUERY_CANCELED];
        // PostgreSQL panics where it can't write its log, for want of room for example. The commit may be in the part of the log that
        // it has written, and then recovery carries it out.
        let has_crashed = database.parsed_severity() == Some(Severity::Panic);
        !has_crashed && !is_going_away(database.code()) && !unknown.contains(database.code())
    });
    if is_refused { error.into() } else { StorageError::Unanswered }
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

#[cfg(test)]
mod tests {
    use std::{
        io::{Read, Write},
        net::{TcpListener, TcpStream},
    };

    use tokio_postgres::{Config, NoTls};

    use super::*;

    /// A server that answers the first query with this error. Returns its port.
    fn server(severity: &'static str, code: &'static str) -> u16 {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        std::thread::spawn(move || {
            let (mut client, _) = listener.accept().unwrap();
            read_message(&mut client);
            // AuthenticationOk and ReadyForQuery.
            client.write_all(b"R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I").unwrap();
            client.read_exact(&mut [0]).unwrap();
            read_message(&mut client);
            let fields = format!("S{severity}\0V{severity}\0C{code}\0Mno room\0\0");
            let length = u32::try_from(fields.len() + 4).unwrap().to_be_bytes();
            client.write_all(&[b"E", &length[..], fields.as_bytes()].concat()).unwrap();
        });
        port
    }

    /// A message behind the letter that says its kind.
    fn read_message(client: &mut TcpStream) {
        let mut length = [0; 4];
        client.read_exact(&mut length).unwrap();
        client.read_exact(&mut vec![0; u32::from_be_bytes(length) as usize - 4]).unwrap();
    }

    async fn commit_refused_with(severity: &'static str, code: &'static str) -> StorageError {
        let mut config = Config::new();
        config.host("127.0.0.1").port(server(severity, code)).user("somebody");
        let (client, connection) = config.connect(NoTls).await.unwrap();
        let moving = tokio::spawn(connection);
        let error = client.batch_execute("COMMIT").await.unwrap_err();
        moving.abort();
        of_commit(error)
    }

    /// A move was refused, and was in the log after PostgreSQL had recovered.
    #[tokio::test]
    async fn a_commit_at_which_postgresql_panics_may_have_been_made() {
        assert_eq!(commit_refused_with("PANIC", "53100").await, StorageError::Unanswered);
        assert_eq!(commit_refused_with("ERROR", "53100").await, StorageError::Full);
        let detail = "no room".to_owned();
        assert_eq!(commit_refused_with("ERROR", "23505").await, StorageError::Failed { detail });
        assert_eq!(commit_refused_with("FATAL", "57P01").await, StorageError::Unanswered);
    }
}
