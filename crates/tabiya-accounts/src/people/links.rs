// SPDX-License-Identifier: AGPL-3.0-or-later
//! One-time links: the first admin's, and those that reset a password.
//!
//! The secret stands behind `#` in a link, so that it reaches no log. What is stored is its hash.

use tabiya_game::{PlayerId, Time};
use tabiya_runtime::secret::Secret;
use tabiya_store::{Account, Role, StorageError, Store, Token};

const HOUR: u64 = 3_600_000;
/// What a link is for, among the tokens.
pub const RESET: &str = tabiya_store::RESET_LINK;
/// The purpose of the link by which the first admin is made, among the tokens.
pub const ADMIN: &str = "admin";
/// How long a link that staff has made is good: somebody has to carry it to the player.
pub const RESET_BY_STAFF: u64 = 24 * HOUR;
/// How long the link is good by which the first admin is made.
const ADMIN_LINK: u64 = 24 * HOUR;
/// How long an invitation is good.
const INVITATION: u64 = 14 * 24 * HOUR;

async fn keep(
    store: &Store,
    purpose: &str,
    player: Option<PlayerId>,
    data: &str,
    (now, span): (Time, u64),
) -> Result<Secret, StorageError> {
    let secret = Secret::random();
    let token = Token {
        hash: secret.hash().to_vec(),
        purpose: purpose.to_owned(),
        player,
        data: data.to_owned(),
        created: now,
        expires: Time(now.0 + span),
    };
    store.tokens.keep_tokens(&[token], true).await?;
    Ok(secret)
}

/// A path that resets this player's password once. Earlier ones are good no more. One that was mailed is good as long as
/// the address that it was `sent_to` is the account's.
///
/// # Errors
/// If the storage fails.
pub async fn reset(
    store: &Store,
    player: PlayerId,
    sent_to: Option<&str>,
    (now, span): (Time, u64),
) -> Result<String, StorageError> {
    let secret = keep(store, RESET, Some(player), sent_to.unwrap_or_default(), (now, span)).await?;
    Ok(format!("/reset#{}", secret.text()))
}

/// Whether the account still has the address that this link was sent to; yes for a link that staff made.
pub fn still_reaches(link: &Token, account: &Account) -> bool {
    let address = account.email.as_ref().filter(|email| email.confirmed).map(|email| email.address.as_str());
    link.data.is_empty() || address == Some(&link.data)
}

/// What one player says to register. It works once.
///
/// # Errors
/// If the storage fails.
pub async fn invitation(store: &Store, now: Time) -> Result<Secret, StorageError> {
    keep(store, super::site::INVITATION, None, "", (now, INVITATION)).await
}

/// A path that makes whoever opens it an admin; `None` where there is one already.
///
/// # Errors
/// If the storage fails.
pub async fn first_admin(store: &Store, now: Time) -> Result<Option<String>, StorageError> {
    if has_admin(store).await? {
        return Ok(None);
    }
    Ok(Some(format!("/admin#{}", keep(store, ADMIN, None, "", (now, ADMIN_LINK)).await?.text())))
}

/// Whether there is an admin whose account is open.
///
/// # Errors
/// If the storage fails.
pub async fn has_admin(store: &Store) -> Result<bool, StorageError> {
    Ok(store.accounts.accounts_with_role(Role::Admin).await?.iter().any(Account::is_open))
}
