// SPDX-License-Identifier: AGPL-3.0-or-later
//! What staff decides for the whole site, and secrets of the server: texts, each under a name.

use async_trait::async_trait;

use crate::StorageError;

/// Texts of the whole site.
///
/// Laws, which the `conformance` suite tests:
/// - A name has one text; [`set_site_text`](Self::set_site_text) replaces it.
/// - Of several that [`keep_site_text`](Self::keep_site_text) at the same time, all get the same text.
#[async_trait]
pub trait Site: Send + Sync + 'static {
    /// The text under this name.
    ///
    /// # Errors
    /// If the storage fails.
    async fn site_text(&self, name: &str) -> Result<Option<String>, StorageError>;

    /// Puts a text under this name.
    ///
    /// # Errors
    /// If the storage fails.
    async fn set_site_text(&self, name: &str, text: &str) -> Result<(), StorageError>;

    /// Puts a text under this name unless there is one, and returns the one that is there.
    ///
    /// # Errors
    /// If the storage fails.
    async fn keep_site_text(&self, name: &str, text: &str) -> Result<String, StorageError>;
}
