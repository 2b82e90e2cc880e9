// SPDX-License-Identifier: AGPL-3.0-or-later
//! Second factors: codes that a player's phone shows, and recovery codes.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use tabiya_game::{PlayerId, Time};
use tabiya_store::{Account, Deed, Ends, RECOVERY};

use super::rights::Permission;
use super::{People, PeopleError, PeopleFailure, codes, totp};

/// How long a secret that was shown waits for its first code, in milliseconds.
const WAITS: u64 = 30 * 60 * 1000;
/// How many secrets wait at most.
const MOST_WAITING: usize = 10_000;
/// Secrets that were shown and not confirmed yet.
#[derive(Default)]
pub struct Pending(Mutex<HashMap<PlayerId, (Vec<u8>, Time)>>);

impl Pending {
    /// Notes the secret that this player was shown. It waits for its first code for 30 minutes, and takes the
    /// place of the player's earlier one.
    pub fn put(&self, player: PlayerId, secret: Vec<u8>, now: Time) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.len() >= MOST_WAITING {
            waiting.retain(|_, (_, since)| now.0 < since.0 + WAITS);
        }
        if waiting.len() >= MOST_WAITING {
            waiting.clear();
        }
        waiting.insert(player, (secret, now));
    }

    /// The secret that waits for this player's first code; `None` where none was shown in the last 30
    /// minutes.
    pub fn get(&self, player: PlayerId, now: Time) -> Option<Vec<u8>> {
        let waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.get(&player).filter(|(_, since)| now.0 < since.0 + WAITS).map(|(secret, _)| secret.clone())
    }

    /// Returns whether it was there: of several who confirm at once, one does.
    pub fn remove(&self, player: PlayerId) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&player).is_some()
    }
}

/// Makes sure that the code is right, where the account asks for one. A code works once, and so does a recovery code.
///
/// # Errors
/// If a code is needed and none was given, the code is wrong or used up, or the storage fails.
pub async fn check(people: &People, account: Account, code: Option<&str>) -> Result<Account, PeopleFailure> {
    let Some(secret) = &account.secrets.totp else { return Ok(account) };
    let code = code.map(str::trim).filter(|code| !code.is_empty()).ok_or(PeopleError::NeedsCode)?;
    if let Some(hash) = codes::hash_of_code(code) {
        let tokens = &people.store.tokens;
        // Somebody else's code, typed here by mistake, stays good.
        let found = tokens.token(&hash, RECOVERY, people.now()).await?;
        let own = found.is_some_and(|token| token.player == Some(account.player))
            && tokens.take_token(&hash, RECOVERY, people.now()).await?.is_some();
        return if own { Ok(account) } else { Err(PeopleError::WrongCode.into()) };
    }
    let step = totp::step_of(code, secret, people.phone_time(), account.secrets.totp_step);
    let step = step.ok_or(PeopleError::WrongCode)?;
    people
        .change(account.player, Ends::Nothing, |account| {
            // Somebody may have used the code at the same time.
            if account.secrets.totp_step >= step {
                return Err(PeopleError::WrongCode);
            }
            account.secrets.totp_step = step;
            Ok(())
        })
        .await
}

/// Takes the second factor out of an account. Its recovery codes end with the change.
pub(super) fn take_out(account: &mut Account) {
    (account.secrets.totp, account.secrets.totp_step) = (None, 0);
}

/// Removes an account's second factor for its player.
///
/// # Errors
/// If the player has no account, or the storage fails.
pub async fn forget(people: &People, player: PlayerId, ends: Ends<'_>) -> Result<(), PeopleFailure> {
    let forget = |account: &mut Account| {
        take_out(account);
        Ok(())
    };
    people.change(player, ends, forget).await?;
    Ok(())
}

/// The same by staff: all sessions end. Whether staff may is asked of the account as it is changed.
///
/// # Errors
/// If the actor may not, the player has no account, or the storage fails.
pub async fn forget_by(people: &People, actor: &Account, player: PlayerId) -> Result<(), PeopleFailure> {
    let forget = |account: &mut Account| {
        take_out(account);
        Ok(Deed::SecondFactor)
    };
    people.change_by((actor, Permission::Reset), player, Ends::All, "", forget).await?;
    Ok(())
}
