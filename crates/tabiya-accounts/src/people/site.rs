// SPDX-License-Identifier: AGPL-3.0-or-later
//! What staff has decided for the whole site, remembered.

use std::ops::Deref;
use std::sync::{Arc, PoisonError, RwLock};

use tabiya_runtime::clean::words_of;
use tabiya_runtime::identity::Identity;
use tabiya_runtime::secret::{Hash, hash_of_secret};
use tabiya_store::{NewAct, Rules, Site, StorageError, Token, Who};
use tokio::sync::{Mutex, MutexGuard};

use super::{People, PeopleError, PeopleFailure};

/// The purpose of invitations among the tokens.
pub(crate) const INVITATION: &str = "invite";

/// The rules in force, and what is computed from them once.
#[derive(Debug)]
pub struct InForce {
    rules: Rules,
    chat_filter: Vec<String>,
}

impl InForce {
    fn new(rules: Rules) -> Arc<Self> {
        let chat_filter = words_of(&rules.chat_words);
        Arc::new(Self { rules, chat_filter })
    }

    /// The words that are covered in chats, as they are compared.
    pub fn chat_filter(&self) -> &[String] {
        &self.chat_filter
    }
}

impl Deref for InForce {
    type Target = Rules;

    fn deref(&self) -> &Rules {
        &self.rules
    }
}

/// The rules in force. Reading them takes no database.
pub struct SiteRules {
    rules: RwLock<Arc<InForce>>,
    /// Held while somebody changes some of them, so that two at once keep what each has changed.
    changing: Mutex<()>,
}

impl SiteRules {
    pub(crate) async fn load(site: &dyn Site) -> Result<Self, StorageError> {
        let rules = InForce::new(site.site_rules().await?);
        Ok(Self { rules: RwLock::new(rules), changing: Mutex::default() })
    }

    /// The rules in force.
    pub fn rules(&self) -> Arc<InForce> {
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

    /// Puts other rules in force, and stores them and the act first.
    ///
    /// # Errors
    /// If the storage fails; then the rules stay as they were.
    pub async fn set(&self, site: &dyn Site, rules: Rules, act: &NewAct) -> Result<(), StorageError> {
        site.set_site_rules(&rules, act).await?;
        self.put(rules);
        Ok(())
    }

    /// Reads the rules again, which another program may have changed.
    pub(crate) async fn reload(&self, site: &dyn Site) -> Result<(), StorageError> {
        self.put(site.site_rules().await?);
        Ok(())
    }

    fn put(&self, rules: Rules) {
        *self.rules.write().unwrap_or_else(PoisonError::into_inner) = InForce::new(rules);
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
