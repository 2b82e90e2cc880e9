// SPDX-License-Identifier: AGPL-3.0-or-later
//! The beginning of a session, and the proof that its player holds it.

use tabiya_limits::address::Caller;
use tabiya_runtime::secret::Secret;
use tabiya_store::{Account, LoggedInBy, Session};

use super::tries::{Attempt, Tried};
use super::{Asker, People, PeopleError, PeopleFailure, Whose, device_words};

/// Sessions that one account has at the same time. A browser that logs in again takes the place of its own.
const MOST_SESSIONS: usize = 50;

impl People {
    /// Begins a session of this account, whose player has just been proved; returns the secret for its cookie. `agent` is
    /// what the browser calls itself. Where there are too many sessions, the one that was used longest ago ends.
    ///
    /// # Errors
    /// If the account has changed since it was read, or the storage fails.
    pub async fn begin_session(
        &self,
        account: &Account,
        by: LoggedInBy,
        agent: &str,
    ) -> Result<Secret, PeopleFailure> {
        let _held = self.hold().await;
        let now_stored = self.store.accounts.account(account.player).await?;
        if now_stored.is_none_or(|stored| stored.version != account.version) {
            return Err(PeopleError::Conflict("the account has just been changed; try again").into());
        }
        let secret = Secret::random();
        let now = self.now();
        let session = Session {
            hash: secret.hash().to_vec(),
            player: account.player,
            device: device_words::device(agent),
            by,
            created: now,
            used: now,
        };
        let _counting = self.counting().await;
        let others = self.store.sessions.sessions_of(account.player).await?;
        let oldest: Vec<_> = others.into_iter().skip(MOST_SESSIONS - 1).map(|other| other.hash).collect();
        if !oldest.is_empty() {
            self.end_sessions(&oldest).await?;
        }
        self.store.sessions.begin_session(&session).await?;
        Ok(secret)
    }
}

/// Makes sure that whoever holds the session also knows the password. Wrong ones are counted as at log-in.
///
/// # Errors
/// If the password is wrong, there were too many wrong ones, or too many people log in at the moment.
pub async fn prove(
    people: &People,
    account: &Account,
    caller: &Caller,
    password: &str,
) -> Result<(), PeopleFailure> {
    let attempt = Attempt { tried: Some(Tried::Proof(account.player)), caller };
    let counting = people.tries.begin(&attempt).map_err(PeopleError::from)?;
    let hash = account.secrets.password.clone();
    let asker = Asker::Caller(caller, Whose::Player(account.player));
    match people.passwords.verify(asker, password, hash).await {
        Ok(fit) if fit.is_right() => {
            counting.was_right();
            Ok(())
        }
        Ok(_) => Err(PeopleError::WrongPassword.into()),
        Err(busy) => {
            counting.take_back();
            Err(PeopleError::from(busy).into())
        }
    }
}
