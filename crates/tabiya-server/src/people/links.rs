// SPDX-License-Identifier: AGPL-3.0-or-later
//! One-time links: the first admin's, and those that reset a password.
//!
//! The secret stands behind `#` in a link, so that it reaches no log. What is stored is its hash.

use tabiya_game::{PlayerId, Time};
use tabiya_store::{Account, Role, StorageError, Store, Token};

use crate::secret::Secret;

const HOUR: u64 = 3_600_000;
/// What a link is for, among the tokens.
pub(crate) const RESET: &str = tabiya_store::RESET_LINK;
pub(crate) const ADMIN: &str = "admin";
/// How long a link that staff has made is good: somebody has to carry it to the player.
pub(crate) const RESET_BY_STAFF: u64 = 24 * HOUR;
/// How long the link is good by which the first admin is made.
const ADMIN_LINK: u64 = 24 * HOUR;
/// How long an invitation is good.
const INVITATION: u64 = 14 * 24 * HOUR;

async fn keep(
    store: &Store,
    purpose: &str,
    player: Option<PlayerId>,
    now: Time,
    span: u64,
) -> Result<Secret, StorageError> {
    let secret = Secret::new();
    let token = Token {
        hash: secret.hash().to_vec(),
        purpose: purpose.to_owned(),
        player,
        data: String::new(),
        created: now,
        expires: Time(now.0 + span),
    };
    store.tokens.keep_tokens(&[token], true).await?;
    Ok(secret)
}

/// A path that resets this player's password once. Earlier ones are good no more.
pub(crate) async fn reset(
    store: &Store,
    player: PlayerId,
    now: Time,
    span: u64,
) -> Result<String, StorageError> {
    Ok(format!("/reset#{}", keep(store, RESET, Some(player), now, span).await?.text()))
}

/// What one player says to register. It works once.
pub(crate) async fn invitation(store: &Store, now: Time) -> Result<Secret, StorageError> {
    keep(store, super::site::INVITATION, None, now, INVITATION).await
}

/// A path that makes whoever opens it an admin; `None` where there is one already.
pub(crate) async fn first_admin(store: &Store, now: Time) -> Result<Option<String>, StorageError> {
    if has_admin(store).await? {
        return Ok(None);
    }
    Ok(Some(format!("/admin#{}", keep(store, ADMIN, None, now, ADMIN_LINK).await?.text())))
}

pub(crate) async fn has_admin(store: &Store) -> Result<bool, StorageError> {
    Ok(store.accounts.accounts_with_role(Role::Admin).await?.iter().any(Account::is_open))
}
