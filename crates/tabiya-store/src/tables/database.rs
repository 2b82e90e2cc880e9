// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a driver offers.

use async_trait::async_trait;

use super::{Change, Row, Statement};
use crate::StorageError;

/// What became of a change that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changed {
    /// All of it is durable.
    Done,
    /// A statement touched another number of rows than it had to. Nothing has changed.
    Missed {
        /// The place of that statement in the change, from 0.
        statement: usize,
        /// How many rows it touched.
        touched: u64,
    },
}

/// A database, as the tables see it.
///
/// Laws, which the `conformance` suite tests:
/// - `Done` means durable. After an error nothing has changed, but for [`Unanswered`](StorageError::Unanswered).
/// - A change is seen whole or not at all, by reads and by other changes.
/// - The statements of a change see what those before them have written.
#[async_trait]
pub trait Database: Send + Sync + 'static {
    /// The rows that one statement returns.
    ///
    /// # Errors
    /// If the storage fails.
    async fn read(&self, query: Statement) -> Result<Vec<Row>, StorageError>;

    /// Runs a change.
    ///
    /// # Errors
    /// If the storage fails.
    async fn change(&self, change: Change) -> Result<Changed, StorageError>;
}
