// SPDX-License-Identifier: AGPL-3.0-or-later
//! What staff decides for the whole site, and secrets of the server.

use async_trait::async_trait;
use tabiya_game::Time;

use crate::{NewAct, Rules, StorageError};

/// A secret that the server makes once and keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SiteSecret {
    /// Signs the cookies of devices that have logged in before.
    Devices,
    /// From it follow the codes of seats and tables at the venue of an event.
    Venue,
    /// The key by which push services and devices know the site.
    Push,
    /// From it follow the keys with which the nodes of a site seal what they say to each other.
    Bus,
}

/// The site's rules and secrets.
///
/// Laws, which the `conformance` suite tests:
/// - The rules are the last that were set, and the default where none were. Rules that can't be read are an
///   error, because the default is open to everybody.
/// - Of several that [`keep_secret`](Self::keep_secret) at the same time, all get the same one.
/// - Of several that [`replace_secret`](Self::replace_secret) at the same time, one does.
#[async_trait]
pub trait Site: Send + Sync + 'static {
    /// The rules in force.
    ///
    /// # Errors
    /// If the storage fails, or the rules can't be read.
    async fn site_rules(&self) -> Result<Rules, StorageError>;

    /// Puts other rules in force, and stores the act by which that was done.
    ///
    /// # Errors
    /// If the storage fails.
    async fn set_site_rules(&self, rules: &Rules, act: &NewAct) -> Result<(), StorageError>;

    /// When the last backup was downloaded; `None` if never.
    ///
    /// # Errors
    /// If the storage fails.
    async fn last_backup(&self) -> Result<Option<Time>, StorageError>;

    /// Notes that a backup was downloaded, with the act by which that was done.
    ///
    /// # Errors
    /// If the storage fails.
    async fn note_backup(&self, act: &NewAct) -> Result<(), StorageError>;

    /// Keeps this secret unless there is one, and returns the one that is there.
    ///
    /// # Errors
    /// If the storage fails.
    async fn keep_secret(&self, secret: SiteSecret, fresh: &str) -> Result<String, StorageError>;

    /// Puts another secret in the place of this one. Returns false, and changes nothing, if that is not the one that is kept.
    ///
    /// # Errors
    /// If the storage fails.
    async fn replace_secret(
        &self,
        secret: SiteSecret,
        before: &str,
        after: &str,
    ) -> Result<bool, StorageError>;
}
