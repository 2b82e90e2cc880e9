// SPDX-License-Identifier: AGPL-3.0-or-later
//! One-time links: the first admin's, and those that reset a password.
//!
//! The secret stands behind `#` in a link, so that it reaches no log. What is stored is its hash.

use tabiya_game::{PlayerId, Time};
use tabiya_runtime::secret::Secret;
use tabiya_store::{Account, NewAct, RESET_LETTER, RESET_LINK, Role, StorageError, Store, Token};

const HOUR: u64 = 3_600_000;
/// What links that set a new password are for: those of staff, and those that were mailed. Each kind leaves the other alone, so
/// that a stranger who asks for a letter ends nobody's link.
pub const RESETS: [&str; 2] = [RESET_LINK, RESET_LETTER];
/// What the first admin's link is for, among the tokens.
pub const ADMIN: &str = "admin";
/// How long a link that staff has made is good: somebody has to carry it to the player.
const RESET_BY_STAFF: u64 = 24 * HOUR;
/// How long the link is good by which the first admin is made.
const ADMIN_LINK: u64 = 24 * HOUR;
/// How long an invitation is good.
const INVITATION: u64 = 14 * 24 * HOUR;

/// Mailed links of one player that are good at the same time. The limit of letters allows fewer within a link's half hour, so
/// none ends because somebody asks for another one.
const MOST_LETTERS: u32 = 20;

fn new(purpose: &str, player: Option<PlayerId>, data: &str, (now, span): (Time, u64)) -> (Secret, Token) {
    let secret = Secret::random();
    let token = Token {
        hash: secret.hash().to_vec(),
        purpose: purpose.to_owned(),
        player,
        data: data.to_owned(),
        created: now,
        expires: Time(now.0 + span),
    };
    (secret, token)
}

/// A path that resets this player's password once, made by staff. Earlier ones that staff made are good no
/// more. `act` is stored with it; the command line has none.
///
/// # Errors
/// If the storage fails.
pub async fn reset_by_staff(
    store: &Store,
    player: PlayerId,
    now: Time,
    act: Option<&NewAct>,
) -> Result<String, StorageError> {
    let (secret, token) = new(RESET_LINK, Some(player), "", (now, RESET_BY_STAFF));
    match act {
        Some(act) => store.tokens.hand_out_token(&token, true, act).await?,
        None => store.tokens.keep_tokens(&[token], true).await?,
    }
    Ok(path(&secret))
}

/// The same for a letter, which anybody can ask for who knows the address. It is good as long as the address that it was
/// `sent_to` is the account's. Earlier ones stay good for their time: the first of all that is used ends the others.
pub(crate) async fn reset_by_letter(
    store: &Store,
    player: PlayerId,
    sent_to: &str,
    times: (Time, u64),
) -> Result<String, StorageError> {
    let (secret, token) = new(RESET_LETTER, Some(player), sent_to, times);
    store.tokens.keep_newest(&token, MOST_LETTERS).await?;
    Ok(path(&secret))
}

fn path(secret: &Secret) -> String {
    format!("/reset#{}", secret.text())
}

/// A secret that is for nobody yet. It ends no other one.
async fn for_anybody(
    store: &Store,
    purpose: &str,
    times: (Time, u64),
    act: Option<&NewAct>,
) -> Result<Secret, StorageError> {
    let (secret, token) = new(purpose, None, "", times);
    match act {
        Some(act) => store.tokens.hand_out_token(&token, false, act).await?,
        None => store.tokens.keep_tokens(&[token], false).await?,
    }
    Ok(secret)
}

/// Whether the account still has the address that this link was sent to; yes for a link that staff made.
pub fn still_reaches(link: &Token, account: &Account) -> bool {
    let address = account.email.as_ref().filter(|email| email.confirmed).map(|email| email.address.as_str());
    link.data.is_empty() || address == Some(&link.data)
}

/// What one player says to register. It works once. `act` is stored with it; the command line has none.
///
/// # Errors
/// If the storage fails.
pub async fn invitation(store: &Store, now: Time, act: Option<&NewAct>) -> Result<Secret, StorageError> {
    for_anybody(store, super::site::INVITATION, (now, INVITATION), act).await
}

/// A path that makes whoever opens it an admin; `None` where there is one already.
///
/// # Errors
/// If the storage fails.
pub async fn first_admin(store: &Store, now: Time) -> Result<Option<String>, StorageError> {
    if has_admin(store).await? {
        return Ok(None);
    }
    Ok(Some(format!("/admin#{}", for_anybody(store, ADMIN, (now, ADMIN_LINK), None).await?.text())))
}

/// Whether there is an admin whose account is open.
///
/// # Errors
/// If the storage fails.
pub async fn has_admin(store: &Store) -> Result<bool, StorageError> {
    Ok(store.accounts.accounts_with_role(Role::Admin).await?.iter().any(Account::is_open))
}
