// SPDX-License-Identifier: AGPL-3.0-or-later
//! Turns SQLite's result codes into errors for people.

use rusqlite::ErrorCode;

use crate::StorageError;

impl From<rusqlite::Error> for StorageError {
    fn from(error: rusqlite::Error) -> Self {
        let detail = error.to_string();
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::Full,
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => Self::ReadOnly { detail },
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy { detail },
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Self::Damaged { detail },
            Some(ErrorCode::SystemIoFailure) => Self::Failed {
                detail: format!("{detail}; the system's log may say what is wrong with the disk"),
            },
            _ => Self::Failed { detail },
        }
    }
}
