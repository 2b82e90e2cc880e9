// SPDX-License-Identifier: AGPL-3.0-or-later
//! Access tokens: with which programs act for players, remembered so that most requests need no database.
//!
//! A token is good until it is revoked, has expired, or its account is closed. Streams that were opened with it are on the
//! list of doors (`doors.rs`) under its hash, so they end with it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tabiya_game::{PlayerId, Time};
use tabiya_runtime::identity::LoggedIn;
use tabiya_runtime::secret::{Hash, Secret, hash};
use tabiya_runtime::spawn::spawn;
use tabiya_runtime::timeline::Timeline;
use tabiya_store::{AccessToken, NewAct, StorageError, Store};

use super::People;
use super::scopes::Scopes;

/// What a player's own tokens begin with.
pub const PERSONAL: &str = "tbp_";
/// What tokens begin with that a program was given by the player's consent.
pub const GRANTED: &str = "tbo_";
/// The longest text that is looked up.
const LONGEST: usize = 128;
/// The database hears of a token's use at most so often, in milliseconds.
const NOTED_EVERY: u64 = 60 * 1000;
const REMEMBERED: usize = 50_000;
/// Tokens that one player may have.
pub const MOST_TOKENS: usize = 200;

/// A token that opens something.
#[derive(Debug)]
pub struct Key {
    /// The player for whom the program acts, as if logged in.
    pub login: Arc<LoggedIn>,
    /// What the token allows.
    pub scopes: Scopes,
    /// When it ends; `None` where it is good until it is revoked.
    pub expires: Option<Time>,
    noted: AtomicU64,
}

impl Key {
    /// Whether an organiser made it for the player, who has not been asked: it is for challenges, and opens nothing else.
    pub fn is_made_by_another(&self) -> bool {
        self.login.made_by.is_some()
    }
}

/// Access tokens, remembered.
pub struct Keys {
    store: Store,
    timeline: Timeline,
    remembered: Mutex<Remembered>,
}

#[derive(Default)]
struct Remembered {
    keys: HashMap<Hash, Arc<Key>>,
    /// Raised whenever something is forgotten: what was read before must not be remembered after.
    forgotten: u64,
}

