// SPDX-License-Identifier: AGPL-3.0-or-later
//! What staff decides for the whole site, and secrets of the server.

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use tabiya_game::Time;

use crate::{NewAct, StorageError};

/// Who may do something on this site.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// Guests too.
    #[default]
    Everyone,
    /// Who is logged in.
    Accounts,
    /// Who has been invited. For playing and watching the same as `Accounts`, where registering needs an invitation.
    Invited,
}

/// What staff has decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Rules {
    /// The site's name.
    pub name: String,
    /// The site's rules, as plain text.
    pub rules: String,
    /// The hue of the site's colour in degrees, from 0 to 359; `None` for the usual one.
    pub colour: Option<u16>,
    /// What every page shows on top; empty for nothing.
    pub announcement: String,
    /// Who may play.
    pub play: Who,
    /// Who may watch games.
    pub watch: Who,
    /// Who may register: everyone, or whoever was invited.
    pub register: Who,
    /// Whether there is chat.
    pub chat: bool,
    /// Words that are covered in chats, one a line.
    pub chat_words: String,
    /// Whether staff must have a second factor to use its rights. The operator's setting may lift that, too.
    pub staff_second_factor: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            name: "Tabiya".to_owned(),
            rules: String::new(),
            colour: None,
            announcement: String::new(),
            play: Who::Everyone,
            watch: Who::Everyone,
            register: Who::Everyone,
            chat: true,
            chat_words: String::new(),
            staff_second_factor: true,
        }
    }
}

/// A secret that the server makes once and keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SiteSecret {
    /// Signs the cookies of devices that have logged in before.
    Devices,
}

/// The site's rules and secrets.
///
/// Laws, which the `conformance` suite tests:
/// - The rules are the last that were set, and the default where none were. Rules that can't be read are an error, because the
///   default is open to everybody.
/// - Of several that [`keep_secret`](Self::keep_secret) at the same time, all get the same one.
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
}
