// SPDX-License-Identifier: AGPL-3.0-or-later
//! The interface of the drivers.

use async_trait::async_trait;

use super::{Change, Row, Statement};
use crate::StorageError;

/// The outcome of a change that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changed {
    /// The whole change is durable.
    Done,
    /// A statement touched another number of rows than it had to. Nothing has changed.
    Missed {
        /// The index of that statement in the change, from 0.
        statement: usize,
        /// The number of rows that it touched.
        touched: u64,
    },
}

/// A database as the tables use it.
///
/// Laws, which the `conformance` suite tests:
/// - `Done` means durable. After an error nothing has changed, except after
///   [`Unanswered`](StorageError::Unanswered).
/// - Reads and other changes see all of a change or nothing of it.
/// - The statements of a change see what earlier ones have written.
#[async_trait]
pub trait Database: Send + Sync + 'static {
    /// The rows that one statement returns.
    ///
    /// # Errors
    /// The storage failed.
    async fn read(&self, query: Statement) -> Result<Vec<Row>, StorageError>;

    /// Runs a change.
    ///
    /// # Errors
    /// The storage failed.
    async fn change(&self, change: Change) -> Result<Changed, StorageError>;
}
