// SPDX-License-Identifier: AGPL-3.0-or-later
//! The store as the server gets it: one handle for each port.

use std::sync::Arc;

use crate::{Archive, Deadlines, GameLog};

/// All ports of one database. Cheap to clone.
#[derive(Clone)]
pub struct Store {
    /// The log of games: the record.
    pub log: Arc<dyn GameLog>,
    /// What lists and pages of games show.
    pub archive: Arc<dyn Archive>,
    /// When games that are not in memory are due.
    pub deadlines: Arc<dyn Deadlines>,
}

impl Store {
    /// The ports of a database that has all of them.
    pub fn new(database: impl GameLog + Archive + Deadlines) -> Self {
        Self::from(Arc::new(database))
    }
}

impl<D: GameLog + Archive + Deadlines> From<Arc<D>> for Store {
    fn from(database: Arc<D>) -> Self {
        Self { log: database.clone(), archive: database.clone(), deadlines: database }
    }
}
