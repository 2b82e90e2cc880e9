// SPDX-License-Identifier: AGPL-3.0-or-later
//! The beginning of a session, and the proof that its player holds it.

use axum::http::HeaderMap;
use axum::http::header::USER_AGENT;
use tabiya_game::PlayerId;
use tabiya_store::{Account, Session, StorageError};

use super::tries::Attempt;
use super::{People, PeopleError, PeopleFailure, device_words};
use crate::gate::Caller;
use crate::secret::Secret;

impl People {
    /// Begins a session; returns the secret for its cookie.
    pub(crate) async fn begin_session(
        &self,
        player: PlayerId,
        kind: &str,
        headers: &HeaderMap,
    ) -> Result<Secret, StorageError> {
        let secret = Secret::new();
        let agent = headers.get(USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
        let now = self.now();
        let session = Session {
            hash: secret.hash().to_vec(),
            player,
            device: device_words::device(agent),
            kind: kind.to_owned(),
            created: now,
            used: now,
        };
        self.store.sessions.begin_session(&session).await?;
        Ok(secret)
    }
}

/// Makes sure that whoever holds the session also knows the password. Wrong ones are counted as at log-in.
pub(crate) async fn prove(
    people: &People,
    account: &Account,
    caller: &Caller,
    password: &str,
) -> Result<(), PeopleFailure> {
    let name = format!("{} proves", account.key);
    let attempt = Attempt { name: &name, device: None, caller };
    let counting = people.tries.begin(&attempt).map_err(|wait| PeopleError::TooManyTries { wait })?;
    let hash = account.secrets.password.clone();
    let verified = people.passwords.verify(password, hash).await;
    if verified.inspect_err(|_| people.tries.take_back(&counting)).map_err(PeopleError::from)? {
        people.tries.was_right(&counting);
        Ok(())
    } else {
        Err(PeopleError::WrongPassword.into())
    }
}
