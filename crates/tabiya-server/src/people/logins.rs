// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who is logged in: sessions with their accounts, remembered so that most requests need no database.
//!
//! What is remembered is forgotten at each change of the account, before the change is answered. Changes that another
//! program has made in the database are noticed by their count (see `watch.rs`).

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tabiya_game::{PlayerDetails, PlayerId, Time};
use tabiya_store::{Account, Session, StorageError, Store};

use super::secret::Hash;
use crate::timeline::Timeline;

const MINUTE: u64 = 60 * 1000;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// A session that nobody used for so long has ended.
pub(crate) const IDLE: u64 = 30 * DAY;
/// The same for staff.
pub(crate) const STAFF_IDLE: u64 = 12 * HOUR;
/// A session lives no longer than this.
pub(crate) const LONGEST: u64 = 365 * DAY;
/// The database hears of a session's use at most so often.
const NOTED_EVERY: u64 = 5 * MINUTE;
/// How many sessions are remembered, and how many players of whom it is known whether they are guests.
const REMEMBERED: usize = 50_000;

/// Somebody who is logged in.
#[derive(Debug)]
pub(crate) struct LoggedIn {
    pub(crate) session: Hash,
    pub(crate) account: Account,
    /// Guests whose games belong to the account.
    pub(crate) guests: Vec<PlayerId>,
    created: Time,
    /// Milliseconds since 1970.
    used: AtomicU64,
    /// When the database was last told of a use.
    noted: AtomicU64,
}

impl PartialEq for LoggedIn {
    fn eq(&self, other: &Self) -> bool {
        self.session == other.session && self.account == other.account
    }
}

impl Eq for LoggedIn {}

impl LoggedIn {
    /// How the player is known now.
    pub(crate) fn details(&self) -> PlayerDetails {
        let Account { name, title, .. } = &self.account;
        PlayerDetails { name: name.clone(), title: *title, rating: None }
    }

    fn has_ended(&self, now: Time) -> bool {
        let idle = if self.account.role.is_staff() { STAFF_IDLE } else { IDLE };
        let used = self.used.load(Ordering::Relaxed);
        !self.account.is_open() || now.0 > used + idle || now.0 > self.created.0 + LONGEST
    }
}

/// Sessions and guests, remembered.
pub(crate) struct Logins {
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
    pub(crate) async fn of(&self, hash: Hash) -> Result<Option<std::sync::Arc<LoggedIn>>, StorageError> {
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
                let login = std::sync::Arc::new(LoggedIn {
                    session: hash,
                    account,
                    guests,
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
            tokio::spawn(async move {
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
    pub(crate) async fn is_taken(&self, guest: PlayerId) -> Result<bool, StorageError> {
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
    pub(crate) fn forget(&self, player: PlayerId) {
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
    pub(crate) fn is_alive(&self, session: &Session, account: &Account) -> bool {
        let now = self.timeline.wall().0;
        let idle = if account.role.is_staff() { STAFF_IDLE } else { IDLE };
        now <= session.used.0 + idle && now <= session.created.0 + LONGEST
    }
}

#[cfg(test)]
mod tests {
    use tabiya_game::PlayerName;
    use tabiya_store::Role;

    use super::*;

    const BEGAN: u64 = 1_000 * DAY;

    /// Whether a session that began then, and was used so long after that, has ended at this time after its beginning.
    fn has_ended(role: Role, used: u64, now: u64) -> bool {
        let name = PlayerName::try_from("Ann".to_owned()).unwrap();
        let id = PlayerId::from_bytes([1; 16]);
        let account = Account { role, ..Account::new(id, name, String::new(), String::new(), Time(1)) };
        let login = LoggedIn {
            session: [0; 32],
            account,
            guests: Vec::new(),
            created: Time(BEGAN),
            used: AtomicU64::new(BEGAN + used),
            noted: AtomicU64::new(BEGAN + used),
        };
        login.has_ended(Time(BEGAN + now))
    }

    #[test]
    fn a_session_ends_after_thirty_days_unused_or_a_year() {
        let player = |used, now| has_ended(Role::Player, used, now);
        assert!(!player(0, 30 * DAY));
        assert!(player(0, 30 * DAY + 1));
        assert!(!player(360 * DAY, 365 * DAY));
        assert!(player(365 * DAY, 365 * DAY + 1), "however much it is used");
    }

    #[test]
    fn a_session_of_staff_ends_after_twelve_hours_unused() {
        for role in [Role::Organiser, Role::Moderator, Role::Admin] {
            assert!(!has_ended(role, 0, 12 * HOUR), "{role}");
            assert!(has_ended(role, 0, 12 * HOUR + 1), "{role}");
            assert!(has_ended(role, 365 * DAY, 365 * DAY + 1), "{role}");
        }
    }
}
