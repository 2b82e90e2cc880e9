// SPDX-License-Identifier: AGPL-3.0-or-later
//! What every subject is built on: the settings, the database, people, and games that are played and read.
//!
//! The server makes it once at its start and lends it to the `start` of each subject. So a subject that needs one thing more
//! changes its own file, not the list of arguments in the server's.

use std::sync::Arc;

use tabiya_accounts::people::People;
use tabiya_archive::archive::Archive;
use tabiya_runtime::config::Config;
use tabiya_store::Store;
use tokio::sync::watch;

use crate::pairing::Pairing;
use crate::room::Rooms;

/// What every subject is built on. Subjects clone what they keep.
pub struct Foundation<'a> {
    /// What the server was told at its start.
    pub config: &'a Config,
    /// The way into a game, with the database, people and the games that are played.
    pub pairing: Pairing,
    /// Games that are read, without a room.
    pub archive: Archive,
    /// Becomes true once, when the server begins to stop. The tasks of a subject end then.
    pub stopping: watch::Receiver<bool>,
}

impl Foundation<'_> {
    /// The ports of the database.
    #[must_use]
    pub const fn store(&self) -> &Store {
        &self.pairing.store
    }

    /// Accounts, sessions and what staff has decided.
    #[must_use]
    pub const fn people(&self) -> &Arc<People> {
        &self.pairing.people
    }

    /// Games that are played.
    #[must_use]
    pub const fn rooms(&self) -> &Rooms {
        &self.pairing.rooms
    }
}
