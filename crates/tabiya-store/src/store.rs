// SPDX-License-Identifier: AGPL-3.0-or-later
//! The store as the server gets it: one handle for each port.

use std::sync::Arc;

use crate::{
    AccessTokens, Accounts, Archive, BulkPairings, Chat, Deadlines, Desk, GameLog, Imports, Notices, Ratings,
    Relations, Sessions, Site, Tokens,
};

/// A database that has all ports.
pub trait AllPorts:
    GameLog
    + Archive
    + Deadlines
    + Accounts
    + Sessions
    + Tokens
    + Site
    + Ratings
    + Relations
    + Desk
    + Notices
    + Chat
    + AccessTokens
    + Imports
    + BulkPairings
{
}

impl<
    D: GameLog
        + Archive
        + Deadlines
        + Accounts
        + Sessions
        + Tokens
        + Site
        + Ratings
        + Relations
        + Desk
        + Notices
        + Chat
        + AccessTokens
        + Imports
        + BulkPairings,
> AllPorts for D
{
}

/// All ports of one database. Cheap to clone.
#[derive(Clone)]
pub struct Store {
    /// The log of games: the record.
    pub log: Arc<dyn GameLog>,
    /// What lists and pages of games show.
    pub archive: Arc<dyn Archive>,
    /// When games that are not in memory are due.
    pub deadlines: Arc<dyn Deadlines>,
    /// Names, roles and passwords.
    pub accounts: Arc<dyn Accounts>,
    /// Who is logged in.
    pub sessions: Arc<dyn Sessions>,
    /// Secrets that were handed out.
    pub tokens: Arc<dyn Tokens>,
    /// What staff decides for the whole site.
    pub site: Arc<dyn Site>,
    /// What rated games have done to their players.
    pub ratings: Arc<dyn Ratings>,
    /// What players think of one another.
    pub relations: Arc<dyn Relations>,
    /// What staff has done, and reports.
    pub desk: Arc<dyn Desk>,
    /// What players have been told.
    pub notices: Arc<dyn Notices>,
    /// What is said beside games.
    pub chat: Arc<dyn Chat>,
    /// With what programs act for players.
    pub access_tokens: Arc<dyn AccessTokens>,
    /// Which games from elsewhere players have brought.
    pub imports: Arc<dyn Imports>,
    /// Rounds that organisers have ordered.
    pub bulk_pairings: Arc<dyn BulkPairings>,
}

impl Store {
    /// The ports of a database that has all of them.
    pub fn new(database: impl AllPorts) -> Self {
        Self::from(Arc::new(database))
    }
}

impl<D: AllPorts> From<Arc<D>> for Store {
    fn from(database: Arc<D>) -> Self {
        Self {
            log: database.clone(),
            archive: database.clone(),
            deadlines: database.clone(),
            accounts: database.clone(),
            sessions: database.clone(),
            tokens: database.clone(),
            site: database.clone(),
            ratings: database.clone(),
            relations: database.clone(),
            desk: database.clone(),
            notices: database.clone(),
            chat: database.clone(),
            access_tokens: database.clone(),
            imports: database.clone(),
            bulk_pairings: database,
        }
    }
}
