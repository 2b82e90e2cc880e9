// SPDX-License-Identifier: AGPL-3.0-or-later
//! What staff has decided for the whole site, remembered.

use std::sync::{Arc, PoisonError, RwLock};

use serde::{Deserialize, Serialize};
use tabiya_runtime::clean::words_of;
use tabiya_runtime::identity::Identity;
use tabiya_runtime::secret::{Hash, hash_of_secret};
use tabiya_store::{Site, StorageError, Token};
use tokio::sync::{Mutex, MutexGuard};

use super::{People, PeopleError, PeopleFailure};

/// Under which name the rules are stored.
const RULES: &str = "rules";
/// The purpose of invitations among the tokens.
pub(crate) const INVITATION: &str = "invite";

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

impl Rules {
    /// The words that are covered in chats, as they are compared.
    pub fn chat_filter(&self) -> Vec<String> {
        words_of(&self.chat_words)
    }
}

/// The rules in force. Reading them takes no database.
pub struct SiteRules {
    rules: RwLock<Arc<Rules>>,
    /// Held while somebody changes some of them, so that two at once keep what each has changed.
    changing: Mutex<()>,
}

impl SiteRules {
    pub(crate) async fn load(site: &dyn Site) -> Result<Self, StorageError> {
        Ok(Self { rules: RwLock::new(Arc::new(read(site).await?)), changing: Mutex::default() })
    }

    /// The rules in force.
    pub fn rules(&self) -> Arc<Rules> {
        Arc::clone(&self.rules.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The site's name.
    pub fn name(&self) -> String {
        self.rules().name.clone()
    }

    /// The turn of whoever reads the rules to change some of them.
    pub async fn turn(&self) -> MutexGuard<'_, ()> {
        self.changing.lock().await
    }

    /// Puts other rules in force, and stores them first.
    ///
    /// # Errors
    /// If the storage fails; then the rules stay as they were.
    pub async fn set(&self, site: &dyn Site, rules: Rules) -> Result<(), StorageError> {
        site.set_site_text(RULES, &serde_json::to_string(&rules).expect("rules are JSON")).await?;
        self.put(rules);
        Ok(())
    }

    /// Reads the rules again, which another program may have changed.
    pub(crate) async fn reload(&self, site: &dyn Site) -> Result<(), StorageError> {
        self.put(read(site).await?);
        Ok(())
    }

    fn put(&self, rules: Rules) {
        *self.rules.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(rules);
    }

    /// Whether these are among those who may.
    ///
    /// # Errors
    /// If it needs an account, and they are guests.
    pub fn check(who: Who, identity: Option<&Identity>) -> Result<(), PeopleError> {
        let logged_in = identity.is_some_and(|identity| identity.login.is_some());
        if who == Who::Everyone || logged_in { Ok(()) } else { Err(PeopleError::NeedsAccount) }
    }

    /// Whether somebody with this invitation may register now; returns what is to be used up.
    ///
    /// # Errors
    /// If registering needs an invitation and this is none that is good, or the storage fails.
    pub async fn check_registration(
        &self,
        people: &People,
        invitation: Option<&str>,
    ) -> Result<Option<Hash>, PeopleFailure> {
        if self.rules().register == Who::Everyone {
            return Ok(None);
        }
        let hash = invitation.and_then(|text| hash_of_secret(text.as_bytes()));
        let hash = hash.ok_or(PeopleError::NeedsInvitation)?;
        let token = people.store.tokens.token(&hash, INVITATION, people.now()).await?;
        token.map(|_| Some(hash)).ok_or_else(|| PeopleError::NeedsInvitation.into())
    }

    /// Uses an invitation up, and returns it.
    ///
    /// # Errors
    /// If somebody has used it in the meantime or it has expired, or the storage fails.
    pub async fn use_invitation(&self, people: &People, hash: &Hash) -> Result<Token, PeopleFailure> {
        let taken = people.store.tokens.take_token(hash, INVITATION, people.now()).await?;
        taken.ok_or_else(|| PeopleError::NeedsInvitation.into())
    }
}

async fn read(site: &dyn Site) -> Result<Rules, StorageError> {
    let Some(text) = site.site_text(RULES).await? else { return Ok(Rules::default()) };
    // The default is open to everybody, so it takes the place of nothing that can't be read.
    serde_json::from_str(&text)
        .map_err(|error| StorageError::Damaged { detail: format!("the site's rules can't be read: {error}") })
}
