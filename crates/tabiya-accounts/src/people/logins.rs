// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who is logged in: sessions with their accounts, remembered so that most requests need no database.
//!
//! What is remembered is forgotten at each change of the account, before the change is answered. Changes that another
//! program has made in the database are noticed by their count (see `changes.rs`).

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tabiya_game::PlayerId;
use tabiya_runtime::identity::{IDLE, LONGEST, LoggedIn, STAFF_IDLE};
use tabiya_runtime::secret::Hash;
use tabiya_runtime::spawn::spawn;
use tabiya_runtime::timeline::Timeline;
use tabiya_store::{Account, Session, StorageError, Store};

const MINUTE: u64 = 60 * 1000;
/// The database hears of a session's use at most so often.
const NOTED_EVERY: u64 = 5 * MINUTE;
/// How many sessions are remembered, and how many players of whom it is known whether they are guests.
const REMEMBERED: usize = 50_000;

/// Sessions and guests, remembered.
pub struct Logins {
    store: Store,
    timeline: Timeline,
    remembered: Mutex<Remembered>,
}

#[derive(Default)]
struct Remembered {
    sessions: HashMap<Hash, std::sync::Arc<LoggedIn>>,
    /// Whether a guest's cookie has become an account's, and opens nothing.
    guests: HashMap<PlayerId, bool>,
    /// Raised whenever something is forgotten: what was read before must not be remembered after.
    forgotten: u64,
}

impl Logins {
    pub(crate) fn new(store: Store, timeline: Timeline) -> Self {
        Self { store, timeline, remembered: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Remembered> {
        self.remembered.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Who is logged in with the session of this hash.
    ///
    /// # Errors
    /// If it has to be looked up and the storage fails.
    pub async fn of(&self, hash: Hash) -> Result<Option<std::sync::Arc<LoggedIn>>, StorageError> {
        let now = self.timeline.wall();
        let (known, forgotten) = {
            let remembered = self.lock();
            (remembered.sessions.get(&hash).cloned(), remembered.forgotten)
        };
        let login = match known {
            Some(login) => login,
            None => {
                let Some((session, account)) = self.store.sessions.session(&hash).await? else {
                    return Ok(None);
                };
                let guests = self.store.accounts.guests_of(account.player).await?;
                let blocked = self.store.relations.blocked_by(account.player).await?;
                let login = std::sync::Arc::new(LoggedIn {
                    session: hash,
                    account,
                    guests,
                    blocked,
                    made_by: None,
                    created: session.created,
                    used: AtomicU64::new(session.used.0),
                    noted: AtomicU64::new(session.used.0),
                });
                let mut remembered = self.lock();
                if remembered.forgotten == forgotten {
                    if remembered.sessions.len() >= REMEMBERED {
                        remembered.sessions.clear();
                    }
                    remembered.sessions.insert(hash, std::sync::Arc::clone(&login));
                }
                login
            }
        };
        if login.has_ended(now) {
            return Ok(None);
        }
        login.used.store(now.0, Ordering::Relaxed);
        if now.0 > login.noted.load(Ordering::Relaxed) + NOTED_EVERY {
            login.noted.store(now.0, Ordering::Relaxed);
            let store = self.store.clone();
            spawn(async move {
                if let Err(error) = store.sessions.use_session(&hash, now).await {
                    tracing::debug!(%error, "a session's use was not noted");
                }
            });
        }
        Ok(Some(login))
    }

    /// Whether this guest's cookie has become an account's, so that it opens nothing any more.
    ///
    /// # Errors
    /// If it has to be looked up and the storage fails.
    pub async fn is_taken(&self, guest: PlayerId) -> Result<bool, StorageError> {
        let (known, forgotten) = {
            let remembered = self.lock();
            (remembered.guests.get(&guest).copied(), remembered.forgotten)
        };
        if let Some(taken) = known {
            return Ok(taken);
        }
        let accounts = &self.store.accounts;
        let taken = accounts.account(guest).await?.is_some() || accounts.taken_by(guest).await?.is_some();
        let mut remembered = self.lock();
        if remembered.forgotten == forgotten {
            if remembered.guests.len() >= REMEMBERED {
                remembered.guests.clear();
            }
            remembered.guests.insert(guest, taken);
        }
        Ok(taken)
    }

    /// Forgets what was remembered of a player, as an account and as a guest.
    pub fn forget(&self, player: PlayerId) {
        let mut remembered = self.lock();
        remembered.forgotten += 1;
        remembered.guests.remove(&player);
        remembered.sessions.retain(|_, login| login.account.player != player);
    }

    /// Forgets these sessions.
    pub(crate) fn forget_sessions(&self, hashes: &[Vec<u8>]) {
        let mut remembered = self.lock();
        remembered.forgotten += 1;
        remembered.sessions.retain(|hash, _| !hashes.iter().any(|ended| *ended == hash[..]));
    }

    /// Forgets everything.
    pub(crate) fn forget_all(&self) {
        let mut remembered = self.lock();
        remembered.forgotten += 1;
        remembered.sessions.clear();
        remembered.guests.clear();
    }

    /// A session as it is listed: whether it is still one, by the account's role.
    pub fn is_alive(&self, session: &Session, account: &Account) -> bool {
        let now = self.timeline.wall().0;
        let idle = if account.role.is_staff() { STAFF_IDLE } else { IDLE };
        now <= session.used.0 + idle && now <= session.created.0 + LONGEST
    }
}