impl Keys {
    pub(super) fn new(store: Store, timeline: Timeline) -> Self {
        Self { store, timeline, remembered: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Remembered> {
        self.remembered.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the token with this text opens; `None` if nothing.
    ///
    /// # Errors
    /// If it has to be looked up and the storage fails.
    pub async fn of(&self, text: &str) -> Result<Option<Arc<Key>>, StorageError> {
        let text = text.trim();
        if text.is_empty() || text.len() > LONGEST {
            return Ok(None);
        }
        self.with_hash(hash(text.as_bytes())).await
    }

    /// The same by its hash.
    ///
    /// # Errors
    /// If it has to be looked up and the storage fails.
    pub async fn with_hash(&self, hash: Hash) -> Result<Option<Arc<Key>>, StorageError> {
        let now = self.timeline.wall();
        let (known, forgotten) = {
            let remembered = self.lock();
            (remembered.keys.get(&hash).cloned(), remembered.forgotten)
        };
        let key = match known {
            Some(key) => key,
            None => {
                let Some((token, account)) = self.store.access_tokens.access_token(&hash, now).await? else {
                    return Ok(None);
                };
                let guests = self.store.accounts.guests_of(account.player).await?;
                let blocked = self.store.relations.blocked_by(account.player).await?;
                let key = Arc::new(Key {
                    login: Arc::new(LoggedIn::by_token(hash, token.made_by, account, [guests, blocked])),
                    // A scope that an older program knew and this one does not allows nothing.
                    scopes: Scopes::parse(&token.scopes).unwrap_or_default(),
                    expires: token.expires,
                    noted: AtomicU64::new(token.used.map_or(0, |used| used.0)),
                });
                let mut remembered = self.lock();
                if remembered.forgotten == forgotten {
                    if remembered.keys.len() >= REMEMBERED {
                        remembered.keys.clear();
                    }
                    remembered.keys.insert(hash, Arc::clone(&key));
                }
                key
            }
        };
        if !key.login.account.is_open() || key.expires.is_some_and(|expires| expires <= now) {
            return Ok(None);
        }
        if now.0 > key.noted.load(Ordering::Relaxed) + NOTED_EVERY {
            key.noted.store(now.0, Ordering::Relaxed);
            let store = self.store.clone();
            spawn(async move {
                if let Err(error) = store.access_tokens.use_access_token(&hash, now).await {
                    tracing::debug!(%error, "a token's use was not noted");
                }
            });
        }
        Ok(Some(key))
    }

    /// Forgets what was remembered of a player, and of tokens that this player made for others.
    pub(super) fn forget(&self, player: PlayerId) {
        let mut remembered = self.lock();
        remembered.forgotten += 1;
        remembered
            .keys
            .retain(|_, key| key.login.account.player != player && key.login.made_by != Some(player));
    }

    /// Forgets everything.
    pub(super) fn forget_all(&self) {
        let mut remembered = self.lock();
        remembered.forgotten += 1;
        remembered.keys.clear();
    }

    fn forget_hashes(&self, hashes: &[Vec<u8>]) {
        let mut remembered = self.lock();
        remembered.forgotten += 1;
        remembered.keys.retain(|hash, _| !hashes.iter().any(|revoked| *revoked == hash[..]));
    }
}

/// For whom a token is made, and what it opens.
#[derive(Clone, Copy)]
pub struct Holder {
    /// The player for whom programs will act with it.
    pub player: PlayerId,
    /// What it allows.
    pub scopes: Scopes,
    /// The organiser who makes it for the player.
    pub made_by: Option<PlayerId>,
}

impl Holder {
    /// The player makes it, or agrees to it.
    pub const fn own(player: PlayerId, scopes: Scopes) -> Self {
        Self { player, scopes, made_by: None }
    }
}

/// Makes a token. Its text is returned, and kept nowhere.
///
/// # Errors
/// If the storage fails.
pub async fn issue(
    store: &Store,
    prefix: &str,
    holder: Holder,
    note: &str,
    (now, expires): (Time, Option<Time>),
) -> Result<String, StorageError> {
    let (text, token) = new(prefix, holder, note, (now, expires));
    store.access_tokens.keep_access_token(&token).await?;
    Ok(text)
}

/// Makes a personal token for somebody else, with the act that tells of it. Its text is returned, and kept nowhere.
///
/// # Errors
/// If the storage fails.
pub(super) async fn hand_out(
    store: &Store,
    holder: Holder,
    note: &str,
    act: &NewAct,
) -> Result<String, StorageError> {
    let (text, token) = new(PERSONAL, holder, note, (act.at, None));
    store.access_tokens.keep_access_token_by(&token, act).await?;
    Ok(text)
}

/// A new token, and its text.
fn new(
    prefix: &str,
    holder: Holder,
    note: &str,
    (created, expires): (Time, Option<Time>),
) -> (String, AccessToken) {
    let text = format!("{prefix}{}", Secret::random().text());
    let token = AccessToken {
        hash: hash(text.as_bytes()).to_vec(),
        player: holder.player,
        scopes: holder.scopes.to_string(),
        note: note.to_owned(),
        created,
        used: None,
        expires,
        made_by: holder.made_by,
    };
    (text, token)
}

impl People {
    /// Revokes tokens, and ends the streams that they opened.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn revoke_tokens(&self, hashes: &[Vec<u8>]) -> Result<(), StorageError> {
        self.store.access_tokens.revoke_access_tokens(hashes).await?;
        self.keys.forget_hashes(hashes);
        self.doors.close_sessions(hashes);
        Ok(())
    }

    /// Whether the session or the token with this hash is still good.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn is_good(&self, hash: Hash) -> Result<bool, StorageError> {
        Ok(self.logins.of(hash).await?.is_some() || self.keys.with_hash(hash).await?.is_some())
    }
}
